/** Everything a PDF is made from, as plain data: it crosses into the process that makes it. */
import type { PaperChart } from '../../../../src/domain/charts/paper-chart.ts';
import type { ColumnSums, ExportColumn, ExportHead, Line, OutlineRow } from '../../../../src/domain/exports/model.ts';
import type { DecimalMark } from './figures.ts';

/** One table, with the chart above it. */
export interface PrintTable {
  readonly columns: readonly ExportColumn[];
  readonly currencyAt: number | undefined;
  readonly lines: readonly Line[];
  readonly outline: readonly OutlineRow[] | null;
  readonly sums: ColumnSums;
  readonly chart: PaperChart | null;
  /** Every cell but the first of a line is a figure that is printed already. */
  readonly isFigures?: boolean;
}

/** A table below the first, under a heading of its own. */
export interface PrintPart extends PrintTable {
  readonly title: string;
  /** Sentences below the heading. */
  readonly remarks: readonly string[];
  /** Sentences below its table. */
  readonly notes?: readonly string[];
}

export interface PrintJob extends PrintTable {
  readonly head: ExportHead;
  readonly parts: readonly PrintPart[];
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
