/**
 * Footing: rounds lines, columns and totals so that the printed figures add up to the printed total, or show the difference. Works on whole
 * steps (cents, minutes, hundredths of an hour); knows nothing of measures.
 */
import type { Footing } from '../../settings.ts';
import { fitToTotals } from './controlled-rounding.ts';

/** A figure in the sheet's own smallest units; null: unknown, printed empty, never as 0. */
type Amount = bigint | null;

/** Whole multiples of a step: what is printed. */
export type Steps = bigint;

/**
 * A table of one measure. Line 0 is the grand total; every other line names the line it is counted in, which comes before it. `cells`: a
 * value a column for every line; without columns empty lists.
 */
export interface Sheet {
  readonly parents: readonly number[];
  readonly values: readonly Amount[];
  readonly cells: readonly (readonly Amount[])[];
}

export interface FootedSheet {
  readonly values: readonly (Steps | null)[];
  readonly cells: readonly (readonly (Steps | null)[])[];
  /** `itself`: the unrounded figures do not add up either (unknown lines), so each is rounded alone. */
  readonly by: Footing | 'itself';
}

/**
 * `exact` rounds each figure by itself. `round-lines` rounds the finest figures (cells, or lines without columns); all others are
 * their sums. `largest-remainder` rounds the grand total to the nearest step, and every other figure, cells of subtotals too, up or
 * down to one of its two neighbouring steps so that all add up. Ties go to the earlier line.
 * @param step size of a printed step in the sheet's units, above 0 and below 2^40
 */
export function foot(sheet: Sheet, step: bigint, policy: Footing): FootedSheet {
  if (policy === 'exact') return { ...eachByItself(sheet, step), by: policy };
  if (!addsUp(sheet)) return { ...eachByItself(sheet, step), by: 'itself' };
  if (policy === 'round-lines') return { ...sumUp(sheet.parents, eachByItself(sheet, step)), by: policy };
  return { ...chooseFit(sheet)(sheet, step), by: policy };
}

/**
 * Rounds the parts of a line that is printed already: line 0 keeps its printed figures, and unless each figure is rounded by itself, all
 * others are adjusted so that they add up to them, in every column. A part's value is then the sum of its cells.
 * @param printed the figures of line 0
 */
export function footParts(
  sheet: Sheet,
  step: bigint,
  policy: Footing,
  printed: { readonly value: Steps | null; readonly cells: readonly (Steps | null)[] },
): FootedSheet {
  const isAdjusted = policy !== 'exact' && addsUp(sheet);
  const by = isAdjusted || policy === 'exact' ? policy : 'itself';
  const { values, cells } = isAdjusted ? fitParts(sheet, step, printed) : eachByItself(sheet, step);
  return { values: values.with(0, printed.value), cells: cells.with(0, [...printed.cells]), by };
}

