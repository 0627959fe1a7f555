/** Defines what a host (desktop, browser, terminal) supplies to the app: everything in which hosts differ. */

/** Stores one key per origin. Only the client reads a key back. */
export interface Secrets {
  /** False if there is no keychain, so that keys last for this run only. */
  readonly durable: boolean;
  get(origin: string): Promise<string | undefined>;
  set(origin: string, key: string): Promise<void>;
  forget(origin: string): Promise<void>;
}

export interface Destination {
  /** Absolute path to write to. */
  readonly path: string;
  /** False when an existing file must be refused; absent if the user was asked or the path is new. */
  readonly replaces?: boolean;
}

export interface Source {
  readonly path: string;
  /** Called once the file was read, so that a host that holds a copy can delete it. */
  readonly release?: () => Promise<void>;
}

/** Chooses paths for printable pages, and opens them in a program that can print them. */
export interface Paper {
  place(suggestedName: string): Promise<Destination>;
  /** @throws AppFailure `usage` if nothing opens them */
  open(path: string): Promise<void>;
}

export interface Host {
  readonly kind: 'desktop' | 'browser' | 'terminal';
  readonly fetch: typeof fetch;
  readonly secrets: Secrets;
  /** Asks where to write a file (native dialog, `--out`, or a folder for a one-time download). @returns undefined when nothing was chosen */
  chooseDestination(suggestedName: string): Promise<Destination | undefined>;
  /** Asks where to create a folder of files. Absent on a host that can take only single files. @returns undefined when nothing was chosen */
  chooseFolder?(suggestedName: string): Promise<Destination | undefined>;
  /** Asks for a file to read (native dialog, an argument). Absent on a host that takes no files. @returns undefined when nothing was chosen */
  chooseSource?(): Promise<Source | undefined>;
  /** Delivers a finished file to the user; the browser host offers it for download. */
  deliver(path: string): Promise<void>;
  openExternal(url: string): Promise<void>;
  /** Absent on a host without a screen. */
  readonly paper?: Paper;
}
