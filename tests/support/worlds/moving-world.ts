/** A service in memory that changes while it is read, with a search index that lags, and that knows the truth at any past moment. */
import { AppFailure } from '#contract/errors.ts';
import type { Quota } from '#contract/api.ts';
import type { Filter, FilterGroups } from '#domain/filter/model.ts';
import type { TimeLogRecord, Attempts, PageAttempts, PageHead, RecordPage } from '#domain/record.ts';
import { writeSearchBody } from '#electron/client/wire/search-body.ts';
import type { BatchOutput, SearchInput, SyncClient } from '#electron/sync/service.ts';
import { seeded, type Seeded } from './seeded.ts';
import { DAY_MS } from '#domain/time/utc.ts';

export interface WorldOptions {
  readonly seed: number;
  /** New, changed and archived records are found by search after at most this delay. Milliseconds. */
  readonly lag?: number;
  /** Share of edits during which the record cannot be found at all until it is indexed again. */
  readonly blinks?: number;
  /** `total` is counted over an index that is older by this much, in which nothing hides. Milliseconds. */
  readonly totalLag?: number;
  /** `total` never exceeds it. */
  readonly ceiling?: number;
  readonly dateHeader?: boolean;
  /** Records are stamped by a clock that is this much behind the Date header's (ahead: negative). Milliseconds. */
  readonly stampsBehind?: number;
  /** Duration of each request, at most. Milliseconds. */
  readonly latency?: number;
  /** An all-missing batch read is answered as if nothing were known about the ids (fault) instead of naming them missing. */
  readonly batch404?: boolean;
  readonly now?: number;
}

interface Doc {
  readonly id: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly month: string | null;
  readonly monthMs: number;
  readonly live: boolean;
}

interface Pending {
  readonly at: number;
  readonly doc: Doc;
  readonly order: number;
}

/** What a delayed reader of the primary sees. */
class Index {
  readonly docs = new Map<number, Doc>();
  #pending: Pending[] = [];
  readonly #applied = new Map<number, number>();

  later(doc: Doc, at: number, order: number): void {
    this.#pending.push({ at, doc, order });
  }

