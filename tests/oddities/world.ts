/** A world of records whose values are any that JSON allows: what a service sends of each property, as text. */
import { declaredProperties, type Property } from '#domain/properties.ts';
import type { WorldRecord } from '#service/upstream/world.ts';
import { seeded, type Seeded } from '../support/worlds/seeded.ts';
import { oddName, oddNumber, oddString, oddValue } from './values.ts';

export interface OddRecord {
  readonly id: number;
  /** JSON texts by declared property. */
  readonly received: ReadonlyMap<string, string>;
}

export interface OddWorld {
  readonly records: readonly OddRecord[];
  /** The same for a service that holds plain values only: a mark stands for each text. */
  readonly marked: readonly WorldRecord[];
  /** @returns an answer with the texts in place of their marks. */
  readonly unmark: (body: string) => string;
}

const DAY = 86_400_000;
const START = Date.UTC(2026, 8, 1);
export const NOW = Date.UTC(2026, 10, 20, 12);

/** The service counts and pages by it, so it stays what it is; the record's own key is what a lookup asks by. */
const plain: ReadonlySet<string> = new Set(['a552213_month_year', 'a552213_record_id']);
/** Undeclared properties come along behind it. */
const CARRIER = 'a552213_toggle';

export function oddWorld(seed: number): OddWorld {
  const random = seeded(seed);
  const texts: string[] = [];
  const mark = (text: string) => `@@${texts.push(text) - 1}@@`;
  const records: OddRecord[] = [];
  const marked: WorldRecord[] = [];
  const count = random.between(1, 12);
  for (let id = 1; id <= count; id += 1) {
    const received = new Map(
      declaredProperties
        .filter(({ name }) => !plain.has(name) && (name === CARRIER || random.chance(0.5)))
        .map((property) => [property.name, receivedOf(property, random)]),
    );
    const carried = [received.get(CARRIER) ?? 'null', ...undeclared(random)].join(',');
    const changed = START + id * DAY;
    records.push({ id, received });
    marked.push({
      id,
      createdAt: changed,
      updatedAt: changed,
      properties: {
        ...Object.fromEntries([...received].map(([name, text]) => [name, mark(name === CARRIER ? carried : text)])),
        a552213_month_year: random.pick(['2026-09-01', '2026-10-01', undefined]),
        a552213_record_id: `key-${id}`,
      },
    });
  }
  return { records, marked, unmark: (body) => body.replaceAll(/"@@(\d+)@@"/g, (_, at) => texts[Number(at)] ?? '') };
}

function undeclared(random: Seeded): string[] {
  return Array.from({ length: random.between(0, 4) }, () => `${oddName(random)}:${oddValue(random)}`);
}

/** Mostly what belongs there, often at its edge, sometimes anything. */
function receivedOf(property: Property, random: Seeded): string {
  if (random.chance(0.12)) return oddValue(random);
  switch (property.type) {
    case 'number':
      return random.chance(0.2) ? `"${oddNumber(random)}"` : oddNumber(random);
    case 'boolean':
      return random.pick(['true', 'false', '"true"', '"FALSE"', '1', '"yes"']);
    case 'date':
      return random.pick(['"2026-10-05"', '"2026-10-12T00:00:00Z"', '1790812800000', '"2026-02-30"', '1e400']);
    case 'datetime':
      return random.pick(['"2026-10-05T09:00:00.123Z"', '"0001-01-01"', '253402300799999', '"soon"', '1e400']);
    case 'string':
    case 'enumeration':
      return random.chance(0.3) ? random.pick(['"Audit"', '"48213377"', '"company"']) : oddString(random);
  }
}
