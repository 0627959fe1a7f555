/**
 * Footing: rounds lines, columns and totals so that the printed figures add up to the printed total or show the difference. Works on whole
 * steps (cents, minutes, hundredths of an hour), independently of measures.
 */
import type { Footing } from '#domain/settings.ts';
import { roundToTotals } from './controlled-rounding.ts';

/** A figure in the sheet's smallest units; null if unknown, which is printed as empty, never as 0. */
type Amount = bigint | null;

/** A printed figure as a multiple of a step. */
export type Steps = bigint;

/**
 * A table of one measure. Line 0 is the grand total; every other line has a parent, which precedes it. `cells`: the values of each line by
 * column; empty lists without columns.
 */
export interface Sheet {
  readonly parents: readonly number[];
  readonly values: readonly Amount[];
  readonly cells: readonly (readonly Amount[])[];
}

export interface FootedSheet {
  readonly values: readonly (Steps | null)[];
  readonly cells: readonly (readonly (Steps | null)[])[];
  /** `itself`: each figure is rounded individually, because the unrounded figures do not add up (unknown lines). */
  readonly by: Footing | 'itself';
}

/**
 * `exact` rounds each figure individually. `round-lines` rounds the innermost figures (cells, or lines without columns); all others are their
 * sums. `largest-remainder` rounds the grand total to the nearest step, and every other figure, including cells of subtotals, to one of its
 * two neighbouring steps so that all add up. Ties go to the earlier line.
 * @param step the size of a printed step in the sheet's units, above 0 and below 2^40
 */
export function foot(sheet: Sheet, step: bigint, policy: Footing): FootedSheet {
  if (policy === 'exact') return { ...roundEach(sheet, step), by: policy };
  if (!hasMatchingSums(sheet)) return { ...roundEach(sheet, step), by: 'itself' };
  if (policy === 'round-lines') return { ...sumFinestFigures(sheet.parents, roundEach(sheet, step)), by: policy };
  return { ...chooseFit(sheet)(sheet, step), by: policy };
}

/**
 * Rounds the parts of a line that is printed already: line 0 keeps its printed figures, and unless each figure is rounded individually, the
 * parts are adjusted to add up to them in every column. A part's value is then the sum of its cells.
 * @param printed the figures of line 0
 */
export function footParts(
  sheet: Sheet,
  step: bigint,
  policy: Footing,
  printed: { readonly value: Steps | null; readonly cells: readonly (Steps | null)[] },
): FootedSheet {
  const isAdjusted = policy !== 'exact' && hasMatchingSums(sheet);
  const appliedPolicy = isAdjusted || policy === 'exact' ? policy : 'itself';
  const { values, cells } = isAdjusted ? fitParts(sheet, step, printed) : roundEach(sheet, step);
  return { values: values.with(0, printed.value), cells: cells.with(0, [...printed.cells]), by: appliedPolicy };
}

function fitParts(sheet: Sheet, step: bigint, printed: Parameters<typeof footParts>[3]): RoundedSheet {
  const fit = (amounts: readonly Amount[], target: Steps | null): (Steps | null)[] => {
    const known = amounts.slice(1).filter((amount) => amount !== null);
    const fitted =
      target === null
        ? known.map((amount) => roundToNearestStep(amount, step))
        : roundByLargestRemainder(known, target, step);
    let nextIndex = 0;
    return amounts.map((amount, line) => (line === 0 || amount === null ? null : (fitted[nextIndex++] ?? null)));
  };
  if (!hasColumns(sheet)) return { values: fit(sheet.values, printed.value), cells: sheet.cells.map(() => []) };
  const columns = printed.cells.map((target, column) =>
    fit(
      sheet.cells.map((line) => line[column] ?? null),
      target,
    ),
  );
  const cells = sheet.cells.map((_, line) => columns.map((column) => column[line] ?? null));
  return { values: cells.map((line) => sumAmounts(line)), cells };
}

/** Chooses how to adjust figures. A table without groups has cells only in its total, which are adjusted like lines. */
function chooseFit(sheet: Sheet): (sheet: Sheet, step: bigint) => RoundedSheet {
  if (!hasColumns(sheet)) return fitLines;
  return sheet.parents.length === 1 ? fitOnlyLine : fitCells;
}

type RoundedSheet = Omit<FootedSheet, 'by'>;

/** Rounds half away from zero, as people and spreadsheets do. */
export function roundToNearestStep(amount: bigint, step: bigint): Steps {
  const magnitude = amount < 0n ? -amount : amount;
  const steps = (magnitude + step / 2n) / step;
  return amount < 0n ? -steps : steps;
}

const hasColumns = ({ cells }: Pick<Sheet, 'cells'>) => (cells[0]?.length ?? 0) > 0;

function roundEach({ values, cells }: Sheet, step: bigint): RoundedSheet {
  const roundOne = (amount: Amount) => (amount === null ? null : roundToNearestStep(amount, step));
  return { values: values.map(roundOne), cells: cells.map((line) => line.map(roundOne)) };
}

