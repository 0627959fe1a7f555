/** The content of a file, the same for every format: named columns with exact texts, and the facts about them. */

import type { Letter } from './letter.ts';
import type { ExportOptions } from './options.ts';

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
  /**
   * Programs know the column by this name, which is unique in its file: a property's full name, or a measure's id with what sets it apart.
   */
  readonly name: string;
  /** People read this name. */
  readonly label: string;
  /** The head in files for people: the label, or the name where the options say so. It is unique in its file. */
  readonly head: string;
  readonly kind: ColumnKind;
  /** How many decimals files for people show; null for as many as each value has. */
  readonly digits: number | null;
  /** The one currency of the column's money; null where it has none, where it is unknown, or where each line tells its own. */
  readonly currency: string | null;
  readonly adds: boolean;
}

/**
 * Null: unset, or unreadable. Otherwise exact text by kind: plain decimals without separators of thousands (`-1234.5`) · `true`, `false` ·
 * `YYYY-MM-DD` · instants `YYYY-MM-DDTHH:mm:ss.sssZ`, or local times `YYYY-MM-DDTHH:mm:ss` where the file has those.
 */
export type Cell = string | null;
export type Line = readonly Cell[];

/** One row of a report as it is read: a line, or a subtotal, difference or total between and below the lines. */
export interface OutlineRow {
  readonly level: 'line' | 'subtotal' | 'difference' | 'total';
  /** How many groups the row is inside of. */
  readonly depth: number;
  /** The cells are in the order of the columns; of a group only the innermost key is written. */
  readonly cells: Line;
}

/** Sums of the cells of columns that add up, by column name: exact decimals, null where no cell has a value. */
export interface ColumnSums {
  /** The sums of all lines. Money of several currencies is not in it. */
  readonly all: Readonly<Record<string, string | null>>;
  /** The currency of all its money, where that is of one; null where the money has none. */
  readonly currency?: string | null;
  /** The sums of the lines of each currency, null for lines without one. Set only where lines tell their currency and there are several. */
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

/** The facts stand under one of the auditors' words: completeness, accuracy, source, extraction, filters. */
export interface FactSection {
  readonly title: string;
  readonly facts: readonly Fact[];
}

export interface ExportHead {
  /** The title is `Time logs`, or the report's name. */
  readonly title: string;
  /** The period is written as `October 2026 (1–31 Oct 2026)`. */
  readonly period: string;
  /** The seal says `Complete as of …`, or that the file is not complete. */
  readonly seal: string;
  readonly complete: boolean;
  readonly notes: readonly string[];
  /** The one client that the file is about, who signs it. */
  readonly client?: string;
  /** The firm whose figures these are; it stands above the title of internal pages. */
  readonly firm?: string;
  /** The letterhead of a client's file. */
  readonly letter?: Letter;
  readonly sections: readonly FactSection[];
}

/** The column of values that could not be read: a JSON object of texts as received, by property name; empty where all could be read. */
export const UNREADABLE_COLUMN = 'unreadable';

/** Copies only these fields, because columns may also carry functions, which cannot cross into another thread or process. */
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

/** @param options whether the head is the label, for people, or the name, for programs */
export function toTextColumn(
  name: string,
  label: string,
  options: { readonly heads: 'labels' | 'names' } = { heads: 'labels' },
): ExportColumn {
  const head = options.heads === 'labels' ? label : name;
  return { name, label, head, kind: 'text', digits: null, currency: null, adds: false };
}

/** Numbers the second of two equal heads, because tables of spreadsheets and programs refuse them, whatever the case of their letters. */
export function nameUniquely<Column extends Pick<ExportColumn, 'name' | 'head'>>(columns: readonly Column[]): Column[] {
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

// The data type of a column's cells in files for programs and in the description beside a CSV, and the unit of its sum.

/**
 * `decimal`: exact, up to 8 decimals. `instant`: UTC, to the millisecond. `local`: a time of the workspace's zone, which does not tell the
 * zone. `object`: a JSON object of texts.
 */
export type ValueType = 'text' | 'boolean' | 'date' | 'instant' | 'local' | 'integer' | 'decimal' | 'object';

/** Tells whether cells are decimals, which are aligned, sorted and printed as figures. */
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

/** Hours that are written as h:mm add up in minutes, under names that say hours. */
export const sumUnits = ['count', 'number', 'hours', 'minutes', 'days', 'money', 'rate', 'percent'] as const;
export type SumUnit = (typeof sumUnits)[number];

/** Lists the unit of every column that adds up, by the column's name. */
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
