/**
 * The true content of the embedded upstream's world, read past the public port: an independent reading that shares no code with the app.
 */
import { declaredProperties } from '#domain/properties.ts';
import { isUnset, readNumber } from '#service/upstream/values.ts';
import type { WireValue } from '#service/upstream/upstream.ts';
import type { World } from '#service/upstream/world.ts';
import { monthText } from './world-control.ts';

export interface WorldTruth {
  /** Live records. */
  readonly count: number;
  readonly archived: number;
  /** Live records by recorded month, `YYYY-MM`; the empty text where it is unset or unreadable. */
  readonly months: Readonly<Record<string, number>>;
  /** Exact sums over live records, plain decimals without trailing zeros; absent where no live record holds a number. */
  readonly totals: Readonly<Record<string, string>>;
  /** How many live records hold something other than a number; absent where none does. */
  readonly unreadable: Readonly<Record<string, number>>;
}

export interface LiveRecord {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** Epoch milliseconds. */
  readonly updatedAt: number;
  readonly properties: Readonly<Record<string, WireValue>>;
}

const numberProperties = declaredProperties.filter((each) => each.type === 'number').map((each) => each.name);

/** @param month `YYYY-MM`: only records of that month. @param names the number properties to sum, all by default. */
export function truthOf(world: World, month?: string, names: readonly string[] = numberProperties): WorldTruth {
  const months: Record<string, number> = {};
  const sums = new Map(names.map((name) => [name, new ExactSum()]));
  let [count, archived] = [0, 0];
  for (let slot = 0; slot < world.slots; slot += 1) {
    const held = monthText(world.months.get(slot)) ?? '';
    if (month !== undefined && held !== month) continue;
    if (world.isArchived(slot)) archived += 1;
    if (!world.isLive(slot)) continue;
    count += 1;
    months[held] = (months[held] ?? 0) + 1;
    const { properties } = world.at(slot);
    for (const [name, sum] of sums) sum.add(properties[name]);
  }
  const told = [...sums];
  return {
    count,
    archived,
    months,
    totals: Object.fromEntries(told.flatMap(([name, { text }]) => (text === undefined ? [] : [[name, text]]))),
    unreadable: Object.fromEntries(told.flatMap(([name, sum]) => (sum.unreadable > 0 ? [[name, sum.unreadable]] : []))),
  };
}

/** @returns live records in id order, from an id on. */
export function liveRecords(world: World, fromId = '0', most = Infinity): LiveRecord[] {
  const found: LiveRecord[] = [];
  for (let slot = world.findFirstSlot(Number(fromId)); slot < world.slots && found.length < most; slot += 1) {
    if (!world.isLive(slot)) continue;
    const { id, createdAt, updatedAt, properties } = world.at(slot);
    found.push({ id: String(id), createdAt, updatedAt, properties });
  }
  return found;
}

/** @returns when each live record was last changed, epoch milliseconds by id. */
export function liveVersions(world: World): Map<string, number> {
  const versions = new Map<string, number>();
  for (let slot = 0; slot < world.slots; slot += 1)
    if (world.isLive(slot)) versions.set(String(world.ids.get(slot)), world.modified.get(slot));
  return versions;
}

const REMEMBERED = 50_000;

class ExactSum {
  unreadable = 0;
  #sum = 0n;
  #numbers = 0;
  readonly #read = new Map<WireValue, bigint>();

  add(value: WireValue): void {
    if (isUnset(value)) return;
    const number = this.#read.get(value) ?? readNumber(String(value));
    if (number === undefined) {
      this.unreadable += 1;
      return;
    }
    if (this.#read.size < REMEMBERED) this.#read.set(value, number);
    this.#sum += number;
    this.#numbers += 1;
  }

  get text(): string | undefined {
    if (this.#numbers === 0) return undefined;
    const digits = (this.#sum < 0n ? -this.#sum : this.#sum).toString().padStart(9, '0');
    const fraction = digits.slice(-8).replace(/0+$/, '');
    return `${this.#sum < 0n ? '-' : ''}${digits.slice(0, -8)}${fraction === '' ? '' : `.${fraction}`}`;
  }
}
