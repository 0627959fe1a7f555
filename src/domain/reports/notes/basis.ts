/** The basis of a report's figures in words, the same on screen, in the terminal, in copies and in pictures. */
import { monthNames, weekdayNames } from '#texts/reports/period.ts';
import { basisTexts as texts } from '#texts/reports/reports.ts';
import { formatCount } from '#domain/locale-forms.ts';
import { labelPeriod } from '#domain/time/period.ts';
import type { Settings } from '#domain/settings.ts';
import { chooseCurrency, hasMoney } from '../print/printed-currencies.ts';
import type { PrintSettings } from '../print/printed.ts';
import { hasAmountMeasures } from '../definition/measures.ts';
import type { Report, ReportResult } from '../definition/report.ts';

export type BasisSettings = Pick<Settings, 'fiscalYearStart' | 'hoursStyle' | 'currency' | 'footing'> &
  Pick<PrintSettings, 'locale'>;

export interface BasisContext {
  readonly report: Pick<Report, 'measures'>;
  readonly result: ReportResult;
  /** Undefined while the settings are loading; what depends on them is left out then. */
  readonly settings: BasisSettings | undefined;
}

/** Each field is a part of a sentence; undefined if it does not apply. */
export function toBasis({ report, result, settings }: BasisContext) {
  const { period, calendar, zone } = result;
  const label = period ? labelPeriod(period, settings?.locale) : undefined;
  const currency = hasMoney(report) ? chooseCurrency(result, settings?.currency ?? null) : null;
  return {
    period: label?.full ?? texts.allTime,
    calendar: label?.calendar ?? (calendar === 'clock' ? texts.clock : texts.recorded),
    zone: texts.zone(zone),
    /** The weekday on which weeks begin, set only if the report has weeks. */
    weeks: formatWeeks(result),
    /** Set only if years do not begin in January. */
    years: settings && formatYears(settings),
    hours: settings && texts.hours[settings.hoursStyle],
    /** Set only if the report has money, all of it in one currency. */
    currency: currency === null ? undefined : texts.currency(currency),
    /** Set only if the report counts amounts that the workspace chooses. */
    amounts: hasAmountMeasures(report) ? texts.amounts[result.amounts] : undefined,
    footing: settings && texts.footing[settings.footing],
    compared: formatComparisons(result, settings?.locale),
  };
}

function formatWeeks({ weeks, recordedWeeks = 'monday' }: ReportResult): string | undefined {
  if (weeks === undefined) return undefined;
  return weeks === 'recorded' ? texts.recordedWeeks(weekdayNames[recordedWeeks]) : texts.weeks[weeks];
}

function formatYears({ fiscalYearStart }: BasisSettings): string | undefined {
  return fiscalYearStart === 1 ? undefined : texts.fiscalYear(monthNames[fiscalYearStart - 1] ?? '');
}

function formatComparisons({ comparison, further = [] }: ReportResult, locale: string | undefined): string | undefined {
  const comparisons = [comparison, ...further].flatMap((entry) => formatComparison(entry, locale) ?? []);
  return comparisons.length === 0 ? undefined : texts.comparedAll(comparisons);
}

function formatComparison(comparison: ReportResult['comparison'], locale: string | undefined): string | undefined {
  if (!comparison?.period) return undefined;
  const { full } = labelPeriod(comparison.period, locale);
  const { elapsedDays } = comparison;
  return elapsedDays === null ? texts.compared(full) : texts.comparedElapsed(full, formatCount(elapsedDays, locale));
}
