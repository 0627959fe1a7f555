/** What a host (desktop, browser, terminal) supplies to the app: everything in which they differ. */

/** A store of keys, one per origin. The key goes in; only the client reads it back. */
export interface Secrets {
  /** False: no keychain here, keys last for this run. */
  readonly durable: boolean;
  get(origin: string): Promise<string | undefined>;
  set(origin: string, key: string): Promise<void>;
  forget(origin: string): Promise<void>;
}

export interface Destination {
  /** Absolute path to write to. */
  readonly path: string;
  /** False: a file that is there already is refused. Absent: the user was asked, or its place is new. */
  readonly replaces?: boolean;
}

export interface Source {
  /** Absolute path to read. */
  readonly path: string;
  /** Called once it was read: a host that holds a copy deletes it. */
  readonly release?: () => Promise<void>;
}

/** Where pages that are to be printed are written, and how they are opened with the system's or the browser's print dialog at hand. */
export interface Paper {
  place(suggestedName: string): Promise<Destination>;
  /** @throws AppFailure `usage` where nothing opens them */
  open(path: string): Promise<void>;
}

export interface Host {
  readonly kind: 'desktop' | 'browser' | 'terminal';
  readonly fetch: typeof fetch;
  readonly secrets: Secrets;
  /** Asks where a file goes (native dialog, `--out`, or a folder for a one-time download); undefined: nowhere. */
  chooseDestination(suggestedName: string): Promise<Destination | undefined>;
  /** Asks where a new folder of files goes; undefined: nowhere. A host that can take only single files has none. */
  chooseFolder?(suggestedName: string): Promise<Destination | undefined>;
  /** Asks for a file to read (native dialog, an argument); undefined: none chosen. A host that can be given no file has none. */
  chooseSource?(): Promise<Source | undefined>;
  /** Delivers a finished file to the user (browser host: offers the download). */
  deliver(path: string): Promise<void>;
  openExternal(url: string): Promise<void>;
  /** Pages to be printed. A host without a screen has none. */
  readonly paper?: Paper;
}
