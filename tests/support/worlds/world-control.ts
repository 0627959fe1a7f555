/** Changes the embedded upstream's world while clients read it, by seed; never reachable from the public port. */
import { formatCents, toDurations, calculatePrice } from '#service/sample/decimals.ts';
import { toDay, HOUR, getWeekStart, DAY } from '#service/sample/calendar.ts';
import { Random } from '#service/random.ts';
import type { WireValue } from '#service/upstream/upstream.ts';
import { MONTH_PROPERTY, type World, type WorldRecord } from '#service/upstream/world.ts';

/** The records of a move: these ids, or so many drawn (1 by default), of one recorded month if given. */
export interface Choice {
  readonly ids?: readonly string[];
  readonly count?: number;
  /** `YYYY-MM`. */
  readonly month?: string;
}

/** All records of one move change at the same millisecond. */
export type Move =
  /** New records, this many at one instant: a single entry or a bulk import. `month: null` leaves it unset. */
  | { readonly kind: 'insert'; readonly count?: number; readonly month?: string | null }
  /** Other minutes, amounts and title; the last-modified time is now. */
  | ({ readonly kind: 'edit' } & Choice)
  /** Neither archiving nor deleting touches the last-modified time. */
  | ({ readonly kind: 'archive' } & Choice)
  /** Back from the archive, modified now unless `untouched`. */
  | ({ readonly kind: 'restore'; readonly untouched?: boolean } & Choice)
  /** Deletes for good, live or archived. */
  | ({ readonly kind: 'remove' } & Choice)
  /** Into another recorded month (drawn, `YYYY-MM`, or null for unset); modified now. */
  | ({ readonly kind: 'shift'; readonly to?: string | null } & Choice)
  /** This many single moves of every kind, drawn. */
  | { readonly kind: 'mix'; readonly count?: number };

type MoveKind = Exclude<Move['kind'], 'mix'>;

/** One record's change. */
export interface Moved {
  readonly kind: MoveKind;
  readonly id: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

const mixture: Readonly<Record<MoveKind, number>> = { insert: 5, edit: 5, archive: 2, restore: 1, remove: 1, shift: 2 };
const kinds = Object.keys(mixture) as MoveKind[];
const FIRST_ID = 1_000_000_000;

export interface WorldControlOptions {
  readonly world: World;
  /** The world's own clock: epoch milliseconds. */
  readonly now: () => number;
  readonly seed?: number;
}

export class WorldControl {
  /** Every change by this control, oldest first. */
  readonly moved: Moved[] = [];
  readonly #world: World;
  readonly #now: () => number;
  readonly #random: Random;

  constructor({ world, now, seed = 1 }: WorldControlOptions) {
    this.#world = world;
    this.#now = now;
    this.#random = new Random(seed, 'moves');
  }

  /** @returns the ids of the records that changed; none where no record fits. */
  move(move: Move): string[] {
    if (move.kind === 'mix') return Array.from({ length: move.count ?? 1 }, () => this.#one()).flat();
    const at = this.#now();
    const ids = this.#perform(move, at);
    for (const id of ids) this.moved.push({ kind: move.kind, id, at });
    return ids;
  }

  #one(): string[] {
    const kind = this.#random.pickWeighted(kinds, (each) => mixture[each]) ?? 'edit';
    return this.move({ kind });
  }

  #perform(move: Exclude<Move, { kind: 'mix' }>, at: number): string[] {
    switch (move.kind) {
      case 'insert':
        return this.#insert(move.count ?? 1, move.month, at);
      case 'edit':
        return this.#change(move, 'live', (record) => this.#edited(record, at));
      case 'archive':
        return this.#change(move, 'live', (record) => ({ ...record, archivedAt: at }));
      case 'restore':
        return this.#change(move, 'archived', (record) => restored(record, move.untouched ? record.updatedAt : at));
      case 'remove':
        return this.#remove(move);
      case 'shift':
        return this.#change(move, 'live', (record) => this.#shifted(record, move.to, at));
    }
  }