function fitParts(sheet: Sheet, step: bigint, printed: Parameters<typeof footParts>[3]): Rounded {
  const fit = (amounts: readonly Amount[], target: Steps | null): (Steps | null)[] => {
    const known = amounts.slice(1).filter((amount) => amount !== null);
    const fitted =
      target === null ? known.map((amount) => nearest(amount, step)) : largestRemainder(known, target, step);
    let place = 0;
    return amounts.map((amount, line) => (line === 0 || amount === null ? null : (fitted[place++] ?? null)));
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

/** A table without groups has cells in its total alone: those are adjusted as lines are. */
function chooseFit(sheet: Sheet): (sheet: Sheet, step: bigint) => Rounded {
  if (!hasColumns(sheet)) return fitLines;
  return sheet.parents.length === 1 ? fitOnlyLine : fitCells;
}

type Rounded = Omit<FootedSheet, 'by'>;

/** Half away from zero, as people and spreadsheets do. */
export function nearest(amount: bigint, step: bigint): Steps {
  const magnitude = amount < 0n ? -amount : amount;
  const steps = (magnitude + step / 2n) / step;
  return amount < 0n ? -steps : steps;
}

const hasColumns = ({ cells }: Pick<Sheet, 'cells'>) => (cells[0]?.length ?? 0) > 0;

function eachByItself({ values, cells }: Sheet, step: bigint): Rounded {
  const one = (amount: Amount) => (amount === null ? null : nearest(amount, step));
  return { values: values.map(one), cells: cells.map((line) => line.map(one)) };
}

/** Lines by the line they are counted in. */
export function linesBelow(parents: readonly number[]): number[][] {
  const below: number[][] = parents.map(() => []);
  parents.forEach((parent, line) => {
    if (line > 0) below[parent]?.push(line);
  });
  return below;
}

/** Sum of the known ones, null when there are none. */
function sumAmounts(amounts: readonly Amount[]): Amount {
  let sum: Amount = null;
  for (const amount of amounts) if (amount !== null) sum = sum === null ? amount : sum + amount;
  return sum;
}

interface Sums {
  value: Amount;
  readonly cells: Amount[];
  /** Lines added up. */
  count: number;
}

const plus = (sum: Amount, more: Amount) => (more === null ? sum : sum === null ? more : sum + more);

/** For every line the sums over the lines directly below it; undefined where there are none. */
function sumsBelow({ parents, values, cells }: Sheet): (Sums | undefined)[] {
  const all: (Sums | undefined)[] = parents.map(() => undefined);
  for (let line = 1; line < parents.length; line += 1) {
    const parent = parents[line] ?? 0;
    const own = cells[line] ?? [];
    const sums = (all[parent] ??= { value: null, cells: own.map(() => null), count: 0 });
    sums.count += 1;
    sums.value = plus(sums.value, values[line] ?? null);
    for (let column = 0; column < own.length; column += 1) {
      const cell = own[column] ?? null;
      if (cell !== null) sums.cells[column] = plus(sums.cells[column] ?? null, cell);
    }
  }
  return all;
}

/** Quotients are rounded at their last digit, so a sum of n of them may be off by n of the smallest units. */
function agree(total: Amount, sum: Amount, count: number): boolean {
  if (total === null) return sum === null;
  const difference = total - (sum ?? 0n);
  return (difference < 0n ? -difference : difference) <= BigInt(sum === null ? 0 : count + 1);
}

/** Whether the unrounded figures add up, downwards and across. */
function addsUp(sheet: Sheet): boolean {
  const { values, cells } = sheet;
  if (hasColumns(sheet)) {
    const isWhole = values.every((value, line) =>
      agree(value, sumAmounts(cells[line] ?? []), cells[line]?.length ?? 0),
    );
    if (!isWhole) return false;
  }
  return sumsBelow(sheet).every((sums, line) => {
    if (!sums) return true;
    const { value, cells: columns, count } = sums;
    return (
      agree(values[line] ?? null, value, count) &&
      columns.every((cell, column) => agree(cells[line]?.[column] ?? null, cell, count))
    );
  });
}

/** The finest figures stay; every total becomes the sum of the figures printed in it. Where there are none, it stays as given. */
function sumUp(parents: readonly number[], { values, cells }: Rounded): Rounded {
  const sums = [...values];
  const sumCells = cells.map((line) => [...line]);
  // A parent comes before its lines: from the end, each line is finished before it is counted in another.
  const found: (Sums | undefined)[] = parents.map(() => undefined);
  for (let line = parents.length - 1; line >= 0; line -= 1) {
    const own = sumCells[line] ?? [];
    const below = found[line];
    if (below)
      for (let column = 0; column < own.length; column += 1) own[column] = below.cells[column] ?? own[column] ?? null;
    const total = own.length > 0 ? sumAmounts(own) : (below?.value ?? null);
    sums[line] = total ?? sums[line] ?? null;
    if (line === 0) break;
    const into = (found[parents[line] ?? 0] ??= { value: null, cells: own.map(() => null), count: 0 });
    into.value = plus(into.value, sums[line] ?? null);
    for (let column = 0; column < own.length; column += 1)
      into.cells[column] = plus(into.cells[column] ?? null, own[column] ?? null);
  }
  return { values: sums, cells: sumCells };
}

/** Without columns: from the top down, each line's parts are adjusted to it. */
function fitLines({ parents, values, cells }: Sheet, step: bigint): Rounded {
  const [total = null] = values;
  const printed: (Steps | null)[] = values.map(() => null);
  printed[0] = total === null ? null : nearest(total, step);
  linesBelow(parents).forEach((below, line) => {
    const target = printed[line] ?? null;
    const known = below.flatMap((each) => {
      const amount = values[each] ?? null;
      return amount === null ? [] : [{ each, amount }];
    });
    if (target === null || known.length === 0) return;
    const fitted = largestRemainder(
      known.map(({ amount }) => amount),
      target,
      step,
    );
    known.forEach(({ each }, index) => {
      printed[each] = fitted[index] ?? null;
    });
  });
  return { values: printed, cells };
}

/** Rounds amounts to steps that add up to `target`: all down, then up again where the remainder was largest; ties to the earlier one. */
export function largestRemainder(amounts: readonly bigint[], target: Steps, step: bigint): Steps[] {
  const down = amounts.map((amount) => floorSteps(amount, step));
  const order = amounts
    .map((amount, index) => ({ index, rest: amount - (down[index] ?? 0n) * step }))
    .toSorted((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest > b.rest ? -1 : 1));
  let missing = target - down.reduce((sum, each) => sum + each, 0n);
  // More than one round only where quotients lost digits far behind the printed ones.
  for (let turn = 0; missing !== 0n && order.length > 0; turn += 1) {
    const up = missing > 0n;
    const { index } = order[up ? turn % order.length : order.length - 1 - (turn % order.length)] ?? { index: 0 };
    down[index] = (down[index] ?? 0n) + (up ? 1n : -1n);
    missing -= up ? 1n : -1n;
  }
  return down;
}

/** Whole steps at or below an amount. */
function floorSteps(amount: bigint, step: bigint): Steps {
  const steps = amount / step;
  return amount < 0n && steps * step !== amount ? steps - 1n : steps;
}

function fitOnlyLine({ values: [total = null], cells: [line = []] }: Sheet, step: bigint): Rounded {
  const target = total === null ? null : nearest(total, step);
  const known = line.filter((cell) => cell !== null);
  const fitted = target === null ? [] : largestRemainder(known, target, step);
  let place = 0;
  const next = () => fitted[place++] ?? null;
  return { values: [target], cells: [line.map((cell) => (cell === null ? null : next()))] };
}

function fitCells(sheet: Sheet, step: bigint): Rounded {
  const { parents, values, cells } = sheet;
  const isOuter = parents.map(() => false);
  for (const parent of parents) if (parent >= 0) isOuter[parent] = true;
  const size = Number(step);
  let downs = 0n;
  const rests: (number[] | undefined)[] = [];
  const finest = cells.map((line, at) => {
    if (isOuter[at]) return [...line];
    const rest: number[] = [];
    rests[at] = rest;
    return line.map((cell, column) => {
      rest[column] = 0;
      if (cell === null) return null;
      const steps = floorSteps(cell, step);
      rest[column] = Number(cell - steps * step);
      downs += steps;
      return steps;
    });
  });
  const [total = null] = values;
  const ups = fitToTotals(parents, rests, size, (sumOfRests) => {
    // The grand total keeps its own rounding.
    const wanted = total === null ? 0n : nearest(total, step) - downs;
    return wanted > BigInt(Math.floor(sumOfRests / size));
  });
  ups.forEach((line, at) => {
    const own = finest[at] ?? [];
    line?.forEach((isUp, column) => {
      const steps = own[column] ?? null;
      if (isUp && steps !== null) own[column] = steps + 1n;
    });
  });
  const { values: alone, cells: aloneCells } = eachByItself(
    { parents, values, cells: cells.map((line, at) => (isOuter[at] ? line : [])) },
    step,
  );
  return sumUp(parents, {
    values: alone,
    cells: finest.map((line, at) => (isOuter[at] ? (aloneCells[at] ?? line) : line)),
  });
}

/** The difference between the figures printed in a line and the line's own printed figure; empty figures count as nothing. */
export interface Lacking {
  /** For the lines below it together: a line of its own in the table. Null: no difference, or no line below. */
  readonly below: { readonly value: Steps; readonly cells: readonly Steps[] } | null;
  /** Its cells, to its value. */
  readonly across: Steps;
}

/** For every line of a footed sheet, in its order. */
export function findLacking(parents: readonly number[], { values, cells }: Rounded): Lacking[] {
  return sumsBelow({ parents, values, cells }).map((sums, line) => {
    const own = cells[line] ?? [];
    const value = values[line] ?? null;
    const across = own.length === 0 ? 0n : lack(value, sumAmounts(own));
    if (!sums) return { below: null, across };
    const down = lack(value, sums.value);
    const columns = own.map((cell, column) => lack(cell, sums.cells[column] ?? null));
    const isWhole = down === 0n && columns.every((each) => each === 0n);
    return { below: isWhole ? null : { value: down, cells: columns }, across };
  });
}

const lack = (total: Steps | null, sum: Steps | null): Steps => (total === null ? 0n : total - (sum ?? 0n));
