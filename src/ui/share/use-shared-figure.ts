/** Writes the total of an answer as a self-contained sentence with its measure, filter, period and unit. */
import { findMeasure } from '#domain/reports/definition/measures.ts';
import { hasAllRecords, type Report, type ReportResult } from '#domain/reports/definition/report.ts';
import { chooseCurrency } from '#domain/reports/print/printed-currencies.ts';
import { shareTexts as texts } from '#texts/screens/share.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { useWorkspace } from '../data/queries.ts';
import { listTotalAmounts, formatWithUnit } from '../format/measured.ts';
import { useFilterWords, useMisspelt } from '../filters/use-filter-words.ts';
import { periodLabel } from '../format/figures-and-times.ts';
import { usePrintSettings } from '../format/use-printing.ts';
import type { SharedFigure } from './ShareMenu.tsx';

/** @param id of the measure; by default the report's first */
export function useSharedFigure(
  report: Report | undefined,
  result: ReportResult | undefined,
  id = report?.measures[0],
): SharedFigure | undefined {
  const printing = usePrintSettings();
  const { currency } = useWorkspace();
  const wordFilter = useFilterWords();
  const misspelt = useMisspelt(report?.filterGroups ?? []);
  if (!report || !result || id === undefined) return undefined;
  const value = result.totals[id];
  const amounts = listTotalAmounts(id, result, printing);
  if (amounts.length === 0 && (value === null || value === undefined)) return undefined;
  const figure =
    amounts.length > 0 ? amounts.join(' + ') : formatWithUnit(id, value, printing, chooseCurrency(result, currency));
  const { filterGroups, query } = report;
  const isNarrowed = filterGroups.length > 0 || query !== '';
  const words = isNarrowed ? wordFilter(filterGroups, { query, misspelt }) : undefined;
  const what = [findMeasure(id)?.label ?? id, words].filter((part) => part !== undefined).join(', ');
  const period = result.period ? periodLabel(result.period).title : uiTexts.period.allTime;
  const text = texts.figure(what, period, figure);
  return { figure, text: hasAllRecords(result) ? text : `${text} (${uiTexts.soFar})` };
}
