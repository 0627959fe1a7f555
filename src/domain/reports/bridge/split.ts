/**
 * Splits the change of a sum between two periods into parts that add up to it exactly, per group and in total. Pure.
 *
 * For value, over the groups with hours in both periods (H and R are hours and rate of these groups together, h and r those of one group, s =
 * h/H): volume = (H₁ − H₀)·R₀, mix = H₁·Σ(s₁ − s₀)·r₀, rate = Σ h₁·(r₁ − r₀). The value of groups with hours in only one period is new or
 * gone, and value without hours is a separate part.
 */
import { addFractions, negateFraction, type Fraction } from '#domain/decimal.ts';

/** What happened to the records of a figure between two moments of the history. */
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

/** The parts of a group; absent parts are left out. */
export type PartFractions = Readonly<Partial<Record<BridgePart, Fraction>>>;

/** The figures of a group in one period. */
export interface RatedFigures {
  readonly value: bigint;
  /** The value of the records with known hours; `time` is their time, in any unit. */
  readonly rated: bigint;
  readonly time: bigint;
}

export interface Split {
  readonly parts: readonly BridgePart[];
  readonly total: PartFractions;
  /** In the order of the given groups. */
  readonly groups: readonly PartFractions[];
}

/** The figures of a group in the compared and the present period. */
export interface BothPeriods<Figures> {
  readonly before: Figures;
  readonly now: Figures;
}

const toFraction = (numerator: bigint): Fraction => ({ numerator, denominator: 1n });
const divide = (numerator: bigint, denominator: bigint): Fraction => {
  const divisor = findCommonDivisor(numerator < 0n ? -numerator : numerator, denominator);
  return { numerator: numerator / divisor, denominator: denominator / divisor };
};
const subtract = (a: Fraction, b: Fraction) => addFractions(a, negateFraction(b));

/** Time of 0 or less has no rate, so its value counts as value without hours. */
const isRated = ({ time }: RatedFigures) => time > 0n;

export function splitValue(groups: readonly BothPeriods<RatedFigures>[]): Split {
  const both = groups.filter(({ before, now }) => isRated(before) && isRated(now));
  const addUp = (read: (group: BothPeriods<RatedFigures>) => bigint) =>
    both.reduce((total, group) => total + read(group), 0n);
  const timeBefore = addUp(({ before }) => before.time);
  const timeNow = addUp(({ now }) => now.time);
  const splitGroup = (group: BothPeriods<RatedFigures>): PartFractions => {
    const { before, now } = group;
    const [wasRated, isNowRated] = [isRated(before), isRated(now)];
    const valueWithoutHours = now.value - (isNowRated ? now.rated : 0n) - before.value + (wasRated ? before.rated : 0n);
    const withoutHours = valueWithoutHours === 0n ? undefined : { 'without-hours': toFraction(valueWithoutHours) };
    if (!wasRated || !isNowRated) {
      return {
        ...(isNowRated && { new: toFraction(now.rated) }),
        ...(wasRated && { gone: toFraction(-before.rated) }),
        ...withoutHours,
      };
    }
    // The present time at the old rate, and the old value scaled to the present time of all groups.
    const atOldRate = divide(now.time * before.rated, before.time);
    const valueAtNewTime = divide(timeNow * before.rated, timeBefore);
    return {
      volume: subtract(valueAtNewTime, toFraction(before.rated)),
      mix: subtract(atOldRate, valueAtNewTime),
      rate: subtract(toFraction(now.rated), atOldRate),
      ...withoutHours,
    };
  };
  const split = groups.map(splitGroup);
  const oldValue = addUp(({ before }) => before.rated);
  const atOldRates = sumFractions(both.map(({ before, now }) => divide(now.time * before.rated, before.time)));
  const valueAtNewTime = both.length === 0 ? toFraction(0n) : divide(timeNow * oldValue, timeBefore);
  return {
    parts: ['volume', 'mix', 'rate', 'new', 'gone', 'without-hours'],
    total: {
      volume: subtract(valueAtNewTime, toFraction(oldValue)),
      mix: subtract(atOldRates, valueAtNewTime),
      rate: subtract(toFraction(addUp(({ now }) => now.rated)), atOldRates),
      ...sumNumerators(split, ['new', 'gone', 'without-hours']),
    },
    groups: split,
  };
}

/** @param groups null for the period in which a group has no records */
export function splitSum(groups: readonly BothPeriods<bigint | null>[]): Split {
  const split = groups.map(({ before, now }): PartFractions => {
    if (before === null) return now === null ? {} : { new: toFraction(now) };
    return now === null ? { gone: toFraction(-before) } : { existing: toFraction(now - before) };
  });
  const parts = ['existing', 'new', 'gone'] as const;
  return { parts, total: sumNumerators(split, parts), groups: split };
}

function sumNumerators(split: readonly PartFractions[], parts: readonly BridgePart[]): PartFractions {
  const toSum = (part: BridgePart) => split.reduce((sum, group) => sum + (group[part]?.numerator ?? 0n), 0n);
  return Object.fromEntries(parts.map((part) => [part, toFraction(toSum(part))]));
}

/** Adds fractions in pairs, because sequential sums would all have denominators as long as the last one. */
export function sumFractions(fractions: readonly Fraction[]): Fraction {
  const sumsByDenominator = new Map<bigint, bigint>();
  for (const { numerator, denominator } of fractions)
    sumsByDenominator.set(denominator, (sumsByDenominator.get(denominator) ?? 0n) + numerator);
  let sums = [...sumsByDenominator].map(([denominator, numerator]) => ({ numerator, denominator }));
  while (sums.length > 1) {
    sums = sums.flatMap((sum, index) => {
      const next = sums[index + 1];
      return index % 2 === 1 ? [] : [next ? addFractions(sum, next) : sum];
    });
  }
  return sums[0] ?? toFraction(0n);
}

export function findCommonDivisor(a: bigint, b: bigint): bigint {
  let [larger, smaller] = [a, b];
  while (smaller > 0n) [larger, smaller] = [smaller, larger % smaller];
  return larger;
}
