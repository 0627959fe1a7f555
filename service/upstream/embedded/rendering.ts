/** Records as they travel in an answer of the embedded upstream. */
import type { Speller } from '../spelling.ts';
import type { HistoryEntry, WireRecord, WireValue } from '../upstream.ts';
import { builtInNames, propertyValue, type WorldRecord } from '../world.ts';

/** Which properties a read names, and how ids travel in its answer. */
interface Selection {
  readonly properties: readonly string[];
  readonly propertiesWithHistory: readonly string[];
  readonly idAsNumber: boolean;
}

type Renderer = (record: WorldRecord) => WireRecord;

/** How many rendered records are remembered: some 600 bytes each. */
const REMEMBERED = 20_000;

/**
 * Renders records, and remembers them by what was asked: callers ask for the newest pages again and again. A record that changes is another
 * object, so that what is remembered of the earlier one is never found.
 */
export class Renderers {
  readonly #bySelection = new Map<string, WeakMap<WorldRecord, WireRecord>>();
  readonly #spell: Speller;
  #count = 0;

  constructor(spell: Speller) {
    this.#spell = spell;
  }

  renderer(selection: Selection): Renderer {
    const render = createRenderer(selection, this.#spell);
    const { properties, propertiesWithHistory, idAsNumber } = selection;
    const key = JSON.stringify([properties, propertiesWithHistory, idAsNumber]);
    return (record) => {
      const known = this.#bySelection.get(key)?.get(record);
      if (known) return known;
      const rendered = render(record);
      this.#remember(key, record, rendered);
      return rendered;
    };
  }

  #remember(key: string, record: WorldRecord, rendered: WireRecord): void {
    if (this.#count === REMEMBERED) {
      this.#bySelection.clear();
      this.#count = 0;
    }
    this.#count += 1;
    const found = this.#bySelection.get(key) ?? new WeakMap<WorldRecord, WireRecord>();
    this.#bySelection.set(key, found.set(record, rendered));
  }
}

/** @returns what turns each record of a page into its answer: what is the same for all of them is found out once. */
function createRenderer(selection: Selection, spell: Speller): Renderer {
  const { propertiesWithHistory, idAsNumber } = selection;
  const asked = [...selection.properties, ...propertiesWithHistory];
  const stored = [...new Set(asked)].filter((name) => !builtInNames.includes(name));
  return (record) => {
    const createdAt = iso(record.createdAt);
    const updatedAt = iso(record.updatedAt);
    const properties: Record<string, WireValue> = {};
    for (const name of stored) {
      const value = Object.hasOwn(record.properties, name) ? spell(name, record.properties[name]) : undefined;
      if (value !== undefined) properties[name] = value;
    }
    properties['sys_object_id'] = spell('sys_object_id', String(record.id));
    properties['sys_createdate'] = spell('sys_createdate', createdAt);
    properties['sys_lastmodifieddate'] = spell('sys_lastmodifieddate', updatedAt);
    const histories = propertiesWithHistory.map((name) => [name, toHistory(record, name, spell)] as const);
    return {
      id: idAsNumber ? record.id : String(record.id),
      properties,
      ...(histories.length > 0 ? { propertiesWithHistory: Object.fromEntries(histories) } : {}),
      createdAt,
      updatedAt,
      archived: record.archivedAt !== undefined,
      ...(record.archivedAt === undefined ? {} : { archivedAt: iso(record.archivedAt) }),
    };
  };
}

/** Newest first, as the platform sends it; a value that was never changed has one entry. */
function toHistory(record: WorldRecord, name: string, spell: Speller): readonly HistoryEntry[] {
  const value = propertyValue(record, name);
  if (value === undefined) return [];
  const entry = (held: WireValue, at: number) => ({
    value: spell(name, held),
    timestamp: iso(at),
    sourceType: 'CRM_UI',
  });
  if (!record.earlier || !Object.hasOwn(record.earlier, name)) return [entry(value, record.createdAt)];
  return [entry(value, record.updatedAt), entry(record.earlier[name], record.createdAt)];
}

export function iso(moment: number): string {
  return new Date(moment).toISOString();
}
