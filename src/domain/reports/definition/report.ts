/** A report as data: measures, groups, records, compared period. Holds no records and no key. */
import { z } from 'zod';
import { filterGroupsSchema } from '#domain/filter/model.ts';
import { nameSchema } from '#domain/name-schema.ts';
import { amountSources } from '#domain/settings.ts';
import { periodSchema } from '#domain/time/period.ts';
import { weekdays } from '#domain/time/weeks.ts';
import { breakdownSchema, MOST_BREAKDOWNS } from './breakdowns.ts';
import { charts } from './chart-kinds.ts';

/**
 * `recorded` buckets by the record's own week and month (pure dates); `clock` by its first start in the workspace's zone.
 * Never mixed in one report. Days exist on the clock only.
 */
export const reportCalendars = ['recorded', 'clock'] as const;
export type ReportCalendar = (typeof reportCalendars)[number];

/** `previous` is the period of equal length just before. `last-year` has the same dates, weeks or months a year earlier. */
export const comparisons = ['previous', 'last-year'] as const;
export type ComparisonKind = (typeof comparisons)[number];

/** Rows may be ordered by these instead of a measure's value: `change` with its sign, `movement` by its size in either direction. */
export const orderedFigures = ['change', 'movement'] as const;
export type OrderedFigure = (typeof orderedFigures)[number];

/** `new-or-gone` lists the outermost groups that only one of the two compared periods has. */
export const listedGroups = ['new-or-gone'] as const;
export type ListedGroups = (typeof listedGroups)[number];

/**
 * `by`: a measure of the report or one of its groups' names; people and objects go by their names. Unset always sorts last. `column`: a key
 * of the column group, null for its unset one: rows are ordered by the measure in that column alone. `of`: only with a comparison.
 */
const orderSchema = z.strictObject({
  by: z.string(),
  column: z.string().nullable().optional(),
  of: z.enum(orderedFigures).optional(),
  direction: z.enum(['ascending', 'descending']),
});

export const reportSchema = z.strictObject({
  /** Ids of measures, or property names for their sum; `property:avg`, `:min`, `:max`, `:count_distinct` where allowed. */
  measures: z.array(z.string()).min(1),
  /** Names of dimensions (dimensions.ts): properties, `client`, `team`, `object`, `day` … `year`. */
  groupBy: z.array(z.string()).max(3).default([]),
  /** The name of one dimension whose groups are the columns. */
  columns: z.string().optional(),
  filterGroups: filterGroupsSchema.default([]),
  query: z.string().default(''),
  /** A period as text (domain/time/period); without it, all of time. */
  period: z.string().optional(),
  /** Without it, the period's own calendar is used: recorded for whole months and weeks. */
  calendar: z.enum(reportCalendars).optional(),
  compare: z.enum(comparisons).optional(),
  /** Further periods stand side by side with it; orders and `only` use `compare` alone. */
  further: z.array(z.enum(comparisons)).max(comparisons.length).optional(),
  /** Without it, the first measure orders the rows, largest first; time groups are in the order of time. */
  order: orderSchema.optional(),
  /** Keeps the first rows of the outermost group; the rest becomes one row "Other", so that totals still foot. */
  top: z.strictObject({ count: z.number().int().min(1).max(1000) }).optional(),
  /** Which of the outermost groups are listed; the others become one row, so that totals still foot. Needs a comparison. */
  only: z.enum(listedGroups).optional(),
  /** Lines opened into parts, in place. A line that the answer does not have has no parts. */
  breakdowns: z.array(breakdownSchema).max(MOST_BREAKDOWNS).optional(),
});
export type Report = z.output<typeof reportSchema>;
export type ReportInput = z.input<typeof reportSchema>;

/** Completes a report of the program's own: its parts need not be held to the schema, which takes milliseconds for long filters. */
export function toReport(parts: Pick<Report, 'measures'> & Partial<Report>): Report {
  return { groupBy: [], filterGroups: [], query: '', ...parts };
}

const decimalOrNull = z.string().nullable();
const count = z.number().int().nonnegative();

/** Figures of money over the records of one currency; null for objects without one. */
const labelledSchema = z.object({ currency: z.string().nullable(), values: z.record(z.string(), decimalOrNull) });
export type LabelledFigures = z.output<typeof labelledSchema>;

