/** The Overview's reports: of the period asked for, or of all time. */
import { expect, it } from 'vitest';
import { toOverviewReports } from '#domain/overview/reports.ts';
import { checkReport } from '#domain/reports/definition/check.ts';
import type { Report } from '#domain/reports/definition/report.ts';
import { resolveReport } from '#domain/reports/definition/resolve.ts';
import { anyContext, resolvePeriod } from '#domain/time/period.ts';

const TODAY = '2026-11-20';
const filterGroups = [{ filters: [{ propertyName: 'client', operator: 'EQ' as const, value: 'Acme' }] }];

function ask(text: string | undefined) {
  const resolved = text === undefined ? undefined : resolvePeriod(text, { ...anyContext, today: TODAY });
  const period = resolved?.ok ? resolved.value : undefined;
  return toOverviewReports({ filterGroups, query: 'audit', period, today: TODAY, weeksBegin: 'monday' });
}

it('are of the same records, by dates that mean the same tomorrow', () => {
  const { window, trend, ...inPeriod } = ask('last-month');
  for (const report of Object.values(inPeriod))
    expect(report).toMatchObject({ filterGroups, query: 'audit', period: '2026-10' });
  expect(trend).toMatchObject({ filterGroups, query: 'audit', period: window.period, groupBy: ['month'] });
});

it('compare figures with the period before, where there is one', () => {
  expect([ask('2026-W41').figures.compare, ask('2026-W41').expected.compare]).toEqual(['previous', 'previous']);
  const { figures, clients } = ask(undefined);
  expect([figures.compare, figures.period, clients.period]).toEqual([undefined, undefined, undefined]);
});

it('are of the same days as the others while the period runs, and only the change ends yesterday', () => {
  const { window: _, trend: __, compared, ...shown } = ask('2026');
  const context = { ...anyContext, today: TODAY };
  const daysOf = (report: Report) => {
    const period = resolvePeriod(report.period ?? '', context);
    const checked = checkReport(report);
    if (!period.ok || !checked.ok) throw new Error('Not to be asked');
    const resolved = resolveReport(checked.value, period.value, TODAY);
    return resolved.ok ? resolved.value : undefined;
  };
  for (const [name, report] of Object.entries(shown))
    expect(daysOf(report)?.period, name).toMatchObject({ from: '2026-01-01', to: '2026-12-31' });
  expect(daysOf(compared)).toMatchObject({
    period: { from: '2026-01-01', to: '2026-11-19' },
    comparison: { period: { from: '2025-01-01', to: '2025-11-19' }, elapsedDays: 323 },
  });
  const { figures, compared: same } = ask('2025');
  expect(same).toEqual(figures);
});

it('can all be asked', () => {
  const { window: _, ...reports } = ask('2026-10');
  for (const report of Object.values(reports)) expect(checkReport(report)).toMatchObject({ ok: true });
});
