/** Every version of every record that a service ever held, and what a store filled from it may show. */
import type { Snapshot } from '#electron/snapshot/snapshot.ts';
import type { WorldRecord } from '#service/upstream/world.ts';
import type { NearService } from '#tests/support/hosts/proving-service.ts';
import { exact } from '#tests/support/worlds/truth.ts';

interface Version {
  /** On the service's clock. */
  readonly at: number;
  readonly live: boolean;
  readonly updatedAt: number;
  /** The values that tell one version from another, in one spelling. */
  readonly values: string;
}

const TITLE = 'a552213_title';
const FIGURES = ['a552213_total_minutes', 'a552213_billable_minutes', 'a552213_billable_amount'];
const PAGE = 1_000;

export class History {
  readonly #versions = new Map<string, Version[]>();

  constructor({ world, now }: Pick<NearService, 'world' | 'now'>) {
    const note = (slot: number, at: number) => {
      const record = world.at(slot);
      const past = this.#versions.get(String(record.id)) ?? [];
      past.push({ at, live: world.isLive(slot), updatedAt: record.updatedAt, values: valuesOf(record) });
      this.#versions.set(String(record.id), past);
    };
    for (let slot = 0; slot < world.slots; slot += 1) note(slot, -Infinity);
    world.watch((slot) => note(slot, now()));
  }

  /** What is shown and was never true: a record twice, one that never was, values of no version. */
  async inventedIn(snapshot: Snapshot): Promise<string[]> {
    const wrong: string[] = [];
    const seen = new Set<string>();
    for (let offset = 0; ; offset += PAGE) {
      const question = { filterGroups: [], query: '', zone: 'UTC', columns: [TITLE, ...FIGURES], offset, limit: PAGE };
      const { rows, total } = await snapshot.page(question);
      for (const { id, values } of rows) {
        if (seen.has(id)) wrong.push(`${id} is there twice`);
        seen.add(id);
        const shown = spelled(values);
        if (!this.#versions.get(id)?.some((each) => each.values === shown)) wrong.push(`${id} never held ${shown}`);
      }
      if (offset + rows.length >= total || rows.length === 0) return wrong;
    }
  }

  /** The errors of a store that says it is complete as of then. @param hides edits may hide a record from every search for a while. */
  async missedIn(snapshot: Snapshot, asOf: number, hides: boolean): Promise<string[]> {
    const held = await snapshot.versions(await snapshot.ids({}));
    const wrong: string[] = [];
    for (const [id, past] of this.#versions) {
      const then = past.findLast((each) => each.at <= asOf);
      const since = past.filter((each) => each.at > asOf);
      const has = held.get(id);
      const stayed = hides ? since.length === 0 : since.every((each) => each.live);
      if (then?.live && stayed && has === undefined) wrong.push(`${id} is missing`);
      if (then?.live && stayed && has !== undefined && has < then.updatedAt)
        wrong.push(`${id} is held in an older version`);
      if (!then?.live && has !== undefined && !since.some((each) => each.live))
        wrong.push(`${id} is held though it is gone`);
    }
    return wrong;
  }
}

function valuesOf({ properties }: WorldRecord): string {
  return spelled(properties);
}

function spelled(values: Readonly<Record<string, unknown>>): string {
  const figures = FIGURES.map((name) => (isUnset(values[name]) ? '-' : exact(String(values[name])).toString()));
  return [isUnset(values[TITLE]) ? '-' : String(values[TITLE]), ...figures].join(' | ');
}

function isUnset(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}