  #insert(count: number, month: string | null | undefined, at: number): string[] {
    return Array.from({ length: count }, () => {
      const { slots } = this.#world;
      const last = slots > 0 ? this.#world.at(slots - 1).id : FIRST_ID;
      const id = last + this.#random.between(1, 999);
      const pattern = slots > 0 ? this.#world.at(this.#random.between(0, slots - 1)).properties : {};
      const properties = {
        ...pattern,
        ...this.#figures(),
        ...(month === undefined ? {} : monthOf(month)),
        a552213_record_id: `${id} -- ${new Date(at).toISOString().slice(0, 23).replace('T', ' ')}`,
        a552213_title: `New entry ${id}`,
      };
      this.#world.insert({ id, createdAt: at, updatedAt: at, properties });
      return String(id);
    });
  }

  #edited(record: WorldRecord, at: number): WorldRecord {
    const changed = { ...this.#figures(), a552213_title: `Edited at ${at} (${this.#random.between(1, 999_999)})` };
    return this.#withProperties(record, changed, at);
  }

  #shifted(record: WorldRecord, to: string | null | undefined, at: number): WorldRecord {
    const world = this.#world;
    const drawn = () => monthText(world.months.get(this.#random.between(0, world.slots - 1))) ?? null;
    return this.#withProperties(record, monthOf(to === undefined ? drawn() : to), at);
  }

  #withProperties(record: WorldRecord, changed: Readonly<Record<string, WireValue>>, at: number): WorldRecord {
    const earlier = Object.fromEntries(Object.keys(changed).map((name) => [name, record.properties[name] ?? null]));
    return { ...record, updatedAt: at, earlier, properties: { ...record.properties, ...changed } };
  }

  /** Amounts that differ from nearly every other, so that a missed or doubled record shows in the sums. */
  #figures(): Record<string, WireValue> {
    const minutes = this.#random.between(1, 600);
    const amount = calculatePrice(minutes, this.#random.between(5_000, 25_000));
    return {
      a552213_total_minutes: minutes,
      a552213_total_hours: toDurations(minutes).hours,
      a552213_billable_minutes: minutes,
      a552213_billable_hours: toDurations(minutes).hours,
      a552213_billable_amount: formatCents(amount),
    };
  }

  #change(choice: Choice, state: State, changed: (record: WorldRecord) => WorldRecord): string[] {
    return this.#choose(choice, state).map((slot) => {
      const record = changed(this.#world.at(slot));
      this.#world.replace(record);
      return String(record.id);
    });
  }

  #remove(choice: Choice): string[] {
    return this.#choose(choice, 'any').map((slot) => {
      const { id } = this.#world.at(slot);
      this.#world.remove(id);
      return String(id);
    });
  }

  #choose({ ids, count = 1, month }: Choice, state: State): number[] {
    const world = this.#world;
    const wanted = month === undefined ? undefined : Date.parse(`${month}-01T00:00:00Z`);
    const fits = (slot: number) =>
      ((state !== 'archived' && world.isLive(slot)) || (state !== 'live' && world.isArchived(slot))) &&
      (wanted === undefined || world.months.get(slot) === wanted);
    if (ids) return ids.flatMap((id) => world.findSlot(Number(id)) ?? []).filter(fits);
    const chosen = new Set<number>();
    for (let tries = 0; chosen.size < count && tries < 20 * count && world.slots > 0; tries += 1) {
      const slot = this.#random.between(0, world.slots - 1);
      if (fits(slot)) chosen.add(slot);
    }
    if (chosen.size < count) this.#drawFrom(slotsOf(world).filter(fits), count, chosen);
    return [...chosen].slice(0, count);
  }

  #drawFrom(pool: number[], count: number, chosen: Set<number>): void {
    while (chosen.size < count && pool.length > 0) {
      const index = this.#random.between(0, pool.length - 1);
      const slot = pool[index];
      const last = pool.pop();
      if (slot !== undefined) chosen.add(slot);
      if (index < pool.length && last !== undefined) pool[index] = last;
    }
  }
}

function restored({ id, createdAt, properties, earlier }: WorldRecord, updatedAt: number): WorldRecord {
  return { id, createdAt, updatedAt, properties, ...(earlier && { earlier }) };
}

type State = 'live' | 'archived' | 'any';

function slotsOf(world: World): number[] {
  return Array.from({ length: world.slots }, (_, slot) => slot);
}

/** @returns `YYYY-MM`, or undefined where the month is unset or unreadable. */
export function monthText(moment: number): string | undefined {
  return Number.isNaN(moment) ? undefined : new Date(moment).toISOString().slice(0, 7);
}

/** The properties that place a record in a month: work of its 15th at nine. */
function monthOf(month: string | null): Record<string, WireValue> {
  if (month === null) return { [MONTH_PROPERTY]: null };
  const start = Date.parse(`${month}-15T09:00:00Z`);
  if (Number.isNaN(start)) throw new RangeError(`Not a month: ${month}`);
  const [first, last] = [start, start + HOUR].map((moment) => new Date(moment).toISOString());
  return {
    [MONTH_PROPERTY]: `${month}-01T00:00:00.000Z`,
    a552213_week_year: new Date(getWeekStart(toDay(start)) * DAY).toISOString(),
    a552213_first_start_date: first,
    a552213_first_end_date: last,
    a552213_last_start_date: first,
    a552213_last_end_date: last,
  };
}
