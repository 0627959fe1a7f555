/** One page of a search: counts every match, keeps only the page. */
import { upstreamTexts as texts } from '#service-texts/refusals.ts';
import { findProperty, ID_PROPERTY } from '../../src/domain/properties.ts';
import { compileFilterGroups, compileQuery, type SlotTest } from './filters.ts';
import { isUnset, read, type Reading } from './readings.ts';
import { Pace } from './embedded/pace.ts';
import { refusal, type Refusal } from './refusal.ts';
import type { Switches } from './switches.ts';
import type { SearchRequest, WireSort } from './upstream.ts';
import { propertyValue, type World } from './world.ts';

export interface FoundPage {
  readonly ok: true;
  /** In the order asked for. */
  readonly slots: readonly number[];
  readonly total: number;
  readonly after?: string;
}

/** The input of one search: `total` may be counted over another, older index than the one that finds. */
export interface SearchView {
  readonly found: World;
  readonly counted: World;
  /** The number of the search: unstable ties differ by it. */
  readonly turn: number;
}

const DEFAULT_LIMIT = 10;

/**
 * @returns the page, or why the upstream refuses the search. It is of one moment: where records changed while a long search let others go on,
 * it is made again in one go.
 */
export async function searchPage(
  request: SearchRequest,
  view: SearchView,
  switches: Switches,
): Promise<FoundPage | Refusal> {
  const changes = () => view.found.changes + view.counted.changes;
  const before = changes();
  const page = await findPage(request, view, switches, new Pace(SLICE_MILLISECONDS));
  return changes() === before ? page : findPage(request, view, switches, new Pace(Infinity));
}

/** How long a search runs before it lets other work go on. */
const SLICE_MILLISECONDS = 4;

async function findPage(
  request: SearchRequest,
  view: SearchView,
  switches: Switches,
  pace: Pace,
): Promise<FoundPage | Refusal> {
  const { found: world, counted } = view;
  const limit = request.limit ?? DEFAULT_LIMIT;
  const offset = parseOffset(request.after);
  const refused = refuseSize(request, limit, offset, switches);
  if (refused) return refused;
  const filter = compileFilterGroups(request.filterGroups, world, switches);
  if (!filter.ok) return filter;
  const order = toOrder(request.sorts, view, switches);
  if (!order.ok) return order;
  const test = matching(filter.test, request.query, world);
  const { slots, total } = await order.select({ world, test, offset: offset ?? 0, limit, pace });
  return {
    ok: true,
    slots,
    total: Math.min(
      counted === world ? total : await countAll(request, counted, switches, pace),
      switches.totalCeiling,
    ),
    ...nextCursor(offset ?? 0, limit, total, switches),
  };
}

async function countAll(request: SearchRequest, world: World, switches: Switches, pace: Pace): Promise<number> {
  const filter = compileFilterGroups(request.filterGroups, world, switches);
  if (!filter.ok) return 0;
  const test = matching(filter.test, request.query, world);
  return (await walk({ world, test, offset: 0, limit: 0, pace }, false)).total;
}

/** @returns the integer offset a cursor stands for; undefined if it is none. */
function parseOffset(after: string | undefined): number | undefined {
  if (after === undefined || after === '') return 0;
  return /^\d{1,9}$/.test(after) ? Number(after) : undefined;
}

function refuseSize(
  request: SearchRequest,
  limit: number,
  offset: number | undefined,
  switches: Switches,
): Refusal | undefined {
  if (request.written.length > switches.searchBodyCharacters)
    return refusal(texts.bodyTooLong(switches.searchBodyCharacters));
  if (limit < 0 || limit > switches.searchMaximum) return refusal(texts.limit(limit, 0, switches.searchMaximum));
  if (offset === undefined) return refusal(texts.searchCursor(request.after ?? ''));
  if (offset + limit > switches.searchWall) return refusal(texts.wall(switches.searchWall));
  if (request.sorts.length > 1) return refusal(texts.oneSort);
  return undefined;
}

function nextCursor(offset: number, limit: number, total: number, switches: Switches): { after?: string } {
  const next = offset + limit;
  if (limit === 0 || next >= total) return {};
  if (next >= switches.searchWall && !switches.cursorAtWall) return {};
  return { after: String(next) };
}

