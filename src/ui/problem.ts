/** A problem as a person sees it: what happened, what to do, and what is safe. */
export interface Problem {
  title: string;
  message: string;
  safe: string;
}
