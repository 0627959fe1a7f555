/** Everything a PDF is made from, as plain data: it crosses into the process that makes it. */
import type { ColumnSums, ExportColumn, ExportHead, Line, OutlineRow } from '../../../../src/domain/exports/model.ts';
import type { DecimalMark } from './figures.ts';

export interface PrintJob {
  readonly head: ExportHead;
  readonly columns: readonly ExportColumn[];
  readonly currencyAt: number | undefined;
  readonly lines: readonly Line[];
  readonly outline: readonly OutlineRow[] | null;
  readonly sums: ColumnSums;
  /** The manifest's facts as JSON, attached as they are. */
  readonly facts: string;
  /** UTC timestamp of the data, which is the document's date; null: the data are of no one moment. */
  readonly asOf: string | null;
  readonly decimalMark: DecimalMark;
  readonly signature: boolean;
  /** Whether characters of scripts whose shapes depend on their neighbours are printed as codes: the compiler fails on rare sequences of them. */
  readonly isPlain: boolean;
}

/** What that process answers. */
export type PrintAnswer =
  | { readonly of: 'bytes'; readonly bytes: Uint8Array }
  | { readonly of: 'absent' }
  | { readonly of: 'failed'; readonly reason: string };
