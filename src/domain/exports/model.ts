/** What a file is written from: named columns with exact texts, and everything that is said about them. The same for every format. */

/**
 * What the cells of a column hold. `clock`: minutes, printed as h:mm. `percent`: 0 to 100. `id`: text whose every character counts,
 * though it may look like a number. `unreadable`: JSON, see `UNREADABLE_COLUMN`.
 */
export type ColumnKind =
  | 'text'
  | 'id'
  | 'boolean'
  | 'date'
  | 'datetime'
  | 'count'
  | 'number'
  | 'hours'
  | 'clock'
  | 'minutes'
  | 'days'
  | 'money'
  | 'rate'
  | 'percent'
  | 'unreadable';

export interface ExportColumn {
  /** What programs know it by, unique in its file: a property's full name, or a measure's id with what sets it apart. */
  readonly name: string;
  /** As people read it. */
  readonly label: string;
  /** What its head says in files for people: the label, or the name where that was asked for. Unique in its file. */
  readonly head: string;
  readonly kind: ColumnKind;
  /** Decimals in files for people; null: as many as each value has. */
  readonly digits: number | null;
  /** The one currency of its money; null: none, unknown, or told line by line. */
  readonly currency: string | null;
  /** Whether its cells may be added up. */
  readonly adds: boolean;
}

/**
 * Null: unset, or unreadable. Otherwise exact text by kind: plain decimals without separators of thousands (`-1234.5`) · `true`, `false` ·
 * `YYYY-MM-DD` · instants `YYYY-MM-DDTHH:mm:ss.sssZ`, or local times `YYYY-MM-DDTHH:mm:ss` where the file has those.
 */
export type Cell = string | null;
export type Line = readonly Cell[];

/** One row of a report as it is read: its lines with the subtotals, differences and totals between and below them. */
export interface OutlineRow {
  readonly level: 'line' | 'subtotal' | 'difference' | 'total';
  /** How many groups it is inside of. */
  readonly depth: number;
  /** As the columns; of a group only the innermost key is written. */
  readonly cells: Line;
}

/** Sums of the cells of columns that add up, by column name: exact decimals, null where no cell has a value. */
export interface ColumnSums {
  /** Of all lines. Money of several currencies is not in it. */
  readonly all: Readonly<Record<string, string | null>>;
  /** Of all its money, where that is of one; null: of none. */
  readonly currency?: string | null;
  /** Of the lines of each currency, null for lines without one. Only where lines tell their currency and there are several. */
  readonly byCurrency: readonly {
    readonly currency: string | null;
    readonly sums: Readonly<Record<string, string | null>>;
  }[];
}

export interface Fact {
  readonly label: string;
  readonly text: string;
}

/** Facts under one of the auditors' words: completeness, accuracy, source, extraction, filters. */
export interface FactSection {
  readonly title: string;
  readonly facts: readonly Fact[];
}

/** What a file says besides its lines. */
export interface ExportHead {
  /** `Time logs`, or the report's name. */
  readonly title: string;
  /** `October 2026 (1–31 Oct 2026)`. */
  readonly period: string;
  /** `Complete as of …`, or that it is not. */
  readonly seal: string;
  readonly complete: boolean;
  readonly notes: readonly string[];
  /** The one client that it is about, who signs it. */
  readonly client?: string;
  readonly sections: readonly FactSection[];
}

/** The column of values that could not be read: a JSON object of texts as received, by property name; empty where all could be read. */
export const UNREADABLE_COLUMN = 'unreadable';

/** Only these: what builds columns may give them functions too, which cross into no other thread or process. */
export function toPlainColumns(columns: readonly ExportColumn[]): ExportColumn[] {
  return columns.map(({ name, label, head, kind, digits, currency, adds }) => ({
    name,
    label,
    head,
    kind,
    digits,
    currency,
    adds,
  }));
}

/** Tables of spreadsheets and programs refuse two heads that are alike: the second is numbered, whatever the case of its letters. */
export function nameUniquely<Column extends Pick<ExportColumn, 'name' | 'head'>>(columns: readonly Column[]): Column[] {
  const [names, heads] = [new Set<string>(), new Set<string>()];
  return columns.map((column) => ({
    ...column,
    name: takeFree(column.name, names),
    head: takeFree(column.head, heads),
  }));
}

function takeFree(wanted: string, taken: Set<string>): string {
  let free = wanted;
  for (let number = 2; taken.has(free.toLowerCase()); number += 1) free = `${wanted} (${number})`;
  taken.add(free.toLowerCase());
  return free;
}
