import { expect, it } from 'vitest';
import { createSample } from '#service/sample.ts';
import { World } from '#service/upstream/world.ts';
import { WorldControl } from '#tests/support/worlds/world-control.ts';
import { liveRecords, truthOf, type WorldTruth } from '#tests/support/worlds/world-truth.ts';
import { record } from '#tests/service/talk.ts';

const NOW = Date.UTC(2026, 10, 21, 8);
const sample = createSample({ seed: 3, asOf: '2026-11-01', records: 400, months: 6 }).records;

function handOver(world: World, seed = 1) {
  let now = NOW;
  const control = new WorldControl({ world, now: () => (now += 1000), seed });
  return { world, control, truth: () => truthOf(world) };
}
const fresh = (seed?: number) => handOver(new World(sample), seed);

/** Live ids and when each was last modified. */
function versions(world: World): Map<string, number> {
  return new Map(liveRecords(world).map(({ id, updatedAt }) => [id, updatedAt]));
}

it('inserts new records above all ids, in the month told, with figures of their own', () => {
  const { world, control, truth } = fresh();
  const before = truth();
  const ids = control.move({ kind: 'insert', count: 50, month: '2026-02' });
  const after = truth();
  expect([ids.length, after.count]).toEqual([50, before.count + 50]);
  expect(after.months['2026-02']).toBe((before.months['2026-02'] ?? 0) + 50);
  const added = liveRecords(world, ids[0]);
  expect(added.map(({ id }) => id)).toEqual(ids);
  expect(new Set(added.map(({ updatedAt }) => updatedAt))).toEqual(new Set([NOW + 1000]));
  expect(new Set(added.map(({ properties }) => properties['a552213_record_id'])).size).toBe(50);
  expect(new Set(added.map(({ properties }) => properties['a552213_total_minutes'])).size).toBeGreaterThan(20);
  control.move({ kind: 'insert', month: null });
  expect(truth().months['']).toBe((before.months[''] ?? 0) + 1);
});

it('edits so that the sums and the last-modified time change, many at one instant', () => {
  const { world, control, truth } = fresh();
  const [before, held] = [truth(), versions(world)];
  const ids = control.move({ kind: 'edit', count: 20 });
  const [after, now] = [truth(), versions(world)];
  expect(new Set(ids).size).toBe(20);
  expect(after.count).toBe(before.count);
  expect(after.totals['a552213_billable_amount']).not.toBe(before.totals['a552213_billable_amount']);
  const changed = [...now].filter(([id, at]) => held.get(id) !== at);
  expect(new Map(changed)).toEqual(new Map(ids.map((id) => [id, NOW + 1000])));
});

it('archives and deletes without touching the last-modified time, of one month if told, and restores', () => {
  const { world, control, truth } = fresh();
  const before = truth();
  const [month = '', inMonth = 0] = Object.entries(before.months).find(([each]) => each !== '') ?? [];
  const archived = control.move({ kind: 'archive', count: 5, month });
  expect([archived.length, truth().count, truth().archived]).toEqual([5, before.count - 5, before.archived + 5]);
  expect(truth().months[month]).toBe(inMonth - 5);
  const [first = '', second = '', third = ''] = archived;
  const modified = (id: string) => world.at(world.findSlot(Number(id)) ?? -1).updatedAt;
  const untouched = modified(first);
  expect(untouched).toBeLessThan(NOW);
  control.move({ kind: 'restore', ids: [first], untouched: true });
  control.move({ kind: 'restore', ids: [second] });
  expect([modified(first), modified(second)]).toEqual([untouched, NOW + 3000]);
  expect(control.move({ kind: 'remove', ids: [third, '5'] })).toEqual([third]);
  expect([truth().count, truth().archived]).toEqual([before.count - 3, before.archived + 2]);
});

it('moves records into other months', () => {
  const { control, truth } = fresh();
  const before = truth();
  control.move({ kind: 'shift', count: 7, to: '2020-01' });
  expect([truth().count, truth().months['2020-01']]).toEqual([before.count, 7]);
  control.move({ kind: 'shift', count: 7, month: '2020-01', to: null });
  expect(truth().months['2020-01']).toBeUndefined();
  expect(truth().months['']).toBe((before.months[''] ?? 0) + 7);
  expect(() => control.move({ kind: 'shift', to: 'soon' })).toThrow(RangeError);
});

it('changes as many as there are when asked for more, and nothing in an empty world', () => {
  const few = handOver(new World([record(0), record(1)]));
  expect(few.control.move({ kind: 'archive', count: 5 }).toSorted()).toEqual(['9999999990', '9999999991']);
  const none = handOver(new World());
  for (const kind of ['edit', 'archive', 'restore', 'remove'] as const) expect(none.control.move({ kind })).toEqual([]);
  expect(none.control.move({ kind: 'insert', count: 3 })).toHaveLength(3);
  expect(none.truth().count).toBe(3);
});

it('does the same by the same seed, all kinds of moves among it, and keeps a record of it', () => {
  const after = (seed: number): [WorldTruth, readonly unknown[]] => {
    const { control, truth } = fresh(seed);
    control.move({ kind: 'mix', count: 150 });
    return [truth(), control.moved];
  };
  const [truth, moved] = after(1);
  expect(after(1)).toEqual([truth, moved]);
  expect(after(2)[0]).not.toEqual(truth);
  const kinds = new Set(
    fresh()
      .control.moved.concat(moved as never)
      .map(({ kind }) => kind),
  );
  expect([...kinds].toSorted()).toEqual(['archive', 'edit', 'insert', 'remove', 'restore', 'shift']);
});

it('tells exact sums over live records alone, and how much it could not read', () => {
  const world = new World([
    record(0, { billable_amount: '0.1', cost_amount: '-2.5', month_year: '2026-01-01' }),
    record(1, { billable_amount: 0.2, cost_amount: 'n/a', month_year: '2026-01-01' }),
    record(2, { billable_amount: '90071992547409.93', cost_amount: null, month_year: '2026-02-01' }),
    record(3, { billable_amount: '5' }, { archivedAt: 1 }),
    record(4, { cost_amount: '' }),
  ]);
  expect(truthOf(world)).toEqual({
    count: 4,
    archived: 1,
    months: { '2026-01': 2, '2026-02': 1, '': 1 },
    totals: { a552213_billable_amount: '90071992547410.23', a552213_cost_amount: '-2.5' },
    unreadable: { a552213_cost_amount: 1 },
  });
  expect(truthOf(world, '2026-01', ['a552213_billable_amount'])).toEqual({
    count: 2,
    archived: 0,
    months: { '2026-01': 2 },
    totals: { a552213_billable_amount: '0.3' },
    unreadable: {},
  });
});
