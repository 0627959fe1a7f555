/** Serves records from memory, for the sample workspace and the tests. */
import { upstreamTexts as texts } from '#service-texts/service.ts';
import { ID_PROPERTY, RECORD_ID_PROPERTY } from '#domain/properties.ts';
import { isCanonicalId } from './values.ts';
import {
  refuse,
  type Result,
  type BatchResult,
  type ListPage,
  type ListQuery,
  type SearchPage,
  type Upstream,
} from './upstream.ts';
import { searchPage, type SearchView } from './search.ts';
import { openIndexes, type SearchIndexes } from './search-index.ts';
import { readBatchQuery, readSearchQuery, type BatchQuery, type SearchQuery } from './embedded/bodies.ts';
import { Pace } from './embedded/pace.ts';
import { formatIso, Renderers, createSpeller } from './embedded/rendering.ts';
import { defaultSwitches, type Switches } from './switches.ts';
import { World, readMonth, type WorldRecord, type WorldView } from './world.ts';

interface EmbeddedOptions {
  /** Ascending by id. */
  readonly records: readonly WorldRecord[];
  readonly switches?: Partial<Switches>;
  readonly now?: () => number;
}

export interface EmbeddedUpstream extends Upstream {
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
    async batchRead(request) {
      const parsed = readBatchQuery(request);
      if (!parsed.ok) return refuse(parsed.message, parsed.category);
      return batchRead(parsed.query, world, switches, { renderers, now });
    },
    async search(request, signal) {
      const parsed = readSearchQuery(request);
      if (!parsed.ok) return refuse(parsed.message, parsed.category);
      const pace = new Pace(SLICE_MILLISECONDS, signal);
      return search(parsed.query, indexes, { switches, renderers, pace, turn: (turn += 1) });
    },
  };
}

