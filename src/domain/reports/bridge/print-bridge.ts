/** Prints a bridge: its parts in whole steps that add up to the printed change, and the parts of its groups that add up to these. Pure. */
import { divideHalfEven, type Fraction } from '#domain/decimal.ts';
import { footParts, roundByLargestRemainder, type Steps } from '../print/footing.ts';
import { findCommonDivisor, type BridgePart, type PartFractions, type Split } from './split.ts';

/** An amount as it is printed, and rounded half-even to one of the split's own units. */
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
  /** The size of a printed step in the units of the split. */
  readonly step: bigint;
  /** The printed change, to which the parts add up. */
  readonly change: Steps;
  /** How many groups are printed each for itself. */
  readonly most: number;
}

export function printBridge(split: Split, { step, change, most }: PrintedForm) {
  const parts = split.parts.filter((part) => split.groups.some((group) => isPresent(group[part])));
  const order = orderByChange(split.groups).filter((index) => Object.values(split.groups[index] ?? {}).some(isPresent));
  // A single remaining group takes no more room than a line for the rest.
  const listedGroups = order.length === most + 1 ? order : order.slice(0, most);
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
    /** Only the parts that some group has; in their order. */
    parts,
    total: toParts(total, printedTotal),
    /** The groups with the largest changes, the largest first. One that has no part is not listed. */
    groups: listedGroups.map((index, lineIndex) => ({
      index,
      ...toPrintedLine(lines[lineIndex] ?? [], lineIndex + 1),
    })),
    /** All other groups together. */
    rest: others.length === 0 ? undefined : { groups: others.length, ...toPrintedLine(rest, lines.length + 1) },
  };
}

const sumAmounts = (amounts: readonly (bigint | null)[]) =>
  amounts.reduce<bigint>((sum, amount) => sum + (amount ?? 0n), 0n);

/** What is exactly 0 is no part of a group: no cent is rounded into it. */
const isPresent = (fraction: Fraction | undefined) => fraction !== undefined && fraction.numerator !== 0n;

/** Orders the groups by the size of their change; equal ones stay in their order. */
function orderByChange(groups: readonly PartFractions[]): number[] {
  const changes = groups.map((group) => sumParts(group));
  const isSmaller = (a: Fraction, b: Fraction) => a.numerator * b.denominator < b.numerator * a.denominator;
  return [...groups.keys()].toSorted((left, right) => {
    const [a, b] = [changes[left] ?? ZERO, changes[right] ?? ZERO];
    return isSmaller(a, b) ? 1 : isSmaller(b, a) ? -1 : left - right;
  });
}

const ZERO: Fraction = { numerator: 0n, denominator: 1n };

/** The size of a change, whichever way. */
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
