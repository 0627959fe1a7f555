/** One state of the store stands behind a whole answer, whatever sync commits while it is asked for. */
import { Temporal } from 'temporal-polyfill';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { reportHandlers } from '#electron/features/reports.ts';
import type { HandlerContext } from '#electron/features/calls.ts';
import { createState, serializeState } from '#electron/sync/state.ts';
import type { Snapshot } from '#electron/snapshot/snapshot.ts';
import { emptyDirectory } from '#domain/people/directory.ts';
import { reportSchema } from '#domain/reports/definition/report.ts';
import { defaultSettings } from '#domain/settings.ts';
import { findWeekStart, type Weekday } from '#domain/time/weeks.ts';
import { recordOf } from '#tests/support/worlds/records.ts';
import { scratchSnapshot, type Scratch } from '#tests/support/stores/scratch-snapshot.ts';

let scratch: Scratch;
beforeEach(() => {
  scratch = scratchSnapshot();
});
afterEach(() => scratch.dispose());

/** Two weeks of October, a record a day. */
function recordsOf(begin: Weekday) {
  const first = Temporal.PlainDate.from('2026-10-01');
  return Array.from({ length: 14 }, (_, at) => {
    const day = first.add({ days: at });
    return recordOf(String(at + 1), { week_year: findWeekStart(day, begin).toString(), total_minutes: '60' });
  });
}

const sync = (snapshot: Snapshot, begin: Weekday) =>
  snapshot.commit({ upsert: recordsOf(begin), remove: [], state: serializeState(createState(0)), publish: true });

test('a sync that turns recorded weeks round while a report is asked for is in all of it: period, weeks and figures', async () => {
  const snapshot = await scratch.open();
  await sync(snapshot, 'monday');
  // What was asked of the store before the analysis was asked of another state.
  const interrupted: typeof snapshot = {
    ...snapshot,
    analyse: async (report, work) => {
      await sync(snapshot, 'sunday');
      return snapshot.analyse(report, work);
    },
  };
  const workspace = {
    snapshot: interrupted,
    settings: () => ({ ...defaultSettings, zone: 'UTC' }),
    today: () => '2026-11-20',
    journal: { damage: null, names: () => emptyDirectory },
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a report asks no more of a workspace
  const parts = { workspace: () => workspace } as unknown as HandlerContext;
  const asked = reportSchema.parse({ measures: ['records'], groupBy: ['week'], period: '2026-W41' });
  const answer = await reportHandlers(parts)['report.run'](asked);
  expect(answer).toMatchObject({
    recordedWeeks: 'sunday',
    period: { from: '2026-10-04', to: '2026-10-10' },
    records: 7,
  });
  await snapshot.close();
});

test('a comparison is of the period that was asked for, and is refused without one', async () => {
  const snapshot = await scratch.open();
  await sync(snapshot, 'monday');
  const workspace = {
    snapshot,
    settings: () => ({ ...defaultSettings, zone: 'UTC' }),
    today: () => '2026-11-20',
    journal: { damage: null, names: () => emptyDirectory },
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a report asks no more of a workspace
  const parts = { workspace: () => workspace } as unknown as HandlerContext;
  const run = (period?: string) =>
    reportHandlers(parts)['report.run'](
      reportSchema.parse({ measures: ['records'], compare: 'previous', ...(period !== undefined && { period }) }),
    );
  expect(await run('2026-W41')).toMatchObject({ period: { from: '2026-10-05' }, comparison: { kind: 'previous' } });
  await expect(run()).rejects.toMatchObject({ error: { code: 'usage' } });
  await snapshot.close();
});
