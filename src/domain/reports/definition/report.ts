/** A report as data: measures, groups, filters and compared periods, and the schema of its result. */
import { z } from 'zod';
import { filterGroupsSchema } from '#domain/filter/model.ts';
import { nameSchema } from '#domain/name-schema.ts';
import { amountSources } from '#domain/settings.ts';
import { periodSchema } from '#domain/time/period.ts';
import { weekdays } from '#domain/time/weeks.ts';
import { breakdownSchema, MAX_BREAKDOWNS } from './breakdowns.ts';
import { charts } from './chart-kinds.ts';

/**
 * `recorded` buckets by the recorded week and month (pure dates); `clock` by the first start in the workspace's zone. A report never mixes
 * them. Days exist only on the clock.
 */
export const reportCalendars = ['recorded', 'clock'] as const;
export type ReportCalendar = (typeof reportCalendars)[number];

/** `previous`: the preceding period of equal length. `last-year`: the same dates, weeks or months a year earlier. */
export const comparisons = ['previous', 'last-year'] as const;
export type ComparisonKind = (typeof comparisons)[number];

/** Figures to order rows by instead of a measure's value: `change` with its sign, `movement` by its absolute size. */
export const orderedFigures = ['change', 'movement'] as const;
export type OrderedFigure = (typeof orderedFigures)[number];

/** `new-or-gone`: only the outermost groups that exist in just one of the two compared periods. */
export const listedGroups = ['new-or-gone'] as const;
export type ListedGroups = (typeof listedGroups)[number];

/**
 * `by`: a measure of the report or the name of one of its groups; people and objects are ordered by name. Unset keys are always last.
 * `column`: orders rows by the measure in the column with this key, null for the unset one. `of`: only with a comparison.
 */
const orderSchema = z.strictObject({
  by: z.string(),
  column: z.string().nullable().optional(),
  of: z.enum(orderedFigures).optional(),
  direction: z.enum(['ascending', 'descending']),
});

export const reportSchema = z.strictObject({
  /** Ids of measures, or property names for their sum; `property:avg`, `:min`, `:max`, `:count_distinct` if allowed. */
  measures: z.array(z.string()).min(1),
  /** Names of dimensions (dimensions.ts): properties, `client`, `team`, `object`, `day` … `year`. */
  groupBy: z.array(z.string()).max(3).default([]),
  /** The name of one dimension whose groups are the columns. */
  columns: z.string().optional(),
  filterGroups: filterGroupsSchema.default([]),
  query: z.string().default(''),
  /** A period as text (domain/time/period); all of time if absent. */
  period: z.string().optional(),
  /** If absent, the period's calendar is used: recorded for full months and weeks. */
  calendar: z.enum(reportCalendars).optional(),
  compare: z.enum(comparisons).optional(),
  /** Further compared periods; orders and `only` use `compare` alone. */
  further: z.array(z.enum(comparisons)).max(comparisons.length).optional(),
  /** If absent, rows are ordered by the first measure, largest first; time groups are in order of time. */
  order: orderSchema.optional(),
  /** Lists only the first rows of the outermost group; the rest become one row "Other", so that totals still foot. */
  top: z.strictObject({ count: z.number().int().min(1).max(1000) }).optional(),
  /** Lists only some of the outermost groups; the others become one row, so that totals still foot. Requires a comparison. */
  only: z.enum(listedGroups).optional(),
  /** Lines that are split into parts. Lines that the result does not have are ignored. */
  breakdowns: z.array(breakdownSchema).max(MAX_BREAKDOWNS).optional(),
});
export type Report = z.output<typeof reportSchema>;
export type ReportInput = z.input<typeof reportSchema>;

/** Completes a report of the program's own: its parts need not be held to the schema, which takes milliseconds for long filters. */
export function toReport(parts: Pick<Report, 'measures'> & Partial<Report>): Report {
  return { groupBy: [], filterGroups: [], query: '', ...parts };
}

const decimalOrNull = z.string().nullable();
const count = z.number().int().nonnegative();

/** Money figures over the records of one currency; `currency` is null for objects without one. */
const labelledSchema = z.object({ currency: z.string().nullable(), values: z.record(z.string(), decimalOrNull) });
export type LabelledFigures = z.output<typeof labelledSchema>;

/** Decimals are exact strings; a sum over no readable value is null, never 0. */
const figuresSchema = z.object({
  values: z.record(z.string(), decimalOrNull),
  records: count,
  /** The currency of its money; null for no currency, no money, or several currencies. Set only if `currencies` has more than one. */
  currency: z.string().nullable().optional(),
  /**
   * The amounts by currency, in the order of `currencies`, if there is money in several currencies; `values` then has only measures whose
   * money is in a single one. For a compared period, also if a measure's currency differs from the present one. The sums of a currency add up
   * over lines, whether they are here or in `values`.
   */
  amounts: z.array(labelledSchema).optional(),
});
export type Figures = z.output<typeof figuresSchema>;

