/** Joins a moving world, a store in memory and a sync run. */
import { expect } from 'vitest';
import { createState, OVERLAP, serializeState, type SyncState } from '#electron/sync/state.ts';
import { runSync, type RunOptions } from '#electron/sync/run.ts';
import type { SyncResult } from '#contract/api.ts';
import { MemoryStore } from '#tests/support/stores/memory-store.ts';
import { MovingWorld, type WorldOptions } from '#tests/support/worlds/moving-world.ts';

export interface Bench {
  readonly world: MovingWorld;
  readonly store: MemoryStore;
  readonly sync: (options?: Partial<RunOptions>) => Promise<SyncResult>;
}

export function benchOf(options: WorldOptions, months: readonly (string | null)[] = []): Bench {
  const world = new MovingWorld(options);
  const store = new MemoryStore();
  world.settle(months);
  return {
    world,
    store,
    sync: (more = {}) =>
      runSync({ client: world, store, now: () => world.now, quota: () => world.quota(), reserve: 0, ...more }),
  };
}

/** `count` months, `rows` in all, as uneven as a firm's; the newest is the world's own month. */
export function unevenMonths(rows: number, count: number): string[] {
  const months = Array.from({ length: count }, (_, back) =>
    new Date(Date.UTC(2026, 10 - back, 1)).toISOString().slice(0, 10),
  ).toReversed();
  return Array.from({ length: rows }, (_, at) => {
    const share = (at / rows) ** 0.8;
    return months[Math.min(count - 1, Math.floor(share * count))]!;
  });
}

/** As if everything had been downloaded and sealed a moment ago; spares large worlds their download. */
export async function downloaded({ world, store }: Bench): Promise<void> {
  const state: SyncState = {
    ...createState(world.now),
    watermark: world.now - OVERLAP,
    clock: world.now,
    sealed: { asOf: world.now, total: world.liveIds().length },
    total: world.liveIds().length,
    tiers: [{ cursor: '0', total: world.liveIds().length, expected: null, sealed: true }],
    phase: { name: 'done', verified: true, asOf: world.now },
  };
  await store.commit({ upsert: world.records(), remove: [], state: serializeState(state), publish: true });
}

/** What reports see is exactly what is true. */
export function expectTruth({ world, store }: Bench): void {
  const held = new Map([...store.published()].map(([id, record]) => [id, record.updatedAt]));
  const truth = world.truth();
  const off = [...truth].filter(([id, updatedAt]) => held.get(id) !== updatedAt).map(([id]) => id);
  const extra = [...held.keys()].filter((id) => !truth.has(id));
  expect({ off, extra }).toEqual({ off: [], extra: [] });
}
