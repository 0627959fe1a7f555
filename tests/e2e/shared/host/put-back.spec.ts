/** A test with `changing` may change whatever a page can: the host and its data are as before for the next one. */
import type { Input, Method } from '#contract/api.ts';
import { problemKinds } from '#domain/closing-steps.ts';
import { answerDialogs, ask, connectTo } from '#tests/e2e/support/host-calls.ts';
import type { ReadingHost } from '#tests/e2e/support/reading.ts';
import { expect, test, type Serve } from '#tests/e2e/support/test.ts';
import { long } from '#tests/e2e/support/tier.ts';

interface Change {
  readonly of: string;
  /** The method whose answer tells of it. */
  readonly toldBy: Method;
  readonly make: (host: ReadingHost, serve: Serve) => Promise<unknown>;
}

const definition: Input<'exports.save'>['definition'] = {
  format: 'timelog-export',
  name: 'October',
  records: { columns: ['title'], period: '2026-10' },
};

const changes: readonly Change[] = [
  {
    of: 'preferences',
    toldBy: 'preferences.get',
    make: (host) =>
      ask(host, 'preferences.set', {
        colorScheme: 'dark',
        recordViews: { sample: [{ format: 'timelog-view', name: 'Mine', view: {} }] },
        pins: { sample: [{ id: 'mine', name: 'Mine', report: { measures: ['records'] } }] },
        lastReports: { sample: 'preset=months' },
        openedHosts: ['crm.example'],
      }),
  },
  {
    of: 'workspaces',
    toldBy: 'workspace.list',
    make: async (host, serve) => {
      await connectTo(host, await serve({ records: 40 }));
      await ask(host, 'workspace.rename', { name: 'default', title: 'Firm' });
      await ask(host, 'workspace.remove', { name: 'sample' });
    },
  },
  {
    of: 'names',
    toldBy: 'names.list',
    make: async (host) => {
      const { owners } = await ask(host, 'names.list', {});
      await ask(host, 'names.keep', { owners: Object.fromEntries(Object.keys(owners).map((id) => [id, null])) });
    },
  },
  {
    of: 'closings',
    toldBy: 'closings.list',
    make: (host) => ask(host, 'closings.create', { period: '2026-10', accept: [...problemKinds], reason: 'Accepted' }),
  },
  {
    of: 'files that left',
    toldBy: 'sent.list',
    make: async (host) => {
      await answerDialogs(host, test.info().outputPath('october.csv'));
      await ask(host, 'exports.run', { definition });
    },
  },
  {
    of: 'settings',
    toldBy: 'settings.get',
    make: (host) => ask(host, 'settings.set', { weekStart: 'sunday', currency: 'CHF', zone: 'Asia/Tokyo' }),
  },
  {
    of: 'saved reports',
    toldBy: 'reports.list',
    make: (host) =>
      ask(host, 'reports.save', {
        file: { format: 'timelog-report', version: 1, name: 'Mine', report: { measures: ['records'] } },
      }),
  },
  { of: 'saved exports', toldBy: 'exports.list', make: (host) => ask(host, 'exports.save', { definition }) },
  {
    of: 'reviewed findings',
    toldBy: 'checks.run',
    make: async (host) => {
      const check = 'without-category';
      const { findings } = await ask(host, 'checks.findings', { check, columns: ['title'], limit: 2 });
      await ask(host, 'checks.review', { check, ids: findings.map(({ id }) => id), reviewed: true });
    },
  },
  { of: 'refreshes', toldBy: 'memory.merges', make: (host) => ask(host, 'sync.run', {}) },
  { of: 'a store that was set aside', toldBy: 'data.status', make: (host) => ask(host, 'data.rebuild', {}) },
];

/** An answer without the requests of today, which stay spent, and sizes on the disk. */
async function read(host: ReadingHost, method: Method): Promise<unknown> {
  const unsettled = ['quota', 'bytes'];
  const answer = JSON.stringify(await host.call(method, {}), (key, value: unknown) =>
    unsettled.includes(key) ? undefined : value,
  );
  return JSON.parse(answer);
}

const readAll = async (host: ReadingHost) =>
  new Map(await Promise.all(changes.map(async ({ toldBy }) => [toldBy, await read(host, toldBy)] as const)));

for (const { of, toldBy, make } of changes)
  test(`after a test has changed ${of}, the next one finds all as it was`, long, async ({ sharedHost, serve }) => {
    const host = await sharedHost.open('#/lookup');
    const before = await readAll(host);
    await make(host, serve);
    expect(await read(host, toldBy)).not.toEqual(before.get(toldBy));
    await sharedHost.putSampleBack();
    expect(await readAll(await sharedHost.open('#/lookup'))).toEqual(before);
  });