/**
 * The change in billable value, split into the effects of hours and of the effective rate; `other` is the change in value without known
 * hours, if any. They add up to the change exactly.
 */
const splitSchema = z.object({ hours: z.string(), rate: z.string(), other: z.string().optional() });
export type ChangeSplit = z.output<typeof splitSchema>;

const lineSchema = figuresSchema.extend({
  /** The values of each measure by column, in the order of `columns`. Set only with a column group. */
  cells: z.record(z.string(), z.array(decimalOrNull)).optional(),
  /** The currencies of the cells' money, like `currency`. Set only with cells. */
  cellCurrencies: z.array(z.string().nullable()).optional(),
  /** The amounts of each column, like `amounts`; null for a cell with at most one currency. Set only if any cell has several. */
  cellAmounts: z.array(z.array(labelledSchema).nullable()).optional(),
  /** The same line in the compared period; null if it had no records. Set only with a comparison that was not refused. */
  before: figuresSchema.nullable().optional(),
  /** Set only with a comparison, and if both periods have billable hours and value. */
  split: splitSchema.nullable().optional(),
  /** The same for each further comparison, in order; null for one that was refused. Set only with further comparisons. */
  further: z.array(z.object({ before: figuresSchema.nullable(), split: splitSchema.nullable() }).nullable()).optional(),
});

const rowSchema = lineSchema.extend({
  /** Group keys by dimension, null if unset: all groups in `rows`, the outer ones in `subtotals`. */
  key: z.record(z.string(), decimalOrNull),
  /** For the grouped tail, the number of its groups; its outermost key has no meaning. */
  folded: count.optional(),
});
export type ReportRow = z.output<typeof rowSchema>;

/**
 * The parts of a broken-down line, which `key` and `folded` identify. `rows` also have the key of the group `by`, and add up to the line as
 * rows do to the totals.
 */
const brokenDownLineSchema = rowSchema
  .pick({ key: true, folded: true })
  .extend({ by: z.string(), rows: z.array(rowSchema) });
export type ReportParts = z.output<typeof brokenDownLineSchema>;

const columnSchema = figuresSchema.extend({
  key: z.string().nullable(),
  /** The dates of a time bucket within the period, which may be fewer at the period's ends. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** True if the bucket is cut by the period: "part of week 40". */
  cut: z.boolean(),
  /** Whether every record of this column is stored and no name or setting it depends on is lost, like the report's `complete`. */
  complete: z.boolean(),
  /** Set if figures are incomplete only because names or settings are lost. */
  allRecordsHere: z.literal(true).optional(),
});
export type ReportColumn = z.output<typeof columnSchema>;

/** An amount in one currency; null if unknown. */
const amountSchema = z.object({ currency: z.string().nullable(), amount: z.string() });
export type LabelledAmount = z.output<typeof amountSchema>;

/**
 * A note about the figures. `records` and `minutes` count what it concerns; null if it counts nothing. What figures leave out is stated so
 * that readers can subtract it from other figures.
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
    /** Minutes of records with an unset or unreadable cost: a margin leaves them out. */
    'no-cost',
    /** Records with a known cost and an unreadable billable value: a margin leaves that cost out. */
    'no-value',
    /** Records with a known cost and no billable value at all: a margin counts that cost, whose sum is in `amounts`, against 0. */
    'cost-alone',
    /** Records with billable hours but no known billable value, if no rate leaves them out: they are missing in sums of value. */
    'hours-alone',
    /** Records with an unreadable value in a property that the report uses. */
    'unreadable',
    /** Records without a date on the report's calendar: they are in no period and are not counted. */
    'no-date',
    /** Records without a date on the report's calendar that are counted in the line or column “(no date)”. */
    'undated',
    /** Those of them with an unreadable start on a clock calendar: no filter selects them. */
    'unread-start',
    /** `records` counts people without weekly hours: neither expected nor logged hours count them. */
    'no-expected-hours',
    /** Records without a person: they have no expected hours, so their logged hours are not compared with any. */
    'no-owner',
    /** In a running period, hours are expected up to yesterday; these records began later but are compared nevertheless. */
    'logged-since',
    /** Money of objects with different currencies is not added up: totals of money are null. */
    'mixed-currencies',
    /** Records with amounts whose object and workspace have no currency: they are kept separate from those with one. */
    'no-currency',
    /** The result does not have the column to order by, so rows are ordered by their totals instead. */
    'no-order-column',
    /** Records of objects whose client is unknown. */
    'no-client',
    /** Records in recorded weeks that begin on a different weekday than most weeks. */
    'other-weeks',
    /** Names or settings that affect figures are damaged: groups, filters and hours may be wrong. */
    'journal-damaged',
  ]),
  records: count.nullable(),
  minutes: decimalOrNull,
  /**
   * What margins and rates leave out, by currency: billable value for `no-cost` and `no-rate`, cost for `no-value`; for `cost-alone`, the
   * cost that margins count. Billable value − cost − `no-cost` + `no-value` = margin. Set only if there is any.
   */
  amounts: z.array(amountSchema).optional(),
});
export type ReportNote = z.output<typeof noteSchema>;

