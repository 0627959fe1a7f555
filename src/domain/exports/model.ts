/** The contents of a file, the same for every format: named columns with exact texts, and facts about them. */

import type { Letter } from './letter.ts';
import type { ExportOptions } from './options.ts';

/**
 * The kind of a column's cells. `clock`: minutes, printed as h:mm. `percent`: 0 to 100. `id`: text that must not be read as a number.
 * `unreadable`: JSON, see `UNREADABLE_COLUMN`.
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
  /** The column's name for programs, which is unique in its file: a property's full name, or a measure's id with a distinguishing suffix. */
  readonly name: string;
  /** The column's name for people. */
  readonly label: string;
  /** The column's header: the label or the name, according to the options. It is unique in its file. */
  readonly head: string;
  readonly kind: ColumnKind;
  /** The number of decimals in files for people; null for as many as each value has. */
  readonly digits: number | null;
  /** The currency of the column's money; null if it has none, it is unknown, or each line names its own. */
  readonly currency: string | null;
  readonly adds: boolean;
}

/**
 * Null if unset or unreadable. Otherwise exact text by kind: plain decimals without thousands separators (`-1234.5`) · `true`, `false` ·
 * `YYYY-MM-DD` · instants `YYYY-MM-DDTHH:mm:ss.sssZ`, or local times `YYYY-MM-DDTHH:mm:ss` if the file has local times.
 */
export type Cell = string | null;
export type Line = readonly Cell[];

/** One row of a report in reading order: a line, or a subtotal, difference or total between and below the lines. */
export interface OutlineRow {
  readonly level: 'line' | 'subtotal' | 'difference' | 'total';
  /** The number of groups that contain the row. */
  readonly depth: number;
  /** The cells in the order of the columns; only the innermost group key is set. */
  readonly cells: Line;
}

/** Exact sums of the columns that add up, by column name; null if no cell has a value. */
export interface ColumnSums {
  /** The sums of all lines, without money in several currencies. */
  readonly all: Readonly<Record<string, string | null>>;
  /** The currency of all its money, if there is only one; null if the money has no currency. */
  readonly currency?: string | null;
  /** The sums by currency, null for lines without one. Filled only if lines name their currency and there are several. */
  readonly byCurrency: readonly {
    readonly currency: string | null;
    readonly sums: Readonly<Record<string, string | null>>;
  }[];
}

export const noSums: ColumnSums = { all: {}, byCurrency: [] };

export interface Fact {
  readonly label: string;
  readonly text: string;
}

/** Facts under an audit heading: completeness, accuracy, source, extraction or filters. */
export interface FactSection {
  readonly title: string;
  readonly facts: readonly Fact[];
}

export interface ExportHead {
  /** `Time logs`, or the report's name. */
  readonly title: string;
  /** For example `October 2026 (1–31 Oct 2026)`. */
  readonly period: string;
  /** `Complete as of …`, or why the file is not complete. */
  readonly seal: string;
  readonly complete: boolean;
  readonly notes: readonly string[];
  /** The client that the file is for and who signs it. */
  readonly client?: string;
  /** The user's firm, shown above the title of internal pages. */
  readonly firm?: string;
  /** The letterhead of a client's file. */
  readonly letter?: Letter;
  readonly sections: readonly FactSection[];
}

/** The column of unreadable values: a JSON object of texts as received, by property name; empty if all values could be read. */
export const UNREADABLE_COLUMN = 'unreadable';

/** Copies only these fields, because columns may also have functions, which cannot be sent to another thread or process. */
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

/** @param options whether the header is the label, for people, or the name, for programs */
export function toTextColumn(
  name: string,
  label: string,
  options: { readonly heads: 'labels' | 'names' } = { heads: 'labels' },
): ExportColumn {
  const head = options.heads === 'labels' ? label : name;
  return { name, label, head, kind: 'text', digits: null, currency: null, adds: false };
}

/** Numbers repeated names and headers, because spreadsheet tables and programs reject duplicates, regardless of case. */
export function numberDuplicateNames<Column extends Pick<ExportColumn, 'name' | 'head'>>(
  columns: readonly Column[],
): Column[] {
  const [names, heads] = [new Set<string>(), new Set<string>()];
  return columns.map((column) => ({
    ...column,
    name: reserveName(column.name, names),
    head: reserveName(column.head, heads),
  }));
}

function reserveName(name: string, usedNames: Set<string>): string {
  let candidate = name;
  for (let number = 2; usedNames.has(candidate.toLowerCase()); number += 1) candidate = `${name} (${number})`;
  usedNames.add(candidate.toLowerCase());
  return candidate;
}

// The data types of columns in files for programs and in the description beside a CSV, and the units of their sums.

/**
 * `decimal`: exact, up to 8 decimals. `instant`: UTC, to the millisecond. `local`: a time in the workspace's zone, without an offset.
 * `object`: a JSON object of texts.
 */
export type ValueType = 'text' | 'boolean' | 'date' | 'instant' | 'local' | 'integer' | 'decimal' | 'object';

/** Returns whether the cells are decimals, which are aligned, sorted and printed as figures. */
export function isFigure(column: Pick<ExportColumn, 'kind'>): boolean {
  const type = toValueType(column, { times: 'utc' });
  return type === 'integer' || type === 'decimal';
}

export function toValueType({ kind }: Pick<ExportColumn, 'kind'>, { times }: Pick<ExportOptions, 'times'>): ValueType {
  switch (kind) {
    case 'text':
    case 'id':
      return 'text';
    case 'boolean':
    case 'date':
      return kind;
    case 'datetime':
      return times === 'utc' ? 'instant' : 'local';
    case 'count':
      return 'integer';
    case 'unreadable':
      return 'object';
    case 'number':
    case 'hours':
    case 'clock':
    case 'minutes':
    case 'days':
    case 'money':
    case 'rate':
    case 'percent':
      return 'decimal';
  }
}

/** The units of sums. Columns of hours written as h:mm are summed in minutes. */
export const sumUnits = ['count', 'number', 'hours', 'minutes', 'days', 'money', 'rate', 'percent'] as const;
export type SumUnit = (typeof sumUnits)[number];

/** Lists the units of the columns that add up, by column name. */
export function listSumUnits(
  columns: readonly Pick<ExportColumn, 'name' | 'kind' | 'adds'>[],
): Record<string, SumUnit> {
  return Object.fromEntries(
    columns.flatMap(({ name, kind, adds }) => {
      const unit = toSumUnit(kind);
      return adds && unit ? [[name, unit] as const] : [];
    }),
  );
}

function toSumUnit(kind: ColumnKind): SumUnit | undefined {
  return kind === 'clock' ? 'minutes' : sumUnits.find((unit) => unit === kind);
}
