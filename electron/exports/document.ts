/** The document that every format writes. Its lines arrive in pieces, so that a long file takes little memory. */
import type { Manifest } from '#contract/exports.ts';
import type { PaperChart } from '#domain/charts/paper-chart.ts';
import type { BulkLines } from '#domain/exports/bulk.ts';
import type { ColumnSums, ExportColumn, ExportHead, Line, OutlineRow } from '#domain/exports/model.ts';
import type { ExportOptions } from '#domain/exports/options.ts';
import type { AtomicFile, FileWithScratch } from './atomic-file.ts';

/** Mail programs cut off longer bodies, so a page with more lines has a short one beside it. */
export const MAX_MAIL_LINES = 50;

/** One of several tables of a document, completely in memory. */
export interface DocumentPart {
  readonly title: string;
  readonly remarks: readonly string[];
  readonly notes?: readonly string[];
  /** Every cell but the first of a line is a figure that is already formatted. */
  readonly isFigures?: boolean;
  readonly chart: PaperChart | null;
  readonly columns: readonly ExportColumn[];
  readonly currencyIndex: number | undefined;
  readonly lines: readonly Line[];
  readonly outline: readonly OutlineRow[] | null;
  readonly sums: ColumnSums;
}

export interface ExportDocument {
  readonly head: ExportHead;
  readonly options: ExportOptions;
  readonly columns: readonly ExportColumn[];
  /** The index of the column with each line's currency; undefined if there is none. */
  readonly currencyIndex: number | undefined;
  /** Pieces of lines, each line with a cell for every column. Can be read once. */
  readonly lines: AsyncIterable<readonly Line[]>;
  /** The same lines as complete files, which the store makes in a fraction of the time; undefined if there are only pieces. */
  readonly bulk?: BulkLines | undefined;
  /** Called by writers that read no pieces. @param share of all lines, up to 1 */
  readonly onWritten?: ((share: number) => void) | undefined;
  /** Cancels writers that read no lines. */
  readonly signal?: AbortSignal | undefined;
  readonly lineCount: number;
  /** A report's lines in reading order, with subtotals and totals; null for records. */
  readonly outline: readonly OutlineRow[] | null;
  /** The chart above the lines, in paginated formats. */
  readonly chart?: PaperChart | null;
  /** Tables below the first, only in paginated formats. */
  readonly parts?: readonly DocumentPart[];
  /** Called only after the last line was read. */
  sums(): ColumnSums;
  /** The manifest without the file's name and hash, which a file cannot contain itself. Known after the last line was read. */
  facts(): Readonly<Record<string, unknown>>;
}

export interface WriteResult {
  /** The number of texts changed so that no spreadsheet misinterprets them. */
  readonly guarded: number;
  /** Extra small files, such as a description of the columns. */
  readonly sidecar?: Sidecar | undefined;
}

/** Suffixes of the files beside a file, including the plain texts of earlier mail bodies; the manifest is written last. */
export const sidecarSuffixes = ['.datapackage.json', '.mail.html', '.plain.txt'] as const;

/** Lists the suffixes of the files beside a file, by its manifest. */
export function listSuffixes({ format, preset, lines }: Pick<Manifest, 'format' | 'preset' | 'lines'>): Suffix[] {
  if (format === 'digest') return ['.plain.txt'];
  if (format === 'html') return lines > MAX_MAIL_LINES ? ['.mail.html'] : [];
  return format === 'csv' && preset === 'machine' ? ['.datapackage.json'] : [];
}

type Suffix = (typeof sidecarSuffixes)[number];

export interface Sidecar {
  readonly suffix: Suffix;
  readonly content: (file: FinishedFile) => string;
}

export interface FinishedFile {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

export interface FormatWriter {
  /** Writes the store's bulk output. @returns undefined, with nothing written, if lines must be made one by one */
  copy?(document: ExportDocument, file: AtomicFile): Promise<WriteResult | undefined>;
  /** Takes each piece of lines only after the previous one is written. */
  write(document: ExportDocument, file: FileWithScratch): Promise<WriteResult>;
  /** The file beside this one, if it can be made without the lines. */
  describe?(document: ExportDocument): Sidecar | undefined;
  /** Many lines are written in a separate thread. */
  readonly isThreaded?: true;
}
