/** What goes between the host and the thread that writes a file: plain data, since nothing else crosses. */
import type { AppError } from '../../../src/contract/errors.ts';
import type { ColumnSums, Line } from '../../../src/domain/exports/model.ts';
import type { ExportDocument } from '../document.ts';

export interface ThreadJob extends Pick<
  ExportDocument,
  'head' | 'options' | 'columns' | 'currencyAt' | 'lineCount' | 'outline'
> {
  /** A file of all lines, made by the store; undefined: they are sent in pieces. */
  readonly path: string | undefined;
}

/** What is known after the last line. */
export interface Ending {
  readonly sums: ColumnSums;
  readonly facts: Readonly<Record<string, unknown>>;
}

export type ToThread =
  | { readonly of: 'piece'; readonly lines: readonly Line[] }
  /** No piece follows. */
  | ({ readonly of: 'end' } & Ending)
  /** One piece of the file was taken. */
  | { readonly of: 'stored' }
  | { readonly of: 'scratch'; readonly path: string };

export type FromThread =
  /** One more piece may be sent. */
  | { readonly of: 'wanted' }
  /** How many lines of the store's file were read so far. */
  | { readonly of: 'read'; readonly lines: number }
  | { readonly of: 'bytes'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly of: 'scratch' }
  | { readonly of: 'written'; readonly guarded: number }
  /** @property error where it is one of ours. @property cause as it was thrown */
  | { readonly of: 'failed'; readonly error: AppError | undefined; readonly cause: unknown };
