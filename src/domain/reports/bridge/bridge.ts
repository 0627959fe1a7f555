/** Builds the bridge of a change from a report's result for both periods. Pure. */
import { divideHalfEven, formatUnits, toUnits } from '#domain/decimal.ts';
import { bridgeTexts as texts } from '#texts/reports/bridge.ts';
import { drillDown } from '../explain/drill-down.ts';
import type { Measure } from '../definition/measures.ts';
import type { Figures, ReportResult } from '../definition/report.ts';
import type { Grid } from '../print/model.ts';
import { pickCurrency } from '../print/printed-currencies.ts';
import { printMeasure, type PrintSettings } from '../print/printed.ts';
import { printBridge, type PrintedBridgeLine, type PrintedParts } from './print-bridge.ts';
import {
  isSplitByRate,
  RATED,
  RATED_MINUTES,
  toBridgeReport,
  type Bridge,
  type BridgeAmount,
  type BridgeAnswer,
  type BridgeInput,
} from './question.ts';
import { splitSum, splitValue, type BothPeriods, type RatedFigures, type Split } from './split.ts';

type Currency = BridgeAnswer['currency'];

/** @param result the result of the report of `toBridgeReport`. @returns the answer, without a bridge if the periods cannot be compared */
export function explainChange(
  measure: Measure,
  input: BridgeInput,
  result: ReportResult,
  settings: PrintSettings,
): BridgeAnswer {
  const report = toBridgeReport(measure, input);
  const currency = chooseCurrency(measure, input, result);
  const answer = {
    measure: measure.id,
    by: input.by,
    report,
    result: { ...result, rows: [], subtotals: [] },
    ...(currency !== undefined && { currency }),
  };
  const answerWithoutBridge = (refused: string) => ({ ...answer, bridge: null, refused });
  if (!result.comparison?.period) return answerWithoutBridge(result.comparison?.refused ?? texts.nothingToCompare);
  if (result.records === 0 && findAbsentValue(result.total.before) === 0n) return answerWithoutBridge(texts.noRecords);
  const currencyResult =
    (result.currencies?.length ?? 0) > 1 && currency !== undefined
      ? { ...pickCurrency(result, currency), currencies: [currency] }
      : result;
  const { total, grid } = printMeasure(measure, { ...currencyResult, rows: [] }, settings);
  const [start, end] = [
    total.before ?? findAbsentValue(currencyResult.total.before),
    total.value ?? findAbsentValue(currencyResult.total),
  ];
  if (start === null || end === null) return answerWithoutBridge(texts.unknown(measure.label));
  const split = isSplitByRate(measure) ? splitRows(currencyResult, grid) : sumRows(currencyResult, measure, grid);
  const change = end - start;
  const printed = printBridge(split, { step: grid.step, change, max: input.top });
  const toAmount = (steps: bigint, units: bigint): BridgeAmount => ({
    exact: formatUnits(toMeasureUnits(measure, units)),
    steps: String(steps),
  });
  const toParts = (parts: PrintedParts) =>
    Object.fromEntries(Object.entries(parts).map(([part, { steps, units }]) => [part, toAmount(steps, units)]));
  const toLine = ({ change: { steps, units }, parts }: PrintedBridgeLine) => ({
    change: toAmount(steps, units),
    parts: toParts(parts),
  });
  const readExact = (figures: Figures | null | undefined) => readAmount(figures, measure.id, grid) ?? 0n;
  const [exactStart, exactEnd] = [readExact(currencyResult.total.before), readExact(currencyResult.total)];
  const bridge: Bridge = {
    start: toAmount(start, exactStart),
    end: toAmount(end, exactEnd),
    change: toAmount(change, exactEnd - exactStart),
    order: [...printed.parts],
    parts: toParts(printed.total),
    groups: printed.groups.flatMap(({ index, ...line }) => {
      const row = currencyResult.rows[index];
      if (!row) return [];
      const { filterGroups } = drillDown(report, { ...result, period: null }, { row });
      return [{ key: Object.values(row.key)[0] ?? null, filterGroups, ...toLine(line) }];
    }),
    rest: printed.rest ? { groups: printed.rest.groups, ...toLine(printed.rest) } : null,
    counts: countGroups(split),
  };
  return { ...answer, bridge, refused: null };
}

/** Chooses a currency if money is in several currencies. */
function chooseCurrency({ money }: Measure, { currency }: BridgeInput, { currencies }: ReportResult): Currency {
  if (!money || !currencies) return undefined;
  const requestedCurrency = currencies.find((label) => currency !== undefined && label === currency);
  return requestedCurrency !== undefined ? requestedCurrency : currencies[0];
}

/** An absent figure is 0 if there are no records, and unknown if records have no readable figure. */
const findAbsentValue = (figures: Figures | null | undefined) => (figures && figures.records > 0 ? null : 0n);

function readAmount(figures: Figures | null | undefined, id: string, grid: Grid): bigint | null {
  const text = figures?.values[id] ?? null;
  return text === null ? null : grid.scaled(toUnits(text));
}

/** Converts from the grid's scale, in which hours are in millionths of a minute. */
function toMeasureUnits({ unit }: Measure, amount: bigint): bigint {
  return unit === 'hours' ? divideHalfEven(amount * 100n, 60n) : amount;
}

function splitRows({ rows }: ReportResult, grid: Grid): Split {
  const readFigures = (figures: Figures | null | undefined): RatedFigures => ({
    value: readAmount(figures, 'billable_value', grid) ?? 0n,
    rated: readAmount(figures, RATED, grid) ?? 0n,
    time: toUnits(figures?.values[RATED_MINUTES] ?? '0'),
  });
  return splitValue(rows.map((row) => ({ before: readFigures(row.before), now: readFigures(row) })));
}

function sumRows({ rows }: ReportResult, { id }: Measure, grid: Grid): Split {
  const readFigures = (figures: Figures | null | undefined) =>
    figures && figures.records > 0 ? (readAmount(figures, id, grid) ?? 0n) : null;
  return splitSum(
    rows.map((row): BothPeriods<bigint | null> => ({ before: readFigures(row.before), now: readFigures(row) })),
  );
}

function countGroups({ groups }: Split): Bridge['counts'] {
  const countWhere = (isCounted: (group: Split['groups'][number]) => boolean) => groups.filter(isCounted).length;
  return {
    both: countWhere((group) => group.volume !== undefined || group.existing !== undefined),
    new: countWhere((group) => group.new !== undefined),
    gone: countWhere((group) => group.gone !== undefined),
  };
}
