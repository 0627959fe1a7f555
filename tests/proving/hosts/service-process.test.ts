import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startProvingService, type ProvingOptions, type ProvingService } from '#tests/support/hosts/proving-service.ts';
import { startServiceProcess, type ServiceProcess } from '#tests/support/hosts/service-process.ts';
import { exact, readTruth, sumOf } from '#tests/support/worlds/truth.ts';
import { LIST } from '#tests/service/talk.ts';
import { chooseSize } from '#tests/support/tier.ts';

const START = Date.UTC(2026, 10, 21, 8);
const AMOUNT = 'a552213_billable_amount';
const world: ProvingOptions = { records: 300, asOf: '2026-11-21', startAt: START, frozen: true };

async function started<T extends ProvingService>(starting: Promise<T>): Promise<T> {
  const service = await starting;
  onTestFinished(() => service.stop());
  return service;
}

async function status({ url, key }: ProvingService, path = LIST): Promise<number> {
  const answer = await fetch(url + path, { headers: { authorization: `Bearer ${key}` } });
  await answer.arrayBuffer();
  return answer.status;
}

/** What can be read over the public port agrees with what the control tells. */
async function expectAgreement(service: ProvingService): Promise<void> {
  const read = await readTruth(service, [AMOUNT]);
  const told = await service.control.truth();
  expect(read.length).toBe(told.count);
  expect(sumOf(read, AMOUNT)).toBe(exact(told.totals[AMOUNT] ?? 'none'));
  const live = await service.control.liveRecords();
  expect(live.map(({ id }) => id)).toEqual(read.map(({ id }) => id));
  expect(await service.control.liveVersions()).toEqual(new Map(live.map(({ id, updatedAt }) => [id, updatedAt])));
}

let near: ServiceProcess;
beforeAll(async () => {
  near = await startServiceProcess(world);
});
afterAll(() => near.stop());

describe('in a process of its own', () => {
  it('serves, moves and tells the truth', async () => {
    expect(near.pid).not.toBe(process.pid);
    const begun = await near.control.tally();
    await expectAgreement(near);
    const before = await near.control.truth();
    const ids = await near.control.move({ kind: 'insert', count: 20, month: '2026-05' });
    await near.control.move({ kind: 'mix', count: 40 });
    expect(ids).toHaveLength(20);
    expect(await near.control.truth()).not.toEqual(before);
    expect((await near.control.moved()).length).toBeGreaterThanOrEqual(40);
    await expectAgreement(near);
    const tally = await near.control.tally();
    const reads = begun.reads.list + tally.requests - begun.requests;
    expect(tally.reads).toEqual({ list: reads, batchRead: 0, search: 0 });
    expect(tally.rssBytes).toBeGreaterThan(10_000_000);
  });

  it('refuses what the control refuses and goes on', async () => {
    await expect(near.control.move({ kind: 'shift', to: 'soon' })).rejects.toThrow('Not a month');
    expect(await status(near)).toBe(200);
  });

  it('keeps the control off the public port', async () => {
    for (const path of ['/control', '/truth', '/service/v1/control', '/service/v1/truth'])
      expect(await status(near, path)).toBe(404);
  });
});

it('moves while it is read, as often as told, the same way at each run', async () => {
  const reads = chooseSize(6, 40);
  const run = async (movesPerRead: number) => {
    const service = await started(startProvingService({ ...world, movesPerRead }));
    for (let n = 0; n < reads; n += 1) await status(service);
    return { moved: await service.control.moved(), service };
  };
  expect((await run(0)).moved).toEqual([]);
  const { moved, service } = await run(1.5);
  expect(moved.length).toBeGreaterThan(reads);
  expect(moved.length).toBeLessThan(2 * reads);
  expect((await run(1.5)).moved).toEqual(moved);
  await service.control.setMovesPerRead(0);
  await expectAgreement(service);
});

it('lets its clock be advanced: the index catches up, the day turns', async () => {
  const switches = { indexLagMilliseconds: 60_000 };
  const service = await started(startProvingService({ ...world, switches, dailyQuota: 3 }));
  const total = async () => {
    const headers = { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' };
    const answer = await fetch(`${service.url}${LIST}/search`, { method: 'POST', headers, body: '{"limit":0}' });
    return answer.status === 200 ? ((await answer.json()) as { total: number }).total : answer.status;
  };
  await service.control.move({ kind: 'insert', count: 9 });
  expect(await total()).toBe(300);
  expect(await service.control.advance(60_000)).toBe(START + 60_000);
  expect(await total()).toBe(309);
  expect([await total(), await total()]).toEqual([309, 429]);
  await service.control.advance(86_400_000);
  expect(await total()).toBe(309);
});

it('injects faults by plan and counts them', async () => {
  const service = await started(startProvingService({ ...world, faults: { rates: { busy: 1 } } }));
  expect(await status(service)).toBe(503);
  await service.control.planFaults({ rates: { error: 1 } });
  expect(await status(service)).toBe(500);
  await service.control.planFaults({});
  expect(await status(service)).toBe(200);
  expect(await service.control.tally()).toMatchObject({
    requests: 3,
    reads: { list: 1 },
    faults: { busy: 1, error: 1 },
  });
});

it('says why it does not start, and frees its port when stopped', async () => {
  // The last test is the one that stops it.
  const port = Number(new URL(near.url).port);
  await expect(startServiceProcess({ ...world, records: 0, port })).rejects.toThrow('EADDRINUSE');
  await near.stop();
  const refused = await new Promise((resolve) => {
    connect(port, '127.0.0.1', () => resolve('answered')).on('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code),
    );
  });
  expect(refused).toBe('ECONNREFUSED');
  await expect(near.control.truth()).rejects.toThrow();
});
