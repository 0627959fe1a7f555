/** Reads any number of records by id in chunks. A chunk's failure does not affect the others, so no record that was paid for is lost. */
import { writeMarked } from '#domain/locale-forms.ts';
import { AppFailure, fail, type AppError } from '#contract/errors.ts';
import { declaredProperties, ID_PROPERTY, RECORD_ID_PROPERTY } from '#domain/properties.ts';
import type { TimeLogRecord, Attempts } from '#domain/record.ts';
import { parseErrorBody, toFailure, isBatchNotFound } from './failures.ts';
import { AnswerTooLarge, type Answer, type Exchange } from './http.ts';
import { toReceivedRecord, readRecords, type Received, type ReceivedRecord } from './wire/received.ts';
import { toFullName } from './wire/search-body.ts';
import { batchSchema, emptyBatchSchema, parseAnswer, type BatchAnswer } from './wire/answers.ts';
import { answerProblemTexts as answers } from '#texts/answers.ts';
import { refusalTexts } from '#texts/refusals.ts';

export interface BatchRequest {
  readonly ids: readonly string[];
  /** Either `sys_object_id` (the default) or `a552213_record_id`. */
  readonly idProperty?: string | undefined;
  /** Properties to request; without a list, every declared property is requested. */
  readonly properties?: readonly string[] | undefined;
  readonly propertiesWithHistory?: readonly string[] | undefined;
}

/** Each requested id, duplicates removed, is in exactly one of `found`, `missing` and `failed`. */
export interface BatchResult {
  readonly found: readonly TimeLogRecord[];
  /** The records of `found` as the service sent them. */
  readonly received: readonly ReceivedRecord[];
  readonly missing: readonly string[];
  readonly failed: readonly FailedIds[];
  /** The number of attempts sent, retries included. */
  readonly requestsUsed: number;
  /** The service's clock at the last answer, in epoch milliseconds. */
  readonly date?: number;
}

const PATH = '/service/v1/timelogs/batch/read';
const OPERATION = answers.batchRead;
/** The public limits of the upstream's batch read. */
const MAX_IDS = 100;
const MAX_IDS_WITH_HISTORY = 50;
/** After this many failed chunks in a row the remaining ones are not tried, because each may have cost three requests. */
const MAX_UNAVAILABLE_CHUNKS = 3;

/** After one of these errors no further chunk can succeed. */
const FINAL_ERRORS: ReadonlySet<AppError['code']> = new Set<AppError['code']>([
  'key-rejected',
  'key-deactivated',
  'quota-exhausted',
  'file-damaged',
  'store-in-use',
  'disk-full',
]);
const UNAVAILABLE_ERRORS: ReadonlySet<AppError['code']> = new Set<AppError['code']>(['offline', 'service-busy']);

/**
 * @param redact takes the key out of texts the service wrote.
 * @throws AppFailure `usage` for an unsupported id property · `cancelled` · the first chunk's error if no later chunk could succeed.
 */
export async function readBatch(
  exchange: Exchange,
  request: BatchRequest,
  redact: (text: string) => string,
  signal?: AbortSignal,
  attempts?: Partial<Attempts>,
): Promise<BatchResult> {
  const idProperty = checkIdProperty(request.idProperty);
  const ids = removeDuplicateIds(request.ids, idProperty);
  const state = new BatchProgress(ids.filter((id) => !isValidId(id, idProperty)));
  const onBooked = () => {
    state.countRequest();
    attempts?.onBooked?.();
  };
  const chunkSize = request.propertiesWithHistory?.length ? MAX_IDS_WITH_HISTORY : MAX_IDS;
  const chunks = splitIntoChunks(
    ids.filter((id) => isValidId(id, idProperty)),
    chunkSize,
  );
  for (let chunk = chunks.shift(); chunk; chunk = chunks.shift()) {
    if (state.stoppedBy) {
      state.addFailure(chunk, state.stoppedBy);
      continue;
    }
    try {
      const body = toBody(chunk, idProperty, request);
      const answer = await exchange(
        { method: 'POST', path: PATH, body, accept: [200, 207, 404], attempts: { ...attempts, onBooked } },
        signal,
      );
      state.add(toOutcome(chunk, idProperty, answer, redact), answer.date);
    } catch (error) {
      if (error instanceof AnswerTooLarge && chunk.length > 1) {
        const half = Math.ceil(chunk.length / 2);
        chunks.unshift(chunk.slice(0, half), chunk.slice(half));
        continue;
      }
      if (!(error instanceof AppFailure) || error.error.code === 'cancelled') throw error;
      if (FINAL_ERRORS.has(error.error.code) && !state.hasAnswer) throw error;
      state.addFailure(chunk, error.error);
    }
  }
  return state.toResult(ids, redact);
}

class BatchProgress {
  hasAnswer = false;
  stoppedBy: AppError | undefined;
  readonly #found = new Map<string, Received>();
  readonly #missing: Set<string>;
  readonly #failed: FailedIds[] = [];
  #requestsUsed = 0;
  #unavailableChunks = 0;
  #date: number | undefined;

  constructor(invalidIds: readonly string[]) {
    this.#missing = new Set(invalidIds);
  }

  readonly countRequest = () => {
    this.#requestsUsed += 1;
  };

  add({ found, missing, failed }: BatchOutcome, date: number | undefined): void {
    this.hasAnswer = true;
    this.#unavailableChunks = 0;
    this.#date = date ?? this.#date;
    for (const [id, received] of found) this.#found.set(id, received);
    for (const id of missing) this.#missing.add(id);
    this.#failed.push(...failed);
  }

