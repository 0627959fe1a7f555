/** A part of the campaign `npm run campaign -- service-edges`: a firm downloaded through two services. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createApp } from '#electron/app/app.ts';
import { createAppClient } from '#electron/cli/arguments/command.ts';
import { tryTwoHops } from '#tests/faults/edges/hops.ts';
import { openService } from '#tests/support/hosts/hops.ts';
import { quietHost } from '#tests/support/hosts/quiet-host.ts';
import { exact, readTruth, sumOf } from '#tests/support/worlds/truth.ts';
import { secondTier } from '#tests/support/tier.ts';

const HOURS = 'a552213_total_hours';
const KEY = 'key-of-two-hops';

test('every record arrives through two hops, to the last digit and in as few requests as through one', async () => {
  const service = await openService({ records: 250, seed: 3, asOf: '2026-11-20', sampleMonths: 4, key: KEY }, 2);
  const folder = mkdtempSync(join(tmpdir(), 'two-hops-'));
  const given = { host: quietHost(), version: 'test', dataDirectory: folder, workspace: 'default', rate: 0 };
  const app = await createApp({ ...given, baseUrl: service.url, key: KEY });
  onTestFinished(async () => {
    await app.close();
    await service.close();
    rmSync(folder, { recursive: true });
  });
  const client = createAppClient(app);
  const synced = await client.call('sync.run', {});
  expect(synced).toMatchObject({ status: 'complete', records: 250 });
  expect(synced.requestsUsed).toBeLessThanOrEqual(7);
  const { totals } = await client.call('report.run', { measures: ['total_hours'] });
  const truth = await readTruth({ url: service.url, key: KEY }, [HOURS]);
  expect(exact(totals[HOURS] ?? '')).toBe(sumOf(truth, HOURS));
});

test('400 records arrive through two hops in 8 requests at most', secondTier, async () => {
  expect((await tryTwoHops({ records: 400, mostRequests: 8 })).failures).toEqual([]);
});
test('24,000 records arrive through two hops in 125 requests at most', secondTier, async () => {
  expect((await tryTwoHops({ records: 24_000, mostRequests: 125 })).failures).toEqual([]);
});
