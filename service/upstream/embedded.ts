/** An upstream with records of its own, in memory: serves the sample workspace and the tests. */
import { upstreamTexts as texts } from '#service-texts/refusals.ts';
import { ID_PROPERTY, RECORD_ID_PROPERTY } from '../../src/domain/properties.ts';
import { isCanonicalId } from './readings.ts';
import { refuse } from './refusal.ts';
import { searchPage, type SearchView } from './search.ts';
import { openIndexes, type SearchIndexes } from './search-index.ts';
import { openMoment } from './embedded/moment.ts';
import { Pace } from './embedded/pace.ts';
import { iso, Renderers } from './embedded/rendering.ts';
import { createSpeller } from './spelling.ts';
import { defaultSwitches, type Switches } from './switches.ts';
import type {
  Answer,
  BatchRequest,
  BatchResult,
  ListPage,
  ListRequest,
  SearchPage,
  SearchRequest,
  Upstream,
} from './upstream.ts';
import { World, type WorldRecord } from './world.ts';

export interface EmbeddedOptions {
  /** Ascending by id. */
  readonly records: readonly WorldRecord[];
  readonly switches?: Partial<Switches>;
  /** Epoch milliseconds. */
  readonly now?: () => number;
}

export interface EmbeddedUpstream extends Upstream {
  /** The records themselves, for tests that change them. */
  readonly world: World;
  readonly switches: Switches;
}

export function createEmbeddedUpstream(options: EmbeddedOptions): EmbeddedUpstream {
  const world = new World(options.records);
  const switches = { ...defaultSwitches, ...options.switches };
  const now = options.now ?? Date.now;
  const indexes = openIndexes(world, switches, now);
  const renderers = new Renderers(createSpeller(switches));
  let turn = 0;
  return {
    world,
    switches,
    list: (request) => Promise.resolve(list(request, world, switches, renderers)),
    batchRead: (request) => Promise.resolve(batchRead(request, world, switches, { renderers, now })),
    search: (request, signal) =>
      search(request, indexes, { switches, renderers, pace: new Pace(SLICE_MILLISECONDS, signal), turn: (turn += 1) }),
  };
}

