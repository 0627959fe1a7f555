/** A store in memory for tests of sync: everything sync needs of the snapshot, with the moments at which a process can die. */
import type { TimeLogRecord, RecordRange } from '#domain/record.ts';
import { compareIds } from '#electron/sync/partitions.ts';
import type { SyncChange, SyncStore } from '#electron/sync/store.ts';

/** The process died. */
export class Killed extends Error {}

export class MemoryStore implements SyncStore {
  #published = new Map<string, TimeLogRecord>();
  /** null: to be removed. */
  #waiting = new Map<string, TimeLogRecord | null>();
  #sorted: TimeLogRecord[] | undefined;
  state: string | undefined;
  commits = 0;
  /** Dies at the next commit. */
  die: 'before' | 'after' | undefined;

  async loadState(): Promise<string | undefined> {
    return this.state;
  }

  async commit(change: SyncChange): Promise<void> {
    const die = this.die;
    this.die = undefined;
    if (die === 'before') throw new Killed();
    this.commits += 1;
    for (const record of change.upsert) this.#upsert(record, change.overrules === true);
    for (const id of change.remove) this.#waiting.set(id, null);
    if (change.publish) this.#publish();
    this.state = change.state;
    this.#sorted = undefined;
    if (die === 'after') throw new Killed();
  }

  #upsert(record: TimeLogRecord, overrules: boolean): void {
    const held =
      this.#waiting.get(record.id) ?? (this.#waiting.has(record.id) ? undefined : this.#published.get(record.id));
    if (overrules || !held || held.updatedAt <= record.updatedAt) this.#waiting.set(record.id, record);
  }

  #publish(): void {
    for (const [id, record] of this.#waiting) {
      if (record) this.#published.set(id, record);
      else this.#published.delete(id);
    }
    this.#waiting.clear();
  }

  /** Everything committed and live, ascending by id. */
  live(): readonly TimeLogRecord[] {
    if (this.#sorted) return this.#sorted;
    const all = new Map(this.#published);
    for (const [id, record] of this.#waiting) {
      if (record) all.set(id, record);
      else all.delete(id);
    }
    this.#sorted = [...all.values()].filter((each) => !each.archived).toSorted((a, b) => compareIds(a.id, b.id));
    return this.#sorted;
  }

  published(): ReadonlyMap<string, TimeLogRecord> {
    return new Map([...this.#published].filter(([, record]) => !record.archived));
  }

  #in(range: RecordRange): TimeLogRecord[] {
    return this.live().filter((each) => inRange(each, range));
  }

  async count(range: RecordRange): Promise<number> {
    return Object.keys(range).length === 0 ? this.live().length : this.#in(range).length;
  }

  async months(range: RecordRange): Promise<{ month: string | null; records: number }[]> {
    const counts = new Map<string | null, number>();
    for (const each of this.#in(range)) counts.set(monthOf(each), (counts.get(monthOf(each)) ?? 0) + 1);
    const order = (month: string | null) => month ?? '~';
    return [...counts]
      .map(([month, records]) => ({ month, records }))
      .toSorted((a, b) => (order(a.month) < order(b.month) ? -1 : 1));
  }

  async ids(range: RecordRange, limit?: number): Promise<string[]> {
    return this.#in(range)
      .map((each) => each.id)
      .slice(0, limit);
  }

  async idAt(range: RecordRange, index: number): Promise<string | undefined> {
    return this.#in(range)[index]?.id;
  }

  async versions(ids: readonly string[]): Promise<Map<string, number>> {
    const wanted = new Set(ids);
    return new Map(this.live().flatMap((each) => (wanted.has(each.id) ? [[each.id, each.updatedAt] as const] : [])));
  }

  async countPublished(range: RecordRange): Promise<number> {
    return [...this.published().values()].filter((each) => inRange(each, range)).length;
  }

  async countWaiting(): Promise<number> {
    return [...this.#waiting].filter(([id, waits]) => waits?.updatedAt !== this.published().get(id)?.updatedAt).length;
  }
}

function monthOf(record: TimeLogRecord): string | null {
  const month = record.values.get('a552213_month_year');
  return typeof month === 'string' ? month : null;
}

function inRange(each: TimeLogRecord, range: RecordRange): boolean {
  if (range.createdBefore !== undefined && each.createdAt >= range.createdBefore) return false;
  if (range.idAbove !== undefined && compareIds(each.id, range.idAbove) <= 0) return false;
  if (range.idBelow !== undefined && compareIds(each.id, range.idBelow) >= 0) return false;
  if (range.monthFrom === undefined && range.monthBelow === undefined) return true;
  const month = monthOf(each);
  if (month === null) return range.orNoMonth === true;
  return (
    !(range.monthFrom !== undefined && month < range.monthFrom) &&
    !(range.monthBelow !== undefined && month >= range.monthBelow)
  );
}
