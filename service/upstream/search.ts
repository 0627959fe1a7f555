/** One page of a search: counts every match, keeps only the page. */
import { upstreamTexts as texts } from '#service-texts/refusals.ts';
import { findProperty } from '../../src/domain/properties.ts';
import { compileFilterGroups, compileQuery, type SlotTest } from './filters.ts';
import { selectPage } from './embedded/order.ts';
import type { Pace } from './embedded/pace.ts';
import { refusal, type Refusal } from './refusal.ts';
import type { Switches } from './switches.ts';
import type { SearchRequest } from './upstream.ts';
import type { WorldView } from './world.ts';

export interface FoundPage {
  readonly ok: true;
  /** In the order asked for. */
  readonly slots: readonly number[];
  readonly total: number;
  readonly after?: string;
}

/** The input of one search: `total` may be counted over another, older index than the one that finds. */
export interface SearchView {
  readonly found: WorldView;
  readonly counted: WorldView;
  /** The number of the search: unstable ties differ by it. */
  readonly turn: number;
}

const DEFAULT_LIMIT = 10;

/** @returns the page, or why the upstream refuses the search. */
export async function searchPage(
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
  const sort = request.sorts[0];
  if (sort && findProperty(sort.propertyName)?.name !== sort.propertyName)
    return refusal(texts.noProperty(sort.propertyName));
  const test = matching(filter.test, request.query, world);
  const selection = { world, test, offset: offset ?? 0, limit, pace };
  const { slots, total } = await selectPage(selection, sort, switches, view.turn);
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

async function countAll(request: SearchRequest, world: WorldView, switches: Switches, pace: Pace): Promise<number> {
  const filter = compileFilterGroups(request.filterGroups, world, switches);
  if (!filter.ok) return 0;
  const test = matching(filter.test, request.query, world);
  return (await selectPage({ world, test, offset: 0, limit: 0, pace }, undefined, switches, 0)).total;
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

function matching(filter: SlotTest, query: string, world: WorldView): SlotTest {
  const text = compileQuery(query, world);
  const found: SlotTest = text ? (slot) => filter(slot) && text(slot) : filter;
  return (slot) => world.isLive(slot) && found(slot);
}
