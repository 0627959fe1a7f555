/** Joins a moving world, a store in memory and a sync run. */
import { runSync, type RunOptions } from '../../../electron/sync/run.ts';
import type { SyncResult } from '../../../src/contract/api.ts';
import { MemoryStore } from '../../support/memory-store.ts';
import { MovingWorld, type WorldOptions } from '../../support/moving-world.ts';

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
  const months = Array.from({ length: count }, (_, back) => new Date(Date.UTC(2026, 10 - back, 1)).toISOString().slice(0, 10)).toReversed();
  return Array.from({ length: rows }, (_, at) => {
    const share = (at / rows) ** 0.8;
    return months[Math.min(count - 1, Math.floor(share * count))]!;
  });
}
