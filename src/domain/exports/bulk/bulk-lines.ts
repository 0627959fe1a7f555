/** Files of lines that the store makes by itself, without a line ever reaching JavaScript. */

/** In a folder of the store's own; the caller removes it. */
export interface BulkFile {
  readonly path: string;
  /** Texts changed by the guards. */
  readonly guarded: number;
  remove(): Promise<void>;
}

/** How texts are changed for spreadsheets. */
export interface BulkGuards {
  /** Regular expressions of RE2: every text that `text` changes matches `any`, or `values` and not `harmless`; few others do. */
  readonly suspects: {
    readonly any: string;
    readonly values: string;
    readonly harmless: string;
    /** What has it is not changed: looked for before anything else in columns where hardly two texts are alike. */
    readonly plain: string;
  };
  /** Reads what judging takes, a little at a time; else the first text that needs it would wait for all of it. */
  readonly prepare: () => Promise<void>;
  readonly text: (text: string, isFirst: boolean) => string;
  /** Of the column of unreadable values. */
  readonly json: (text: string) => string;
}

export interface BulkCsv {
  readonly separator: string;
  readonly decimalComma: boolean;
  /** Times with a blank instead of a T. */
  readonly spacedTimes: boolean;
  readonly guards: BulkGuards | undefined;
}

export interface BulkParquet {
  /** As the file has them, one for each column. */
  readonly names: readonly string[];
  /** Key-value metadata. */
  readonly said: Readonly<Record<string, string>>;
}

/** Undefined: some cells can be made one by one only. */
export interface BulkLines {
  /** Lines without their heads. */
  csv(form: BulkCsv): Promise<BulkFile | undefined>;
  parquet(form: BulkParquet): Promise<BulkFile | undefined>;
  /** As `line-file.ts` has them, in files that follow one another: each is made when it is asked for. */
  lines(): AsyncGenerator<BulkFile, void, undefined>;
}
