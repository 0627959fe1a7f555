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

/** Each costs a question to the store. */
export const MOST_BREAKDOWNS = 20;

/** A line, as a break-down names it. */
export type BrokenLine = Pick<Breakdown, 'line' | 'other'>;

export function toBrokenLine(path: readonly (string | null)[], names: readonly string[], isOther: boolean): BrokenLine {
  const line = names.slice(0, path.length).map((group, at) => ({ group, key: path[at] ?? null }));
  return isOther ? { line, other: true } : { line };
}

/** The same line has the same text. */
export function brokenLineId({ line, other }: BrokenLine): string {
  return JSON.stringify([other === true, ...line.map(({ group, key }) => [group, key])]);
}

interface Grouped {
  readonly groupBy: readonly string[];
  readonly columns?: string | undefined;
  readonly breakdowns?: readonly Breakdown[] | undefined;
}

/** Why a break-down does not fit the report. */
export type BreakdownMisfit = 'no-line' | 'unknown-group' | 'same-group' | 'twice';

/** @param earlier the break-downs before it: their parts are lines too */
export function findMisfit(
  { line, other, by }: Breakdown,
  { groupBy, columns }: Grouped,
  earlier: readonly Breakdown[],
): BreakdownMisfit | undefined {
  const dimension = findDimension(by)?.name;
  if (dimension === undefined) return 'unknown-group';
  if (line.some(({ group }) => fullName(group) === dimension) || (columns && fullName(columns) === dimension))
    return 'same-group';
  const own = { line, ...(other && { other }) };
  if (earlier.some((each) => brokenLineId(each) === brokenLineId(own))) return 'twice';
  return isLine(own, { groupBy }, earlier) ? undefined : 'no-line';
}

/** Whether the report may have the line: one of its groups, or a part of an earlier break-down. */
function isLine({ line, other }: BrokenLine, { groupBy }: Grouped, earlier: readonly Breakdown[]): boolean {
  const names = line.map(({ group }) => fullName(group));
  if (names.every((name, at) => name === fullName(groupBy[at] ?? ''))) return names.length <= groupBy.length;
  const above = { line: line.slice(0, -1), ...(other && { other }) };
  return earlier.some((each) => fullName(each.by) === names.at(-1) && brokenLineId(each) === brokenLineId(above));
}

const fullName = (name: string) => findDimension(name)?.name ?? name;

/** With the full names of its groups, as answers have them. */
export function withFullBreakdown({ line, by, ...rest }: Breakdown): Breakdown {
  return { ...rest, line: line.map(({ group, key }) => ({ group: fullName(group), key })), by: fullName(by) };
}

/** Those that fit a report whose groups were changed. */
export function keepFitting(report: Grouped): Breakdown[] {
  const kept: Breakdown[] = [];
  for (const each of report.breakdowns ?? []) if (!findMisfit(each, report, kept)) kept.push(each);
  return kept;
}

/** Breaks a line down by a group, or by another one than before: its own break-downs below it go. */
export function brokenDown(all: readonly Breakdown[], added: Breakdown): Breakdown[] {
  return [...mended(all, added), added];
}

/** Closes a line's break-down, with those of its parts. */
export function mended(all: readonly Breakdown[], line: BrokenLine): Breakdown[] {
  const closed = all.find((each) => brokenLineId(each) === brokenLineId(line));
  if (!closed) return [...all];
  const isInside = (each: Breakdown) =>
    each.line.length > line.line.length &&
    each.line[line.line.length]?.group === closed.by &&
    brokenLineId({ ...line, line: each.line.slice(0, line.line.length) }) === brokenLineId(line) &&
    (each.other === true) === (line.other === true);
  return all.filter((each) => each !== closed && !isInside(each));
}
