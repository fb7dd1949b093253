/** As much of a browser's page as a walk through the app needs. Selectors are CSS; texts are what the page shows. */
export interface EnginePage {
  goto: (address: string) => Promise<void>;
  reload: () => Promise<void>;
  setFile: (selector: string, path: string) => Promise<void>;
  /** Null where there is no such element. */
  text: (selector: string) => Promise<string | null>;
  close: () => Promise<void>;
}

export interface Engine {
  name: string;
  /** What is missing to run it here; null if nothing is. */
  missing: () => string | null;
  /** Debian's packages that bring it. */
  packages: string[];
  open: () => Promise<EnginePage>;
}
