/** What was done last, and how it is undone. */
export interface Undoable {
  what: 'deleted' | 'changed';
  do: () => void;
  forget: () => void;
}
