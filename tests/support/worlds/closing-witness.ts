/**
 * A second reckoning of closings, over the world itself and by other means than the product: maps of records, and sums of them. It is told
 * what a person did, and says what must be so.
 */
import type { Method, Output } from '#contract/api.ts';
import { toUnits } from '#domain/decimal.ts';
import type { WireValue } from '#service/upstream/upstream.ts';
import { readMonth, type World, type WorldRecord } from '#service/upstream/world.ts';

export interface Part {
  readonly currency: string | null;
  readonly minutes: bigint;
  readonly value: bigint;
}

interface Kept {
  readonly number: number;
  readonly month: string;
  readonly client: string | null;
  standing: boolean;
  readonly frozen: ReadonlyMap<string, Part>;
  readonly objects: ReadonlyMap<string, string>;
  readonly base: Map<string, Part>;
  readonly charged: Map<string, Part>;
  readonly decided: {
    readonly decision: string;
    readonly before: Part | undefined;
    readonly after: Part | undefined;
  }[];
  readonly touched: Set<string>;
}

export interface Label {
  readonly client: string | null;
  readonly currency: string | null;
}

const unitsOf = (value: WireValue | undefined) =>
  value === null || value === undefined || value === '' ? 0n : toUnits(String(value));
const minutesOf = ({ properties }: WorldRecord) =>
  properties['a552213_billable_minutes'] == null
    ? unitsOf(properties['a552213_billable_hours']) * 60n
    : unitsOf(properties['a552213_billable_minutes']);
/** Whatever choice of amounts bills it. */
const isBillable = (record: WorldRecord) =>
  minutesOf(record) !== 0n ||
  unitsOf(record.properties['a552213_billable_amount']) !== 0n ||
  unitsOf(record.properties['a552213_billable_amount_auto']) !== 0n;
const fail = (id: string): never => {
  throw new Error(`There is no record ${id}`);
};
const isSame = (one: Part | undefined, other: Part | undefined) =>
  one === undefined || other === undefined
    ? one === other
    : one.currency === other.currency && one.minutes === other.minutes && one.value === other.value;