/** Lists for every line the lines directly below it. */
export function listLinesBelow(parents: readonly number[]): number[][] {
  const below: number[][] = parents.map(() => []);
  parents.forEach((parent, line) => {
    if (line > 0) below[parent]?.push(line);
  });
  return below;
}

/** Sums the known amounts; null if none is known. */
function sumAmounts(amounts: readonly Amount[]): Amount {
  let sum: Amount = null;
  for (const amount of amounts) if (amount !== null) sum = sum === null ? amount : sum + amount;
  return sum;
}

interface Sums {
  value: Amount;
  readonly cells: Amount[];
  /** The number of lines that were added up. */
  count: number;
}

const addAmounts = (sum: Amount, addend: Amount) => (addend === null ? sum : sum === null ? addend : sum + addend);

/** Sums for every line the lines directly below it; undefined if there are none. */
function sumLinesBelow({ parents, values, cells }: Sheet): (Sums | undefined)[] {
  const all: (Sums | undefined)[] = parents.map(() => undefined);
  for (let line = 1; line < parents.length; line += 1) {
    const parent = parents[line] ?? 0;
    const lineCells = cells[line] ?? [];
    const sums = (all[parent] ??= { value: null, cells: lineCells.map(() => null), count: 0 });
    sums.count += 1;
    sums.value = addAmounts(sums.value, values[line] ?? null);
    for (let column = 0; column < lineCells.length; column += 1) {
      const cell = lineCells[column] ?? null;
      if (cell !== null) sums.cells[column] = addAmounts(sums.cells[column] ?? null, cell);
    }
  }
  return all;
}

/**
 * Returns whether a sum differs from its total only by rounding. Quotients are rounded at their last digit, so a sum of n of them may be off
 * by n units.
 */
function isWithinRounding(total: Amount, sum: Amount, count: number): boolean {
  if (total === null) return sum === null;
  const difference = total - (sum ?? 0n);
  return (difference < 0n ? -difference : difference) <= BigInt(sum === null ? 0 : count + 1);
}

/** Returns whether the unrounded figures add up, downwards and across. */
function hasMatchingSums(sheet: Sheet): boolean {
  const { values, cells } = sheet;
  if (hasColumns(sheet)) {
    const addsUp = values.every((value, line) =>
      isWithinRounding(value, sumAmounts(cells[line] ?? []), cells[line]?.length ?? 0),
    );
    if (!addsUp) return false;
  }
  return sumLinesBelow(sheet).every((sums, line) => {
    if (!sums) return true;
    const { value, cells: columns, count } = sums;
    return (
      isWithinRounding(values[line] ?? null, value, count) &&
      columns.every((cell, column) => isWithinRounding(cells[line]?.[column] ?? null, cell, count))
    );
  });
}

/** Keeps the innermost figures and replaces every total by the sum of its printed figures; a total without any stays as it is. */
function sumFinestFigures(parents: readonly number[], { values, cells }: RoundedSheet): RoundedSheet {
  const sums = [...values];
  const sumCells = cells.map((line) => [...line]);
  // A parent precedes its lines, so from the end each line is finished before it is added to its parent.
  const sumsByLine: (Sums | undefined)[] = parents.map(() => undefined);
  for (let line = parents.length - 1; line >= 0; line -= 1) {
    const lineCells = sumCells[line] ?? [];
    const below = sumsByLine[line];
    if (below)
      for (let column = 0; column < lineCells.length; column += 1)
        lineCells[column] = below.cells[column] ?? lineCells[column] ?? null;
    const total = lineCells.length > 0 ? sumAmounts(lineCells) : (below?.value ?? null);
    sums[line] = total ?? sums[line] ?? null;
    if (line === 0) break;
    const parentSums = (sumsByLine[parents[line] ?? 0] ??= { value: null, cells: lineCells.map(() => null), count: 0 });
    parentSums.value = addAmounts(parentSums.value, sums[line] ?? null);
    for (let column = 0; column < lineCells.length; column += 1)
      parentSums.cells[column] = addAmounts(parentSums.cells[column] ?? null, lineCells[column] ?? null);
  }
  return { values: sums, cells: sumCells };
}

/** Adjusts a table without columns from the top down, so that the lines below each line add up to it. */
function fitLines({ parents, values, cells }: Sheet, step: bigint): RoundedSheet {
  const [total = null] = values;
  const printed: (Steps | null)[] = values.map(() => null);
  printed[0] = total === null ? null : roundToNearestStep(total, step);
  listLinesBelow(parents).forEach((below, line) => {
    const target = printed[line] ?? null;
    const known = below.flatMap((child) => {
      const amount = values[child] ?? null;
      return amount === null ? [] : [{ child, amount }];
    });
    if (target === null || known.length === 0) return;
    const fitted = roundByLargestRemainder(
      known.map(({ amount }) => amount),
      target,
      step,
    );
    known.forEach(({ child }, index) => {
      printed[child] = fitted[index] ?? null;
    });
  });
  return { values: printed, cells };
}

