/** Sorts the results of a search and selects one page. */
import { ID_PROPERTY } from '#domain/properties.ts';
import type { SlotTest } from '../filters.ts';
import type { Switches } from '../switches.ts';
import type { WireSort } from '../upstream.ts';
import type { WorldView } from '../world.ts';
import { mergeInSlices, sortInSlices, type Pace, type Compare } from './pace.ts';

export interface Selection {
  readonly world: WorldView;
  readonly test: SlotTest;
  readonly offset: number;
  readonly limit: number;
  readonly pace: Pace;
}

export interface Selected {
  readonly slots: readonly number[];
  readonly total: number;
}

/** @param turn the number of the search, by which unstable ties differ. */
export async function selectPage(
  selection: Selection,
  sort: WireSort | undefined,
  switches: Switches,
  turn: number,
): Promise<Selected> {
  const isDescending = sort?.direction === 'DESCENDING';
  // Slots are in the default order: by id, which is by creation.
  const { slots: count } = selection.world;
  const slotAt = isDescending ? (index: number) => count - 1 - index : (index: number) => index;
  if (!sort || sort.propertyName === ID_PROPERTY || selection.limit === 0) return scan(selection, slotAt, count);
  const compare = createComparison(isDescending, switches, turn);
  if (switches.ties === 'unstable') return selectSorted(selection, sort.propertyName, isDescending, compare);
  const order = selection.world.findOrder(`${sort.propertyName} ${sort.direction}`);
  const slots = order.slots ?? (order.isReused ? await sortAll(selection, sort.propertyName, compare) : undefined);
  if (!slots) return selectSorted(selection, sort.propertyName, isDescending, compare);
  order.keep(slots);
  return scan(selection, (index) => slots[index] ?? 0, slots.length);
}

/** Sorts all slots, matching or not, so that the next search in this order need not sort. */
async function sortAll({ world, pace }: Selection, name: string, compare: Compare<Candidate>): Promise<Uint32Array> {
  const key = readKey(name, world);
  const candidates: Candidate[] = [];
  await forEachSlot(
    world.slots,
    (index) => index,
    pace,
    (slot) => void candidates.push({ slot, key: key(slot) }),
  );
  const slots = new Uint32Array(candidates.length);
  // This is many times as fast as `Uint32Array.from` with a function.
  for (const [index, { slot }] of (await sortInSlices(candidates, compare, pace)).entries()) slots[index] = slot;
  return slots;
}

async function scan(
  { test, offset, limit, pace }: Selection,
  slotAt: (index: number) => number,
  count: number,
): Promise<Selected> {
  const slots: number[] = [];
  let total = 0;
  await forEachSlot(count, slotAt, pace, (slot) => {
    if (!test(slot)) return undefined;
    if (total >= offset && slots.length < limit) slots.push(slot);
    total += 1;
    return undefined;
  });
  return { slots, total };
}

/** Slots visited between two checks of the clock; few, because a record's texts may be long. */
const STRIDE = 16;

/** @param visit may return a promise, which is awaited. */
async function forEachSlot(
  count: number,
  slotAt: (index: number) => number,
  pace: Pace,
  visit: (slot: number) => Promise<void> | undefined,
): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    if (index % STRIDE === 0 && pace.isOver()) await pace.rest();
    const visitResult = visit(slotAt(index));
    if (visitResult) await visitResult;
  }
}

/** A record that may be on the page, with its sort key. */
interface Candidate {
  readonly slot: number;
  /** Undefined if unset or unreadable. */
  readonly key: string | number | bigint | undefined;
}

/** Candidates collected beyond the page's end before the next merge. */
const BATCH_CANDIDATES = 1_000;

/**
 * Selects a page in one scan: it keeps the best `offset + limit` matches and drops the rest in batches. For a descending order it starts
 * with the newest records, because few older ones then qualify.
 */
async function selectSorted(
  { world, test, offset, limit, pace }: Selection,
  name: string,
  isDescending: boolean,
  compare: Compare<Candidate>,
): Promise<Selected> {
  const pageEnd = offset + limit;
  const key = readKey(name, world);
  let best: readonly Candidate[] = [];
  let others: Candidate[] = [];
  let worst: Candidate | undefined;
  let total = 0;
  const prune = async () => {
    best = await mergeInSlices(best, await sortInSlices(others, compare, pace), compare, pace, pageEnd);
    others = [];
    worst = best.length === pageEnd ? best.at(-1) : undefined;
  };
  const slotAt = isDescending ? (index: number) => world.slots - 1 - index : (index: number) => index;
  await forEachSlot(world.slots, slotAt, pace, (slot) => {
    if (!test(slot)) return undefined;
    total += 1;
    const candidate = { slot, key: key(slot) };
    if (worst !== undefined && compare(candidate, worst) >= 0) return undefined;
    return others.push(candidate) >= pageEnd + BATCH_CANDIDATES ? prune() : undefined;
  });
  await prune();
  return { slots: best.slice(offset).map(({ slot }) => slot), total };
}

function createComparison(isDescending: boolean, switches: Switches, turn: number): Compare<Candidate> {
  const tie = createTieOrder(switches, turn);
  const direction = isDescending ? -1 : 1;
  const unset = placeUnset(switches.unsetSorts, direction);
  return (a, b) => {
    if (a.key === b.key) return tie(a.slot, b.slot);
    if (a.key === undefined) return unset;
    if (b.key === undefined) return -unset;
    return a.key < b.key ? -direction : direction;
  };
}

/** @returns 1 if records without a value come last, -1 if they come first. */
function placeUnset(place: Switches['unsetSorts'], direction: 1 | -1): 1 | -1 {
  switch (place) {
    case 'last':
      return 1;
    case 'first':
      return -1;
    case 'lowest':
      return direction === 1 ? -1 : 1;
    case 'highest':
      return direction;
  }
}

function createTieOrder({ ties, seed }: Switches, turn: number): (a: number, b: number) => number {
  if (ties === 'oldest-first') return (a, b) => a - b;
  if (ties === 'newest-first') return (a, b) => b - a;
  const salt = Math.imul(seed, 0x9e3779b1) + (ties === 'unstable' ? Math.imul(turn, 0x85ebca6b) : 0);
  return (a, b) => scatter(a, salt) - scatter(b, salt);
}

/** Permutes the 32-bit numbers, so that no two slots tie. */
function scatter(slot: number, salt: number): number {
  let mixed = Math.imul(slot ^ salt, 0x7feb352d);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

function readKey(name: string, world: WorldView): (slot: number) => Candidate['key'] {
  if (name === 'sys_lastmodifieddate') return (slot) => world.modified.get(slot);
  if (name === 'sys_createdate') return (slot) => world.created.get(slot);
  const values = world.values(name);
  return (slot) => {
    const value = values.get(slot);
    return value === null || Number.isNaN(value) ? undefined : value;
  };
}
