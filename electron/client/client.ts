/** The service's three operations for the rest of the app: typed records out, one error union, every request booked in the ledger. */
import type { Quota } from '../../src/contract/api.ts';
import { fail } from '../../src/contract/errors.ts';
import { declaredProperties } from '../../src/domain/properties.ts';
import { readBatch, type BatchRequest, type BatchResult } from './batch-read.ts';
import { redactor } from './failures.ts';
import { createExchange, type Answer, type Exchange, type WireOptions } from './http.ts';
import { readInParts, type ReceivedPage, type ReadPage } from './page.ts';
import type { Account, Exhaustion } from './quota/ledger.ts';
import { asReceived, receive, receiveInPortions } from './wire/received.ts';
import type { JsonObject } from './wire/json.ts';
import { fullName, searchBody, type SearchRequest } from './wire/search-body.ts';
import { readId } from './wire/values.ts';
import { pageSchema, parseAnswer } from './wire/answers.ts';
import type { Attempts, PageAttempts } from '../../src/domain/records/record-page.ts';

export interface ListRequest {
  /** 1 to 100. */
  readonly limit: number;
  readonly after?: string | undefined;
  /** Names to ask for; without a list, every declared property. */
  readonly properties?: readonly string[] | undefined;
  /** True: only archived records. */
  readonly archived?: boolean | undefined;
}

/** Every method throws `AppFailure` and nothing else, unless the program itself is at fault. */
export interface ServiceClient {
  /** Where requests go. */
  readonly origin: string;
  /** Under which requests are booked in the ledger. */
  readonly account: Account;
  quota(): Quota;
  /** What the service said about a used-up quota, while that holds. */
  exhaustion(): Exhaustion | undefined;
  list(request: ListRequest, signal?: AbortSignal, attempts?: Partial<PageAttempts>): Promise<ReceivedPage>;
  search(request: SearchRequest, signal?: AbortSignal, attempts?: Partial<PageAttempts>): Promise<ReceivedPage>;
  batchRead(request: BatchRequest, signal?: AbortSignal, attempts?: Partial<Attempts>): Promise<BatchResult>;
}

export interface ClientOptions extends Omit<WireOptions, 'account'> {
  readonly key: string;
  /** The origin under which requests are booked, if it is not the address itself. */
  readonly account?: string | undefined;
  /** Told how every exchange ended: null is an accepted answer. */
  readonly onOutcome?: ((failure: unknown) => void) | undefined;
}

const PATH = '/service/v1/timelogs';
/** What a header can carry: anything else would be quoted in the transport's complaint. */
const KEY = /^[\x21-\x7e]+$/;

/** @throws AppFailure `key-missing` for an empty key, `key-rejected` for one that no header can carry. */
export function createClient(options: ClientOptions): ServiceClient {
  const { key, origin, ledger, limit } = options;
  if (key === '') fail({ code: 'key-missing' });
  if (!KEY.test(key)) fail({ code: 'key-rejected' });
  const account: Account = { origin: options.account ?? origin, key };
  const exchange = told(createExchange({ ...options, account }), options.onOutcome);
  const redact = redactor(key);

  return {
    origin,
    account,
    quota: () => ledger.quota(account, limit),
    exhaustion: () => ledger.exhaustion(account),
    async list(request, signal, attempts) {
      const read: ReadPage = async ({ limit, after }, told) => {
        const path = listPath({ ...request, limit, after });
        const answer = await exchange({ method: 'GET', path, accept: [200], attempts: told }, signal);
        return toPage(answer, 'list', told);
      };
      return readInParts(request, read, attempts);
    },
    async search(request, signal, attempts) {
      const path = `${PATH}/search`;
      const properties = toNames(request.properties);
      const read: ReadPage = async ({ limit, after }, told) => {
        const body = searchBody({ ...request, limit, after }, properties);
        const answer = await exchange({ method: 'POST', path, body, accept: [200], attempts: told }, signal);
        return toPage(answer, 'search', told);
      };
      return readInParts(request, read, attempts);
    },
    batchRead: async (request, signal, attempts) => readBatch(exchange, request, redact, signal, attempts),
  };
}

function told(exchange: Exchange, onOutcome: ClientOptions['onOutcome']): Exchange {
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

function listPath(request: ListRequest): string {
  const query = new URLSearchParams({ limit: String(request.limit) });
  const properties = toNames(request.properties);
  if (properties.length > 0) query.set('properties', properties.join(','));
  if (request.after !== undefined) query.set('after', request.after);
  if (request.archived !== undefined) query.set('archived', String(request.archived));
  return `${PATH}?${query.toString()}`;
}

/** The service always sends the built-in properties; all others have to be named. */
function toNames(properties: readonly string[] | undefined): readonly string[] {
  return properties?.map(fullName) ?? declaredProperties.map((each) => each.name);
}

async function toPage({ json, date }: Answer, where: string, attempts?: Partial<PageAttempts>): Promise<ReceivedPage> {
  const { results, total, paging } = parseAnswer(pageSchema, json, where);
  const after = paging?.next?.after;
  const told = {
    ...(typeof total === 'number' ? { total } : {}),
    ...(after === undefined ? {} : { after }),
  };
  const both = tellHead(results, told, attempts) ? await receiveInPortions(results, where) : receive(results, where);
  return {
    records: both.map(({ record }) => record),
    // Made only when read: a sync reads thousands of pages and never does.
    get received() {
      return both.map(asReceived);
    },
    ...told,
    ...(date === undefined ? {} : { date }),
  };
}

/** @returns whether a listener was told. */
function tellHead(
  results: readonly JsonObject[],
  told: Pick<ReceivedPage, 'total' | 'after'>,
  attempts: Partial<PageAttempts> | undefined,
): boolean {
  if (!attempts?.onHead) return false;
  const ids = results.flatMap((raw) => readId(raw) ?? []);
  if (ids.length < results.length) return false;
  attempts.onHead({ ids, ...told });
  return true;
}
