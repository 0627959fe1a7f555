/** Rounds a bridge to whole steps, so that its parts add up to the printed change. The parts of its groups add up to its own. Pure. */
import { divideHalfEven, type Fraction } from '#domain/decimal.ts';
import { footParts, roundByLargestRemainder, type Steps } from '../print/footing.ts';
import { findCommonDivisor, type BridgePart, type PartFractions, type Split } from './split.ts';

/** An amount in printed steps, and rounded half-even to the split's units. */
export interface PrintedAmount {
  readonly steps: Steps;
  readonly units: bigint;
}

export type PrintedParts = Readonly<Partial<Record<BridgePart, PrintedAmount>>>;

export interface PrintedBridgeLine {
  readonly change: PrintedAmount;
  readonly parts: PrintedParts;
}

interface PrintedForm {
  /** The size of a printed step in the split's units. */
  readonly step: bigint;
  /** The printed change that the parts add up to. */
  readonly change: Steps;
  /** How many groups are printed individually. */
  readonly max: number;
}

export function printBridge(split: Split, { step, change, max }: PrintedForm) {
  const parts = split.parts.filter((part) => split.groups.some((group) => isPresent(group[part])));
  const order = orderByChange(split.groups).filter((index) => Object.values(split.groups[index] ?? {}).some(isPresent));
  // A single remaining group takes no more space than a line for the rest.
  const listedGroups = order.length === max + 1 ? order : order.slice(0, max);
  const others = order.slice(listedGroups.length);
  const groups = listedGroups.map((index) => split.groups[index] ?? {});
  const denominator = findCommonDenominator([split.total, ...groups]);
  const scaleToDenominator = (fraction: Fraction | undefined) =>
    fraction ? fraction.numerator * (denominator / fraction.denominator) : 0n;
  const toLine = (group: PartFractions) =>
    parts.map((part) => (isPresent(group[part]) ? scaleToDenominator(group[part]) : null));
  const total = parts.map((part) => scaleToDenominator(split.total[part]));
  const lines = groups.map(toLine);
  const rest = parts.map((part, column) => {
    if (!others.some((index) => isPresent(split.groups[index]?.[part]))) return null;
    return lines.reduce((remaining, line) => remaining - (line[column] ?? 0n), total[column] ?? 0n);
  });
  const lowerLines = others.length > 0 ? [...lines, rest] : lines;
  const printedTotal = roundByLargestRemainder(total, change, step * denominator);
  const { cells } = footParts(
    {
      parents: [-1, ...lowerLines.map(() => 0)],
      values: [total, ...lowerLines].map(sumAmounts),
      cells: [total, ...lowerLines],
    },
    step * denominator,
    'largest-remainder',
    { value: change, cells: printedTotal },
  );
  const toParts = (line: readonly (bigint | null)[], printed: readonly (Steps | null)[]): PrintedParts =>
    Object.fromEntries(
      parts.flatMap((part, column) => {
        const [amount = null, steps = null] = [line[column], printed[column]];
        return amount === null || steps === null ? [] : [[part, { steps, units: divideHalfEven(amount, denominator) }]];
      }),
    );
  const toPrintedLine = (line: readonly (bigint | null)[], index: number): PrintedBridgeLine => ({
    change: { steps: sumAmounts(cells[index] ?? []), units: divideHalfEven(sumAmounts(line), denominator) },
    parts: toParts(line, cells[index] ?? []),
  });
  return {
    /** The parts that any group has, in order. */
    parts,
    total: toParts(total, printedTotal),
    /** The groups with the largest changes, the largest first. Groups without parts are not listed. */
    groups: listedGroups.map((index, lineIndex) => ({
      index,
      ...toPrintedLine(lines[lineIndex] ?? [], lineIndex + 1),
    })),
    rest: others.length === 0 ? undefined : { groups: others.length, ...toPrintedLine(rest, lines.length + 1) },
  };
}

const sumAmounts = (amounts: readonly (bigint | null)[]) =>
  amounts.reduce<bigint>((sum, amount) => sum + (amount ?? 0n), 0n);

/** A part of exactly 0 is absent, so that no cent is rounded into it. */
const isPresent = (fraction: Fraction | undefined) => fraction !== undefined && fraction.numerator !== 0n;

/** Orders the groups by the size of their change, keeping the order of equal ones. */
function orderByChange(groups: readonly PartFractions[]): number[] {
  const changes = groups.map((group) => sumParts(group));
  const isSmaller = (a: Fraction, b: Fraction) => a.numerator * b.denominator < b.numerator * a.denominator;
  return [...groups.keys()].toSorted((left, right) => {
    const [a, b] = [changes[left] ?? ZERO, changes[right] ?? ZERO];
    return isSmaller(a, b) ? 1 : isSmaller(b, a) ? -1 : left - right;
  });
}

const ZERO: Fraction = { numerator: 0n, denominator: 1n };

/** Computes the absolute size of a change. */
function sumParts(group: PartFractions): Fraction {
  const denominator = findCommonDenominator([group]);
  const numerator = Object.values(group).reduce(
    (sum, part) => sum + part.numerator * (denominator / part.denominator),
    0n,
  );
  return { numerator: numerator < 0n ? -numerator : numerator, denominator };
}

function findCommonDenominator(all: readonly PartFractions[]): bigint {
  return all
    .flatMap((group) => Object.values(group))
    .reduce((common, { denominator }) => (common / findCommonDivisor(common, denominator)) * denominator, 1n);
}
