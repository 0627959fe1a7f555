/** Reads many records by id in chunks, and answers for every id that was asked: found, missing or failed, each exactly once. */
import type { AppError } from '../../src/contract/errors.ts';
import { ID_PROPERTY, RECORD_ID_PROPERTY } from '../../src/domain/properties.ts';
import type { Received } from './wire/received.ts';
import type { BatchAnswer } from './wire/answers.ts';
import { answerProblemTexts as answers } from '#texts/answers.ts';

export type IdProperty = typeof ID_PROPERTY | typeof RECORD_ID_PROPERTY;

export interface FailedIds {
  readonly ids: readonly string[];
  /** The upstream's category, or one of our error codes. */
  readonly category: string;
  readonly message: string;
  /** What failed the whole request for them; absent where the service answered it. */
  readonly error?: AppError;
}

/** The result of one request or several; ids as they were asked. */
export interface BatchOutcome {
  readonly found: ReadonlyMap<string, Received>;
  readonly missing: readonly string[];
  readonly failed: readonly FailedIds[];
}

const NOT_FOUND = 'OBJECT_NOT_FOUND';
const RECORD_ID = /^\d{1,18}$/;

/** Which asked ids are the same record: ids compare as integers, keys as they are. */
function matchKey(id: string, idProperty: IdProperty): string {
  return idProperty === ID_PROPERTY && RECORD_ID.test(id) ? BigInt(id).toString() : id;
}

/** A text with anything but digits is no record ID: asking would cost a request, and the upstream refuses the whole chunk for it. */
export function canExist(id: string, idProperty: IdProperty): boolean {
  return idProperty === RECORD_ID_PROPERTY || RECORD_ID.test(id);
}

/** Each record once, in the order asked. */
export function uniqueIds(ids: readonly string[], idProperty: IdProperty): string[] {
  const byKey = new Map<string, string>();
  for (const id of ids) {
    const key = matchKey(id, idProperty);
    if (!byKey.has(key)) byKey.set(key, id);
  }
  return [...byKey.values()];
}

/**
 * Sorts one answer. An id the answer does not mention is missing if the batch says it is complete: that is how an
 * upstream that finds nothing answers; it is failed if the batch is not complete or reports a fault without naming ids.
 */
export function sortAnswer(
  asked: readonly string[],
  idProperty: IdProperty,
  answer: BatchAnswer,
  records: readonly Received[],
): BatchOutcome {
  const open = new Map(asked.map((id) => [matchKey(id, idProperty), id]));
  const take = (key: string): string | undefined => {
    const id = open.get(key);
    open.delete(key);
    return id;
  };
  const found = takeFound(records, idProperty, open);
  const missing: string[] = [];
  const failed: FailedIds[] = [];
  let unnamed: FailedIds | undefined;
  for (const entry of answer.errors ?? []) {
    const named = entry.context?.ids ?? [];
    const ids = named.flatMap((id) => take(matchKey(id, idProperty)) ?? []);
    if (entry.category === NOT_FOUND) missing.push(...ids);
    else {
      const fault = { category: entry.category ?? 'UNKNOWN', message: entry.message ?? '' };
      if (ids.length > 0) failed.push({ ids, ...fault });
      if (named.length === 0) unnamed ??= { ids: [], ...fault };
    }
  }
  const rest = [...open.values()];
  const status = answer.status ?? 'COMPLETE';
  if (status !== 'COMPLETE') unnamed ??= { ids: [], category: status, message: answers.batchIncomplete };
  if (!unnamed) missing.push(...rest);
  else if (rest.length > 0) failed.push({ ...unnamed, ids: rest });
  return { found, missing, failed };
}

function takeFound(
  records: readonly Received[],
  idProperty: IdProperty,
  open: Map<string, string>,
): Map<string, Received> {
  const found = new Map<string, Received>();
  for (const each of records) {
    const id = askedAs(each, idProperty, open);
    const known = id === undefined ? undefined : found.get(id);
    // The same record twice in one answer: the newer one counts.
    if (id !== undefined && (!known || known.record.updatedAt < each.record.updatedAt)) found.set(id, each);
  }
  for (const id of found.keys()) open.delete(matchKey(id, idProperty));
  return found;
}

/** Finds the asked id of a record; keys are compared exactly first, then regardless of case. */
function askedAs({ record }: Received, idProperty: IdProperty, open: ReadonlyMap<string, string>): string | undefined {
  if (idProperty === ID_PROPERTY) return open.get(record.id);
  const key = String(record.values.get(RECORD_ID_PROPERTY));
  return open.get(key) ?? [...open.values()].find((asked) => asked.toLowerCase() === key.toLowerCase());
}
