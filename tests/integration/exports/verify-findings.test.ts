/** `verify-file` over findings and the Overview: they are asked again, and what became of them is said. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApp, type App } from '#electron/app/app.ts';
import { createAppClient } from '#electron/cli/arguments/command.ts';
import type { Service } from '#service/server.ts';
import { openService } from '#tests/support/hosts/hops.ts';
import type { FileAnswer } from '#contract/file-answer.ts';
import { manifestSchema } from '#contract/exports.ts';
import { quietHost } from '#tests/support/hosts/quiet-host.ts';
import { chooseCases } from '#tests/support/tier.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
let clock = NOW;
const CHECK = 'timer-on';
let folder: string;
let service: Service;
let app: App;
let [out, source] = ['', ''];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'verify-findings-'));
  mkdirSync(join(folder, 'data'));
  service = await openService({ records: 2_000, seed: 7, asOf: '2026-11-21', sampleMonths: 6, now: () => NOW });
  const host = quietHost({
    chooseDestination: async () => ({ path: out }),
    chooseSource: async () => ({ path: source }),
  });
  app = await createApp({
    host,
    version: 'test',
    dataDirectory: join(folder, 'data'),
    workspace: 'default',
    rate: 0,
    now: () => clock,
    baseUrl: service.url,
    ...(service.key !== null && { key: service.key }),
  });
  await createAppClient(app).call('sync.run', {});
}, 120_000);
afterAll(async () => {
  await app.close();
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

async function write(name: string, method: 'checks.export' | 'export.overview', input: object): Promise<string> {
  out = join(folder, name);
  await createAppClient(app).call(method, input);
  return out;
}

async function verify(path: string): Promise<FileAnswer> {
  source = path;
  const answer = await createAppClient(app).call('export.verify', {});
  if (answer === null || !('says' in answer) || 'pack' in answer) throw new Error('A file was chosen');
  return answer;
}

const holds = ({ matches, addsUp, again }: FileAnswer) => [matches.holds, addsUp.holds, again.state];

it('answers yes for findings of one check and of all, and says that some were reviewed since', async () => {
  const caller = createAppClient(app);
  const all = await write('all.csv', 'checks.export', { format: 'csv' });
  const one = await write('one.csv', 'checks.export', { format: 'csv', check: CHECK });
  for (const path of [all, one]) expect(holds(await verify(path))).toEqual([true, true, 'equal']);

  const { findings, total } = await caller.call('checks.findings', { check: CHECK, columns: ['title'], limit: 1 });
  const ids = findings.map(({ id }) => id);
  await caller.call('checks.review', { check: CHECK, ids, reviewed: true });
  const files = [
    [one, total],
    [all, readFileSync(all, 'utf8').trimEnd().split('\r\n').length - 1],
  ] as const;
  for (const [path, written] of chooseCases(1, files)) {
    const { again } = await verify(path);
    expect(again).toMatchObject({ state: 'unknown', why: ['reviews'], records: { written, found: written - 1 } });
  }
  await caller.call('checks.review', { check: CHECK, ids, reviewed: false });
  for (const path of chooseCases(0, [one])) expect(holds(await verify(path))).toEqual([true, true, 'equal']);
});

it('asks the Overview of a running month again on a later day, and names the figure that was another one', async () => {
  const report = { measures: ['logged_hours'], period: '2026-11' };
  const parts = [{ title: 'Figures', report, isFigures: true }];
  const november = await write('november.pdf', 'export.overview', { period: '2026-11', parts });
  clock += 3 * 86_400_000;
  // In the first tier that nothing else is another one says the same.
  for (const same of chooseCases(0, [november])) expect(holds(await verify(same))).toEqual([true, null, 'equal']);
  const path = `${november}.manifest.json`;
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  const totals = { ...manifest.totals, logged_hours: '1' };
  writeFileSync(path, JSON.stringify({ ...manifest, totals }));
  expect((await verify(november)).again).toMatchObject({
    state: 'differs',
    difference: { place: { kind: 'manifest', field: 'totals.logged_hours' }, found: '1' },
  });
});
