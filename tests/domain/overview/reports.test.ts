/** The Overview's reports: of the period asked for, or of all time. */
import { expect, it } from 'vitest';
import { toOverviewReports } from '../../../src/domain/overview/reports.ts';
import { checkReport } from '../../../src/domain/reports/definition/check.ts';
import { anyContext, resolvePeriod } from '../../../src/domain/time/period.ts';

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

it('can all be asked', () => {
  const { window: _, ...reports } = ask('2026-10');
  for (const report of Object.values(reports)) expect(checkReport(report)).toMatchObject({ ok: true });
});