function names(text: string | null): readonly string[] {
  return (text ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

const LIST_DEFAULT_LIMIT = 10;

/** Ascending ids from the cursor on, which is the id of the next record. */
function list(request: ListRequest, world: World, switches: Switches, renderers: Renderers): Answer<ListPage> {
  const selection = {
    properties: request.getAll('properties').flatMap(names),
    propertiesWithHistory: request.getAll('propertiesWithHistory').flatMap(names),
    idAsNumber: switches.ids === 'numbers',
  };
  const most = selection.propertiesWithHistory.length > 0 ? switches.listMaximumWithHistory : switches.listMaximum;
  const limitText = request.get('limit') ?? String(LIST_DEFAULT_LIMIT);
  const limit = Number(limitText);
  if (!/^\d{1,6}$/.test(limitText) || limit < 1 || limit > most) return refuse(texts.limit(limitText, 1, most));
  const after = request.get('after') ?? '';
  if (!/^\d{0,15}$/.test(after)) return refuse(texts.cursor(after));
  const archived = request.get('archived') ?? 'false';
  if (archived !== 'true' && archived !== 'false') return refuse(texts.archived(archived));
  const isWanted = (slot: number) => (archived === 'true' ? world.isArchived(slot) : world.isLive(slot));
  const render = renderers.renderer(selection);
  const slots = slotsFrom(world, Number(after), limit + 1, isWanted);
  const results = slots.slice(0, limit).map((slot) => render(world.at(slot)));
  const next = slots[limit];
  return { ok: true, body: { results, ...(next === undefined ? {} : { after: String(world.at(next).id) }) } };
}

function slotsFrom(world: World, id: number, most: number, isWanted: (slot: number) => boolean): number[] {
  const slots: number[] = [];
  for (let slot = world.firstSlotFrom(id); slot < world.slots && slots.length < most; slot += 1)
    if (isWanted(slot)) slots.push(slot);
  return slots;
}

/** How long a search runs before it lets other work go on. */
const SLICE_MILLISECONDS = 4;

interface SearchContext {
  readonly switches: Switches;
  readonly renderers: Renderers;
  readonly pace: Pace;
  readonly turn: number;
}

/** A search is of the moment it begins in, however long it takes. */
async function search(
  request: SearchRequest,
  indexes: SearchIndexes,
  context: SearchContext,
): Promise<Answer<SearchPage>> {
  const [world, countedWorld] = [indexes.found(), indexes.counted()];
  const found = openMoment(world);
  const counted = countedWorld === world ? found : openMoment(countedWorld);
  try {
    return await findPage(request, { found, counted, turn: context.turn }, context);
  } catch (fault) {
    if (context.pace.isLeft()) return { ok: false, failure: { kind: 'unreachable', cause: 'the caller has gone' } };
    throw fault;
  } finally {
    found.close();
    counted.close();
  }
}

async function findPage(
  request: SearchRequest,
  view: SearchView,
  { switches, renderers, pace }: SearchContext,
): Promise<Answer<SearchPage>> {
  const page = await searchPage(request, view, switches, pace);
  if (!page.ok) return refuse(page.message, page.category);
  const render = renderers.renderer({
    properties: request.properties,
    propertiesWithHistory: [],
    idAsNumber: switches.ids !== 'strings',
  });
  const results = page.slots.map((slot) => render(view.found.at(slot)));
  return { ok: true, body: { results, total: page.total, ...(page.after === undefined ? {} : { after: page.after }) } };
}

interface BatchContext {
  readonly renderers: Renderers;
  readonly now: () => number;
}

function batchRead(
  request: BatchRequest,
  world: World,
  switches: Switches,
  { renderers, now }: BatchContext,
): Answer<BatchResult> {
  const refused = refuseBatch(request, switches);
  if (refused) return refused;
  const startedAt = iso(now());
  const asked = [...new Set(request.ids)];
  const slots = asked.map((id) => slotOfInput(id, request, world));
  const missing = asked.filter((_, index) => slots[index] === undefined);
  if (missing.length > 0 && missing.length === asked.length && switches.allMissing === 'not-found')
    return refuse(texts.noneFound, 'OBJECT_NOT_FOUND', 404);
  const render = renderers.renderer({ ...request, idAsNumber: switches.ids !== 'strings' });
  const results = slots.flatMap((slot) => (slot === undefined ? [] : [render(world.at(slot))]));
  return {
    ok: true,
    status: missing.length > 0 ? switches.partialStatus : 200,
    body: { status: 'COMPLETE', startedAt, completedAt: iso(now()), results, ...missingErrors(missing, switches) },
  };
}

function refuseBatch(request: BatchRequest, switches: Switches): Answer<never> | undefined {
  const withHistory = request.propertiesWithHistory.length > 0;
  const most = withHistory ? switches.batchMaximumWithHistory : switches.batchMaximum;
  if (request.ids.length > most) return refuse(texts.tooManyInputs(most, request.ids.length));
  if (
    request.idProperty !== undefined &&
    request.idProperty !== ID_PROPERTY &&
    request.idProperty !== RECORD_ID_PROPERTY
  )
    return refuse(texts.notUnique(request.idProperty));
  if (switches.duplicateIds === 'refused' && new Set(request.ids).size < request.ids.length)
    return refuse(texts.duplicates);
  return undefined;
}

function slotOfInput(id: string, request: BatchRequest, world: World): number | undefined {
  const slot =
    request.idProperty === RECORD_ID_PROPERTY
      ? world.slotOfRecordId(id)
      : isCanonicalId(id)
        ? world.findSlot(Number(id))
        : undefined;
  if (slot === undefined) return undefined;
  return world.isArchived(slot) === request.archived ? slot : undefined;
}

/** `numErrors` counts entries, not ids. */
function missingErrors(
  ids: readonly string[],
  { missingErrors: entries }: Switches,
): Pick<BatchResult, 'errors' | 'numErrors'> {
  if (ids.length === 0) return {};
  const message = texts.someMissing;
  const entry = (missing: readonly string[]) => ({
    status: 'error',
    category: 'OBJECT_NOT_FOUND',
    message,
    context: { ids: missing },
  });
  const errors = entries === 'together' ? [entry(ids)] : ids.map((id) => entry([id]));
  return { errors, numErrors: errors.length };
}