/** Decimals are exact strings; a sum over no readable value is null, never 0. */
const figuresSchema = z.object({
  values: z.record(z.string(), decimalOrNull),
  records: count,
  /** The currency of its money; null for no currency, no money, or several currencies. Set only where `currencies` has more than one. */
  currency: z.string().nullable().optional(),
  /**
   * Where money of several currencies meets, the amount of each, in the order of `currencies`: `values` then has only measures whose money
   * is of one. For a compared period also where a measure's one currency is not its present one. Sums of a currency add up over lines,
   * whichever of the two has them.
   */
  amounts: z.array(labelledSchema).optional(),
});
export type Figures = z.output<typeof figuresSchema>;

/**
 * The change in billable value, split into what more or fewer hours brought and what a higher or lower effective rate brought; `other`:
 * what changed in value without known hours, only where it did. They add up to it exactly.
 */
const splitSchema = z.object({ hours: z.string(), rate: z.string(), other: z.string().optional() });
export type ChangeSplit = z.output<typeof splitSchema>;

const lineSchema = figuresSchema.extend({
  /** By measure, a value for each column, in the order of `columns`. Set only with a column group. */
  cells: z.record(z.string(), z.array(decimalOrNull)).optional(),
  /** Currencies of the cells' money, as `currency`. Set only with cells. */
  cellCurrencies: z.array(z.string().nullable()).optional(),
  /** Amounts for each column, as `amounts`; null where a cell has at most one currency. Set only where some cell has several. */
  cellAmounts: z.array(z.array(labelledSchema).nullable()).optional(),
  /** The same line in the compared period; null where it had no record. Set only with a comparison that was not refused. */
  before: figuresSchema.nullable().optional(),
  /** Set only with a comparison, and where both periods have billable hours and value. */
  split: splitSchema.nullable().optional(),
  /** The same for each further comparison, in their order; null for one that was refused. Set only with further ones. */
  further: z.array(z.object({ before: figuresSchema.nullable(), split: splitSchema.nullable() }).nullable()).optional(),
});

const rowSchema = lineSchema.extend({
  /** Group keys by dimension, null where unset: all groups in `rows`, the outer ones in `subtotals`. */
  key: z.record(z.string(), decimalOrNull),
  /** How many groups the merged tail beyond the top holds; its outermost key means nothing. */
  folded: count.optional(),
});
export type ReportRow = z.output<typeof rowSchema>;

/**
 * The parts of one line. `line` is its key, `folded` as in rows. `rows` have the line's key and that of the group they are by; they add up
 * to the line as rows do to the totals.
 */
const brokenLineSchema = rowSchema
  .pick({ key: true, folded: true })
  .extend({ by: z.string(), rows: z.array(rowSchema) });
export type ReportParts = z.output<typeof brokenLineSchema>;

const columnSchema = figuresSchema.extend({
  key: z.string().nullable(),
  /** The dates that a time bucket covers within the period; fewer than the bucket's own at the period's ends. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** True when the bucket is cut by the period: "part of week 40". */
  cut: z.boolean(),
  /** Whether every record of this column is held, and no name or setting it rests on is lost: as the report's own. */
  complete: z.boolean(),
  /** Set where figures are incomplete only because names or settings are lost. */
  allRecordsHere: z.literal(true).optional(),
});
export type ReportColumn = z.output<typeof columnSchema>;

/** Money of one currency; null where it is unknown. */
const amountSchema = z.object({ currency: z.string().nullable(), amount: z.string() });
export type LabelledAmount = z.output<typeof amountSchema>;

/**
 * The notes beside the figures. `records` and `minutes` count what a note concerns; null where it counts nothing. What figures leave out is
 * stated so that readers can subtract it from other figures.
 */
