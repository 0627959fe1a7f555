/** The index that searches run over: it learns of each change later, and not in the order of the changes. */
import { Random } from '../random.ts';
import type { Switches } from './switches.ts';
import { World, type WorldRecord } from './world.ts';

interface Pending {
  /** Epoch milliseconds. */
  readonly due: number;
  /** Grows with each change: an older version never comes after a newer one. */
  readonly order: number;
  readonly slot: number;
  /** Undefined: deleted. */
  readonly record: WorldRecord | undefined;
}

interface IndexOptions {
  readonly seed: number;
  /** The most a change takes to be found. Milliseconds. */
  readonly lag: number;
  /** Added to every change's delay. Milliseconds. */
  readonly delay: number;
  /** The share of changes that hide the record until they are indexed. */
  readonly blinks: number;
  readonly now: () => number;
}

class LaggingIndex {
  /** The same slots as the world's, as they were a while ago. */
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

  /** @returns what can be found now. */
  current(): World {
    const now = this.#options.now();
    if (now >= this.#next) this.#apply(now);
    return this.#view;
  }

  #note(slot: number): void {
    const { seed, lag, delay, blinks, now } = this.#options;
    const present = this.#world.isLive(slot) || this.#world.isArchived(slot);
    const record = this.#world.at(slot);
    const isNew = slot === this.#view.slots;
    if (isNew) this.#view.reserve(record);
    const random = new Random(seed, `${record.id} ${record.updatedAt} ${present ? (record.archivedAt ?? '') : 'gone'}`);
    const due = now() + delay + Math.floor(random.fraction() * lag);
    if (!isNew && random.chance(blinks)) this.#view.hide(slot);
    this.#pending.push({ due, order: this.#order, slot, record: present ? record : undefined });
    this.#order += 1;
    this.#next = Math.min(this.#next, due);
  }

  #apply(now: number): void {
    const due = this.#pending.filter((each) => each.due <= now).toSorted((a, b) => a.due - b.due);
    this.#pending = this.#pending.filter((each) => each.due > now);
    this.#next = this.#pending.reduce((least, each) => Math.min(least, each.due), Infinity);
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

export interface SearchIndexes {
  /** What searches find now. */
  found(): World;
  /** What `total` counts now. */
  counted(): World;
}

/** Without any lag the world is its own index. */
export function openIndexes(world: World, switches: Switches, now: () => number): SearchIndexes {
  const { seed, indexLagMilliseconds: lag, totalLagMilliseconds: delay, indexBlinks: blinks } = switches;
  const found =
    lag > 0 || blinks > 0 ? new LaggingIndex(world, { seed, lag, delay: 0, blinks, now }) : { current: () => world };
  const counted = delay > 0 ? new LaggingIndex(world, { seed, lag, delay, blinks: 0, now }) : found;
  return { found: () => found.current(), counted: () => counted.current() };
}
