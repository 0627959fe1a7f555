/** The order of a search's results, and the page that stands at a place of it. */
import { findProperty, ID_PROPERTY } from '../../../src/domain/properties.ts';
import type { SlotTest } from '../filters.ts';
import { isUnset, read, type Reading } from '../readings.ts';
import type { Switches } from '../switches.ts';
import type { WireSort } from '../upstream.ts';
import { propertyValue, type WorldView } from '../world.ts';
import type { Pace } from './pace.ts';
import { mergeInSlices, sortInSlices, type Compare } from './sorting.ts';

export interface Selection {
  readonly world: WorldView;
  readonly test: SlotTest;
  readonly offset: number;
  readonly limit: number;
  readonly pace: Pace;
}

export interface Selected {
  readonly slots: readonly number[];
  /** Of all that pass the test. */
  readonly total: number;
}

/** @param turn the number of the search: unstable ties differ by it. @param sort of a property that there is. */
export function selectPage(
  selection: Selection,
  sort: WireSort | undefined,
  switches: Switches,
  turn: number,
): Promise<Selected> {
  const descending = sort?.direction === 'DESCENDING';
  // Slots are in id order, which is creation order: the default.
  if (!sort || sort.propertyName === ID_PROPERTY || selection.limit === 0) return walk(selection, descending);
  return selectSorted(selection, sort.propertyName, descending, comparison(descending, switches, turn));
}

async function walk({ world, test, offset, limit, pace }: Selection, descending: boolean): Promise<Selected> {
  const slots: number[] = [];
  let total = 0;
  await forEachSlot(world, descending, pace, (slot) => {
    if (!test(slot)) return undefined;
    if (total >= offset && slots.length < limit) slots.push(slot);
    total += 1;
    return undefined;
  });
  return { slots, total };
}

/** Slots between two looks at the clock: few, since a record's texts may be long. */
const STRIDE = 16;

/** @param visit may need time of its own: then it returns a promise. */
async function forEachSlot(
  world: WorldView,
  backwards: boolean,
  pace: Pace,
  visit: (slot: number) => Promise<void> | undefined,
): Promise<void> {
  const count = world.slots;
  for (let index = 0; index < count; index += 1) {
    if (index % STRIDE === 0 && pace.isOver()) await pace.rest();
    const busy = visit(backwards ? count - 1 - index : index);
    if (busy) await busy;
  }
}

/** A record that may be on the page, with what it is sorted by: read once, and forgotten with it. */
interface Candidate {
  readonly slot: number;
  readonly key: Reading;
}

/** Candidates that are sorted in together, beyond as many as are wanted. */
const BATCH = 1_000;

/**
 * Keeps the best `offset + limit` matches and drops the rest now and then, so that a page of a million is one scan.
 * The scan runs newest first for a descending order: then few later slots still qualify.
 */
async function selectSorted(
  { world, test, offset, limit, pace }: Selection,
  name: string,
  descending: boolean,
  compare: Compare<Candidate>,
): Promise<Selected> {
  const wanted = offset + limit;
  const key = readKey(name, world);
  let best: readonly Candidate[] = [];
  let others: Candidate[] = [];
  let worst: Candidate | undefined;
  let total = 0;
  const prune = async () => {
    best = await mergeInSlices(best, await sortInSlices(others, compare, pace), compare, pace, wanted);
    others = [];
    worst = best.length === wanted ? best.at(-1) : undefined;
  };
  await forEachSlot(world, descending, pace, (slot) => {
    if (!test(slot)) return undefined;
    total += 1;
    const candidate = { slot, key: key(slot) };
    if (worst !== undefined && compare(candidate, worst) >= 0) return undefined;
    return others.push(candidate) >= wanted + BATCH ? prune() : undefined;
  });
  await prune();
  return { slots: best.slice(offset).map(({ slot }) => slot), total };
}

function comparison(descending: boolean, switches: Switches, turn: number): Compare<Candidate> {
  const tie = tieOrder(switches, turn);
  const direction = descending ? -1 : 1;
  const unset = unsetPlace(switches.unsetSorts, direction);
  return (a, b) => {
    if (a.key === b.key) return tie(a.slot, b.slot);
    if (a.key === undefined) return unset;
    if (b.key === undefined) return -unset;
    return a.key < b.key ? -direction : direction;
  };
}

/** @returns 1 where records without a value come after those with one, -1 where before. */
function unsetPlace(place: Switches['unsetSorts'], direction: 1 | -1): 1 | -1 {
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

function tieOrder({ ties, seed }: Switches, turn: number): (a: number, b: number) => number {
  if (ties === 'oldest-first') return (a, b) => a - b;
  if (ties === 'newest-first') return (a, b) => b - a;
  const salt = Math.imul(seed, 0x9e3779b1) + (ties === 'unstable' ? Math.imul(turn, 0x85ebca6b) : 0);
  return (a, b) => scattered(a, salt) - scattered(b, salt);
}

/** A permutation of 32 bits: no two slots share a place. */
function scattered(slot: number, salt: number): number {
  let mixed = Math.imul(slot ^ salt, 0x7feb352d);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

function readKey(name: string, world: WorldView): (slot: number) => Reading {
  if (name === 'sys_lastmodifieddate') return (slot) => world.modified.get(slot);
  if (name === 'sys_createdate') return (slot) => world.created.get(slot);
  const type = findProperty(name)?.type ?? 'string';
  return (slot) => {
    const value = propertyValue(world.at(slot), name);
    return isUnset(value) ? undefined : read(type, String(value));
  };
}
