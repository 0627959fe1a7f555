/** What a report's figures rest on, in one line: calendar, zone, currency, footing, comparison, as-of. Pure. */
import { labelPeriod, type Period } from '../../../domain/period.ts';
import { currencyOf, hasMoney } from '../../../domain/reports/currency.ts';
import { countsAmounts } from '../../../domain/reports/measures.ts';
import type { Report, ReportResult } from '../../../domain/reports/report.ts';
import type { Settings } from '../../../domain/settings.ts';
import { basisTexts } from '../../../texts/en/reports.ts';
import { reportsTexts } from '../../../texts/en/reports-screen.ts';
import { uiTexts } from '../../../texts/en/ui.ts';
import { count } from '../../format/figures.ts';
import { timeText } from '../../format/times.ts';

const texts = reportsTexts.basis;

export interface BasisOf {
  readonly report: Report;
  readonly result: ReportResult;
  readonly settings: Settings | undefined;
}

export function basisParts({ report, result, settings }: BasisOf): string[] {
  const { calendar, zone, comparison, asOf } = result;
  const currency = hasMoney(report) ? currencyOf(result, settings?.currency ?? null) : null;
  const compared = comparison?.period ? comparedText(comparison.period, comparison.elapsedDays) : undefined;
  return [
    calendar === 'clock' ? texts.clock(zone) : texts.recorded,
    ...(currency === null ? [] : [texts.currency(currency)]),
    ...(countsAmounts(report) ? [basisTexts.amounts[result.amounts]] : []),
    ...(settings ? [texts.footing[settings.footing]] : []),
    ...(compared === undefined ? [] : [compared]),
    ...(asOf === null ? [] : [uiTexts.overview.asOf(timeText(asOf, zone))]),
  ];
}

function comparedText(period: Period, elapsedDays: number | null): string {
  const { full } = labelPeriod(period);
  return elapsedDays === null ? texts.compared(full) : texts.comparedElapsed(full, count(elapsedDays));
}