  advance(now: number): void {
    if (!this.#pending.some((each) => each.at <= now)) return;
    const due = this.#pending.filter((each) => each.at <= now).toSorted((a, b) => a.at - b.at);
    this.#pending = this.#pending.filter((each) => each.at > now);
    for (const { doc, order } of due) {
      if ((this.#applied.get(doc.id) ?? -1) > order) continue;
      this.#applied.set(doc.id, order);
      if (doc.live) this.docs.set(doc.id, doc);
      else this.docs.delete(doc.id);
    }
  }
}

/** One request as the service saw it. */
export interface Asked {
  readonly kind: 'search' | 'batch' | 'list';
  readonly limit: number;
  readonly rows: number;
}

export class MovingWorld implements SyncClient {
  now: number;
  readonly random: Seeded;
  readonly requests: Asked[] = [];
  quotaLimit = 1_000_000;
  /** Called before each answer: the data changes while it is read. */
  onRequest: (() => void) | undefined;
  /** Called after each answer was made: a lost answer, a fault. */
  onAnswer: (() => void) | undefined;
  refuseSearch = false;
  readonly #options: Required<Omit<WorldOptions, 'now' | 'seed'>>;
  readonly #primary = new Map<number, Doc>();
  readonly #history = new Map<number, { readonly at: number; readonly doc: Doc }[]>();
  readonly #index = new Index();
  readonly #counted = new Index();
  #order = 0;
  #lastId = 5_000_000_000;

  constructor(options: WorldOptions) {
    const defaults = {
      lag: 0,
      blinks: 0,
      totalLag: 0,
      ceiling: Infinity,
      dateHeader: true,
      stampsBehind: 0,
      latency: 400,
      batch404: false,
    };
    this.#options = { ...defaults, ...options };
    this.random = seeded(options.seed);
    this.now = options.now ?? Date.UTC(2026, 10, 21, 8, 0, 0);
  }

  // — changes to the world —

  /** Records as they were long before the first read; months newest last. */
  settle(months: readonly (string | null)[]): void {
    for (const month of months) {
      this.#lastId += this.random.between(1, 40);
      const createdAt = this.now - 400 * DAY_MS + this.#history.size * 1000;
      this.#put({ id: this.#lastId, createdAt, updatedAt: createdAt, ...monthed(month), live: true }, createdAt, 0);
    }
    this.wait(0);
  }

  insert(month: string | null, at = this.now): number {
    this.#lastId += this.random.between(1, 40);
    const stamp = at - this.#options.stampsBehind;
    this.#put({ id: this.#lastId, createdAt: stamp, updatedAt: stamp, ...monthed(month), live: true });
    return this.#lastId;
  }

  edit(id: number, change: Partial<Pick<Doc, 'month' | 'updatedAt'>> = {}): void {
    const doc = this.#primary.get(id);
    if (!doc?.live) return;
    if (this.random.chance(this.#options.blinks)) this.#index.docs.delete(id);
    this.#put({
      ...doc,
      updatedAt: this.now - this.#options.stampsBehind,
      ...change,
      ...monthed(change.month === undefined ? doc.month : change.month),
    });
  }

  /** Neither archiving nor deleting changes the last-modified date. */
  archive(id: number): void {
    const doc = this.#primary.get(id);
    if (doc?.live) this.#put({ ...doc, live: false });
  }

  restore(id: number, updatedAt = this.now - this.#options.stampsBehind): void {
    const doc = this.#primary.get(id);
    if (doc && !doc.live) this.#put({ ...doc, updatedAt, live: true });
  }

  /** Invisible to search for so long, unchanged. */
  hide(id: number, forMs: number): void {
    const doc = this.#index.docs.get(id);
    if (!doc) return;
    this.#index.docs.delete(id);
    this.#counted.docs.delete(id);
    this.#index.later(doc, this.now + forMs, this.#order++);
    this.#counted.later(doc, this.now + forMs, this.#order++);
  }

  wait(ms: number): void {
    this.now += ms;
    this.#index.advance(this.now);
    this.#counted.advance(this.now - this.#options.totalLag);
  }

  liveIds(): number[] {
    return [...this.#primary.values()].filter((each) => each.live).map((each) => each.id);
  }

  /** Live records as the service would send them. */
  records(): TimeLogRecord[] {
    return [...this.#primary.values()].filter((each) => each.live).map(recordOf);
  }

  archivedIds(): number[] {
    return [...this.#primary.values()].filter((each) => !each.live).map((each) => each.id);
  }

  monthOf(id: number): string | null {
    return this.#primary.get(id)?.month ?? null;
  }

  #put(doc: Doc, at = this.now, lag = Math.floor(this.random.next() * this.#options.lag)): void {
    this.#primary.set(doc.id, doc);
    const past = this.#history.get(doc.id) ?? [];
    past.push({ at, doc });
    this.#history.set(doc.id, past);
    this.#index.later(doc, at + lag, this.#order++);
    this.#counted.later(doc, at + lag, this.#order++);
  }

  // — the truth —

  /** Live records now: id → last-modified. */
  truth(): Map<string, number> {
    return new Map(
      [...this.#primary.values()].filter((each) => each.live).map((each) => [String(each.id), each.updatedAt]),
    );
  }

  /**
   * The errors of a set that claims to be complete as of `asOf`: a record live from then until now that is missing or older than it was
   * then, or one that was never live since. Where edits hide a record until it is indexed again, no search can find later edits: those are
   * not counted as errors.
   */
  faultsOf(held: ReadonlyMap<string, TimeLogRecord>, asOf: number): string[] {
    const faults: string[] = [];
    for (const [id, past] of this.#history) {
      const then = past.findLast((each) => each.at <= asOf)?.doc;
      const since = past.filter((each) => each.at > asOf);
      const has = held.get(String(id));
      const stayed = this.#options.blinks > 0 ? since.length === 0 : since.every((each) => each.doc.live);
      if (then?.live && stayed && !has) faults.push(`${id} missing`);
      if (then?.live && stayed && has && has.updatedAt < then.updatedAt) faults.push(`${id} held in an older version`);
      if (!then?.live && has && !since.some((each) => each.doc.live)) faults.push(`${id} held though it is gone`);
    }
    return faults;
  }

  // — the service —

  quota(): Quota {
    return {
      used: this.requests.length,
      limit: this.quotaLimit,
      resetsAt: new Date(this.now + 3_600_000).toISOString(),
    };
  }

  async search(input: SearchInput, signal?: AbortSignal, attempts?: PageAttempts): Promise<RecordPage> {
    const { filterGroups, sorts, limit, properties } = input;
    // As on the wire: a question that is too long is never sent.
    writeSearchBody(input, properties);
    this.#begin(signal, attempts);
    if (this.refuseSearch) {
      this.requests.push({ kind: 'search', limit, rows: 0 });
      throw new AppFailure({ code: 'upstream-failed', detail: 'sorts are not supported' });
    }
    const test = testOf(filterGroups);
    const matches = [...this.#index.docs.values()].filter(test);
    const counted = this.#options.totalLag === 0 ? matches : [...this.#counted.docs.values()].filter(test);
    const [sort] = sorts;
    const key = sort?.propertyName === 'sys_lastmodifieddate' ? ('updatedAt' as const) : ('id' as const);
    const sign = sort?.direction === 'DESCENDING' ? -1 : 1;
    const rows = matches.toSorted((a, b) => sign * (a[key] - b[key])).slice(0, limit);
    this.requests.push({ kind: 'search', limit, rows: rows.length });
    const answer: RecordPage = {
      records: rows.map(recordOf),
      total: Math.min(counted.length, this.#options.ceiling),
      ...(matches.length > rows.length ? { after: String(limit) } : {}),
      ...this.#date(),
    };
    this.#end();
    attempts?.onHead(headOf(answer));
    return answer;
  }

  async batchRead(
    { ids }: { ids: readonly string[] },
    signal?: AbortSignal,
    attempts?: Attempts,
  ): Promise<BatchOutput> {
    this.#begin(signal, attempts);
    if (ids.length > 100 || new Set(ids).size !== ids.length) throw new Error('More than 100 or duplicate ids');
    const found = ids.flatMap((id) => {
      const doc = this.#primary.get(Number(id));
      return doc?.live ? [recordOf(doc)] : [];
    });
    this.requests.push({ kind: 'batch', limit: ids.length, rows: found.length });
    const seen = new Set(found.map((each) => each.id));
    const missing = ids.filter((id) => !seen.has(id));
    this.#end();
    if (found.length === 0 && this.#options.batch404) return { found: [], missing: [...ids], failed: [] };
    return { found, missing, failed: [] };
  }

  async list(
    { limit, after }: { limit: number; after?: string },
    signal?: AbortSignal,
    attempts?: PageAttempts,
  ): Promise<RecordPage> {
    this.#begin(signal, attempts);
    const from = after === undefined ? 0 : Number(after);
    const rows = [...this.#primary.values()]
      .filter((each) => each.live && each.id >= from)
      .toSorted((a, b) => a.id - b.id);
    const records = rows.slice(0, limit).map(recordOf);
    const beyond = rows[limit];
    this.requests.push({ kind: 'list', limit, rows: records.length });
    const answer = { records, ...(beyond ? { after: String(beyond.id) } : {}), ...this.#date() };
    this.#end();
    attempts?.onHead(headOf(answer));
    return answer;
  }

  /** Each call is one attempt. */
  #begin(signal: AbortSignal | undefined, attempts: Attempts | undefined): void {
    if (signal?.aborted || attempts?.canBook() === false) throw new AppFailure({ code: 'cancelled' });
    attempts?.onBooked();
    this.wait(this.random.between(20, this.#options.latency));
    this.onRequest?.();
    this.wait(0);
  }

  #end(): void {
    this.wait(this.random.between(1, 30));
    this.onAnswer?.();
  }

  #date(): { date?: number } {
    return this.#options.dateHeader ? { date: Math.floor(this.now / 1000) * 1000 } : {};
  }
}

function monthed(month: string | null): Pick<Doc, 'month' | 'monthMs'> {
  return { month, monthMs: month === null ? Number.NaN : Date.parse(month) };
}

function recordOf(doc: Doc): TimeLogRecord {
  const none = new Map<string, string>();
  return {
    id: String(doc.id),
    createdAt: doc.createdAt,
    updatedAt: doc.updatedAt,
    archived: !doc.live,
    values: new Map(doc.month === null ? [] : [['a552213_month_year', doc.month]]),
    anomalies: none,
    rounded: none,
    extra: none,
  };
}

type Test = (doc: Doc) => boolean;

function headOf({ records, total, after }: RecordPage): PageHead {
  return { ids: records.map((each) => each.id), total, after };
}

function testOf(groups: FilterGroups): Test {
  if (groups.length === 0) return () => true;
  const tests = groups.map((group) => group.filters.map(filterTest));
  return (doc) => tests.some((each) => each.every((test) => test(doc)));
}

function filterTest({ propertyName, operator, value, values = [] }: Filter): Test {
  const read = readers[propertyName];
  if (!read) throw new Error(`The world knows no ${propertyName}`);
  const operand = Number(value);
  const among = new Set(values.map(Number));
  const tests: Partial<Record<Filter['operator'], (held: number) => boolean>> = {
    LT: (held) => held < operand,
    GT: (held) => held > operand,
    GTE: (held) => held >= operand,
    IN: (held) => among.has(held),
    NOT_HAS_PROPERTY: (held) => Number.isNaN(held),
  };
  const test = tests[operator];
  if (!test) throw new Error(`The world knows no ${operator}`);
  return (doc) => test(read(doc));
}

/** Unset is NaN: no comparison holds. */
const readers: Readonly<Record<string, (doc: Doc) => number>> = {
  sys_object_id: (doc) => doc.id,
  sys_createdate: (doc) => doc.createdAt,
  sys_lastmodifieddate: (doc) => doc.updatedAt,
  a552213_month_year: (doc) => doc.monthMs,
};
