/** Builds the bridge of a figure between two moments of the history from the exact sums of its parts. Pure. */
import { formatUnits, toUnits, type Units, type Fraction, toHours } from '#domain/decimal.ts';
import { changeTexts } from '#texts/reports/changes.ts';
import { findMeasure, type Measure } from '../definition/measures.ts';
import { roundToNearestStep } from '../print/footing.ts';
import { chooseGrid, formatSteps, toSteps, type PrintSettings, type TextStyle } from '../print/printed.ts';
import { printBridge, type PrintedBridgeLine, type PrintedParts } from './print-bridge.ts';
import type { Bridge, BridgeAmount } from './question.ts';
import { changeParts, type ChangePart } from './split.ts';

/** The measures that can be explained, by the names of their sums. */
export const changeMeasures = {
  logged: 'logged_hours',
  billable: 'billable_logged_hours',
  value: 'billable_value',
} as const;
export type ChangeMeasure = keyof typeof changeMeasures;

/** Times are in minutes. */
type Sums = Readonly<Record<ChangeMeasure, string>>;
type Parts = Readonly<Partial<Record<ChangePart, Sums>>>;

export interface SummedChanges {
  readonly before: Sums;
  readonly after: Sums;
  readonly parts: Parts;
  readonly counts: Readonly<Record<ChangePart, number>>;
  readonly groups: readonly { readonly key: string | null; readonly parts: Parts }[];
}

/** Words each kind of change with its number of records: `3 records appeared`, `1 record vanished`. */
export function listChangeParts(counts: SummedChanges['counts'], write: (count: number) => string): string[] {
  return changeParts.flatMap((part) => (counts[part] > 0 ? [changeTexts.parts[part](write(counts[part]))] : []));
}

/** Words the changes in currencies other than that of the sums: `Value in CHF moved, too: 300.00 → 250.00`. */
export function listOtherCurrencies(
  others: readonly { readonly currency: string | null; readonly before: string; readonly after: string }[],
  settings: PrintSettings,
  style?: TextStyle,
): string[] {
  const grid = chooseGrid('money', settings);
  const print = (value: string) => formatSteps(toSteps(value, grid), grid, style);
  return others.map(({ currency, before, after }) => changeTexts.otherCurrency(currency, print(before), print(after)));
}

/** @param top how many groups are printed individually */
export function bridgeChanges(
  { before, after, parts, counts, groups }: SummedChanges,
  sum: ChangeMeasure,
  settings: PrintSettings,
  top = 20,
): Bridge {
  const { unit }: Pick<Measure, 'unit'> = findMeasure(changeMeasures[sum]) ?? { unit: 'plain' };
  const isTime = unit === 'hours';
  // Steps of hours are in millionths of a minute, and sums in hundredths of those.
  const step = chooseGrid(unit, settings).step * (isTime ? 100n : 1n);
  const toFractions = (groupParts: Parts): Partial<Record<ChangePart, Fraction>> =>
    Object.fromEntries(
      changeParts.flatMap((part) => {
        const sums = groupParts[part];
        return sums ? [[part, { numerator: toUnits(sums[sum]), denominator: 1n }]] : [];
      }),
    );
  const toAmount = (steps: bigint, units: Units): BridgeAmount => ({
    exact: formatUnits(isTime ? toHours(units) : units),
    steps: String(steps),
  });
  const toRounded = (sums: Sums) => {
    const units = toUnits(sums[sum]);
    return { units, steps: roundToNearestStep(units, step) };
  };
  const [start, end] = [toRounded(before), toRounded(after)];
  const change = end.steps - start.steps;
  const split = {
    parts: changeParts,
    total: toFractions(parts),
    groups: groups.map((group) => toFractions(group.parts)),
  };
  const printed = printBridge(split, { step, change, max: top });
  const toParts = (printedParts: PrintedParts) =>
    Object.fromEntries(Object.entries(printedParts).map(([part, { steps, units }]) => [part, toAmount(steps, units)]));
  const toLine = ({ change: lineChange, parts: lineParts }: PrintedBridgeLine) => ({
    change: toAmount(lineChange.steps, lineChange.units),
    parts: toParts(lineParts),
  });
  const zero = toAmount(0n, 0n);
  // Parts without a change in the figure are included, because the texts of their records may have changed.
  const order = changeParts.filter((part) => counts[part] > 0 || printed.parts.includes(part));
  return {
    start: toAmount(start.steps, start.units),
    end: toAmount(end.steps, end.units),
    change: toAmount(change, end.units - start.units),
    order,
    parts: { ...Object.fromEntries(order.map((part) => [part, zero])), ...toParts(printed.total) },
    groups: printed.groups.map(({ index, ...line }) => ({
      key: groups[index]?.key ?? null,
      filterGroups: [],
      ...toLine(line),
    })),
    rest: printed.rest ? { groups: printed.rest.groups, ...toLine(printed.rest) } : null,
    counts: { both: 0, new: 0, gone: 0, ...counts },
  };
}
