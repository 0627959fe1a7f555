/** Break-downs: single lines of a report opened into parts by one more group, in place. The rest of the report stays as it is. */
import { z } from 'zod';
import { findDimension } from './dimensions.ts';

const lineKeySchema = z.strictObject({ group: z.string(), key: z.string().nullable() });

/**
 * `line`: the line's keys, outermost group first; a part of another break-down is named by that group and its key too. `other`: the line is
 * the grouped tail, whose outermost key is null, or one inside of it. `by`: the group of its parts.
 */
export const breakdownSchema = z.strictObject({
  line: z.array(lineKeySchema).min(1).max(8),
  other: z.literal(true).optional(),
  by: z.string(),
});
export type Breakdown = z.output<typeof breakdownSchema>;

/** Each break-down costs a query of the store. */
export const MOST_BREAKDOWNS = 20;

export type BrokenLine = Pick<Breakdown, 'line' | 'other'>;

export function toBrokenLine(path: readonly (string | null)[], names: readonly string[], isOther: boolean): BrokenLine {
  const line = names.slice(0, path.length).map((group, index) => ({ group, key: path[index] ?? null }));
  return isOther ? { line, other: true } : { line };
}

/** The same line always has the same id. */
export function toBrokenLineId({ line, other }: BrokenLine): string {
  return JSON.stringify([other === true, ...line.map(({ group, key }) => [group, key])]);
}

interface ReportGroups {
  readonly groupBy: readonly string[];
  readonly columns?: string | undefined;
  readonly breakdowns?: readonly Breakdown[] | undefined;
}

export type BreakdownMisfit = 'no-line' | 'unknown-group' | 'same-group' | 'twice';

/** @param earlier the break-downs before this one: their parts are lines too */
export function findMisfit(
  { line, other, by }: Breakdown,
  { groupBy, columns }: ReportGroups,
  earlier: readonly Breakdown[],
): BreakdownMisfit | undefined {
  const dimension = findDimension(by)?.name;
  if (dimension === undefined) return 'unknown-group';
  if (line.some(({ group }) => toFullName(group) === dimension) || (columns && toFullName(columns) === dimension))
    return 'same-group';
  const brokenLine = { line, ...(other && { other }) };
  if (earlier.some((breakdown) => toBrokenLineId(breakdown) === toBrokenLineId(brokenLine))) return 'twice';
  return isLine(brokenLine, { groupBy }, earlier) ? undefined : 'no-line';
}

/** Tells whether the report may have the line: as one of its groups, or as a part of an earlier break-down. */
function isLine({ line, other }: BrokenLine, { groupBy }: ReportGroups, earlier: readonly Breakdown[]): boolean {
  const names = line.map(({ group }) => toFullName(group));
  if (names.every((name, index) => name === toFullName(groupBy[index] ?? ''))) return names.length <= groupBy.length;
  const above = { line: line.slice(0, -1), ...(other && { other }) };
  return earlier.some(
    (breakdown) => toFullName(breakdown.by) === names.at(-1) && toBrokenLineId(breakdown) === toBrokenLineId(above),
  );
}

const toFullName = (name: string) => findDimension(name)?.name ?? name;

/** Gives the break-down the full names of its groups, as answers have them. */
export function toFullBreakdown({ line, by, ...rest }: Breakdown): Breakdown {
  return { ...rest, line: line.map(({ group, key }) => ({ group: toFullName(group), key })), by: toFullName(by) };
}

/** Keeps the break-downs that fit a report whose groups were changed. */
export function filterFittingBreakdowns(report: ReportGroups): Breakdown[] {
  const keptBreakdowns: Breakdown[] = [];
  for (const breakdown of report.breakdowns ?? [])
    if (!findMisfit(breakdown, report, keptBreakdowns)) keptBreakdowns.push(breakdown);
  return keptBreakdowns;
}

/** Breaks a line down by a group, or by another one than before: the line's former break-down and those below it are removed. */
export function addBreakdown(breakdowns: readonly Breakdown[], breakdown: Breakdown): Breakdown[] {
  return [...removeBreakdown(breakdowns, breakdown), breakdown];
}

/** Removes a line's break-down, with those of its parts. */
export function removeBreakdown(all: readonly Breakdown[], line: BrokenLine): Breakdown[] {
  const removed = all.find((breakdown) => toBrokenLineId(breakdown) === toBrokenLineId(line));
  if (!removed) return [...all];
  const isInside = (breakdown: Breakdown) =>
    breakdown.line.length > line.line.length &&
    breakdown.line[line.line.length]?.group === removed.by &&
    toBrokenLineId({ ...line, line: breakdown.line.slice(0, line.line.length) }) === toBrokenLineId(line) &&
    (breakdown.other === true) === (line.other === true);
  return all.filter((breakdown) => breakdown !== removed && !isInside(breakdown));
}
