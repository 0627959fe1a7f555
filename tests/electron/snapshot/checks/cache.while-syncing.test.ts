/** Records found by live questions while the world moves and a sync runs never lead to a false seal, and all ends at the truth. */
import { expect, test } from 'vitest';
import { readStatus } from '#electron/sync/status.ts';
import type { TimeLogRecord } from '#domain/record.ts';
import type { MemoryStore } from '#tests/support/stores/memory-store.ts';
import { seeded } from '#tests/support/worlds/seeded.ts';
import { benchOf, expectTruth, unevenMonths } from '#tests/electron/sync/harness.ts';
import { chooseSize } from '#tests/support/tier.ts';

/** As the snapshot's `saveFound`: strictly newer or held nowhere, set aside, sync's own state as it was. */
function saveFound(store: MemoryStore, records: readonly TimeLogRecord[]): void {
  const held = new Map(store.live().map((each) => [each.id, each.updatedAt]));
  const upsert = records.filter((each) => (held.get(each.id) ?? -1) < each.updatedAt);
  const { state } = store;
  void store.commit({ upsert, remove: [], state: state ?? '', publish: false });
  store.state = state;
}

test.each(Array.from({ length: chooseSize(2, 40) }, (_, index) => index + 1))('seed %i', async (seed) => {
  const random = seeded(seed * 104_729);
  const rows = random.pick([0, 150, 201, 700, 2_300]);
  const bench = benchOf({ seed, lag: random.pick([0, 5_000, 60_000]) }, unevenMonths(rows, 14));
  const { world, store, sync } = bench;
  const act = () => {
    const live = world.liveIds();
    const kind = random.between(0, 3);
    if (kind === 0 || live.length === 0) world.insert('2026-11-01');
    else if (kind === 1) world.archive(random.pick(live));
    else for (let count = random.between(1, 4); count > 0; count -= 1) world.edit(random.pick(live));
  };
  const look = () => {
    const all = world.records();
    if (all.length === 0) return;
    const from = random.between(0, all.length - 1);
    saveFound(store, all.slice(from, from + random.pick([1, 10, 200])));
  };
  const everyProperty = async () => {
    const sorts = [{ propertyName: 'sys_lastmodifieddate', direction: 'DESCENDING' }] as const;
    // What search shows may lag behind: a record that was archived a moment ago is found alive.
    const { records } = await world.search({ filterGroups: [], sorts, limit: 200, properties: [] });
    saveFound(store, records);
  };
  world.onRequest = () => {
    if (random.chance(0.2)) act();
    if (random.chance(0.4)) look();
  };
  look();
  for (let run = 0; run < 4; run += 1) {
    await sync(random.chance(0.3) ? { maxRequests: random.between(1, 4) } : {});
    const { complete, asOf } = await readStatus(store);
    if (complete && asOf !== null) expect(world.faultsOf(store.published(), Date.parse(asOf) - 81_000)).toEqual([]);
    world.wait(random.pick([1_000, 60_000, 3_600_000]));
    for (let acts = random.between(0, 3); acts > 0; acts -= 1) act();
    await everyProperty();
  }
  world.onRequest = undefined;
  let ended = await sync();
  for (let again = 0; again < 6; again += 1) {
    world.wait(600_000);
    ended = await sync();
  }
  expect(ended).toMatchObject({ status: 'complete', requestsUsed: 1 });
  expectTruth(bench);
});
