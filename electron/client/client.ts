/** Offers the service's three operations to the rest of the app: typed records, one error union, every request booked in the ledger. */
import { fail } from '#contract/errors.ts';
import { declaredProperties } from '#domain/properties.ts';
import type { Attempts, PageAttempts, RecordPage } from '#domain/record.ts';
import { readBatch, type BatchRequest } from './batch-read.ts';
import { createRedactor } from './failures.ts';
import { createExchange, type Answer, type Exchange, type WireOptions, AnswerTooLarge } from './http.ts';
import type { Account } from './ledger.ts';
import { pageSchema, parseAnswer } from './wire/answers.ts';
import type { JsonObject } from './wire/json.ts';
import { toReceivedRecord, readRecords, readRecordsInChunks, type ReceivedRecord } from './wire/received.ts';
import { toFullName, writeSearchBody, type SearchRequest } from './wire/search-body.ts';
import { readId } from './wire/values.ts';

export interface ListRequest {
  /** From 1 to 100. */
  readonly limit: number;
  readonly after?: string | undefined;
  /** Properties to request; without a list, every declared property is requested. */
  readonly properties?: readonly string[] | undefined;
  readonly archived?: boolean | undefined;
}

/** Every method throws `AppFailure` and nothing else, unless the program itself is at fault. */
export type ServiceClient = ReturnType<typeof createClient>;

export interface ClientOptions extends Omit<WireOptions, 'account'> {
  readonly key: string;
  /** The origin under which requests are booked, if it differs from the address. */
  readonly account?: string | undefined;
  /** Called at the end of every exchange; null means an accepted answer. */
  readonly onOutcome?: ((failure: unknown) => void) | undefined;
}

const PATH = '/service/v1/timelogs';
/** The characters that a header can carry. The transport's error would quote a key with others. */
const KEY_FORM = /^[\x21-\x7e]+$/;

/** @throws AppFailure `key-missing` for an empty key, `key-rejected` for one that no header can carry. */
export function createClient(options: ClientOptions) {
  const { key, origin, ledger, limit } = options;
  if (key === '') fail({ code: 'key-missing' });
  if (!KEY_FORM.test(key)) fail({ code: 'key-rejected' });
  const account: Account = { origin: options.account ?? origin, key };
  const exchange = reportOutcomes(createExchange({ ...options, account }), options.onOutcome);
  const redact = createRedactor(key);

  return {
    origin,
    account,
    quota: () => ledger.quota(account, limit),
    /** @returns the service's report that the quota is used up, for as long as it applies. */
    exhaustion: () => ledger.exhaustion(account),
    async list(request: ListRequest, signal?: AbortSignal, attempts?: Partial<PageAttempts>) {
      const read: ReadPage = async ({ limit, after }, pageAttempts) => {
        const path = toListPath({ ...request, limit, after });
        const answer = await exchange({ method: 'GET', path, accept: [200], attempts: pageAttempts }, signal);
        return toPage(answer, 'list', pageAttempts);
      };
      return readInParts(request, read, attempts);
    },
    async search(request: SearchRequest, signal?: AbortSignal, attempts?: Partial<PageAttempts>) {
      const path = `${PATH}/search`;
      const properties = toPropertyNames(request.properties);
      const read: ReadPage = async ({ limit, after }, pageAttempts) => {
        const body = writeSearchBody({ ...request, limit, after }, properties);
        const answer = await exchange({ method: 'POST', path, body, accept: [200], attempts: pageAttempts }, signal);
        return toPage(answer, 'search', pageAttempts);
      };
      return readInParts(request, read, attempts);
    },
    batchRead: async (request: BatchRequest, signal?: AbortSignal, attempts?: Partial<Attempts>) =>
      readBatch(exchange, request, redact, signal, attempts),
  };
}

function reportOutcomes(exchange: Exchange, onOutcome: ClientOptions['onOutcome']): Exchange {
  if (!onOutcome) return exchange;
  return async (request, signal) => {
    try {
      const answer = await exchange(request, signal);
      onOutcome(null);
      return answer;
    } catch (failure) {
      onOutcome(failure);
      throw failure;
    }
  };
}

