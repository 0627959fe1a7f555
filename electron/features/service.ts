/** Queries the service live. Each query costs requests, and complete records are stored until the next complete refresh. */
import type { Output, ParsedInput } from '#contract/api.ts';
import { describeError } from '#contract/error-text.ts';
import { AppFailure, fail } from '#contract/errors.ts';
import { expandLocal } from '#domain/filter/expand.ts';
import type { FilterGroups } from '#domain/filter/model.ts';
import { parseObjectKey } from '#domain/people/directory.ts';
import { declaredProperties, ID_PROPERTY } from '#domain/properties.ts';
import type { TimeLogRecord } from '#domain/record.ts';
import type { ReceivedPage } from '#electron/client/client.ts';
import { TOTAL_CEILING } from '#electron/sync/service.ts';
import type { Workspace } from '#electron/workspace/workspace.ts';
import { answerProblemTexts as answers } from '#texts/answers.ts';
import type { HandlersFor, HandlerContext } from './calls.ts';
import { requireValidFilter, toServiceName } from './selection.ts';

export function serviceHandlers(context: HandlerContext): HandlersFor<'service' | 'lookup' | 'data.verify'> {
  return {
    'service.list': (input) => listLive(context.workspace(), input),
    'service.search': (input) => searchLive(context.workspace(), input),
    'lookup.known': ({ numbers }, signal) => findKnownNumbers(context.workspace(), numbers, signal),
    'lookup.run': (input) => lookUp(context.workspace(), input),
    'data.verify': async ({ filterGroups }) => verifyCount(context.workspace(), requireValidFilter(filterGroups)),
  };
}

const everyProperty = declaredProperties.map(({ name }) => name);

async function listLive(
  workspace: Workspace,
  { limit, after, properties: names }: ParsedInput<'service.list'>,
): Promise<Output<'service.list'>> {
  const properties = chooseProperties(names);
  const client = await workspace.client();
  const page = await client.list({ limit, after, properties });
  await saveCompleteRecords(workspace, properties, page.records);
  return toLivePage(page);
}

/** Spends no request if, according to the directory, no record can match. */
async function searchLive(
  workspace: Workspace,
  { filterGroups, query, sort, limit, after, properties: names }: ParsedInput<'service.search'>,
): Promise<Output<'service.search'>> {
  const order = sort && { propertyName: toServiceName(sort.propertyName), direction: sort.direction };
  const checkedGroups = requireValidFilter(filterGroups);
  const properties = chooseProperties(names);
  const serviceGroups = toServiceFilter(checkedGroups, workspace);
  const client = await workspace.client();
  if (!serviceGroups) return { results: [], total: 0 };
  const page = await client.search({
    filterGroups: serviceGroups,
    query,
    limit,
    properties,
    sorts: order && [order],
    after,
  });
  await saveCompleteRecords(workspace, properties, page.records);
  return toLivePage(page);
}

async function lookUp(
  workspace: Workspace,
  { ids, idProperty, properties: names, propertiesWithHistory: historyNames }: ParsedInput<'lookup.run'>,
): Promise<Output<'lookup.run'>> {
  const properties = chooseProperties(names);
  const request = {
    ids,
    properties,
    idProperty: idProperty === undefined ? undefined : toServiceName(idProperty),
    propertiesWithHistory: historyNames?.map(toServiceName),
  };
  const client = await workspace.client();
  const { found, received, missing, failed, requestsUsed } = await client.batchRead(request);
  await saveCompleteRecords(workspace, properties, found);
  return {
    found: [...received],
    missing: [...missing],
    failed: failed.map(({ ids: failedIds, category, message, error }) => ({
      ids: [...failedIds],
      category,
      message: message === '' && error ? describeError(error).sentence : message,
    })),
    requestsUsed,
  };
}

function chooseProperties(names: readonly string[] | undefined): readonly string[] {
  return names?.map(toServiceName) ?? everyProperty;
}

/** Finds what the snapshot and the directory know of numbers, without a request. */
async function findKnownNumbers(
  { snapshot, journal }: Workspace,
  numbers: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Output<'lookup.known'>> {
  const knownNumbers = await snapshot.knownNumbers(numbers, signal);
  const { owners, objects } = journal.names();
  const objectIds = new Set(Object.keys(objects).map((key) => parseObjectKey(key).id));
  return {
    ...knownNumbers,
    owners: [...knownNumbers.owners, ...numbers.filter((number) => Object.hasOwn(owners, number))],
    objects: [...knownNumbers.objects, ...numbers.filter((number) => objectIds.has(number))],
  };
}

/**
 * Compares the service's count of a selection with the records held.
 * @throws AppFailure `service-changed` when the answer has no count, because a missing count is not 0.
 */
async function verifyCount(workspace: Workspace, filterGroups: FilterGroups): Promise<Output<'data.verify'>> {
  const serviceGroups = toServiceFilter(filterGroups, workspace);
  const client = await workspace.client();
  // If nothing can match according to the directory, the service has no matching record either.
  const answer = serviceGroups
    ? await client.search({ filterGroups: serviceGroups, limit: 1, properties: [ID_PROPERTY] })
    : { total: 0 };
  const total = answer.total ?? fail({ code: 'service-changed', detail: answers.noTotal });
  const heldCount = await workspace.snapshot.countSelected({ filterGroups, query: '', zone: workspace.zone });
  if (total === TOTAL_CEILING && heldCount >= total)
    fail({ code: 'service-changed', detail: answers.totalEnds(total, heldCount) });
  return { held: heldCount, total, equal: heldCount === total };
}

/**
 * Replaces clients and teams by the ids that they stand for, because the service knows only those.
 * @returns undefined if, according to the directory, no record can match, so that no request is spent.
 * @throws AppFailure `filter-invalid` when there are more ids than a search takes.
 */
function toServiceFilter(groups: FilterGroups, workspace: Workspace): FilterGroups | undefined {
  const expanded = expandLocal(groups, workspace.journal.names());
  return expanded.ok ? expanded.filterGroups : fail({ code: 'filter-invalid', detail: expanded.problem });
}

/** Stores records only if every property was requested, because otherwise unset and unrequested values would look the same. */
async function saveCompleteRecords(
  workspace: Workspace,
  properties: readonly string[],
  records: readonly TimeLogRecord[],
): Promise<void> {
  if (records.length === 0 || !everyProperty.every((name) => properties.includes(name))) return;
  try {
    await workspace.snapshot.saveFound(records);
  } catch (error) {
    // The answer is paid for, so the caller gets it even if it cannot be stored (a full disk, a damaged file).
    if (!(error instanceof AppFailure)) throw error;
  }
}

function toLivePage({ received, total, after }: ReceivedPage): Output<'service.search'> {
  return {
    results: [...received],
    ...(total !== undefined && { total }),
    ...(after !== undefined && { paging: { next: { after } } }),
  };
}