/** Rounds amounts to steps that add up to `target`: first all down, then those with the largest remainders up. Ties go to the earlier one. */
export function roundByLargestRemainder(amounts: readonly bigint[], target: Steps, step: bigint): Steps[] {
  const down = amounts.map((amount) => floorSteps(amount, step));
  const order = amounts
    .map((amount, index) => ({ index, rest: amount - (down[index] ?? 0n) * step }))
    .toSorted((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest > b.rest ? -1 : 1));
  let missing = target - down.reduce((sum, steps) => sum + steps, 0n);
  // More than one round is needed only if quotients lost digits far beyond the printed ones.
  for (let round = 0; missing !== 0n && order.length > 0; round += 1) {
    const up = missing > 0n;
    const { index } = order[up ? round % order.length : order.length - 1 - (round % order.length)] ?? { index: 0 };
    down[index] = (down[index] ?? 0n) + (up ? 1n : -1n);
    missing -= up ? 1n : -1n;
  }
  return down;
}

function floorSteps(amount: bigint, step: bigint): Steps {
  const steps = amount / step;
  return amount < 0n && steps * step !== amount ? steps - 1n : steps;
}

function fitOnlyLine({ values: [total = null], cells: [line = []] }: Sheet, step: bigint): RoundedSheet {
  const target = total === null ? null : roundToNearestStep(total, step);
  const known = line.filter((cell) => cell !== null);
  const fitted = target === null ? [] : roundByLargestRemainder(known, target, step);
  let nextIndex = 0;
  const takeNext = () => fitted[nextIndex++] ?? null;
  return { values: [target], cells: [line.map((cell) => (cell === null ? null : takeNext()))] };
}

function fitCells(sheet: Sheet, step: bigint): RoundedSheet {
  const { parents, values, cells } = sheet;
  const isParent = parents.map(() => false);
  for (const parent of parents) if (parent >= 0) isParent[parent] = true;
  const size = Number(step);
  let downs = 0n;
  const remainders: (number[] | undefined)[] = [];
  const innermost = cells.map((line, index) => {
    if (isParent[index]) return [...line];
    const lineRemainders: number[] = [];
    remainders[index] = lineRemainders;
    return line.map((cell, column) => {
      lineRemainders[column] = 0;
      if (cell === null) return null;
      const steps = floorSteps(cell, step);
      lineRemainders[column] = Number(cell - steps * step);
      downs += steps;
      return steps;
    });
  });
  const [total = null] = values;
  const ups = roundToTotals(parents, remainders, size, (sumOfRemainders) => {
    // The grand total is rounded to its nearest step.
    const stepsUp = total === null ? 0n : roundToNearestStep(total, step) - downs;
    return stepsUp > BigInt(Math.floor(sumOfRemainders / size));
  });
  ups.forEach((line, index) => {
    const lineSteps = innermost[index] ?? [];
    line?.forEach((isUp, column) => {
      const steps = lineSteps[column] ?? null;
      if (isUp && steps !== null) lineSteps[column] = steps + 1n;
    });
  });
  const { values: roundedValues, cells: roundedCells } = roundEach(
    { parents, values, cells: cells.map((line, index) => (isParent[index] ? line : [])) },
    step,
  );
  return sumFinestFigures(parents, {
    values: roundedValues,
    cells: innermost.map((line, index) => (isParent[index] ? (roundedCells[index] ?? line) : line)),
  });
}

/** The differences between the printed figures within a line and the line's printed figure; empty figures count as 0. */
export interface LineDifferences {
  /**
   * The difference between the line and the sum of the lines below it, which is a separate line in the table. Null if there is no difference
   * or no line below.
   */
  readonly below: { readonly value: Steps; readonly cells: readonly Steps[] } | null;
  /** The difference between its value and the sum of its cells. */
  readonly across: Steps;
}

export function computeDifferences(parents: readonly number[], { values, cells }: RoundedSheet): LineDifferences[] {
  return sumLinesBelow({ parents, values, cells }).map((sums, line) => {
    const lineCells = cells[line] ?? [];
    const value = values[line] ?? null;
    const across = lineCells.length === 0 ? 0n : findDifference(value, sumAmounts(lineCells));
    if (!sums) return { below: null, across };
    const down = findDifference(value, sums.value);
    const columns = lineCells.map((cell, column) => findDifference(cell, sums.cells[column] ?? null));
    const addsUp = down === 0n && columns.every((column) => column === 0n);
    return { below: addsUp ? null : { value: down, cells: columns }, across };
  });
}

const findDifference = (total: Steps | null, sum: Steps | null): Steps => (total === null ? 0n : total - (sum ?? 0n));
