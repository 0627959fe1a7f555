/** Resolves what a report leaves open: its calendar, the dates of its period, and what it is compared with. */
import { resolveProblemTexts as texts } from '#texts/reports/dimensions.ts';
import { elapsedSpan } from '../../expected/expected.ts';
import { listMonths, previousPeriod, yearBefore, type Period } from '../../time/period.ts';
import type { CheckedReport } from './check.ts';
import { findDimension } from './dimensions.ts';
import type { ComparisonKind, ReportCalendar } from './report.ts';
import { Temporal } from 'temporal-polyfill';

export interface ResolvedComparison {
  readonly kind: ComparisonKind;
  /** Null when refused. */
  readonly period: Period | null;
  /** Whole days that both periods are cut to; null: they are not cut. */
  readonly elapsedDays: number | null;
  /** Why there is none, one sentence. */
  readonly refused: string | null;
}

export interface ResolvedReport {
  readonly calendar: ReportCalendar;
  /** On the report's calendar; cut to its elapsed days where these are compared. */
  readonly period: Period | undefined;
  readonly comparison: ResolvedComparison | undefined;
  /** Beside it, in the order asked for. */
  readonly further: readonly ResolvedComparison[];
}

type ResolveAnswer =
  { readonly ok: true; readonly value: ResolvedReport } | { readonly ok: false; readonly problem: string };

/**
 * The calendar is the one asked for, else the period's own; without a period the recorded one, unless days are asked for. A running period
 * is compared by its elapsed days: both then by the clock, because no record has the day within its recorded month.
 * @param period as resolved from its text
 * @param today `YYYY-MM-DD` in the workspace's zone
 */
export function resolveReport(report: CheckedReport, period: Period | undefined, today: string): ResolveAnswer {
  const hasDays = [...report.groupBy, report.columns].some((each) => each?.kind === 'time' && each.unit === 'day');
  const calendar = report.calendar ?? naturalCalendar(period, hasDays);
  if (calendar === 'recorded' && period?.calendar === 'clock') {
    return { ok: false, problem: texts.notRecorded(period.text) };
  }
  // A line's parts never change the calendar of all others.
  const hasDayParts = (report.breakdowns ?? []).some(({ by }) => findDimension(by) === findDimension('day'));
  if (calendar === 'recorded' && (hasDays || hasDayParts)) return { ok: false, problem: texts.dayOnClock };
  const on = (each: Period): Period => (calendar === 'clock' ? { ...each, calendar: 'clock' } : each);
  const { compare } = report;
  if (!period || !compare) {
    return { ok: true, value: { calendar, period: period && on(period), comparison: undefined, further: [] } };
  }
  const each = (resolve: (kind: ComparisonKind, before: Period) => Omit<ResolvedComparison, 'kind'>) => {
    const [comparison, ...further] = [compare, ...(report.further ?? [])].map((kind) => ({
      kind,
      ...resolve(kind, compared(period, kind)),
    }));
    return { comparison, further };
  };
  if (today < period.from || today > period.to) {
    const all = each((_, before) => ({ period: on(before), elapsedDays: null, refused: null }));
    return { ok: true, value: { calendar, period: on(period), ...all } };
  }
  const elapsed = elapsedSpan(period, today);
  // The recorded calendar has no days, and an explicit choice is not changed.
  if (!elapsed || report.calendar === 'recorded') {
    const refused = elapsed ? texts.elapsedOnClock : texts.nothingElapsed;
    const all = each(() => ({ period: null, elapsedDays: null, refused }));
    return { ok: true, value: { calendar, period: on(period), ...all } };
  }
  const days = Temporal.PlainDate.from(elapsed.from).until(elapsed.to).days + 1;
  return {
    ok: true,
    value: {
      calendar: 'clock',
      period: { text: period.text, ...elapsed, calendar: 'clock' },
      ...each((_, before) => ({ period: cutToDays(before, days), elapsedDays: days, refused: null })),
    },
  };
}

/** Its first days, on the clock. */
function cutToDays(before: Period, days: number): Period {
  const end = Temporal.PlainDate.from(before.from)
    .add({ days: days - 1 })
    .toString();
  const to = end < before.to ? end : before.to;
  return { text: `${before.from}..${to}`, from: before.from, to, calendar: 'clock' };
}

function naturalCalendar(period: Period | undefined, hasDays: boolean): ReportCalendar {
  if (period) return period.calendar === 'clock' ? 'clock' : 'recorded';
  return hasDays ? 'clock' : 'recorded';
}

function compared(period: Period, kind: ComparisonKind): Period {
  const before = kind === 'previous' ? previousPeriod(period) : yearBefore(period);
  return { ...before, calendar: period.calendar };
}

/**
 * Recorded months, `YYYY-MM-01`, that may contain records of these dates: on the clock a day more at either end, because zones disagree
 * about midnight.
 */
export function recordedMonthsIn({ from, to }: Pick<Period, 'from' | 'to'>, calendar: ReportCalendar): string[] {
  if (calendar === 'recorded') return listMonths({ from, to });
  const first = Temporal.PlainDate.from(from).subtract({ days: 1 }).toString();
  return listMonths({ from: first, to: Temporal.PlainDate.from(to).add({ days: 1 }).toString() });
}
