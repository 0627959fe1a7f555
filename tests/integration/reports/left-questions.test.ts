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
