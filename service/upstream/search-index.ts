/** Simulates a search index that receives changes late and out of order. */
import { Random } from '../random.ts';
import type { Switches } from './switches.ts';
import { World, type WorldRecord } from './world.ts';

interface Pending {
  readonly due: number;
  /** Grows with each change, so that an older version never replaces a newer one. */
  readonly order: number;
  readonly slot: number;
  readonly record: WorldRecord | undefined;
}

interface IndexOptions {
  readonly seed: number;
  /** The maximum time in milliseconds until a change is indexed. */
  readonly lag: number;
  /** Milliseconds added to the time of every change. */
  readonly delay: number;
  /** The share of changes that hide the record until it is indexed again. */
  readonly blinks: number;
  readonly now: () => number;
}

class LaggingIndex {
  /** A delayed copy of the world with the same slots. */
  readonly #view: World;
  readonly #world: World;
  readonly #options: IndexOptions;
  readonly #applied = new Map<number, number>();
  #pending: Pending[] = [];
  #order = 0;
  #next = Infinity;

  constructor(world: World, options: IndexOptions) {
    this.#world = world;
    this.#options = options;
    this.#view = copyWorld(world);
    world.watch((slot) => this.#note(slot));
  }

  getWorld(): World {
    const now = this.#options.now();
    if (now >= this.#next) this.#apply(now);
    return this.#view;
  }

  #note(slot: number): void {
    const { seed, lag, delay, blinks, now } = this.#options;
    const exists = this.#world.isLive(slot) || this.#world.isArchived(slot);
    const record = this.#world.at(slot);
    const isNew = slot === this.#view.slots;
    if (isNew) this.#view.reserve(record);
    const random = new Random(seed, `${record.id} ${record.updatedAt} ${exists ? (record.archivedAt ?? '') : 'gone'}`);
    const due = now() + delay + Math.floor(random.fraction() * lag);
    if (!isNew && random.chance(blinks)) this.#view.hide(slot);
    this.#pending.push({ due, order: this.#order, slot, record: exists ? record : undefined });
    this.#order += 1;
    this.#next = Math.min(this.#next, due);
  }

  #apply(now: number): void {
    const due = this.#pending.filter((change) => change.due <= now).toSorted((a, b) => a.due - b.due);
    this.#pending = this.#pending.filter((change) => change.due > now);
    this.#next = this.#pending.reduce((earliest, change) => Math.min(earliest, change.due), Infinity);
    for (const { slot, order, record } of due) {
      if ((this.#applied.get(slot) ?? -1) > order) continue;
      this.#applied.set(slot, order);
      if (record) this.#view.show(slot, record);
      else this.#view.hide(slot);
    }
  }
}

function copyWorld(world: World): World {
  const copy = new World();
  for (let slot = 0; slot < world.slots; slot += 1) {
    copy.reserve(world.at(slot));
    if (world.isLive(slot) || world.isArchived(slot)) copy.show(slot, world.at(slot));
  }
  return copy;
}

export type SearchIndexes = ReturnType<typeof openIndexes>;

/** Without a lag, the world is the index. */
export function openIndexes(world: World, switches: Switches, now: () => number) {
  const { seed, indexLagMilliseconds: lag, totalLagMilliseconds: delay, indexBlinks: blinks } = switches;
  const searched =
    lag > 0 || blinks > 0 ? new LaggingIndex(world, { seed, lag, delay: 0, blinks, now }) : { getWorld: () => world };
  const counted = delay > 0 ? new LaggingIndex(world, { seed, lag, delay, blinks: 0, now }) : searched;
  return {
    searched: () => searched.getWorld(),
    /** Used for `total`. */
    counted: () => counted.getWorld(),
  };
}