function toListPath(request: ListRequest): string {
  const query = new URLSearchParams({ limit: String(request.limit) });
  const properties = toPropertyNames(request.properties);
  if (properties.length > 0) query.set('properties', properties.join(','));
  if (request.after !== undefined) query.set('after', request.after);
  if (request.archived !== undefined) query.set('archived', String(request.archived));
  return `${PATH}?${query.toString()}`;
}

/** The service always sends the built-in properties; all others must be named. */
function toPropertyNames(properties: readonly string[] | undefined): readonly string[] {
  return properties?.map(toFullName) ?? declaredProperties.map((property) => property.name);
}

async function toPage({ json, date }: Answer, kind: string, attempts?: Partial<PageAttempts>): Promise<ReceivedPage> {
  const { results, total, paging } = parseAnswer(pageSchema, json, kind);
  const after = paging?.next?.after;
  const position = {
    ...(typeof total === 'number' ? { total } : {}),
    ...(after === undefined ? {} : { after }),
  };
  const received = reportPageHead(results, position, attempts)
    ? await readRecordsInChunks(results, kind)
    : readRecords(results, kind);
  return {
    records: received.map(({ record }) => record),
    // A sync reads thousands of pages and never needs this form, so it is built only when it is read.
    get received() {
      return received.map(toReceivedRecord);
    },
    ...position,
    ...(date === undefined ? {} : { date }),
  };
}

/** @returns true when a listener received the page's head. */
function reportPageHead(
  results: readonly JsonObject[],
  position: Pick<ReceivedPage, 'total' | 'after'>,
  attempts: Partial<PageAttempts> | undefined,
): boolean {
  if (!attempts?.onHead) return false;
  const ids = results.flatMap((raw) => readId(raw) ?? []);
  if (ids.length < results.length) return false;
  attempts.onHead({ ids, ...position });
  return true;
}

export interface ReceivedPage extends RecordPage {
  /** The same records as the service sent them. A number that does not fit a double is a string of its digits. */
  readonly received: readonly ReceivedRecord[];
}

/** One part of an answer: at most `limit` records from the cursor on. */
interface Part {
  readonly limit: number;
  readonly after?: string | undefined;
}

type ReadPage = (part: Part, attempts: Partial<PageAttempts> | undefined) => Promise<ReceivedPage>;

const PARTS_PER_PAGE = 4;

/**
 * Reads a page of records, or smaller pages if its answer exceeds the size limit, because records may carry very long texts. Costs one
 * request, and one more for each part. The head is reported early only for a page that came in one answer.
 * @throws AppFailure as `read` does; AnswerTooLarge if a single record is too large.
 */
async function readInParts(
  part: Part,
  read: ReadPage,
  attempts: Partial<PageAttempts> | undefined,
): Promise<ReceivedPage> {
  const { limit, after } = part;
  try {
    return await read({ limit, after }, attempts);
  } catch (error) {
    if (!(error instanceof AnswerTooLarge) || limit <= 1) throw error;
  }
  const { onHead: _, ...attemptsWithoutHead } = attempts ?? {};
  const pages: ReceivedPage[] = [];
  let cursor = after;
  for (let remaining = limit; remaining > 0;) {
    const page = await readInParts(
      { limit: Math.min(Math.ceil(limit / PARTS_PER_PAGE), remaining), after: cursor },
      read,
      attemptsWithoutHead,
    );
    pages.push(page);
    remaining -= page.records.length;
    cursor = page.after;
    if (cursor === undefined || page.records.length === 0) break;
  }
  return joinPages(pages, cursor);
}

/** Joins the parts with the time and total of the first one, because changes made while the others were read are newer than that time. */
function joinPages(pages: readonly ReceivedPage[], after: string | undefined): ReceivedPage {
  const [first] = pages;
  return {
    records: pages.flatMap(({ records }) => records),
    get received() {
      return pages.flatMap(({ received }) => received);
    },
    ...(first?.total === undefined ? {} : { total: first.total }),
    ...(first?.date === undefined ? {} : { date: first.date }),
    ...(after === undefined ? {} : { after }),
  };
}
