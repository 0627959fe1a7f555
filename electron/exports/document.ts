/** What every format writes, and how: the lines in pieces, so that a file of any length takes little memory. */
import type { PaperChart } from '../../src/domain/charts/paper-chart.ts';
import type { BulkLines } from '../../src/domain/exports/bulk/bulk-lines.ts';
import type { CapsuleWords } from '../../src/domain/exports/capsule.ts';
import type { ColumnSums, ExportColumn, ExportHead, Line, OutlineRow } from '../../src/domain/exports/model.ts';
import type { ExportOptions } from '../../src/domain/exports/options.ts';
import type { DigestWords } from './formats/digest/words.ts';
import type { AtomicFile, RoomyFile } from './atomic-file.ts';
import type { WorkbookWords } from '../../src/domain/exports/workbook-words.ts';

/** What writers print besides the document's own texts. */
export interface ExportWords {
  readonly workbook: WorkbookWords;
  readonly capsule: CapsuleWords;
  readonly digest: DigestWords;
  readonly capsuleTooLarge: (lines: string, columns: string, most: string) => string;
}

/** A table of a document of several, whole in memory. */
export interface DocumentPart {
  readonly title: string;
  /** Sentences below its heading. */
  readonly remarks: readonly string[];
  /** Sentences below its table. */
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
  readonly words: ExportWords;
  readonly options: ExportOptions;
  readonly columns: readonly ExportColumn[];
  /** Where each line tells its currency; undefined: no line does. */
  readonly currencyAt: number | undefined;
  /** Pieces of lines, each line with a cell for every column. Can be read once. */
  readonly lines: AsyncIterable<readonly Line[]>;
  /** The same lines as whole files, made by the store in a fraction of the time; undefined: there are pieces alone. */
  readonly bulk?: BulkLines | undefined;
  /** Told by writers that read no pieces. @param share of all lines, up to 1 */
  readonly onWritten?: ((share: number) => void) | undefined;
  /** Ends what writes without reading lines. */
  readonly signal?: AbortSignal | undefined;
  /** How many lines there are, known beforehand. */
  readonly lineCount: number;
  /** Of a report: its lines as they are read, with subtotals and totals; null: lines alone. */
  readonly outline: readonly OutlineRow[] | null;
  /** Above the lines, in formats of pages. */
  readonly chart?: PaperChart | null;
  /** Tables below the first, which only formats of pages hold. */
  readonly parts?: readonly DocumentPart[];
  /** Must be called after the last line was read. */
  sums(): ColumnSums;
  /** What the manifest says, without the file's name and hash, which no file can hold of itself. Known after the last line was read. */
  facts(): Readonly<Record<string, unknown>>;
}

export interface Written {
  /** Texts changed so that no spreadsheet takes them for something else. */
  readonly guarded: number;
  /** A small file that belongs beside it, such as a description of its columns. */
  readonly beside?: Beside | undefined;
}

/** What may stand beside a file under its own name and one of these: its manifest comes last. */
export const besideSuffixes = ['.datapackage.json', '.plain.txt'] as const;

/** What stands beside every file of a form. */
export function listSuffixes({ format, preset }: Pick<ExportOptions, 'format' | 'preset'>): readonly BesideSuffix[] {
  if (format === 'digest') return ['.plain.txt'];
  return format === 'csv' && preset === 'machine' ? ['.datapackage.json'] : [];
}

type BesideSuffix = (typeof besideSuffixes)[number];

export interface Beside {
  readonly suffix: (typeof besideSuffixes)[number];
  readonly content: (file: FinishedFile) => string;
}

/** What is known of a file once it is in its place. */
export interface FinishedFile {
  /** Without its folder. */
  readonly name: string;
  readonly bytes: number;
  /** Hex. */
  readonly sha256: string;
}

/** One format's way to write. */
export interface FormatWriter {
  /** Writes what the store makes by itself; undefined, with nothing written: lines must be made one by one. */
  copy?(document: ExportDocument, file: AtomicFile): Promise<Written | undefined>;
  /** Takes each piece of lines only when the one before is written. */
  write(document: ExportDocument, file: RoomyFile): Promise<Written>;
  /** What belongs beside the file, where it is known without the lines. */
  describe?(document: ExportDocument): Beside | undefined;
  /** Many lines are written in a thread of their own. */
  readonly isThreaded?: true;
}
