/** Computes expected hours in the form of a report's cells: by person, and by the time spans common to all its time groups. */
import type { Units } from '#domain/decimal.ts';
import { findOwner, type Directory } from '#domain/people/directory.ts';
import { createExpectations, type DaySpan } from '#domain/expected.ts';
import { findFilterable, TEAM_PROPERTY } from '#domain/local-properties.ts';
import { OWNER_PROPERTY } from '#domain/properties.ts';
import { resolveProblemTexts as texts } from '#texts/reports/dimensions.ts';
import { splitIntoBuckets, type BucketRule } from './buckets.ts';
import type { CheckedReport } from './check.ts';
import type { Dimension } from './dimensions.ts';
import type { Measure } from './measures.ts';

export interface ExpectedCell {
  /** The keys, in the order of the dimensions. */
  readonly keys: readonly (string | null)[];
  readonly hours: Units;
}

export function hasExpectedHours({ sums }: Measure): boolean {
  return Object.values(sums).some(({ kind }) => kind === 'expected');
}

/** @returns why a report cannot have expected hours, in half a sentence; undefined if it can or does not need them */
export function findExpectedProblem(
  report: Pick<CheckedReport, 'measures' | 'groupBy' | 'columns' | 'filterGroups' | 'query'>,
  hasPeriod: boolean,
): string | undefined {
  if (!report.measures.some(hasExpectedHours)) return undefined;
  if (!hasPeriod) return texts.expectedPeriod;
  const dimensions = report.columns ? [...report.groupBy, report.columns] : report.groupBy;
  const unfit = dimensions.find((dimension) => !isExpectable(dimension));
  if (unfit) return texts.expectedGroup(unfit.label);
  if (report.query !== '') return texts.expectedFilter(texts.freeText);
  for (const { propertyName } of report.filterGroups.flatMap(({ filters }) => filters)) {
    if (propertyName === OWNER_PROPERTY || propertyName === TEAM_PROPERTY) continue;
    return texts.expectedFilter(findFilterable(propertyName)?.label ?? propertyName);
  }
  return undefined;
}

export function isExpectable(dimension: Dimension | undefined): boolean {
  return (
    dimension?.kind === 'time' ||
    dimension?.kind === 'team' ||
    (dimension?.kind === 'property' && dimension.property.name === OWNER_PROPERTY)
  );
}

/**
 * @param people distinct owner ids whose weekly hours are known for the whole span
 * @param span the elapsed part of the period
 * @param dimensions dimensions for which `isExpectable` holds
 */
export function* computeExpectedCells(
  directory: Directory,
  people: readonly string[],
  span: DaySpan,
  dimensions: readonly Dimension[],
  rule: BucketRule,
): Generator<ExpectedCell> {
  const spans = splitCommonSpans(span, dimensions, rule);
  const computeHours = createExpectations(spans.map(({ days }) => days));
  for (const id of people) {
    const person = findOwner(directory, id);
    if (!person) continue;
    for (const [index, hours] of computeHours(person).entries()) {
      const times = spans[index]?.keys;
      // Days without work or outside a person's active dates do not add lines.
      if (hours === null || hours === 0n || !times) continue;
      const keys = dimensions.map((dimension, dimensionIndex) => {
        if (dimension.kind === 'time') return times[dimensionIndex] ?? null;
        return dimension.kind === 'team' ? person.team : id;
      });
      yield { keys, hours };
    }
  }
}

interface CommonSpan {
  readonly days: DaySpan;
  /** The bucket keys by dimension; null for dimensions other than time. */
  readonly keys: readonly (string | null)[];
}

/** Cuts the span wherever a bucket of any time dimension begins. */
function splitCommonSpans(span: DaySpan, dimensions: readonly Dimension[], rule: BucketRule): CommonSpan[] {
  let spans: CommonSpan[] = [{ days: span, keys: dimensions.map(() => null) }];
  for (const [index, dimension] of dimensions.entries()) {
    if (dimension.kind !== 'time') continue;
    spans = spans.flatMap(({ days, keys }) =>
      splitIntoBuckets(days, dimension.unit, rule).map(({ key, from, to }) => ({
        days: { from, to },
        keys: keys.with(index, key),
      })),
    );
  }
  return spans;
}
