/** What a report's figures rest on, below its table. */
import { countsAmounts } from '../../src/domain/reports/measures.ts';
import { currencyOf, hasMoney } from '../../src/domain/reports/currency.ts';
import { labelPeriod } from '../../src/domain/period.ts';
import type { Report, ReportResult } from '../../src/domain/reports/report.ts';
import type { Settings } from '../../src/domain/settings.ts';
import { monthNames, weekdayNames } from '../../src/texts/en/period.ts';
import { basisTexts as texts } from '../../src/texts/en/reports.ts';

export type BasisSettings = Pick<
  Settings,
  'fiscalYearStart' | 'hoursStyle' | 'currency' | 'footing' | 'hoursDigits' | 'moneyDigits'
>;

export interface BasisOf {
  readonly report: Pick<Report, 'measures'>;
  readonly result: ReportResult;
  readonly settings: BasisSettings;
}

/** Period, calendar, zone, weeks, figures and footing in one line; then what it is compared with. */
export function basisLines({ report, result, settings }: BasisOf): string[] {
  const { period, calendar, zone, comparison, weeks, recordedWeeks = 'monday' } = result;
  const { fiscalYearStart, hoursStyle, footing } = settings;
  const currency = hasMoney(report) ? currencyOf(result, settings.currency) : null;
  const label = period ? labelPeriod(period) : undefined;
  const parts = [
    label?.full ?? texts.allTime,
    label?.calendar ?? (calendar === 'clock' ? texts.clock : texts.recorded),
    texts.zone(zone),
    ...(weeks === undefined
      ? []
      : [weeks === 'recorded' ? texts.recordedWeeks(weekdayNames[recordedWeeks]) : texts.weeks[weeks]]),
    ...(fiscalYearStart === 1 ? [] : [texts.fiscalYear(monthNames[fiscalYearStart - 1] ?? '')]),
    texts.hours[hoursStyle],
    ...(currency === null ? [] : [texts.currency(currency)]),
    ...(countsAmounts(report) ? [texts.amounts[result.amounts]] : []),
    texts.footing[footing],
  ];
  return [`${parts.join(', ')}.`, ...comparedLines(comparison)];
}

function comparedLines(comparison: ReportResult['comparison']): string[] {
  if (!comparison?.period) return [];
  const { full } = labelPeriod(comparison.period);
  const { elapsedDays } = comparison;
  return [elapsedDays === null ? texts.compared(full) : texts.comparedElapsed(full, String(elapsedDays))];
}
