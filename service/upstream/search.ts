/** Selects one page of a search and counts every match. */
import { upstreamTexts as texts } from '#service-texts/service.ts';
import { findProperty } from '#domain/properties.ts';
import { compileFilterGroups, compileQuery, type SlotTest } from './filters.ts';
import { selectPage } from './embedded/order.ts';
import type { Pace } from './embedded/pace.ts';
import { createRefusal, type Refusal } from './upstream.ts';
import type { Switches } from './switches.ts';
import type { SearchQuery } from './embedded/bodies.ts';
import type { WorldView } from './world.ts';

/** The input of one search: `total` may come from an older index than the results. */
export interface SearchView {
  readonly searched: WorldView;
  readonly counted: WorldView;
  /** The number of the search, by which unstable ties differ. */
  readonly turn: number;
}

const DEFAULT_LIMIT = 10;

export async function searchPage(
  request: SearchQuery,
  view: SearchView,
  switches: Switches,
  pace: Pace,
): Promise<
  { readonly ok: true; readonly slots: readonly number[]; readonly total: number; readonly after?: string } | Refusal
> {
  const { searched: world, counted } = view;
  const limit = request.limit ?? DEFAULT_LIMIT;
  const offset = parseOffset(request.after);
  const refusal = refuseSize(request, limit, offset, switches);
  if (refusal) return refusal;
  const filter = compileFilterGroups(request.filterGroups, world, switches);
  if (!filter.ok) return filter;
  const sort = request.sorts[0];
  if (sort && findProperty(sort.propertyName)?.name !== sort.propertyName)
    return createRefusal(texts.noProperty(sort.propertyName));
  const test = createMatchTest(filter.test, request.query, world);
  const selection = { world, test, offset: offset ?? 0, limit, pace };
  const { slots, total } = await selectPage(selection, sort, switches, view.turn);
  return {
    ok: true,
    slots,
    total: Math.min(
      counted === world ? total : await countAll(request, counted, switches, pace),
      switches.totalCeiling,
    ),
    ...createNextCursor(offset ?? 0, limit, total, switches),
  };
}

async function countAll(request: SearchQuery, world: WorldView, switches: Switches, pace: Pace): Promise<number> {
  const filter = compileFilterGroups(request.filterGroups, world, switches);
  if (!filter.ok) return 0;
  const test = createMatchTest(filter.test, request.query, world);
  return (await selectPage({ world, test, offset: 0, limit: 0, pace }, undefined, switches, 0)).total;
}

function parseOffset(after: string | undefined): number | undefined {
  if (after === undefined || after === '') return 0;
  return /^\d{1,9}$/.test(after) ? Number(after) : undefined;
}

function refuseSize(
  request: SearchQuery,
  limit: number,
  offset: number | undefined,
  switches: Switches,
): Refusal | undefined {
  if (request.bodyText.length > switches.searchBodyCharacters)
    return createRefusal(texts.bodyTooLong(switches.searchBodyCharacters));
  if (limit < 0 || limit > switches.searchMaximum) return createRefusal(texts.limit(limit, 0, switches.searchMaximum));
  if (offset === undefined) return createRefusal(texts.searchCursor(request.after ?? ''));
  if (offset + limit > switches.searchWall) return createRefusal(texts.wall(switches.searchWall));
  if (request.sorts.length > 1) return createRefusal(texts.oneSort);
  return undefined;
}

function createNextCursor(offset: number, limit: number, total: number, switches: Switches): { after?: string } {
  const next = offset + limit;
  if (limit === 0 || next >= total) return {};
  if (next >= switches.searchWall && !switches.cursorAtWall) return {};
  return { after: String(next) };
}

function createMatchTest(filter: SlotTest, query: string, world: WorldView): SlotTest {
  const queryTest = compileQuery(query, world);
  const matches: SlotTest = queryTest ? (slot) => filter(slot) && queryTest(slot) : filter;
  return (slot) => world.isLive(slot) && matches(slot);
}
