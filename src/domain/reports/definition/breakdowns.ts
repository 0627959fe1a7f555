/** Break-downs: single lines of a report that are split into parts by one more group. The rest of the report is unchanged. */
import { z } from 'zod';
import { findDimension } from './dimensions.ts';

const lineKeySchema = z.strictObject({ group: z.string(), key: z.string().nullable() });

/**
 * `line`: the line's keys, outermost group first; for a part of another break-down, also that group and its key. `other`: the line is the
 * grouped tail, whose outermost key is null, or one inside it. `by`: the group of its parts.
 */
export const breakdownSchema = z.strictObject({
  line: z.array(lineKeySchema).min(1).max(8),
  other: z.literal(true).optional(),
  by: z.string(),
});
export type Breakdown = z.output<typeof breakdownSchema>;

/** Each break-down requires a query of the store. */
export const MAX_BREAKDOWNS = 20;

export type BrokenDownLine = Pick<Breakdown, 'line' | 'other'>;

export function toBrokenDownLine(
  path: readonly (string | null)[],
  names: readonly string[],
  isOther: boolean,
): BrokenDownLine {
  const line = names.slice(0, path.length).map((group, index) => ({ group, key: path[index] ?? null }));
  return isOther ? { line, other: true } : { line };
}

/** Builds an id that is always the same for the same line. */
export function toBrokenDownLineId({ line, other }: BrokenDownLine): string {
  return JSON.stringify([other === true, ...line.map(({ group, key }) => [group, key])]);
}

interface ReportGroups {
  readonly groupBy: readonly string[];
  readonly columns?: string | undefined;
  readonly breakdowns?: readonly Breakdown[] | undefined;
}

export type BreakdownMisfit = 'no-line' | 'unknown-group' | 'same-group' | 'twice';

/** @param earlier the break-downs before this one, whose parts are lines too */
export function findMisfit(
  { line, other, by }: Breakdown,
  { groupBy, columns }: ReportGroups,
  earlier: readonly Breakdown[],
): BreakdownMisfit | undefined {
  const dimension = findDimension(by)?.name;
  if (dimension === undefined) return 'unknown-group';
  if (line.some(({ group }) => toFullName(group) === dimension) || (columns && toFullName(columns) === dimension))
    return 'same-group';
  const brokenDownLine = { line, ...(other && { other }) };
  if (earlier.some((breakdown) => toBrokenDownLineId(breakdown) === toBrokenDownLineId(brokenDownLine))) return 'twice';
  return isLine(brokenDownLine, { groupBy }, earlier) ? undefined : 'no-line';
}

/** Returns whether the report can have the line, in its groups or as a part of an earlier break-down. */
function isLine({ line, other }: BrokenDownLine, { groupBy }: ReportGroups, earlier: readonly Breakdown[]): boolean {
  const names = line.map(({ group }) => toFullName(group));
  if (names.every((name, index) => name === toFullName(groupBy[index] ?? ''))) return names.length <= groupBy.length;
  const above = { line: line.slice(0, -1), ...(other && { other }) };
  return earlier.some(
    (breakdown) =>
      toFullName(breakdown.by) === names.at(-1) && toBrokenDownLineId(breakdown) === toBrokenDownLineId(above),
  );
}

const toFullName = (name: string) => findDimension(name)?.name ?? name;

/** Converts the names of a break-down's groups to full names, as in results. */
export function toFullBreakdown({ line, by, ...rest }: Breakdown): Breakdown {
  return { ...rest, line: line.map(({ group, key }) => ({ group: toFullName(group), key })), by: toFullName(by) };
}

/** Keeps the break-downs that are still valid after a report's groups have changed. */
export function filterFittingBreakdowns(report: ReportGroups): Breakdown[] {
  const fittingBreakdowns: Breakdown[] = [];
  for (const breakdown of report.breakdowns ?? [])
    if (!findMisfit(breakdown, report, fittingBreakdowns)) fittingBreakdowns.push(breakdown);
  return fittingBreakdowns;
}

/** Adds a break-down. An existing break-down of the same line and those below it are removed. */
export function addBreakdown(breakdowns: readonly Breakdown[], breakdown: Breakdown): Breakdown[] {
  return [...removeBreakdown(breakdowns, breakdown), breakdown];
}

/** Removes a line's break-down and those of its parts. */
export function removeBreakdown(all: readonly Breakdown[], line: BrokenDownLine): Breakdown[] {
  const removed = all.find((breakdown) => toBrokenDownLineId(breakdown) === toBrokenDownLineId(line));
  if (!removed) return [...all];
  const isInside = (breakdown: Breakdown) =>
    breakdown.line.length > line.line.length &&
    breakdown.line[line.line.length]?.group === removed.by &&
    toBrokenDownLineId({ ...line, line: breakdown.line.slice(0, line.line.length) }) === toBrokenDownLineId(line) &&
    (breakdown.other === true) === (line.other === true);
  return all.filter((breakdown) => breakdown !== removed && !isInside(breakdown));
}
