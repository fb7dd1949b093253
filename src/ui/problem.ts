/** What a person is told when something went wrong: what, why and what is safe. */
export interface Problem {
  title: string;
  message: string;
  safe: string;
}