export class ClosingWitness {
  readonly closings = new Map<number, Kept>();
  /** By `type:id`. */
  readonly labels = new Map<string, Label>();
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  #objectOf = ({ properties }: WorldRecord) =>
    `${String(properties['a552213_assoc_obj_type'])}:${String(properties['a552213_assoc_record_id'])}`;
  #monthOf = (record: WorldRecord) => {
    const time = readMonth(record);
    return Number.isNaN(time) ? '' : new Date(time).toISOString().slice(0, 7);
  };
  #labelOf = (record: WorldRecord): Label =>
    this.labels.get(this.#objectOf(record)) ?? { client: null, currency: null };
  #partOf = (record: WorldRecord): Part => ({
    currency: this.#labelOf(record).currency,
    minutes: minutesOf(record),
    value: unitsOf(record.properties['a552213_billable_amount']),
  });

  live(): Map<string, WorldRecord> {
    const found = new Map<string, WorldRecord>();
    for (let slot = 0; slot < this.#world.slots; slot += 1)
      if (this.#world.isLive(slot)) {
        const record = this.#world.at(slot);
        found.set(String(record.id), record);
      }
    return found;
  }

  /** Billable records of a month, and of a client where one is given. */
  scope(month: string, client?: string | null): Map<string, Part> {
    const found = new Map<string, Part>();
    for (const [id, record] of this.live()) {
      if (this.#monthOf(record) !== month) continue;
      if (client !== undefined && this.#labelOf(record).client !== client) continue;
      if (isBillable(record)) found.set(id, this.#partOf(record));
    }
    return found;
  }

  objectOf(id: string): string {
    return this.#objectOf(this.live().get(id) ?? fail(id));
  }

  /** The standing closings that have to do with a record. */
  holders(id: string): Kept[] {
    return [...this.closings.values()].filter(
      ({ standing, base, charged }) => standing && (base.has(id) || charged.has(id)),
    );
  }

  stateOf(id: string): string {
    const [holder] = this.holders(id);
    if (!holder) return 'open';
    if (!isSame(holder.base.get(id), holder.charged.get(id))) return 'ignored';
    return holder.touched.has(id) ? 'adjusted' : 'closed';
  }

  close(number: number, month: string, client: string | null): void {
    const records = this.live();
    const frozen = new Map([...this.scope(month, client)].filter(([id]) => this.holders(id).length === 0));
    this.closings.set(number, {
      number,
      month,
      client,
      standing: true,
      frozen,
      objects: new Map(
        [...frozen.keys()].map((id) => {
          const record = records.get(id);
          return [id, record ? this.#objectOf(record) : ''];
        }),
      ),
      base: new Map(frozen),
      charged: new Map(frozen),
      decided: [],
      touched: new Set(),
    });
  }

  end(number: number): void {
    const kept = this.closings.get(number);
    if (kept) kept.standing = false;
  }

  /** What each record is today for a closing; undefined where it is not in it. */
  #today(kept: Kept): Map<string, Part> {
    const records = this.live();
    const own = new Map<string, Part>();
    for (const [id, record] of records) {
      if (this.#monthOf(record) !== kept.month || this.#labelOf(record).client !== kept.client) continue;
      const part = this.#partOf(record);
      const isElsewhere = this.holders(id).some(({ number }) => number !== kept.number);
      if (!isElsewhere && (isBillable(record) || kept.base.has(id))) own.set(id, part);
    }
    return own;
  }

  /** The lines of drift, by record, with their kind. */
  drift(number: number): Map<string, { readonly kind: string; readonly before?: Part; readonly after?: Part }> {
    const kept = this.closings.get(number);
    const lines = new Map<string, { kind: string; before?: Part; after?: Part }>();
    if (!kept?.standing) return lines;
    const [records, today] = [this.live(), this.#today(kept)];
    for (const [id, before] of kept.base) {
      const after = today.get(id);
      if (isSame(before, after)) continue;
      const record = records.get(id);
      if (after) {
        const isLabel = before.minutes === after.minutes && before.value === after.value;
        lines.set(id, { kind: isLabel ? 'relabelled' : 'changed', before, after });
      } else if (!record) lines.set(id, { kind: 'vanished', before });
      else {
        const isThere = this.#monthOf(record) === kept.month && kept.objects.get(id) === this.#objectOf(record);
        lines.set(id, { kind: isThere ? 'relabelled' : 'moved', before });
      }
    }
    for (const [id, after] of today) if (!kept.base.has(id)) lines.set(id, { kind: 'appeared', after });
    return lines;
  }

  decide(number: number, ids: readonly string[], decision: string): void {
    const kept = this.closings.get(number);
    if (!kept) return;
    const today = this.#today(kept);
    for (const id of ids) {
      const after = today.get(id);
      const put = (into: Map<string, Part>) => (after ? into.set(id, after) : into.delete(id));
      const [base, charged] = [kept.base.get(id), kept.charged.get(id)];
      if (decision !== 'ignore') {
        if (!isSame(base, charged)) kept.decided.push({ decision: 'ignore', before: base, after: charged });
        kept.decided.push({ decision, before: charged, after });
        put(kept.charged);
      } else kept.decided.push({ decision, before: base, after });
      put(kept.base);
      kept.touched.add(id);
    }
  }

  /** The equation of a closing by currency, from the beginning: closed, what was decided, what is open, what is elsewhere, today. */
  equation(number: number): Map<string | null, Record<string, { minutes: bigint; value: bigint }>> {
    const kept = this.closings.get(number);
    const sums = new Map<string | null, Record<string, { minutes: bigint; value: bigint }>>();
    if (!kept) return sums;
    const add = (part: string, each: Part | undefined, sign: bigint) => {
      if (!each) return;
      const known = sums.get(each.currency) ?? {};
      sums.set(each.currency, known);
      const amount = (known[part] ??= { minutes: 0n, value: 0n });
      amount.minutes += sign * each.minutes;
      amount.value += sign * each.value;
    };
    for (const part of kept.frozen.values()) add('closed', part, 1n);
    for (const { decision, before, after } of kept.decided) {
      add(decision, before, -1n);
      add(decision, after, 1n);
    }
    for (const { before, after } of this.drift(number).values()) {
      add('open', before, -1n);
      add('open', after, 1n);
    }
    for (const [id, part] of this.scope(kept.month, kept.client)) {
      add('today', part, 1n);
      if (this.holders(id).some((other) => other.number !== number)) add('elsewhere', part, 1n);
    }
    return sums;
  }
}

type Ask = <M extends Method>(method: M, input: unknown) => Promise<Output<M>>;

const names = { adjusted: 'adjust', next: 'next', ignored: 'ignore' } as const;

/** What the product says of a closing as the witness writes it, without parts of nothing. */
export async function readClosing(ask: Ask, number: number) {
  const { lines, equations } = await ask('closings.drift', { number, limit: 10_000 });
  const toPart = (state: (typeof lines)[number]['before']) =>
    state ? { currency: state.currency, minutes: toUnits(state.minutes), value: toUnits(state.value) } : undefined;
  const drift = new Map(
    lines.map(({ id, kind, before, after }) => {
      const [was, is] = [toPart(before), toPart(after)];
      return [id, { kind, ...(was && { before: was }), ...(is && { after: is }) }] as const;
    }),
  );
  const sums = new Map(
    equations.map(({ currency, holds: _holds, closing: _number, ...parts }) => [
      currency,
      Object.fromEntries(
        Object.entries(parts).map(([part, { minutes, value }]) => [
          part in names ? names[part as keyof typeof names] : part,
          { minutes: toUnits(minutes), value: toUnits(value) },
        ]),
      ),
    ]),
  );
  return { drift, equation: sums, holds: equations.every(({ holds }) => holds) };
}

/** Without amounts of nothing, by which the two may differ. */
export function withoutNothing(
  equation: ReadonlyMap<string | null, Record<string, { minutes: bigint; value: bigint }>>,
) {
  return new Map(
    [...equation]
      .map(
        ([currency, parts]) =>
          [
            currency,
            Object.fromEntries(
              Object.entries(parts).filter(([, { minutes, value }]) => minutes !== 0n || value !== 0n),
            ),
          ] as const,
      )
      .filter(([, parts]) => Object.keys(parts).length > 0),
  );
}
