/** What goes between the host and the thread that writes a file: plain data, since nothing else crosses. */
import type { AppError } from '../../../src/contract/errors.ts';
import type { ColumnSums, Line } from '../../../src/domain/exports/model.ts';
import type { ExportDocument } from '../document.ts';

export interface ThreadJob extends Pick<
  ExportDocument,
  'head' | 'options' | 'columns' | 'currencyAt' | 'lineCount' | 'outline'
> {
  /** The store makes files of lines; else they are sent in pieces. */
  readonly areMade: boolean;
}

/** What is known after the last line. */
export interface Ending {
  readonly sums: ColumnSums;
  readonly facts: Readonly<Record<string, unknown>>;
}

/** Some of the lines: themselves, or the path of a file that the store made of them. */
export type Portion =
  { readonly of: 'piece'; readonly lines: readonly Line[] } | { readonly of: 'part'; readonly path: string };

export type ToThread =
  | Portion
  /** No portion follows. */
  | ({ readonly of: 'end' } & Ending)
  /** One piece of the file was taken. */
  | { readonly of: 'stored' }
  | { readonly of: 'scratch'; readonly path: string };

export type FromThread =
  /** One more portion may be sent. */
  | { readonly of: 'wanted' }
  /** How many lines of the store's files were read so far. */
  | { readonly of: 'read'; readonly lines: number }
  /** A file of the store is not read again. */
  | { readonly of: 'finished'; readonly path: string }
  | { readonly of: 'bytes'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly of: 'scratch' }
  | { readonly of: 'written'; readonly guarded: number }
  /** @property error where it is one of ours. @property cause as it was thrown */
  | { readonly of: 'failed'; readonly error: AppError | undefined; readonly cause: unknown };
