/** Resolves a report's calendar, the dates of its period, and its comparisons. */
import { resolveProblemTexts as texts } from '#texts/reports/dimensions.ts';
import { findElapsedSpan } from '#domain/expected.ts';
import { listMonths, findPreviousPeriod, findYearBefore, type Period } from '#domain/time/period.ts';
import type { CheckedReport } from './check.ts';
import { findDimension } from './dimensions.ts';
import type { ComparisonKind, ReportCalendar, ReportResult } from './report.ts';
import { Temporal } from 'temporal-polyfill';

/** `period` is null if the comparison is refused. */
export type ResolvedComparison = Readonly<Omit<NonNullable<ReportResult['comparison']>, 'uneven' | 'notes'>>;

export interface ResolvedReport {
  readonly calendar: ReportCalendar;
  /** The period on the report's calendar, cut to its elapsed days if these are compared. */
  readonly period: Period | undefined;
  readonly comparison: ResolvedComparison | undefined;
  /** The further comparisons, in the order of the report. */
  readonly further: readonly ResolvedComparison[];
}

type ResolveAnswer =
  { readonly ok: true; readonly value: ResolvedReport } | { readonly ok: false; readonly problem: string };

/**
 * Resolves the calendar: the report's, otherwise the period's; without a period, the recorded one unless the report groups by days. A running
 * period is compared by its elapsed days, and then both periods use the clock, because a recorded month has no days.
 * @param period resolved from its text
 * @param today `YYYY-MM-DD` in the workspace's zone
 */
export function resolveReport(report: CheckedReport, period: Period | undefined, today: string): ResolveAnswer {
  const hasDays = [...report.groupBy, report.columns].some(
    (dimension) => dimension?.kind === 'time' && dimension.unit === 'day',
  );
  const calendar = report.calendar ?? chooseCalendar(period, hasDays);
  if (calendar === 'recorded' && period?.calendar === 'clock') {
    return { ok: false, problem: texts.notRecorded(period.text) };
  }
  // The parts of a line do not change the calendar of the report.
  const hasDayParts = (report.breakdowns ?? []).some(({ by }) => findDimension(by) === findDimension('day'));
  if (calendar === 'recorded' && (hasDays || hasDayParts)) return { ok: false, problem: texts.dayOnClock };
  const toReportCalendar = (span: Period): Period => (calendar === 'clock' ? { ...span, calendar: 'clock' } : span);
  const { compare } = report;
  if (!period || !compare) {
    return {
      ok: true,
      value: { calendar, period: period && toReportCalendar(period), comparison: undefined, further: [] },
    };
  }
  const resolveEach = (resolve: (kind: ComparisonKind, before: Period) => Omit<ResolvedComparison, 'kind'>) => {
    const [comparison, ...further] = [compare, ...(report.further ?? [])].map((kind) => ({
      kind,
      ...resolve(kind, findComparedPeriod(period, kind)),
    }));
    return { comparison, further };
  };
  if (today < period.from || today > period.to) {
    const all = resolveEach((_, before) => ({ period: toReportCalendar(before), elapsedDays: null, refused: null }));
    return { ok: true, value: { calendar, period: toReportCalendar(period), ...all } };
  }
  const elapsed = findElapsedSpan(period, today);
  // The recorded calendar has no days, and an explicitly chosen calendar is not changed.
  if (!elapsed || report.calendar === 'recorded') {
    const refused = elapsed ? texts.elapsedOnClock : texts.nothingElapsed;
    const all = resolveEach(() => ({ period: null, elapsedDays: null, refused }));
    return { ok: true, value: { calendar, period: toReportCalendar(period), ...all } };
  }
  const days = Temporal.PlainDate.from(elapsed.from).until(elapsed.to).days + 1;
  return {
    ok: true,
    value: {
      calendar: 'clock',
      period: { text: period.text, ...elapsed, calendar: 'clock' },
      ...resolveEach((_, before) => ({ period: cutToDays(before, days), elapsedDays: days, refused: null })),
    },
  };
}

/** Cuts a period to its first days on the clock calendar. */
function cutToDays(before: Period, days: number): Period {
  const end = Temporal.PlainDate.from(before.from)
    .add({ days: days - 1 })
    .toString();
  const to = end < before.to ? end : before.to;
  return { text: `${before.from}..${to}`, from: before.from, to, calendar: 'clock' };
}

function chooseCalendar(period: Period | undefined, hasDays: boolean): ReportCalendar {
  if (period) return period.calendar === 'clock' ? 'clock' : 'recorded';
  return hasDays ? 'clock' : 'recorded';
}

function findComparedPeriod(period: Period, kind: ComparisonKind): Period {
  const before = kind === 'previous' ? findPreviousPeriod(period) : findYearBefore(period);
  return { ...before, calendar: period.calendar };
}

/**
 * Lists the recorded months, `YYYY-MM-01`, that may contain records of these dates; for the clock with a day more at either end, because
 * midnight differs between zones.
 */
export function listRecordedMonths({ from, to }: Pick<Period, 'from' | 'to'>, calendar: ReportCalendar): string[] {
  if (calendar === 'recorded') return listMonths({ from, to });
  const first = Temporal.PlainDate.from(from).subtract({ days: 1 }).toString();
  return listMonths({ from: first, to: Temporal.PlainDate.from(to).add({ days: 1 }).toString() });
}