  addFailure(ids: readonly string[], error: AppError): void {
    const message = 'detail' in error ? writeMarked(error.detail) : '';
    this.#failed.push({ ids, category: error.code, message, error });
    this.#unavailableChunks = UNAVAILABLE_ERRORS.has(error.code) ? this.#unavailableChunks + 1 : 0;
    if (FINAL_ERRORS.has(error.code) || this.#unavailableChunks >= MAX_UNAVAILABLE_CHUNKS) this.stoppedBy = error;
  }

  /** Lists the records in the order in which their ids were requested. */
  toResult(ids: readonly string[], redact: (text: string) => string): BatchResult {
    const received = ids.flatMap((id) => this.#found.get(id) ?? []);
    return {
      found: received.map(({ record }) => record),
      received: received.map(toReceivedRecord),
      missing: ids.filter((id) => this.#missing.has(id)),
      failed: this.#failed.map((failure) => ({ ...failure, message: redact(failure.message) })),
      requestsUsed: this.#requestsUsed,
      ...(this.#date === undefined ? {} : { date: this.#date }),
    };
  }
}

function checkIdProperty(name: string | undefined): IdProperty {
  const fullName = name === undefined ? ID_PROPERTY : toFullName(name);
  if (fullName === ID_PROPERTY || fullName === RECORD_ID_PROPERTY) return fullName;
  return fail({
    code: 'usage',
    detail: refusalTexts.idProperty(ID_PROPERTY, RECORD_ID_PROPERTY, fullName),
  });
}

function toBody(ids: readonly string[], idProperty: IdProperty, request: BatchRequest): string {
  const requested = request.properties?.map(toFullName) ?? declaredProperties.map((property) => property.name);
  // Without this property no record of the answer could be matched to a requested key.
  const properties = idProperty === ID_PROPERTY ? requested : [...new Set([...requested, idProperty])];
  const history = request.propertiesWithHistory?.map(toFullName) ?? [];
  return JSON.stringify({
    inputs: ids.map((id) => ({ id })),
    properties,
    ...(history.length > 0 ? { propertiesWithHistory: history } : {}),
    ...(idProperty === ID_PROPERTY ? {} : { idProperty }),
  });
}

/** @throws AppFailure for a 404 that is not the upstream's "none of them exists", and for an answer of an unexpected shape. */
function toOutcome(
  chunk: readonly string[],
  idProperty: IdProperty,
  { status, json }: Answer,
  redact: (text: string) => string,
): BatchOutcome {
  const answer = status === 404 ? parseNotFoundAnswer(json, redact) : parseAnswer(batchSchema, json, OPERATION);
  return classifyAnswer(chunk, idProperty, answer, readRecords(answer.results, OPERATION));
}

function parseNotFoundAnswer(json: Answer['json'], redact: (text: string) => string): BatchAnswer {
  const parsed = emptyBatchSchema.safeParse(json);
  if (parsed.success && parsed.data.errors?.some((entry) => entry.context?.ids?.length)) {
    return { ...parsed.data, status: 'COMPLETE' };
  }
  const body = parseErrorBody(json);
  return isBatchNotFound(404, body) ? { results: [] } : fail(toFailure(404, body, redact));
}

function splitIntoChunks(ids: readonly string[], size: number): string[][] {
  const chunks: string[][] = [];
  for (let start = 0; start < ids.length; start += size) chunks.push(ids.slice(start, start + size));
  return chunks;
}

// Classifies the answers of batch reads so that every requested id is found, missing or failed, and each exactly once.

export type IdProperty = typeof ID_PROPERTY | typeof RECORD_ID_PROPERTY;

export interface FailedIds {
  readonly ids: readonly string[];
  /** The upstream's category, or one of our error codes. */
  readonly category: string;
  readonly message: string;
  /** The error that failed the whole request; absent if the service answered it. */
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

/** A text with other characters than digits is not a record ID, and the upstream rejects the complete chunk that contains one. */
export function isValidId(id: string, idProperty: IdProperty): boolean {
  return idProperty === RECORD_ID_PROPERTY || RECORD_ID.test(id);
}

export function removeDuplicateIds(ids: readonly string[], idProperty: IdProperty): string[] {
  const byKey = new Map<string, string>();
  for (const id of ids) {
    const key = toMatchKey(id, idProperty);
    if (!byKey.has(key)) byKey.set(key, id);
  }
  return [...byKey.values()];
}

/**
 * Classifies one answer. An id that it does not mention is missing if the batch is reported as complete, because that is how an upstream
 * that finds nothing answers. It is failed if the batch is not complete or reports a fault without naming ids.
 */
export function classifyAnswer(
  requested: readonly string[],
  idProperty: IdProperty,
  answer: BatchAnswer,
  records: readonly Received[],
): BatchOutcome {
  const unanswered = new Map(requested.map((id) => [toMatchKey(id, idProperty), id]));
  const takeId = (key: string): string | undefined => {
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
    const ids = namedIds.flatMap((id) => takeId(toMatchKey(id, idProperty)) ?? []);
    if (entry.category === NOT_FOUND) missing.push(...ids);
    else {
      const fault = { category: entry.category ?? 'UNKNOWN', message: entry.message ?? '' };
      if (ids.length > 0) failed.push({ ids, ...fault });
      if (namedIds.length === 0) generalFailure ??= { ids: [], ...fault };
    }
  }
  const unmentionedIds = [...unanswered.values()];
  const status = answer.status ?? 'COMPLETE';
  if (status !== 'COMPLETE') generalFailure ??= { ids: [], category: status, message: answers.batchIncomplete };
  if (!generalFailure) missing.push(...unmentionedIds);
  else if (unmentionedIds.length > 0) failed.push({ ...generalFailure, ids: unmentionedIds });
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
    // If an answer holds the same record twice, the newer one counts.
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
