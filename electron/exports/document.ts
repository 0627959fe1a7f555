/** The document that every format writes. Its lines come in pieces, so that a file of any length takes little memory. */
import type { Manifest } from '#contract/exports.ts';
import type { PaperChart } from '#domain/charts/paper-chart.ts';
import type { BulkLines } from '#domain/exports/bulk.ts';
import type { ColumnSums, ExportColumn, ExportHead, Line, OutlineRow } from '#domain/exports/model.ts';
import type { ExportOptions } from '#domain/exports/options.ts';
import type { AtomicFile, RoomyFile } from './atomic-file.ts';

/** Mail programs cut longer bodies: a page of more lines has a short one beside it. */
export const MOST_MAIL_LINES = 50;

/** A table of a document of several, whole in memory. */
export interface DocumentPart {
  readonly title: string;
  readonly remarks: readonly string[];
  readonly notes?: readonly string[];
  /** Every cell but the first of a line is a figure that is printed already. */
  readonly isFigures?: boolean;
  readonly chart: PaperChart | null;
  readonly columns: readonly ExportColumn[];
  readonly currencyAt: number | undefined;
  readonly lines: readonly Line[];
  readonly outline: readonly OutlineRow[] | null;
  readonly sums: ColumnSums;
}

export interface ExportDocument {
  readonly head: ExportHead;
  readonly options: ExportOptions;
  readonly columns: readonly ExportColumn[];
  /** The column that states each line's currency; undefined where none does. */
  readonly currencyAt: number | undefined;
  /** Pieces of lines, each line with a cell for every column. Can be read once. */
  readonly lines: AsyncIterable<readonly Line[]>;
  /** The same lines as whole files, made by the store in a fraction of the time; undefined: there are pieces alone. */
  readonly bulk?: BulkLines | undefined;
  /** Called by writers that read no pieces. @param share of all lines, up to 1 */
  readonly onWritten?: ((share: number) => void) | undefined;
  /** Ends what writes without reading lines. */
  readonly signal?: AbortSignal | undefined;
  readonly lineCount: number;
  /** A report's lines in reading order, with subtotals and totals; null for records. */
  readonly outline: readonly OutlineRow[] | null;
  /** The chart above the lines, in formats of pages. */
  readonly chart?: PaperChart | null;
  /** Tables below the first, which only formats of pages hold. */
  readonly parts?: readonly DocumentPart[];
  /** Called only after the last line was read. */
  sums(): ColumnSums;
  /** What the manifest says, without the file's name and hash, which no file can hold of itself. Known after the last line was read. */
  facts(): Readonly<Record<string, unknown>>;
}

export interface Written {
  /** Texts changed so that no spreadsheet takes them for something else. */
  readonly guarded: number;
  /** Extra small files, such as a description of the columns. */
  readonly sidecar?: Beside | undefined;
}

/** What may stand beside a file under its own name and one of these, the plain texts of earlier mail bodies included: its manifest comes last. */
export const besideSuffixes = ['.datapackage.json', '.mail.html', '.plain.txt'] as const;

/** What stands beside a file by what its manifest says. */
export function listSuffixes({ format, preset, lines }: Pick<Manifest, 'format' | 'preset' | 'lines'>): BesideSuffix[] {
  if (format === 'digest') return ['.plain.txt'];
  if (format === 'html') return lines > MOST_MAIL_LINES ? ['.mail.html'] : [];
  return format === 'csv' && preset === 'machine' ? ['.datapackage.json'] : [];
}

type BesideSuffix = (typeof besideSuffixes)[number];

export interface Beside {
  readonly suffix: BesideSuffix;
  readonly content: (file: FinishedFile) => string;
}

export interface FinishedFile {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

export interface FormatWriter {
  /** Writes what the store makes by itself. @returns undefined, with nothing written, where lines must be made one by one */
  copy?(document: ExportDocument, file: AtomicFile): Promise<Written | undefined>;
  /** Takes each piece of lines only when the one before is written. */
  write(document: ExportDocument, file: RoomyFile): Promise<Written>;
  /** What belongs beside the file, where it is known without the lines. */
  describe?(document: ExportDocument): Beside | undefined;
  /** Many lines are written in a thread of their own. */
  readonly isThreaded?: true;
}