const comparisonSchema = z.object({
  kind: z.enum(comparisons),
  period: periodSchema.nullable(),
  /** The number of compared days if a running period is compared by its elapsed days. */
  elapsedDays: count.nullable(),
  /** Why the comparison is not possible, in one sentence; null if it is. */
  refused: z.string().nullable(),
  /** For unequal periods with time groups, sentences about what has no counterpart and why, with marked numbers and days. */
  uneven: z.array(z.string()).optional(),
  /** Notes on the figures of the compared period, like `notes` of the result. Set only if there are any. */
  notes: z.array(noteSchema).optional(),
});

export const reportResultSchema = z.object({
  asOf: z.string().nullable(),
  /** Whether every record of the period (without one, every record) is stored, and no name or setting it depends on is lost. */
  complete: z.boolean(),
  /** Set if figures are incomplete only because names or settings are lost. */
  allRecordsHere: z.literal(true).optional(),
  /** When the saved workspace was written whose records have not all been read from the service since. */
  fromFile: z.string().optional(),
  /** The past moment of the records, names and settings; absent for the present. */
  asKnown: z.string().optional(),
  /** The innermost groups, in order; empty without groups. They add up to the totals if the measure is additive. */
  rows: z.array(rowSchema),
  /** The outer groups, each before its rows in reading order. */
  subtotals: z.array(rowSchema),
  /** In the order of the report, without those of missing lines. Set only if there are any. */
  breakdowns: z.array(brokenDownLineSchema).optional(),
  columns: z.array(columnSchema),
  totals: z.record(z.string(), decimalOrNull),
  /** The grand total with its cells, comparison and split. */
  total: lineSchema,
  records: count,
  period: periodSchema.nullable(),
  calendar: z.enum(reportCalendars),
  zone: z.string(),
  /** The day on which weeks begin, set only if the report has weeks. `recorded`: the weeks are those recorded by the service. */
  weeks: z.enum(['recorded', 'monday', 'sunday']).optional(),
  /** The weekday on which the records' weeks begin; Monday if unknown. */
  recordedWeeks: z.enum(weekdays).optional(),
  /** Months of the period (`YYYY-MM-01`) whose records may be missing. */
  missing: z.array(z.string()),
  comparison: comparisonSchema.nullable(),
  /** Further comparisons. Set only if there are any. */
  further: z.array(comparisonSchema).optional(),
  notes: z.array(noteSchema),
  /** The number of closings in force that overlap its period; null if their file cannot be read, absent if there are none. */
  closings: z.number().int().nullable().optional(),
  /** Which amounts count as billable value and cost. */
  amounts: z.enum(amountSources),
  /**
   * The currencies of all money in the result, including the compared period; null for objects without one in a workspace without one. If
   * there are several, figures never mix them, each figure names its currency, and `amounts` has separate amounts. Absent if all money is in
   * the workspace's currency.
   */
  currencies: z.array(z.string().nullable()).optional(),
  /**
   * Keys with different spellings, by group, because a line contains all records that a filter for its key selects. `key` is the most
   * frequent spelling and the key of the line; `others` start with the most frequent. Set only if there are any.
   */
  spellings: z.array(z.object({ group: z.string(), key: z.string(), others: z.array(z.string()) })).optional(),
});
export type ReportResult = z.output<typeof reportResultSchema>;

/** Returns whether no record is missing from the figures of a report or a column; otherwise they are labelled “so far”. */
export function hasAllRecords({
  complete,
  allRecordsHere,
}: Pick<ReportResult, 'complete' | 'allRecordsHere'>): boolean {
  return complete || allRecordsHere === true;
}

/** How a report is displayed; it does not affect figures. */
export const reportViewSchema = z.strictObject({
  chart: z.enum(charts).default('none'),
  /** Whether pivot cells are shaded by value. */
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

// Formats an order of rows as text for addresses and the terminal: `billable_value:desc`, `month:asc`, `logged_hours@2026-10-05:desc`,
// `billable_value~change:asc`, `logged_hours~movement:desc`.

type Order = NonNullable<Report['order']>;

/** Names of measures may contain a colon but neither `@` nor `~`; keys may contain both. An empty key is the unset column. */
export function formatOrder({ by, column, of, direction }: Order): string {
  const columnText = column === undefined ? '' : `@${column ?? ''}`;
  return `${by}${of === undefined ? '' : `~${of}`}${columnText}:${direction === 'ascending' ? 'asc' : 'desc'}`;
}

/** @returns undefined for anything else; without a direction, if allowed, largest first */
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
