/** One schedule of a world that changes between pages: everything shown was true at some time, and only complete data is called so. */
import { rmSync } from 'node:fs';
import { readStatus } from '#electron/sync/status.ts';
import type { Switches } from '#service/upstream/switches.ts';
import type { NearService, ProvingOptions } from '#tests/support/hosts/proving-service.ts';
import { seeded, type Seeded } from '#tests/support/worlds/seeded.ts';
import { differences, openDesk, type Desk } from '#tests/support/hosts/sync-desk.ts';
import type { Move } from '#tests/support/worlds/world-control.ts';
import type { SmallWorlds } from '../small-worlds.ts';
import { doublingWire } from './doubling.ts';
import { History } from './history.ts';

const MINUTE = 60_000;
const LAG = 60_000;
/** Records found late are found within the lags of search and count. */
const GRACE = 2 * LAG;
const PATIENCE = 5;
/** More of one timestamp than a search can page to. */
const MANY = 10_050;

export interface Told {
  readonly wrong: readonly string[];
  readonly moves: number;
  readonly doubled: number;
  readonly whole: number;
}

/** @param isBig whether more than 10,000 records of one timestamp are in it. */
export async function runSchedule(worlds: SmallWorlds, seed: number, isBig: boolean): Promise<Told> {
  const draw = seeded(seed);
  const size = isBig ? 0 : draw.pick([0, 60, 199, 200, 201, 330]);
  const habits = habitsOf(draw);
  const service = await worlds.start(size, { seed, ...habits });
  const folder = await worlds.place();
  const schedule = new Schedule({ service, folder, draw, habits, isBig, seed });
  try {
    return await schedule.toEnd();
  } finally {
    await schedule.close();
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Habits extends Pick<ProvingOptions, 'millisecondsPerRead'> {
  readonly switches: Partial<Switches>;
}

function habitsOf(draw: Seeded): Habits {
  return {
    millisecondsPerRead: draw.pick([0, 250, 3_000]),
    switches: {
      seed: draw.between(1, 1_000_000),
      ids: draw.pick(['as-shown', 'strings', 'numbers']),
      ties: draw.pick(['oldest-first', 'newest-first', 'shuffled', 'unstable']),
      allMissing: draw.pick(['complete', 'not-found']),
      values: draw.pick(['as-stored', 'strings', 'json']),
      dates: draw.pick(['as-stored', 'iso', 'days', 'epoch']),
      indexLagMilliseconds: draw.pick([0, 0, 1_000, 20_000, LAG]),
      totalLagMilliseconds: draw.pick([0, 0, 5_000, LAG]),
      indexBlinks: draw.pick([0, 0, 0.1]),
    },
  };
}

interface Given {
  readonly service: NearService;
  readonly folder: string;
  readonly draw: Seeded;
  readonly habits: Habits;
  readonly isBig: boolean;
  readonly seed: number;
}

class Schedule {
  readonly #service: NearService;
  readonly #draw: Seeded;
  readonly #folder: string;
  readonly #habits: Habits;
  readonly #isBig: boolean;
  readonly #history: History;
  readonly #wire: ReturnType<typeof doublingWire>;
  readonly #list: boolean;
  readonly #wrong: string[] = [];
  #whole = 0;
  #desk: Desk | undefined;

  constructor({ service, folder, draw, habits, isBig, seed }: Given) {
    this.#service = service;
    this.#folder = folder;
    this.#draw = draw;
    this.#habits = habits;
    this.#isBig = isBig;
    this.#history = new History(service);
    this.#wire = doublingWire(seed, draw.pick([0, 0, 0.2]));
    this.#list = !isBig && draw.chance(0.15);
  }

  async toEnd(): Promise<Told> {
    const { control } = this.#service;
    const draw = this.#draw;
    await this.#open(this.#wire.fetch);
    if (this.#isBig) await control.move({ kind: 'insert', count: MANY });
    else if (draw.chance(0.3)) await control.move({ kind: 'insert', count: draw.pick([150, 230]) });
    for (let round = this.#isBig ? 1 : draw.between(1, 3); round > 0; round -= 1) {
      await control.advance(draw.pick([0, 10_000, 3 * MINUTE, 90 * MINUTE]));
      if (draw.chance(0.7)) await control.move(moveOf(draw));
      await control.setMovesPerRead(draw.pick([0.5, 1, 4]));
      await this.#sync('while it moves');
      await control.setMovesPerRead(0);
    }
    await this.#calm();
    const moves = (await control.moved()).length;
    return { wrong: this.#wrong, moves, doubled: this.#wire.doubled(), whole: this.#whole };
  }

  async close(): Promise<void> {
    await this.#desk?.close();
  }

  async #calm(): Promise<void> {
    const { control } = this.#service;
    await this.close();
    await this.#open(fetch);
    for (let tries = 0, whole = 0; tries < PATIENCE; tries += 1) {
      await control.advance(6 * MINUTE);
      if (!(await this.#sync('at rest'))) continue;
      // A list walk that began before the rest is complete as of its beginning.
      if ((whole += 1) < (this.#list ? 2 : 1)) continue;
      this.#wrong.push(
        ...(await differences(this.#desk?.snapshot ?? fail(), control)).map((each) => `at rest: ${each}`),
      );
      return;
    }
    this.#wrong.push('never whole though nothing moves');
  }

  /** @returns whether it says that it is complete. */
  async #sync(when: string): Promise<boolean> {
    const desk = this.#desk ?? fail();
    const { snapshot } = desk;
    const { status, stopped } = await desk.sync(this.#list ? { list: true } : {});
    if (stopped && stopped.code !== 'service-changed') this.#wrong.push(`${when}: stopped by ${stopped.code}`);
    const invented = await this.#history.inventedIn(snapshot);
    if (invented.length > 0) this.#wrong.push(`${when}: ${invented.length} invented, such as ${invented[0]}`);
    if (status !== 'complete') return false;
    this.#whole += 1;
    const { asOf } = await readStatus(snapshot);
    const hides = (this.#habits.switches.indexBlinks ?? 0) > 0;
    const missed = await this.#history.missedIn(snapshot, Date.parse(asOf ?? '') - GRACE, hides);
    if (missed.length > 0) this.#wrong.push(`${when}: whole, but ${missed.length} wrong, such as ${missed[0]}`);
    return true;
  }

  async #open(over: typeof fetch): Promise<void> {
    const { url, key, now } = this.#service;
    this.#desk = await openDesk({ url, key, folder: this.#folder, now, fetch: over });
  }
}

function fail(): never {
  throw new TypeError('No desk is open');
}

function moveOf(draw: Seeded): Move {
  const count = draw.pick([1, 7, 60, 210]);
  return draw.pick<Move>([
    { kind: 'insert', count },
    { kind: 'edit', count },
    { kind: 'archive', count: Math.min(count, 60) },
    { kind: 'restore', count },
    { kind: 'remove', count: Math.min(count, 60) },
    { kind: 'shift', count },
    { kind: 'mix', count: Math.min(count, 60) },
  ]);
}
