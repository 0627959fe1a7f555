/**
 * Splits the change of a sum between two periods into parts that add up to it exactly, for each group and together. Pure.
 *
 * Value, over the groups that have hours in both periods (H and R are hours and rate of these groups together, h and r of one, s = h/H):
 * volume = (H₁ − H₀)·R₀, mix = H₁·Σ(s₁ − s₀)·r₀, rate = Σ h₁·(r₁ − r₀). Value of groups that have hours in one period only is new or gone, and
 * value without hours is a part of its own.
 */
import { addFractions, negateFraction, type Fraction } from '../definition/own/fraction.ts';

/** What became of the records of a figure between two moments at which it was known. */
export const changeParts = ['appeared', 'changed', 'vanished', 'moved-in', 'moved-out', 'relabelled'] as const;
export type ChangePart = (typeof changeParts)[number];

export const bridgeParts = [
  'volume',
  'mix',
  'rate',
  'existing',
  'new',
  'gone',
  'without-hours',
  ...changeParts,
] as const;
export type BridgePart = (typeof bridgeParts)[number];

/** Parts that a group does not have are left out. */
export type PartFractions = Readonly<Partial<Record<BridgePart, Fraction>>>;

/** What a group has in one period. */
export interface RatedFigures {
  readonly value: bigint;
  /** The value of the records whose hours are known too, and the time of these, in any unit. */
  readonly rated: bigint;
  readonly time: bigint;
}

export interface Split {
  readonly parts: readonly BridgePart[];
  readonly total: PartFractions;
  /** In the order of the given groups. */
  readonly groups: readonly PartFractions[];
}

/** What a group has before and now. */
export interface BothPeriods<Figures> {
  readonly before: Figures;
  readonly now: Figures;
}

const whole = (over: bigint): Fraction => ({ over, under: 1n });
const quotient = (over: bigint, under: bigint): Fraction => {
  const divisor = findCommonDivisor(over < 0n ? -over : over, under);
  return { over: over / divisor, under: under / divisor };
};
const subtract = (a: Fraction, b: Fraction) => addFractions(a, negateFraction(b));

/** Time of 0 or less has no rate, so value with it is value without hours. */
const isRated = ({ time }: RatedFigures) => time > 0n;

export function splitValue(groups: readonly BothPeriods<RatedFigures>[]): Split {
  const both = groups.filter(({ before, now }) => isRated(before) && isRated(now));
  const sum = (read: (group: BothPeriods<RatedFigures>) => bigint) =>
    both.reduce((total, group) => total + read(group), 0n);
  const timeBefore = sum(({ before }) => before.time);
  const timeNow = sum(({ now }) => now.time);
  const splitGroup = (group: BothPeriods<RatedFigures>): PartFractions => {
    const { before, now } = group;
    const [was, is] = [isRated(before), isRated(now)];
    const apart = now.value - (is ? now.rated : 0n) - before.value + (was ? before.rated : 0n);
    const withoutHours = apart === 0n ? undefined : { 'without-hours': whole(apart) };
    if (!was || !is) {
      return { ...(is && { new: whole(now.rated) }), ...(was && { gone: whole(-before.rated) }), ...withoutHours };
    }
    // The value now at the old rate, and the old value at the time that all have now.
    const atOldRate = quotient(now.time * before.rated, before.time);
    const grown = quotient(timeNow * before.rated, timeBefore);
    return {
      volume: subtract(grown, whole(before.rated)),
      mix: subtract(atOldRate, grown),
      rate: subtract(whole(now.rated), atOldRate),
      ...withoutHours,
    };
  };
  const split = groups.map(splitGroup);
  const oldValue = sum(({ before }) => before.rated);
  const atOldRates = sumFractions(both.map(({ before, now }) => quotient(now.time * before.rated, before.time)));
  const grown = both.length === 0 ? whole(0n) : quotient(timeNow * oldValue, timeBefore);
  return {
    parts: ['volume', 'mix', 'rate', 'new', 'gone', 'without-hours'],
    total: {
      volume: subtract(grown, whole(oldValue)),
      mix: subtract(atOldRates, grown),
      rate: subtract(whole(sum(({ now }) => now.rated)), atOldRates),
      ...sumWholes(split, ['new', 'gone', 'without-hours']),
    },
    groups: split,
  };
}

/** @param groups null in the period in which a group has no record */
export function splitSum(groups: readonly BothPeriods<bigint | null>[]): Split {
  const split = groups.map(({ before, now }): PartFractions => {
    if (before === null) return now === null ? {} : { new: whole(now) };
    return now === null ? { gone: whole(-before) } : { existing: whole(now - before) };
  });
  const parts = ['existing', 'new', 'gone'] as const;
  return { parts, total: sumWholes(split, parts), groups: split };
}

function sumWholes(split: readonly PartFractions[], parts: readonly BridgePart[]): PartFractions {
  const toSum = (part: BridgePart) => split.reduce((sum, group) => sum + (group[part]?.over ?? 0n), 0n);
  return Object.fromEntries(parts.map((part) => [part, whole(toSum(part))]));
}

/** Adds up in pairs: added one by one, every sum would be as long as the last one. */
export function sumFractions(fractions: readonly Fraction[]): Fraction {
  const overs = new Map<bigint, bigint>();
  for (const { over, under } of fractions) overs.set(under, (overs.get(under) ?? 0n) + over);
  let sums = [...overs].map(([under, over]) => ({ over, under }));
  while (sums.length > 1) {
    sums = sums.flatMap((sum, at) => {
      const next = sums[at + 1];
      return at % 2 === 1 ? [] : [next ? addFractions(sum, next) : sum];
    });
  }
  return sums[0] ?? whole(0n);
}

export function findCommonDivisor(a: bigint, b: bigint): bigint {
  let [larger, smaller] = [a, b];
  while (smaller > 0n) [larger, smaller] = [smaller, larger % smaller];
  return larger;
}