function matching(filter: SlotTest, query: string, world: World): SlotTest {
  const text = compileQuery(query, world);
  const found: SlotTest = text ? (slot) => filter(slot) && text(slot) : filter;
  return (slot) => world.isLive(slot) && found(slot);
}

interface Selection {
  readonly world: World;
  readonly test: SlotTest;
  readonly offset: number;
  readonly limit: number;
  readonly pace: Pace;
}

interface Selected {
  readonly slots: number[];
  readonly total: number;
}

interface Order {
  readonly ok: true;
  select(selection: Selection): Promise<Selected>;
}

/** Slots are in id order, which is creation order: the default. */
function toOrder(sorts: readonly WireSort[], view: SearchView, switches: Switches): Order | Refusal {
  const sort = sorts[0];
  if (!sort) return { ok: true, select: (selection) => walk(selection, false) };
  const { propertyName } = sort;
  if (findProperty(propertyName)?.name !== propertyName) return refusal(texts.noProperty(propertyName));
  const descending = sort.direction === 'DESCENDING';
  if (propertyName === ID_PROPERTY) return { ok: true, select: (selection) => walk(selection, descending) };
  const compare = comparison(propertyName, descending, view, switches);
  return { ok: true, select: (selection) => selectSorted(selection, descending, compare) };
}

async function walk({ world, test, offset, limit, pace }: Selection, descending: boolean): Promise<Selected> {
  const slots: number[] = [];
  let total = 0;
  await forEachSlot(world, descending, pace, (slot) => {
    if (!test(slot)) return;
    if (total >= offset && slots.length < limit) slots.push(slot);
    total += 1;
  });
  return { slots, total };
}

/** Slots between two looks at the clock. */
const STRIDE = 256;

async function forEachSlot(world: World, backwards: boolean, pace: Pace, visit: (slot: number) => void): Promise<void> {
  const count = world.slots;
  for (let from = 0; from < count; from += STRIDE) {
    if (pace.isOver()) await pace.rest();
    const to = Math.min(count, from + STRIDE);
    for (let index = from; index < to; index += 1) visit(backwards ? count - 1 - index : index);
  }
}

type Comparison = (a: number, b: number) => number;

/**
 * Keeps the best `offset + limit` matches and drops the rest now and then, so that a page of a million is one scan.
 * The scan runs newest first for a descending order: then few later slots still qualify.
 */
async function selectSorted(
  { world, test, offset, limit, pace }: Selection,
  descending: boolean,
  compare: Comparison,
): Promise<Selected> {
  const wanted = offset + limit;
  let kept: number[] = [];
  let worst: number | undefined;
  let total = 0;
  const prune = () => {
    kept = kept.toSorted(compare).slice(0, wanted);
    worst = kept.length === wanted ? kept.at(-1) : undefined;
  };
  await forEachSlot(world, descending, pace, (slot) => {
    if (!test(slot)) return;
    total += 1;
    if (worst !== undefined && compare(slot, worst) >= 0) return;
    kept.push(slot);
    if (kept.length >= 2 * wanted + 1000) prune();
  });
  prune();
  return { slots: kept.slice(offset), total };
}

function comparison(name: string, descending: boolean, view: SearchView, switches: Switches): Comparison {
  const key = sortKey(name, view.found);
  const tie = tieOrder(switches, view.turn);
  const direction = descending ? -1 : 1;
  const unset = unsetPlace(switches.unsetSorts, direction);
  return (a, b) => {
    const left = key(a);
    const right = key(b);
    if (left === right) return tie(a, b);
    if (left === undefined) return unset;
    if (right === undefined) return -unset;
    return left < right ? -direction : direction;
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

function tieOrder({ ties, seed }: Switches, turn: number): Comparison {
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

function sortKey(name: string, world: World): (slot: number) => Reading {
  if (name === 'sys_lastmodifieddate') return (slot) => world.modified.get(slot);
  if (name === 'sys_createdate') return (slot) => world.created.get(slot);
  const type = findProperty(name)?.type ?? 'string';
  const keys = new Map<number, Reading>();
  return (slot) => {
    if (!keys.has(slot)) {
      const value = propertyValue(world.at(slot), name);
      keys.set(slot, isUnset(value) ? undefined : read(type, String(value)));
    }
    return keys.get(slot);
  };
}