const noteSchema = z.object({
  kind: z.enum([
    /** Records counted with their logged hours, which are `minutes`, because they have no readable minutes. */
    'no-minutes',
    /** The same for billable hours. */
    'no-billable-minutes',
    /** Records without known billable hours: non-billable hours and billable share leave out `minutes` logged. */
    'no-billable',
    /** Records with known billable hours and without logged ones: the same figures leave out `minutes` billable. */
    'no-logged',
    /** Records of people with weekly hours, without known billable hours: utilisation leaves out `minutes` logged. */
    'no-billable-expected',
    /** Records without known billable hours or value: effective rates leave out billable `minutes` and, in `amounts`, billable value. */
    'no-rate',
    /** Minutes of records whose cost is unset or unreadable: a margin leaves them out. */
    'no-cost',
    /** Records with a known cost and an unreadable billable value: a margin leaves that cost out. */
    'no-value',
    /** Records with a known cost and no billable value at all: a margin counts that cost, of which `amounts` has the sum, against 0. */
    'cost-alone',
    /** Records with billable hours and no known billable value, where no rate leaves them out: sums of value lack theirs. */
    'hours-alone',
    /** Records with an unreadable value that the report uses. */
    'unreadable',
    /** Records without a date on the calendar of the report's period: they are in no period, and not counted. */
    'no-date',
    /** Records without a date on the report's calendar, which are counted in its line or column “(no date)”. */
    'undated',
    /** Those of them in “(no date)” of a clock calendar whose start is unreadable: no filter selects them. */
    'unread-start',
    /** `records` counts people without weekly hours: neither expected nor logged hours count them. */
    'no-expected-hours',
    /** Records without a person: they have no expected hours, so their logged hours are not compared with any. */
    'no-owner',
    /** In a running period hours are expected up to yesterday; these records began later and are compared all the same. */
    'logged-since',
    /** Billable value of objects with different currencies is not added up: totals of money are null. */
    'mixed-currencies',
    /** Records with amounts, of objects without a currency in a workspace without one: they are kept apart from those with one. */
    'no-currency',
    /** Rows should be ordered by a column that the answer does not have: they are ordered by their totals instead. */
    'no-order-column',
    /** Records of objects whose client is unknown. */
    'no-client',
    /** Records of recorded weeks that begin on another weekday than most: each has its own dates. */
    'other-weeks',
    /** Names or settings that the figures rest on are damaged: groups, filters and hours may be wrong. */
    'journal-damaged',
  ]),
  records: count.nullable(),
  minutes: decimalOrNull,
  /**
   * What margins and rates leave out, a sum for each currency: of `no-cost` and `no-rate` billable value, of `no-value` cost. Of
   * `cost-alone` the cost that they count. Billable value − cost − the first + the second = margin. Only where there is any.
   */
  amounts: z.array(amountSchema).optional(),
});
export type ReportNote = z.output<typeof noteSchema>;

const comparisonSchema = z.object({
  kind: z.enum(comparisons),
  period: periodSchema.nullable(),
  /** How many days are compared, where the running period is compared by its elapsed days. */
  elapsedDays: count.nullable(),
  /** Why there is nothing to compare with, in one sentence; null when there is something. */
  refused: z.string().nullable(),
  /** For unequal periods side by side in time: what has no counterpart and why: sentences whose numbers and days are marked. */
  uneven: z.array(z.string()).optional(),
  /** What figures of the compared period leave out, as `notes` do for the report's own. Set only where they leave out something. */
  notes: z.array(noteSchema).optional(),
});

