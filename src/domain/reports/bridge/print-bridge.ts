/** Prints a bridge: its parts in whole steps that add up to the printed change, and the parts of its groups that add up to these. Pure. */
import { divideHalfEven } from '#domain/decimal.ts';
import type { Fraction } from '../definition/own/fraction.ts';
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

export interface PrintedBridge {
  /** Only the parts that some group has; in their order. */
  readonly parts: readonly BridgePart[];
  readonly total: PrintedParts;
  /** The groups with the largest changes, the largest first. One that has no part is not listed. */
  readonly groups: readonly (PrintedBridgeLine & { readonly index: number })[];
  /** All other groups together. */
  readonly rest: (PrintedBridgeLine & { readonly groups: number }) | undefined;
}

interface PrintedForm {
  /** The size of a printed step in the units of the split. */
  readonly step: bigint;
  /** The printed change, to which the parts add up. */
  readonly change: Steps;
  /** How many groups are printed each for itself. */
  readonly most: number;
}

export function printBridge(split: Split, { step, change, most }: PrintedForm): PrintedBridge {
  const parts = split.parts.filter((part) => split.groups.some((group) => isPresent(group[part])));
  const order = orderByChange(split.groups).filter((index) => Object.values(split.groups[index] ?? {}).some(isPresent));
  // One other group is as long as a line for it.
  const shown = order.length === most + 1 ? order : order.slice(0, most);
  const others = order.slice(shown.length);
  const groups = shown.map((index) => split.groups[index] ?? {});
  const common = findCommonDenominator([split.total, ...groups]);
  const scale = (fraction: Fraction | undefined) => (fraction ? fraction.over * (common / fraction.under) : 0n);
  const toLine = (group: PartFractions) => parts.map((part) => (isPresent(group[part]) ? scale(group[part]) : null));
  const total = parts.map((part) => scale(split.total[part]));
  const lines = groups.map(toLine);
  const rest = parts.map((part, column) => {
    if (!others.some((index) => isPresent(split.groups[index]?.[part]))) return null;
    return lines.reduce((left, line) => left - (line[column] ?? 0n), total[column] ?? 0n);
  });
  const below = others.length > 0 ? [...lines, rest] : lines;
  const printedTotal = roundByLargestRemainder(total, change, step * common);
  const { cells } = footParts(
    {
      parents: [-1, ...below.map(() => 0)],
      values: [total, ...below].map(sumAmounts),
      cells: [total, ...below],
    },
    step * common,
    'largest-remainder',
    { value: change, cells: printedTotal },
  );
  const toParts = (line: readonly (bigint | null)[], printed: readonly (Steps | null)[]): PrintedParts =>
    Object.fromEntries(
      parts.flatMap((part, column) => {
        const [amount = null, steps = null] = [line[column], printed[column]];
        return amount === null || steps === null ? [] : [[part, { steps, units: divideHalfEven(amount, common) }]];
      }),
    );
  const toPrintedLine = (line: readonly (bigint | null)[], at: number): PrintedBridgeLine => ({
    change: { steps: sumAmounts(cells[at] ?? []), units: divideHalfEven(sumAmounts(line), common) },
    parts: toParts(line, cells[at] ?? []),
  });
  return {
    parts,
    total: toParts(total, printedTotal),
    groups: shown.map((index, at) => ({ index, ...toPrintedLine(lines[at] ?? [], at + 1) })),
    rest: others.length === 0 ? undefined : { groups: others.length, ...toPrintedLine(rest, lines.length + 1) },
  };
}

const sumAmounts = (amounts: readonly (bigint | null)[]) =>
  amounts.reduce<bigint>((sum, amount) => sum + (amount ?? 0n), 0n);

/** What is exactly 0 is no part of a group: no cent is rounded into it. */
const isPresent = (fraction: Fraction | undefined) => fraction !== undefined && fraction.over !== 0n;

/** Orders the groups by the size of their change; equal ones stay in their order. */
function orderByChange(groups: readonly PartFractions[]): number[] {
  const changes = groups.map((group) => sumParts(group));
  const isSmaller = (a: Fraction, b: Fraction) => a.over * b.under < b.over * a.under;
  return [...groups.keys()].toSorted((left, right) => {
    const [a, b] = [changes[left] ?? ZERO, changes[right] ?? ZERO];
    return isSmaller(a, b) ? 1 : isSmaller(b, a) ? -1 : left - right;
  });
}

const ZERO: Fraction = { over: 0n, under: 1n };

/** The size of a change, whichever way. */
function sumParts(group: PartFractions): Fraction {
  const common = findCommonDenominator([group]);
  const over = Object.values(group).reduce((sum, part) => sum + part.over * (common / part.under), 0n);
  return { over: over < 0n ? -over : over, under: common };
}

function findCommonDenominator(all: readonly PartFractions[]): bigint {
  return all
    .flatMap((group) => Object.values(group))
    .reduce((common, { under }) => (common / findCommonDivisor(common, under)) * under, 1n);
}
