/** What a report's figures rest on: every part in words, the same on screen, in the terminal, in copies and pictures. */
import { monthNames, weekdayNames } from '#texts/reports/period.ts';
import { basisTexts as texts } from '#texts/reports/reports.ts';
import { formatCount } from '../../locale-forms.ts';
import { labelPeriod } from '../../time/period.ts';
import type { Settings } from '../../settings.ts';
import { chooseCurrency, hasMoney } from '../print/currency.ts';
import type { PrintSettings } from '../print/printed.ts';
import { countsAmounts } from '../definition/measures.ts';
import type { Report, ReportResult } from '../definition/report.ts';

export type BasisSettings = Pick<Settings, 'fiscalYearStart' | 'hoursStyle' | 'currency' | 'footing'> &
  Pick<PrintSettings, 'locale'>;

export interface BasisOf {
  readonly report: Pick<Report, 'measures'>;
  readonly result: ReportResult;
  /** Undefined while they are not loaded: then what depends on them is left out. */
  readonly settings: BasisSettings | undefined;
}

/** Parts of a sentence; undefined: left out. */
export interface Basis {
  readonly period: string;
  readonly calendar: string;
  readonly zone: string;
  /** Which weekday weeks begin on. Only where the report has weeks. */
  readonly weeks: string | undefined;
  /** Only of years that begin in another month than January. */
  readonly years: string | undefined;
  readonly hours: string | undefined;
  /** Only where the report has money, all of it of one currency. */
  readonly currency: string | undefined;
  /** Only where the report counts amounts that the workspace chooses. */
  readonly amounts: string | undefined;
  readonly footing: string | undefined;
  readonly compared: string | undefined;
}

export function toBasis({ report, result, settings }: BasisOf): Basis {
  const { period, calendar, zone } = result;
  const label = period ? labelPeriod(period, settings?.locale) : undefined;
  const currency = hasMoney(report) ? chooseCurrency(result, settings?.currency ?? null) : null;
  return {
    period: label?.full ?? texts.allTime,
    calendar: label?.calendar ?? (calendar === 'clock' ? texts.clock : texts.recorded),
    zone: texts.zone(zone),
    weeks: weeksText(result),
    years: settings && yearsText(settings),
    hours: settings && texts.hours[settings.hoursStyle],
    currency: currency === null ? undefined : texts.currency(currency),
    amounts: countsAmounts(report) ? texts.amounts[result.amounts] : undefined,
    footing: settings && texts.footing[settings.footing],
    compared: comparedTexts(result, settings?.locale),
  };
}

function weeksText({ weeks, recordedWeeks = 'monday' }: ReportResult): string | undefined {
  if (weeks === undefined) return undefined;
  return weeks === 'recorded' ? texts.recordedWeeks(weekdayNames[recordedWeeks]) : texts.weeks[weeks];
}

function yearsText({ fiscalYearStart }: BasisSettings): string | undefined {
  return fiscalYearStart === 1 ? undefined : texts.fiscalYear(monthNames[fiscalYearStart - 1] ?? '');
}

function comparedTexts({ comparison, further = [] }: ReportResult, locale: string | undefined): string | undefined {
  const told = [comparison, ...further].flatMap((each) => comparedText(each, locale) ?? []);
  return told.length === 0 ? undefined : texts.comparedAll(told);
}

function comparedText(comparison: ReportResult['comparison'], locale: string | undefined): string | undefined {
  if (!comparison?.period) return undefined;
  const { full } = labelPeriod(comparison.period, locale);
  const { elapsedDays } = comparison;
  return elapsedDays === null ? texts.compared(full) : texts.comparedElapsed(full, formatCount(elapsedDays, locale));
}
