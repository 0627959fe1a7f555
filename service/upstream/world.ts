/** The records of the embedded upstream, in id order, with the columns its searches run over. */
import { readDay } from './readings.ts';
import type { WireValue } from './upstream.ts';

export const MONTH_PROPERTY = 'a552213_month_year';

export interface WorldRecord {
  /** Below 2⁵³; ids grow with creation. */
  readonly id: number;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** Epoch milliseconds. */
  readonly updatedAt: number;
  /** Epoch milliseconds; absent on live records. */
  readonly archivedAt?: number;
  /** Declared and undeclared properties, without the built-in ones. */
  readonly properties: Readonly<Record<string, WireValue>>;
  /** What some properties held before `updatedAt`, for change histories. */
  readonly earlier?: Readonly<Record<string, WireValue>>;
}

/** Built-in properties, which the platform derives from the record itself. */
const builtIn: Readonly<Record<string, (record: WorldRecord) => string>> = {
  sys_object_id: (record) => String(record.id),
  sys_createdate: (record) => new Date(record.createdAt).toISOString(),
  sys_lastmodifieddate: (record) => new Date(record.updatedAt).toISOString(),
};

export const builtInNames = Object.keys(builtIn);

/** @returns the value of any property, built-in ones included; undefined when the record does not carry it. */
export function propertyValue(record: WorldRecord, name: string): WireValue {
  const derive = Object.hasOwn(builtIn, name) ? builtIn[name] : undefined;
  if (derive) return derive(record);
  return Object.hasOwn(record.properties, name) ? record.properties[name] : undefined;
}

const LIVE = 0;
const ARCHIVED = 1;
const GONE = 2;

/** One number for each record, by slot; grows by doubling. */
class Column {
  #values = new Float64Array(1024);

  get(slot: number): number {
    return this.#values[slot] ?? Number.NaN;
  }

  set(slot: number, value: number): void {
    if (slot >= this.#values.length) {
      const wider = new Float64Array(Math.max(slot + 1, this.#values.length * 2));
      wider.set(this.#values);
      this.#values = wider;
    }
    this.#values[slot] = value;
  }
}

/** @returns epoch milliseconds; NaN where it is unset or unreadable. */
export function readMonth({ properties }: WorldRecord): number {
  const month = properties[MONTH_PROPERTY];
  return month === undefined || month === null ? Number.NaN : (readDay(String(month)) ?? Number.NaN);
}

/** A number of each record, by slot. */
interface Numbers {
  get(slot: number): number;
}

/** What searches read of records. A slot is a record's place in id order; it stays the same for the record's life. */
export interface WorldView {
  /** How many slots there are, those of archived and deleted records included. */
  readonly slots: number;
  readonly ids: Numbers;
  /** Epoch milliseconds, as all below. */
  readonly created: Numbers;
  readonly modified: Numbers;
  /** NaN where the recorded month is unset or unreadable. */
  readonly months: Numbers;
  at(slot: number): WorldRecord;
  /** Neither archived nor deleted. */
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
  /** Built at the first question: most worlds are never searched by record id. */
  #byRecordId: Map<string, number> | undefined;
  #live = 0;

  constructor(records: readonly WorldRecord[] = []) {
    for (const record of records) this.insert(record);
  }

  get slots(): number {
    return this.#records.length;
  }

  /** How many records are neither archived nor deleted. */
  get liveCount(): number {
    return this.#live;
  }

  /** Calls back after each change of a slot, new ones included. */
  watch(changed: (slot: number) => void): void {
    this.#watchers.push(changed);
  }

  /** Calls back before each change of a slot. @returns what ends it. */
  watchBefore(changes: (slot: number) => void): () => void {
    this.#watchersBefore.add(changes);
    return () => void this.#watchersBefore.delete(changes);
  }

  /** @throws RangeError if the id is not above all others: ids grow with creation. */
  insert(record: WorldRecord): void {
    this.#write(this.reserve(record), record);
  }

  /** Reserves a place for a record that is not visible yet. @returns its slot. @throws RangeError as `insert` does. */
  reserve(record: WorldRecord): number {
    const last = this.#records.at(-1);
    if (last && record.id <= last.id) throw new RangeError(`Record id ${record.id} does not follow ${last.id}`);
    const slot = this.#records.length;
    this.#records.push(record);
    this.ids.set(slot, record.id);
    this.#states.set(slot, GONE);
    return slot;
  }

  /** Makes a slot visible as this version of its record, hidden before or not. */
  show(slot: number, record: WorldRecord): void {
    this.#forgetKey(this.at(slot), slot);
    this.#write(slot, record);
  }

  hide(slot: number): void {
    this.#forgetKey(this.at(slot), slot);
    this.#announce(slot);
    this.#setState(slot, GONE);
  }

  /** Puts another version of a record in its place. @throws RangeError if there is none with its id. */
  replace(record: WorldRecord): void {
    const slot = this.findSlot(record.id);
    if (slot === undefined) throw new RangeError(`No record has the id ${record.id}`);
    this.show(slot, record);
  }

  /** Deletes for good. @returns whether there was such a record. */
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

  /** @returns the slot of a record that is not deleted. */
  findSlot(id: number): number | undefined {
    const slot = this.firstSlotFrom(id);
    const here = this.#records[slot];
    return here?.id === id && this.#states.get(slot) !== GONE ? slot : undefined;
  }

  /** @returns the slot of the record with this `a552213_record_id`. */
  slotOfRecordId(recordId: string): number | undefined {
    this.#byRecordId ??= this.#keys();
    return this.#byRecordId.get(recordId);
  }

  /** @returns the first slot whose id is at least `id`; `slots` if there is none. */
  firstSlotFrom(id: number): number {
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
    for (const changes of this.#watchersBefore) changes(slot);
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

  #keys(): Map<string, number> {
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
    const before = this.#states.get(slot);
    this.#live += (state === LIVE ? 1 : 0) - (before === LIVE ? 1 : 0);
    this.#states.set(slot, state);
    for (const changed of this.#watchers) changed(slot);
  }
}

/** @returns the `a552213_record_id`, where it is set. */
function readKey(record: WorldRecord): string | undefined {
  const key = record.properties['a552213_record_id'];
  return typeof key === 'string' && key !== '' ? key : undefined;
}
