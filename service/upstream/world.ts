/** The records of the embedded upstream in id order, with columns for its searches. */
import { findKind, readDay, toComparable, type Comparable, type Kind } from './values.ts';
import type { WireValue } from './upstream.ts';

export const MONTH_PROPERTY = 'a552213_month_year';

/** Times are epoch milliseconds. */
export interface WorldRecord {
  /** Below 2⁵³; later records have higher ids. */
  readonly id: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Absent on live records. */
  readonly archivedAt?: number;
  /** Declared and undeclared properties, without the built-in ones. */
  readonly properties: Readonly<Record<string, WireValue>>;
  /** Values of some properties before `updatedAt`, for change histories. */
  readonly earlier?: Readonly<Record<string, WireValue>>;
}

/** The platform derives built-in properties from the record itself. */
const builtIn: Readonly<Record<string, (record: WorldRecord) => string>> = {
  sys_object_id: (record) => String(record.id),
  sys_createdate: (record) => new Date(record.createdAt).toISOString(),
  sys_lastmodifieddate: (record) => new Date(record.updatedAt).toISOString(),
};

export const builtInNames = Object.keys(builtIn);

/** @returns the value of any property, including built-in ones; undefined if the record lacks it. */
export function readPropertyValue(record: WorldRecord, name: string): WireValue {
  const derive = Object.hasOwn(builtIn, name) ? builtIn[name] : undefined;
  if (derive) return derive(record);
  return Object.hasOwn(record.properties, name) ? record.properties[name] : undefined;
}

const LIVE = 0;
const ARCHIVED = 1;
const GONE = 2;

class Column {
  #values = new Float64Array(1024);

  get(slot: number): number {
    return this.#values[slot] ?? Number.NaN;
  }

