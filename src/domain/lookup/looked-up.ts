/** Merges the results of a look-up on this computer and at the service. Pure. */
import { RECORD_ID_PROPERTY } from '../properties.ts';

/** A record from this computer or from the service. */
export interface LookupRecord {
  readonly id: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

export interface ServiceAnswer {
  readonly found: readonly LookupRecord[];
  readonly missing: readonly string[];
  readonly failed: readonly { readonly ids: readonly string[]; readonly category: string; readonly message: string }[];
}

/** Numbers are compared without leading zeros, and record IDs regardless of case, as in filters. */
function toKey(id: string, idProperty: string): string {
  if (idProperty === RECORD_ID_PROPERTY) return id.trim().toLowerCase();
  return /^\d+$/.test(id) ? BigInt(id).toString() : id;
}

/** @returns the ids that none of the records has, which are the only ones to look up at the service */
export function findUnheldIds(
  ids: readonly string[],
  localRecords: readonly LookupRecord[],
  idProperty: string,
): string[] {
  const known = new Set(localRecords.map((record) => toKey(findId(record, idProperty), idProperty)));
  return ids.filter((id) => !known.has(toKey(id, idProperty)));
}

function findId({ id, properties }: LookupRecord, idProperty: string): string {
  const value = idProperty === RECORD_ID_PROPERTY ? properties[RECORD_ID_PROPERTY] : id;
  return typeof value === 'string' ? value : id;
}

export interface LookupResult extends ServiceAnswer {
  /** Ids that were not found here and have not been looked up at the service yet. */
  readonly open: readonly string[];
  /** How many of the ids were found; two records may have the same record ID. */
  readonly foundIds: number;
}

/** The answer before the first request to the service. */
export const noAnswer: ServiceAnswer = { found: [], missing: [], failed: [] };

/** Merges a new answer of the service into the known ones; for each requested id, the newest answer counts. */
export function addAnswer(
  known: ServiceAnswer,
  request: { readonly ids: readonly string[]; readonly answer: ServiceAnswer; readonly idProperty: string },
): ServiceAnswer {
  const keys = new Set(request.ids.map((id) => toKey(id, request.idProperty)));
  const before = narrowAnswer(known, request.idProperty, (key) => !keys.has(key));
  return {
    found: [...before.found, ...request.answer.found],
    missing: [...before.missing, ...request.answer.missing],
    failed: [...before.failed, ...request.answer.failed],
  };
}

function narrowAnswer(answer: ServiceAnswer, idProperty: string, shouldKeep: (key: string) => boolean): ServiceAnswer {
  const shouldKeepId = (id: string) => shouldKeep(toKey(id, idProperty));
  return {
    found: answer.found.filter((record) => shouldKeepId(findId(record, idProperty))),
    missing: answer.missing.filter(shouldKeepId),
    failed: answer.failed
      .map((failure) => ({ ...failure, ids: failure.ids.filter(shouldKeepId) }))
      .filter(({ ids }) => ids.length > 0),
  };
}

/** @param known earlier answers of the service, about any ids */
export function joinLookupResult(
  ids: readonly string[],
  localRecords: readonly LookupRecord[],
  { known, idProperty }: { readonly known: ServiceAnswer; readonly idProperty: string },
): LookupResult {
  const unheldIds = findUnheldIds(ids, localRecords, idProperty);
  const keys = new Set(unheldIds.map((id) => toKey(id, idProperty)));
  const answer = narrowAnswer(known, idProperty, (key) => keys.has(key));
  const unfoundKeys = new Set(
    [...answer.missing, ...answer.failed.flatMap((failure) => failure.ids)].map((id) => toKey(id, idProperty)),
  );
  const foundKeys = new Set(answer.found.map((record) => toKey(findId(record, idProperty), idProperty)));
  const isIn = (set: ReadonlySet<string>) => (id: string) => set.has(toKey(id, idProperty));
  const missingAndFailed = unheldIds.filter(isIn(unfoundKeys));
  const open = unheldIds.filter((id) => !isIn(unfoundKeys)(id) && !isIn(foundKeys)(id));
  return {
    ...answer,
    found: [...localRecords, ...answer.found],
    open,
    foundIds: ids.length - missingAndFailed.length - open.length,
  };
}

/** @returns the merged results for ids of both kinds; a record found by both is listed once */
export function mergeLookupResults(one: LookupResult, other: LookupResult): LookupResult {
  const ids = new Set(one.found.map(({ id }) => id));
  return {
    found: [...one.found, ...other.found.filter(({ id }) => !ids.has(id))],
    missing: [...one.missing, ...other.missing],
    failed: [...one.failed, ...other.failed],
    open: [...one.open, ...other.open],
    foundIds: one.foundIds + other.foundIds,
  };
}

/** @returns the ids for the next request: unknown and failed ones, or otherwise those that the service did not have */
export function chooseNextIds({ open, failed, missing }: LookupResult): readonly string[] {
  const unknown = [...open, ...failed.flatMap(({ ids }) => ids)];
  return unknown.length > 0 ? unknown : missing;
}