function splitNames(text: string | null): readonly string[] {
  return (text ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

const LIST_DEFAULT_LIMIT = 10;

/** Lists by ascending id; the cursor is the id of the next record. */
function list(request: ListQuery, world: World, switches: Switches, renderers: Renderers): Result<ListPage> {
  const selection = {
    properties: request.getAll('properties').flatMap(splitNames),
    propertiesWithHistory: request.getAll('propertiesWithHistory').flatMap(splitNames),
    idAsNumber: switches.ids === 'numbers',
  };
  const maximum = selection.propertiesWithHistory.length > 0 ? switches.listMaximumWithHistory : switches.listMaximum;
  const limitText = request.get('limit') ?? String(LIST_DEFAULT_LIMIT);
  const limit = Number(limitText);
  if (!/^\d{1,6}$/.test(limitText) || limit < 1 || limit > maximum) return refuse(texts.limit(limitText, 1, maximum));
  const after = request.get('after') ?? '';
  if (!/^\d{0,15}$/.test(after)) return refuse(texts.cursor(after));
  const archived = request.get('archived') ?? 'false';
  if (archived !== 'true' && archived !== 'false') return refuse(texts.archived(archived));
  const isRequested = (slot: number) => (archived === 'true' ? world.isArchived(slot) : world.isLive(slot));
  const render = renderers.getRenderer(selection);
  const slots = findSlots(world, Number(after), limit + 1, isRequested);
  const results = slots.slice(0, limit).map((slot) => render(world.at(slot)));
  const next = slots[limit];
  return { ok: true, body: { results, ...(next === undefined ? {} : { after: String(world.at(next).id) }) } };
}

function findSlots(world: World, id: number, count: number, isRequested: (slot: number) => boolean): number[] {
  const slots: number[] = [];
  for (let slot = world.findFirstSlot(id); slot < world.slots && slots.length < count; slot += 1)
    if (isRequested(slot)) slots.push(slot);
  return slots;
}

/** A search runs for this time before other work continues. */
const SLICE_MILLISECONDS = 2;

interface SearchContext {
  readonly switches: Switches;
  readonly renderers: Renderers;
  readonly pace: Pace;
  readonly turn: number;
}

/** Searches the records as they were when the search began, however long it takes. */
async function search(
  request: SearchQuery,
  indexes: SearchIndexes,
  context: SearchContext,
): Promise<Result<SearchPage>> {
  const [world, countedWorld] = [indexes.searched(), indexes.counted()];
  const searched = openMoment(world);
  const counted = countedWorld === world ? searched : openMoment(countedWorld);
  try {
    return await findPage(request, { searched, counted, turn: context.turn }, context);
  } catch (fault) {
    if (context.pace.isAborted()) return { ok: false, failure: { kind: 'unreachable', cause: 'the caller has gone' } };
    throw fault;
  } finally {
    searched.close();
    counted.close();
  }
}

async function findPage(
  request: SearchQuery,
  view: SearchView,
  { switches, renderers, pace }: SearchContext,
): Promise<Result<SearchPage>> {
  const page = await searchPage(request, view, switches, pace);
  if (!page.ok) return refuse(page.message, page.category);
  const render = renderers.getRenderer({
    properties: request.properties,
    propertiesWithHistory: [],
    idAsNumber: switches.ids !== 'strings',
  });
  const results = page.slots.map((slot) => render(view.searched.at(slot)));
  return { ok: true, body: { results, total: page.total, ...(page.after === undefined ? {} : { after: page.after }) } };
}

function batchRead(
  request: BatchQuery,
  world: World,
  switches: Switches,
  { renderers, now }: { readonly renderers: Renderers; readonly now: () => number },
): Result<BatchResult> {
  const refusal = refuseBatch(request, switches);
  if (refusal) return refusal;
  const startedAt = formatIso(now());
  const ids = [...new Set(request.ids)];
  const slots = ids.map((id) => findInputSlot(id, request, world));
  const missing = ids.filter((_, index) => slots[index] === undefined);
  if (missing.length > 0 && missing.length === ids.length && switches.allMissing === 'not-found')
    return refuse(texts.noneFound, 'OBJECT_NOT_FOUND', 404);
  const render = renderers.getRenderer({ ...request, idAsNumber: switches.ids !== 'strings' });
  const results = slots.flatMap((slot) => (slot === undefined ? [] : [render(world.at(slot))]));
  return {
    ok: true,
    status: missing.length > 0 ? switches.partialStatus : 200,
    body: {
      status: 'COMPLETE',
      startedAt,
      completedAt: formatIso(now()),
      results,
      ...createMissingErrors(missing, switches),
    },
  };
}

function refuseBatch(request: BatchQuery, switches: Switches): Result<never> | undefined {
  const hasHistory = request.propertiesWithHistory.length > 0;
  const maximum = hasHistory ? switches.batchMaximumWithHistory : switches.batchMaximum;
  if (request.ids.length > maximum) return refuse(texts.tooManyInputs(maximum, request.ids.length));
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

function findInputSlot(id: string, request: BatchQuery, world: World): number | undefined {
  const slot =
    request.idProperty === RECORD_ID_PROPERTY
      ? world.findSlotByRecordId(id)
      : isCanonicalId(id)
        ? world.findSlot(Number(id))
        : undefined;
  if (slot === undefined) return undefined;
  return world.isArchived(slot) === request.archived ? slot : undefined;
}

/** `numErrors` counts entries, not ids. */
function createMissingErrors(
  ids: readonly string[],
  { missingErrors: entries }: Switches,
): Pick<BatchResult, 'errors' | 'numErrors'> {
  if (ids.length === 0) return {};
  const message = texts.someMissing;
  const createEntry = (missing: readonly string[]) => ({
    status: 'error',
    category: 'OBJECT_NOT_FOUND',
    message,
    context: { ids: missing },
  });
  const errors = entries === 'together' ? [createEntry(ids)] : ids.map((id) => createEntry([id]));
  return { errors, numErrors: errors.length };
}

/** Shows the records as of one moment despite later changes, because a search in slices must see one state. */
interface Moment extends WorldView {
  /** Must be called when nothing reads the moment any more. */
  close(): void;
}

/** Opening is free: only records that change while it is open are copied. */
export function openMoment(world: World): Moment {
  const earlier = new Map<number, { readonly record: WorldRecord; readonly live: boolean }>();
  const close = world.watchBefore((slot) => {
    if (!earlier.has(slot)) earlier.set(slot, { record: world.at(slot), live: world.isLive(slot) });
  });
  const createColumn = (current: WorldView['created'], readEarlier: (record: WorldRecord) => number) => ({
    get(slot: number) {
      const change = earlier.get(slot);
      return change ? readEarlier(change.record) : current.get(slot);
    },
  });
  return {
    // Slots are never removed, and later records get higher ones.
    slots: world.slots,
    ids: world.ids,
    created: createColumn(world.created, (record) => record.createdAt),
    modified: createColumn(world.modified, (record) => record.updatedAt),
    months: createColumn(world.months, readMonth),
    values(name) {
      const current = world.values(name);
      return {
        get(slot) {
          const change = earlier.size === 0 ? undefined : earlier.get(slot);
          return change ? current.read(change.record) : current.get(slot);
        },
      };
    },
    // An order that was sorted after a change does not fit this moment.
    findOrder: (name) =>
      earlier.size === 0 ? world.findOrder(name) : { slots: undefined, isReused: false, keep() {} },
    at: (slot) => earlier.get(slot)?.record ?? world.at(slot),
    isLive: (slot) => earlier.get(slot)?.live ?? world.isLive(slot),
    close,
  };
}