  set(slot: number, value: number): void {
    if (slot >= this.#values.length) {
      const longer = new Float64Array(Math.max(slot + 1, this.#values.length * 2));
      longer.set(this.#values);
      this.#values = longer;
    }
    this.#values[slot] = value;
  }
}

/** @returns epoch milliseconds, or NaN if unset or unreadable. */
export function readMonth({ properties }: Pick<WorldRecord, 'properties'>): number {
  const month = properties[MONTH_PROPERTY];
  return month === undefined || month === null ? Number.NaN : (readDay(String(month)) ?? Number.NaN);
}

interface Numbers {
  get(slot: number): number;
}

export interface Values {
  get(slot: number): Comparable;
}

/** Reads values at first use, and again after a change. */
class ValueColumn implements Values {
  readonly #world: World;
  readonly #name: string;
  readonly #kind: Kind;
  readonly #values: (Comparable | undefined)[] = [];

  constructor(world: World, name: string) {
    this.#world = world;
    this.#name = name;
    this.#kind = findKind(name);
  }

  get(slot: number): Comparable {
    const cached = this.#values[slot];
    return cached === undefined ? (this.#values[slot] = this.read(this.#world.at(slot))) : cached;
  }

  read(record: WorldRecord): Comparable {
    return toComparable(this.#kind, readPropertyValue(record, this.#name));
  }

  forget(slot: number): void {
    this.#values[slot] = undefined;
  }
}

/** All slots in one order, valid until the next change. */
interface SlotOrder {
  readonly slots: Uint32Array | undefined;
  /** Whether a search has used this order since the last change, so that a further one probably will. */
  readonly isReused: boolean;
  keep(slots: Uint32Array): void;
}

/** The part of the world that searches read. A slot is a record's position in id order and never changes. */
export interface WorldView {
  /** The number of slots, including those of archived and deleted records. */
  readonly slots: number;
  readonly ids: Numbers;
  /** Epoch milliseconds, like the next two. */
  readonly created: Numbers;
  readonly modified: Numbers;
  /** NaN if the recorded month is unset or unreadable. */
  readonly months: Numbers;
  values(name: string): Values;
  findOrder(name: string): SlotOrder;
  at(slot: number): WorldRecord;
  isLive(slot: number): boolean;
}

export class World implements WorldView {
  readonly ids = new Column();
  readonly created = new Column();
  readonly modified = new Column();
  readonly months = new Column();
  readonly #records: WorldRecord[] = [];
  readonly #states = new Column();
  readonly #watchers: ((slot: number) => void)[] = [];
  readonly #watchersBefore = new Set<(slot: number) => void>();
  /** Built at first use, because most worlds are never searched by record id. */
  #byRecordId: Map<string, number> | undefined;
  #live = 0;
  readonly #columns = new Map<string, ValueColumn>();
  readonly #orders = new Map<string, { readonly version: number; readonly slots?: Uint32Array }>();
  #version = 0;

  constructor(records: readonly WorldRecord[] = []) {
    for (const record of records) this.insert(record);
  }

  get slots(): number {
    return this.#records.length;
  }

  get liveCount(): number {
    return this.#live;
  }

  values(name: string): ValueColumn {
    const column = this.#columns.get(name) ?? new ValueColumn(this, name);
    this.#columns.set(name, column);
    return column;
  }

  findOrder(name: string): SlotOrder {
    const version = this.#version;
    const order = this.#orders.get(name);
    const isCurrent = order?.version === version;
    if (!isCurrent) this.#orders.set(name, { version });
    return {
      slots: isCurrent ? order.slots : undefined,
      isReused: isCurrent,
      keep: (slots) => {
        if (this.#version === version) this.#orders.set(name, { version, slots });
      },
    };
  }

  /** Calls back after each change of a slot, including new ones. */
  watch(onChange: (slot: number) => void): void {
    this.#watchers.push(onChange);
  }

  /** Calls back before each change of a slot. @returns a function that ends it. */
  watchBefore(onChange: (slot: number) => void): () => void {
    this.#watchersBefore.add(onChange);
    return () => void this.#watchersBefore.delete(onChange);
  }

  /** @throws RangeError if the id is not above all others. */
  insert(record: WorldRecord): void {
    this.#write(this.reserve(record), record);
  }

  /** Reserves a slot for a record that is not visible yet. @throws RangeError like `insert`. */
  reserve(record: WorldRecord): number {
    const last = this.#records.at(-1);
    if (last && record.id <= last.id) throw new RangeError(`Record id ${record.id} does not follow ${last.id}`);
    const slot = this.#records.length;
    this.#records.push(record);
    this.ids.set(slot, record.id);
    this.#states.set(slot, GONE);
    return slot;
  }

  show(slot: number, record: WorldRecord): void {
    this.#forgetKey(this.at(slot), slot);
    this.#write(slot, record);
  }

  hide(slot: number): void {
    this.#forgetKey(this.at(slot), slot);
    this.#announce(slot);
    this.#setState(slot, GONE);
  }

  /** @throws RangeError if no record has its id. */
  replace(record: WorldRecord): void {
    const slot = this.findSlot(record.id);
    if (slot === undefined) throw new RangeError(`No record has the id ${record.id}`);
    this.show(slot, record);
  }

  /** Deletes permanently. @returns whether there was such a record. */
  remove(id: number): boolean {
    const slot = this.findSlot(id);
    if (slot === undefined) return false;
    this.hide(slot);
    return true;
  }

  at(slot: number): WorldRecord {
    const record = this.#records[slot];
    if (!record) throw new RangeError(`No slot ${slot}`);
    return record;
  }

  isLive(slot: number): boolean {
    return this.#states.get(slot) === LIVE;
  }

  isArchived(slot: number): boolean {
    return this.#states.get(slot) === ARCHIVED;
  }

  findSlot(id: number): number | undefined {
    const slot = this.findFirstSlot(id);
    const record = this.#records[slot];
    return record?.id === id && this.#states.get(slot) !== GONE ? slot : undefined;
  }

  findSlotByRecordId(recordId: string): number | undefined {
    this.#byRecordId ??= this.#indexRecordIds();
    return this.#byRecordId.get(recordId);
  }

  /** @returns the first slot whose id is at least `id`, or `slots`. */
  findFirstSlot(id: number): number {
    let low = 0;
    let high = this.#records.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.ids.get(middle) < id) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #announce(slot: number): void {
    for (const onChange of this.#watchersBefore) onChange(slot);
  }

  #write(slot: number, record: WorldRecord): void {
    this.#announce(slot);
    this.#records[slot] = record;
    this.ids.set(slot, record.id);
    this.created.set(slot, record.createdAt);
    this.modified.set(slot, record.updatedAt);
    this.months.set(slot, readMonth(record));
    const key = readKey(record);
    if (key !== undefined) this.#byRecordId?.set(key, slot);
    this.#setState(slot, record.archivedAt === undefined ? LIVE : ARCHIVED);
  }

  #indexRecordIds(): Map<string, number> {
    const keys = new Map<string, number>();
    for (const [slot, record] of this.#records.entries()) {
      const key = this.#states.get(slot) === GONE ? undefined : readKey(record);
      if (key !== undefined) keys.set(key, slot);
    }
    return keys;
  }

  #forgetKey(record: WorldRecord, slot: number): void {
    const key = readKey(record);
    if (key !== undefined && this.#byRecordId?.get(key) === slot) this.#byRecordId.delete(key);
  }

  #setState(slot: number, state: number): void {
    const previousState = this.#states.get(slot);
    this.#live += (state === LIVE ? 1 : 0) - (previousState === LIVE ? 1 : 0);
    this.#states.set(slot, state);
    this.#version += 1;
    for (const column of this.#columns.values()) column.forget(slot);
    for (const onChange of this.#watchers) onChange(slot);
  }
}

function readKey(record: WorldRecord): string | undefined {
  const key = record.properties['a552213_record_id'];
  return typeof key === 'string' && key !== '' ? key : undefined;
}
