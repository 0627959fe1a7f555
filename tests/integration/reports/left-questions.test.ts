/** A question of the records whose caller has left is cancelled, whichever it is; the next one is answered. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp, type App } from '#electron/app/app.ts';
import type { Input, Method } from '#contract/api.ts';
import { quietHost } from '#tests/support/hosts/quiet-host.ts';

const columns = ['title'];
const filterGroups = [{ filters: [{ propertyName: 'service_name', operator: 'EQ', value: 'Audit' }] }] as const;
const questions = {
  'report.run': { measures: ['billable_value'], groupBy: ['month_year'] },
  'questions.ask': { questions: [{ method: 'checks.run', input: {}, ticket: 'one of several' }] },
  'records.page': { columns },
  'records.values': { propertyName: 'service_name' },
  'filter.unheld': { filterGroups: filterGroups.map(({ filters }) => ({ filters: [...filters] })) },
  'checks.run': {},
  'checks.findings': { check: 'timer-on', columns },
  'checks.people': {},
} satisfies { readonly [M in Method]?: Input<M> };

let folder: string;
let app: App;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'left-questions-'));
  app = await createApp({ host: quietHost({}), version: 'test', dataDirectory: folder, workspace: 'default' });
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

test.each(Object.entries(questions))('%s ends as cancelled when its asker leaves', async (method, input) => {
  const left = app.call(method, input, 'screen');
  expect(await app.call('question.leave', { ticket: 'screen' })).toEqual({ ok: true, value: { left: true } });
  expect(await left).toMatchObject({ ok: false, error: { code: 'cancelled' } });
  // It is over: nothing is left to give up, and asked again it is answered.
  expect(await app.call('question.leave', { ticket: 'screen' })).toEqual({ ok: true, value: { left: false } });
  expect(await app.call(method, input, 'screen')).toMatchObject({ ok: true });
});

test('a ticket that is no short text is refused, and nothing is asked', async () => {
  for (const ticket of ['', 'x'.repeat(65), 7, {}])
    expect(await app.call('records.page', { columns }, ticket)).toMatchObject({ ok: false, error: { code: 'usage' } });
  for (const none of [undefined, null])
    expect(await app.call('records.page', { columns }, none)).toMatchObject({ ok: true });
});

test('several questions are answered by one call, each as if it were asked alone', async () => {
  const look = 'one look';
  const asked = [
    { method: 'report.run', input: questions['report.run'] },
    { method: 'report.run', input: { measures: ['no such measure'] } },
    { method: 'filter.unheld', input: questions['filter.unheld'] },
    { method: 'checks.run', input: { unknown: true } },
  ] as const;
  const together = await app.call('questions.ask', {
    questions: asked.map((each, at) => ({ ...each, ticket: `t${at}`, look })),
  });
  const alone = await Promise.all(asked.map(({ method, input }) => app.call(method, input, undefined, look)));
  expect(together).toEqual({ ok: true, value: { answers: alone } });
  expect(alone.map(({ ok }) => ok)).toEqual([true, false, true, false]);
});

test('one of several questions is left by its own ticket', async () => {
  const of = (ticket: string) => ({ method: 'report.run' as const, input: questions['report.run'], ticket });
  const together = app.call('questions.ask', { questions: [of('left'), of('stays')] });
  expect(await app.call('question.leave', { ticket: 'left' })).toEqual({ ok: true, value: { left: true } });
  expect(await together).toMatchObject({
    ok: true,
    value: { answers: [{ ok: false, error: { code: 'cancelled' } }, { ok: true }] },
  });
});