export const reportResultSchema = z.object({
  asOf: z.string().nullable(),
  /**
   * Whether every record of the period is held (for a report without one: of the entire store), and no name or setting it rests on is lost.
   */
  complete: z.boolean(),
  /** Set where figures are incomplete only because names or settings are lost. */
  allRecordsHere: z.literal(true).optional(),
  /** When the file was saved from which records were loaded that were not read from the service since. */
  fromFile: z.string().optional(),
  /** The moment of the past whose records, names and settings these are; absent for today's. */
  asKnown: z.string().optional(),
  /** The innermost groups, in order; empty without groups. They add up to the totals where a measure can be added up. */
  rows: z.array(rowSchema),
  /** The outer groups, each before its rows in reading order. */
  subtotals: z.array(rowSchema),
  /** In the order of the report; those of lines that are not there are left out. Set only where there are any. */
  breakdowns: z.array(brokenLineSchema).optional(),
  columns: z.array(columnSchema),
  totals: z.record(z.string(), decimalOrNull),
  /** The grand total with its cells, comparison and split. */
  total: lineSchema,
  records: count,
  period: periodSchema.nullable(),
  calendar: z.enum(reportCalendars),
  zone: z.string(),
  /**
   * The day on which weeks begin, set only where the report has weeks. `recorded` means whatever the service recorded as a record's week.
   */
  weeks: z.enum(['recorded', 'monday', 'sunday']).optional(),
  /** The weekday on which the records' own weeks begin, Monday where it is unknown. */
  recordedWeeks: z.enum(weekdays).optional(),
  /** Months of the period (`YYYY-MM-01`) whose records may be missing. */
  missing: z.array(z.string()),
  comparison: comparisonSchema.nullable(),
  /** Further comparisons, set only where there are any. */
  further: z.array(comparisonSchema).optional(),
  notes: z.array(noteSchema),
  /** How many closings stand that share days with its period; null where their file cannot be read, absent where there are none. */
  closings: z.number().int().nullable().optional(),
  /** Which amounts count as billable value and cost. */
  amounts: z.enum(amountSources),
  /**
   * Currencies of all money in the answer, the compared period's too; null: of objects without one, where the workspace has none either.
   * More than one: amounts of different currencies are in no figure together, and each names its own; where they meet, `amounts` has each
   * currency's. Absent: the workspace's own.
   */
  currencies: z.array(z.string().nullable()).optional(),
  /**
   * Keys of rows and columns that records spell differently, by group: a line holds all that a filter for its key selects. `key` is the
   * most frequent spelling, as in `key` of the lines; `others` from the most frequent. Only where there are any.
   */
  spellings: z.array(z.object({ group: z.string(), key: z.string(), others: z.array(z.string()) })).optional(),
});
export type ReportResult = z.output<typeof reportResultSchema>;

/** Tells whether no record is missing from the figures of a report or a column: only then may they be called all, and not “so far”. */
export function hasAllRecords({
  complete,
  allRecordsHere,
}: Pick<ReportResult, 'complete' | 'allRecordsHere'>): boolean {
  return complete || allRecordsHere === true;
}

/** How a report is drawn; it changes no figure. */
export const reportViewSchema = z.strictObject({
  chart: z.enum(charts).default('none'),
  /** Whether pivot cells are shaded by size. */
  heat: z.boolean().default(false),
});

export const reportFileSchema = z.strictObject({
  format: z.literal('timelog-report'),
  version: z.literal(1),
  name: nameSchema(120),
  description: z.string().max(500).optional(),
  report: reportSchema,
  view: reportViewSchema.prefault({}),
});
export type ReportFile = z.output<typeof reportFileSchema>;

// Writes an order of rows as one text, for addresses and the terminal: `billable_value:desc`, `month:asc`, `logged_hours@2026-10-05:desc`,
// `billable_value~change:asc`, `logged_hours~movement:desc`.

type Order = NonNullable<Report['order']>;

/**
 * Names of measures may have a colon but neither `@` nor `~`; the key of a column may have both. Nothing after `@` means the unset column.
 */
export function formatOrder({ by, column, of, direction }: Order): string {
  const columnText = column === undefined ? '' : `@${column ?? ''}`;
  return `${by}${of === undefined ? '' : `~${of}`}${columnText}:${direction === 'ascending' ? 'asc' : 'desc'}`;
}

/** @returns undefined for anything else. Without a direction: largest first, where that is allowed. */
export function parseOrder(text: string, { needsDirection = true } = {}): Order | undefined {
  const { name = '', direction } = /^(?<name>.*):(?<direction>asc|desc)$/is.exec(text)?.groups ?? { name: text };
  if (direction === undefined && needsDirection) return undefined;
  const columnSign = name.indexOf('@');
  const [by = '', figure] = (columnSign < 0 ? name : name.slice(0, columnSign)).split('~', 2);
  const of = orderedFigures.find((candidate) => candidate === figure?.toLowerCase());
  if (by === '' || (figure !== undefined && of === undefined)) return undefined;
  const key = name.slice(columnSign + 1);
  return {
    by,
    ...(of && { of }),
    ...(columnSign >= 0 && { column: key === '' ? null : key }),
    direction: direction?.toLowerCase() === 'asc' ? 'ascending' : 'descending',
  };
}
