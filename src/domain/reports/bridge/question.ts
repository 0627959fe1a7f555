/** Why a figure moved, as a question and its answer: two periods, one dimension, one measure, one currency. */
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

/** The report group of each dimension. */
export const bridgeGroups: Readonly<Record<BridgeDimension, string>> = {
  client: CLIENT_PROPERTY,
  person: OWNER_PROPERTY,
  service: propertyNames.service,
};

export const bridgeQuestionSchema = z.strictObject({
  /** A measure that adds up, or a rate or share, whose bridge is that of the sum it follows from. */
  measure: z.string().default('billable_value'),
  by: z.enum(bridgeDimensions).default('client'),
  filterGroups: filterGroupsSchema.default([]),
  query: z.string().default(''),
  period: z.string(),
  calendar: z.enum(reportCalendars).optional(),
  compare: z.enum(comparisons).default('previous'),
  /** Where money is of several currencies, the one to explain, null for none; without it the first one. */
  currency: z.string().nullable().optional(),
  /** How many groups are listed; the rest is one line. */
  top: z.number().int().min(1).max(1000).default(20),
});
export type BridgeQuestion = z.output<typeof bridgeQuestionSchema>;

/** `exact` is rounded once, to 8 decimals; `steps` counts printed steps: cents, minutes, hundredths of an hour. */
const amountSchema = z.object({ exact: z.string(), steps: z.string() });
export type BridgeAmount = z.output<typeof amountSchema>;

const partsSchema = z.partialRecord(z.enum(bridgeParts), amountSchema);
const lineSchema = z.object({ change: amountSchema, parts: partsSchema });
export type BridgeLine = z.output<typeof lineSchema>;

const groupSchema = lineSchema.extend({
  key: z.string().nullable(),
  /** Selects the group within the question: the filter of the question one level deeper. */
  filterGroups: filterGroupsSchema,
});
export type BridgeGroup = z.output<typeof groupSchema>;

export const bridgeSchema = lineSchema.extend({
  start: amountSchema,
  end: amountSchema,
  /** The parts that there are, in their order; they add up to the change, exactly and as printed. */
  order: z.array(z.enum(bridgeParts)),
  /** The largest changes first. With the rest they add up to every part. */
  groups: z.array(groupSchema),
  rest: lineSchema.extend({ groups: z.number().int().positive() }).nullable(),
  /** Groups with a figure in both periods, only now, and only before; between two moments, the records of each part. */
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
  /** Its answer without its lines: coverage, periods, notes, currencies. */
  result: reportResultSchema,
  /** The currency of its money; null for none, absent where nothing is money or all of it has the workspace's own. */
  currency: z.string().nullable().optional(),
  /** Null where there is nothing to explain, for the reason in `refused`. */
  bridge: bridgeSchema.nullable(),
  refused: z.string().nullable(),
});
export type BridgeAnswer = z.output<typeof bridgeAnswerSchema>;

const VALUE_ID = 'billable_value';
/** The sum that a rate or share follows from. */
const sumOf: Readonly<Record<string, string>> = {
  effective_rate: VALUE_ID,
  billable_share: 'billable_logged_hours',
  utilisation: 'billable_logged_hours',
  margin_percent: 'margin',
};

/** Finds the measure whose change explains a figure's; undefined where none does: averages, counts of people, expected hours. */
export function findBridgeMeasure(id: string): Measure | undefined {
  const measure = findMeasure(sumOf[id] ?? id);
  return measure?.additive === true && !hasExpectedHours(measure) ? measure : undefined;
}

/** Tells whether its change is split by hours and rates, too. */
export const isSplitByRate = ({ id }: Pick<Measure, 'id'>) => id === VALUE_ID;

export const RATED = 'billable_value_with_hours';
export const RATED_MINUTES = 'billable_minutes_with_value';

/** The report whose two periods and lines a bridge is made of. */
export function toBridgeReport(measure: Measure, question: BridgeQuestion): Report {
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
