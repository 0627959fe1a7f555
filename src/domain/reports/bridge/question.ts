/** The request and answer that explain why a figure moved: two periods, one dimension, one measure, one currency. */
import { z } from 'zod';
import { filterGroupsSchema } from '#domain/filter/model.ts';
import { CLIENT_PROPERTY } from '#domain/local-properties.ts';
import { OWNER_PROPERTY, propertyNames } from '#domain/properties.ts';
import { hasExpectedHours } from '../definition/expected-cells.ts';
import { findMeasure, type Measure } from '../definition/measures.ts';
import { comparisons, reportCalendars, reportResultSchema, reportSchema, type Report } from '../definition/report.ts';
import { bridgeParts, changeParts } from './split.ts';

export const bridgeDimensions = ['client', 'person', 'service'] as const;
export type BridgeDimension = (typeof bridgeDimensions)[number];

export const bridgeGroups: Readonly<Record<BridgeDimension, string>> = {
  client: CLIENT_PROPERTY,
  person: OWNER_PROPERTY,
  service: propertyNames.service,
};

export const bridgeInputSchema = z.strictObject({
  /** A measure that adds up, or a rate or share, for which the underlying sum is explained. */
  measure: z.string().default('billable_value'),
  by: z.enum(bridgeDimensions).default('client'),
  filterGroups: filterGroupsSchema.default([]),
  query: z.string().default(''),
  period: z.string(),
  calendar: z.enum(reportCalendars).optional(),
  compare: z.enum(comparisons).default('previous'),
  /** The currency to explain if there are several, null for none; the first one if absent. */
  currency: z.string().nullable().optional(),
  /** How many groups are listed; the rest become one line. */
  top: z.number().int().min(1).max(1000).default(20),
});
export type BridgeInput = z.output<typeof bridgeInputSchema>;

/** `exact` is rounded once, to 8 decimals; `steps` counts printed steps: cents, minutes, hundredths of an hour. */
const amountSchema = z.object({ exact: z.string(), steps: z.string() });
export type BridgeAmount = z.output<typeof amountSchema>;

const partsSchema = z.partialRecord(z.enum(bridgeParts), amountSchema);
const lineSchema = z.object({ change: amountSchema, parts: partsSchema });
export type BridgeLine = z.output<typeof lineSchema>;

const groupSchema = lineSchema.extend({
  key: z.string().nullable(),
  /** Filters that select the group's records. */
  filterGroups: filterGroupsSchema,
});
export type BridgeGroup = z.output<typeof groupSchema>;

export const bridgeSchema = lineSchema.extend({
  start: amountSchema,
  end: amountSchema,
  /** The parts that are present, in order; they add up to the change, exactly and as printed. */
  order: z.array(z.enum(bridgeParts)),
  /** The largest changes first. Together with the rest they add up to every part. */
  groups: z.array(groupSchema),
  rest: lineSchema.extend({ groups: z.number().int().positive() }).nullable(),
  /** The numbers of groups with a figure in both periods, only now, and only before; between two moments, of records in each part. */
  counts: z
    .object({ both: z.number().int(), new: z.number().int(), gone: z.number().int() })
    .and(z.partialRecord(z.enum(changeParts), z.number().int())),
});
export type Bridge = z.output<typeof bridgeSchema>;

export const bridgeAnswerSchema = z.object({
  /** The measure whose change is explained. */
  measure: z.string(),
  by: z.enum(bridgeDimensions),
  /** The report that was run. */
  report: reportSchema,
  /** Its result without lines: coverage, periods, notes, currencies. */
  result: reportResultSchema,
  /** The currency of its money; null for none, absent if there is no money or all of it is in the workspace's currency. */
  currency: z.string().nullable().optional(),
  /** Null if there is nothing to explain, for the reason in `refused`. */
  bridge: bridgeSchema.nullable(),
  refused: z.string().nullable(),
});
export type BridgeAnswer = z.output<typeof bridgeAnswerSchema>;

const VALUE_ID = 'billable_value';
/** The sum that underlies a rate or share. */
const sumByMeasure: Readonly<Record<string, string>> = {
  effective_rate: VALUE_ID,
  billable_share: 'billable_logged_hours',
  utilisation: 'billable_logged_hours',
  margin_percent: 'margin',
};

/** Finds the measure whose change explains a figure; undefined for averages, counts of people and expected hours. */
export function findBridgeMeasure(id: string): Measure | undefined {
  const measure = findMeasure(sumByMeasure[id] ?? id);
  return measure?.additive === true && !hasExpectedHours(measure) ? measure : undefined;
}

/** Returns whether the change is also split by hours and rates. */
export const isSplitByRate = ({ id }: Pick<Measure, 'id'>) => id === VALUE_ID;

export const RATED = 'billable_value_with_hours';
export const RATED_MINUTES = 'billable_minutes_with_value';

export function toBridgeReport(measure: Measure, question: BridgeInput): Report {
  const { by, filterGroups, query, period, calendar, compare } = question;
  return {
    measures: [measure.id, ...(isSplitByRate(measure) ? [RATED, RATED_MINUTES] : [])],
    groupBy: [bridgeGroups[by]],
    filterGroups,
    query,
    period,
    ...(calendar && { calendar }),
    compare,
  };
}
