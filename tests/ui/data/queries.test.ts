/** What an answer is worth after another workspace was opened: nothing, or its figures would wear the other's settings. */
import { expect, test } from 'vitest';
import type { WorkspaceState } from '#contract/api.ts';
import { reportSchema } from '#domain/reports/definition/report.ts';
import { setTransport } from '#ui/data/client.ts';
import {
  checksRun,
  createQueryClient,
  resetQueries,
  recordedIds,
  reportAnswer,
  workspaceState,
} from '#ui/data/queries.ts';

const opened: WorkspaceState = {
  name: 'default',
  label: 'default',
  kind: 'service',
  title: 'service.example',
  baseUrl: 'https://service.example',
  key: 'memory',
  keychainAvailable: true,
  zone: 'UTC',
  today: '2026-11-21',
  currency: null,
  weekStart: 'monday',
  recordedWeeks: 'monday',
  fiscalYearStart: 1,
};

test('the settings, records and list of the workspace before are asked again', async () => {
  const client = createQueryClient();
  const before = [
    ['workspace', 'settings'],
    ['workspace', 'list'],
    ['data', 'status'],
    ['sync', 'state'],
  ];
  for (const key of before) client.setQueryData(key, { currency: 'CHF' });
  await resetQueries(client, opened);
  expect(before.map((key) => client.getQueryData(key))).toEqual([undefined, undefined, undefined, undefined]);
  expect(client.getQueryData(workspaceState.queryKey)).toEqual(opened);
});

test('a list of names is held against no records where these are damaged, and any other failure is one', async () => {
  const ask = (code: 'store-damaged' | 'store-newer') => {
    setTransport({
      call: () => Promise.resolve({ ok: false, error: { code } }),
      subscribe: () => () => {},
    });
    return createQueryClient().fetchQuery(recordedIds);
  };
  expect(await ask('store-damaged')).toEqual({ ids: [] });
  await expect(ask('store-newer')).rejects.toThrow();
});

test('figures do not wait for checks until these are measured for the records that are here now', async () => {
  const asked: string[] = [];
  setTransport({
    call: (method, input) => {
      asked.push(method);
      const { questions = [] } = input as { questions?: unknown[] };
      const answers = questions.map(() => ({ ok: true, value: {} }));
      return Promise.resolve({ ok: true, value: method === 'questions.ask' ? { answers } : {} });
    },
    subscribe: () => () => {},
  });
  const client = createQueryClient();
  const ask = async (query: string) => {
    await Promise.all([
      client.fetchQuery(checksRun({ query })),
      client.fetchQuery(reportAnswer(reportSchema.parse({ query, measures: ['records'] }))),
    ]);
    return asked.splice(0).toSorted();
  };
  expect(await ask('a')).toEqual(['checks.run', 'report.run']);
  expect(await ask('b')).toEqual(['questions.ask']);
  await client.invalidateQueries({ queryKey: ['data'] });
  expect(await ask('c')).toEqual(['checks.run', 'report.run']);
});
