/**
 * Asks the service live: each question costs what it says, and complete records from it are stored until the next complete refresh.
 */
import type { Output } from '../../src/contract/api.ts';
import { AppFailure, fail } from '../../src/contract/errors.ts';
import { expandLocal } from '../../src/domain/filter/expand.ts';
import type { FilterGroups } from '../../src/domain/filter/model.ts';
import { objectOfKey } from '../../src/domain/people/directory.ts';
import { declaredProperties, ID_PROPERTY } from '../../src/domain/properties.ts';
import type { TimeLogRecord } from '../../src/domain/record.ts';
import type { BatchRequest } from '../client/batch-read.ts';
import type { ListRequest, ServiceClient } from '../client/client.ts';
import type { ReceivedPage } from '../client/page.ts';
import type { SearchRequest } from '../client/wire/search-body.ts';
import { TOTAL_CEILING } from '../sync/service.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { answerProblemTexts as answers } from '#texts/answers.ts';

export const everyProperty = declaredProperties.map(({ name }) => name);

/** A request that names the properties it asks for. */
type Named<Request> = Request & { readonly properties: readonly string[] };

export async function listLive(workspace: Workspace, asked: Named<ListRequest>): Promise<Output<'service.list'>> {
  const page = await (await workspace.client()).list(asked);
  await saveWhole(workspace, asked.properties, page.records);
  return livePage(page);
}

/** Spends no request where by the directory no record can match. */
export async function searchLive(workspace: Workspace, asked: Named<SearchRequest>): Promise<Output<'service.search'>> {
  const filterGroups = groupsForService(asked.filterGroups ?? [], workspace);
  const client = await workspace.client();
  if (!filterGroups) return { results: [], total: 0 };
  const page = await client.search({ ...asked, filterGroups });
  await saveWhole(workspace, asked.properties, page.records);
  return livePage(page);
}

export async function lookUp(workspace: Workspace, asked: Named<BatchRequest>): Promise<Output<'lookup.run'>> {
  const client = await workspace.client();
  const { found, received, missing, failed, requestsUsed } = await client.batchRead(asked);
  await saveWhole(workspace, asked.properties, found);
  return {
    found: [...received],
    missing: [...missing],
    failed: failed.map(({ ids, category, message }) => ({ ids: [...ids], category, message })),
    requestsUsed,
  };
}

/** What the snapshot and the directory know of numbers: no request. */
export async function findKnownNumbers(
  { snapshot, journal }: Workspace,
  numbers: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Output<'lookup.known'>> {
  const held = await snapshot.knownNumbers(numbers, signal);
  const { owners, objects } = journal.names();
  const objectIds = new Set(Object.keys(objects).map((key) => objectOfKey(key).id));
  return {
    ...held,
    owners: [...held.owners, ...numbers.filter((number) => Object.hasOwn(owners, number))],
    objects: [...held.objects, ...numbers.filter((number) => objectIds.has(number))],
  };
}

/** Compares the service's count of a selection with the records held. */
export async function verifyCount(workspace: Workspace, filterGroups: FilterGroups): Promise<Output<'data.verify'>> {
  const sent = groupsForService(filterGroups, workspace);
  const client = await workspace.client();
  // By the directory nothing can match: so the service has no matching record either.
  const total = sent ? await countedBy(client, sent) : 0;
  const held = await workspace.snapshot.countSelected({ filterGroups, query: '', zone: workspace.zone });
  if (total === TOTAL_CEILING && held >= total)
    fail({ code: 'service-changed', detail: answers.totalEnds(total, held) });
  return { held, total, equal: held === total };
}

/** @throws AppFailure `service-changed` when the answer has no count: a missing count is not 0. */
async function countedBy(client: ServiceClient, filterGroups: FilterGroups): Promise<number> {
  const { total } = await client.search({ filterGroups, limit: 1, properties: [ID_PROPERTY] });
  return total ?? fail({ code: 'service-changed', detail: answers.noTotal });
}

/**
 * Clients and teams as the ids they stand for: the service knows only those.
 * @returns undefined when by the directory no record can match: then no request is spent.
 * @throws AppFailure `filter-invalid` when that is more than a search takes.
 */
function groupsForService(groups: FilterGroups, workspace: Workspace): FilterGroups | undefined {
  const expanded = expandLocal(groups, workspace.journal.names());
  return expanded.ok ? expanded.filterGroups : fail({ code: 'filter-invalid', detail: expanded.problem });
}

/** Only answers that asked for every catalogue property: otherwise an unset value could not be told from one not asked for. */
async function saveWhole(
  workspace: Workspace,
  asked: readonly string[],
  records: readonly TimeLogRecord[],
): Promise<void> {
  if (records.length === 0 || !everyProperty.every((name) => asked.includes(name))) return;
  try {
    await workspace.snapshot.saveFound(records);
  } catch (error) {
    // The answer is paid for: the caller gets it even where it cannot be stored (a full disk, a damaged file).
    if (!(error instanceof AppFailure)) throw error;
  }
}

function livePage({ received, total, after }: ReceivedPage): Output<'service.search'> {
  return {
    results: [...received],
    ...(total !== undefined && { total }),
    ...(after !== undefined && { paging: { next: { after } } }),
  };
}
