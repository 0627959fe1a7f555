/** Sorts the answers of batch reads so that every requested id is found, missing or failed, and each exactly once. */
import type { AppError } from '#contract/errors.ts';
import { ID_PROPERTY, RECORD_ID_PROPERTY } from '#domain/properties.ts';
import type { Received } from './wire/received.ts';
import type { BatchAnswer } from './wire/answers.ts';
import { answerProblemTexts as answers } from '#texts/answers.ts';

export type IdProperty = typeof ID_PROPERTY | typeof RECORD_ID_PROPERTY;

export interface FailedIds {
  readonly ids: readonly string[];
  /** The upstream's category, or one of our error codes. */
  readonly category: string;
  readonly message: string;
  /** The error that failed the whole request; absent where the service answered it. */
  readonly error?: AppError;
}

/** The result of one or more requests. Ids are written as the caller wrote them. */
export interface BatchOutcome {
  readonly found: ReadonlyMap<string, Received>;
  readonly missing: readonly string[];
  readonly failed: readonly FailedIds[];
}

const NOT_FOUND = 'OBJECT_NOT_FOUND';
const RECORD_ID = /^\d{1,18}$/;

/** Writes ids as integers and keys as they are, so that two spellings of one id are requested once. */
function toMatchKey(id: string, idProperty: IdProperty): string {
  return idProperty === ID_PROPERTY && RECORD_ID.test(id) ? BigInt(id).toString() : id;
}

/** A text with anything but digits is no record ID: a request for it would be wasted, and the upstream refuses its whole chunk. */
export function canExist(id: string, idProperty: IdProperty): boolean {
  return idProperty === RECORD_ID_PROPERTY || RECORD_ID.test(id);
}

/** Keeps each record once, in the order of the request. */
export function removeDuplicateIds(ids: readonly string[], idProperty: IdProperty): string[] {
  const byKey = new Map<string, string>();
  for (const id of ids) {
    const key = toMatchKey(id, idProperty);
    if (!byKey.has(key)) byKey.set(key, id);
  }
  return [...byKey.values()];
}

/**
 * Sorts one answer. An id that the answer does not mention is missing if the batch says it is complete, because that is how an upstream
 * that finds nothing answers. It is failed if the batch is not complete or reports a fault without naming ids.
 */
export function sortAnswer(
  requested: readonly string[],
  idProperty: IdProperty,
  answer: BatchAnswer,
  records: readonly Received[],
): BatchOutcome {
  const unanswered = new Map(requested.map((id) => [toMatchKey(id, idProperty), id]));
  const take = (key: string): string | undefined => {
    const id = unanswered.get(key);
    unanswered.delete(key);
    return id;
  };
  const foundRecords = takeFoundRecords(records, idProperty, unanswered);
  const missing: string[] = [];
  const failed: FailedIds[] = [];
  /** A failure that concerns all ids that the answer does not mention. */
  let generalFailure: FailedIds | undefined;
  for (const entry of answer.errors ?? []) {
    const namedIds = entry.context?.ids ?? [];
    const ids = namedIds.flatMap((id) => take(toMatchKey(id, idProperty)) ?? []);
    if (entry.category === NOT_FOUND) missing.push(...ids);
    else {
      const fault = { category: entry.category ?? 'UNKNOWN', message: entry.message ?? '' };
      if (ids.length > 0) failed.push({ ids, ...fault });
      if (namedIds.length === 0) generalFailure ??= { ids: [], ...fault };
    }
  }
  const rest = [...unanswered.values()];
  const status = answer.status ?? 'COMPLETE';
  if (status !== 'COMPLETE') generalFailure ??= { ids: [], category: status, message: answers.batchIncomplete };
  if (!generalFailure) missing.push(...rest);
  else if (rest.length > 0) failed.push({ ...generalFailure, ids: rest });
  return { found: foundRecords, missing, failed };
}

function takeFoundRecords(
  records: readonly Received[],
  idProperty: IdProperty,
  unanswered: Map<string, string>,
): Map<string, Received> {
  const receivedById = new Map<string, Received>();
  for (const received of records) {
    const id = findRequestedId(received, idProperty, unanswered);
    const earlier = id === undefined ? undefined : receivedById.get(id);
    // Where an answer holds the same record twice, the newer one counts.
    if (id !== undefined && (!earlier || earlier.record.updatedAt < received.record.updatedAt))
      receivedById.set(id, received);
  }
  for (const id of receivedById.keys()) unanswered.delete(toMatchKey(id, idProperty));
  return receivedById;
}

/** Keys are compared exactly first, then regardless of case. */
function findRequestedId(
  { record }: Received,
  idProperty: IdProperty,
  unanswered: ReadonlyMap<string, string>,
): string | undefined {
  if (idProperty === ID_PROPERTY) return unanswered.get(record.id);
  const key = String(record.values.get(RECORD_ID_PROPERTY));
  return (
    unanswered.get(key) ?? [...unanswered.values()].find((requested) => requested.toLowerCase() === key.toLowerCase())
  );
}
