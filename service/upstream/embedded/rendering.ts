/** Writes the records of the embedded upstream as they appear in responses. */
import { findProperty } from '#domain/properties.ts';
import type { HistoryEntry, WireRecord, WireValue } from '../upstream.ts';
import { builtInNames, readPropertyValue, type WorldRecord } from '../world.ts';
import { isUnset, readMoment } from '../values.ts';
import type { Switches } from '../switches.ts';

interface Selection {
  readonly properties: readonly string[];
  readonly propertiesWithHistory: readonly string[];
  readonly idAsNumber: boolean;
}

type Renderer = (record: WorldRecord) => WireRecord;

/** The most cached records, at some 600 bytes each. */
const MAX_CACHED = 20_000;

/** Caches rendered records, because callers request the newest pages repeatedly. A changed record is a new object, so it misses the cache. */
export class Renderers {
  readonly #bySelection = new Map<string, WeakMap<WorldRecord, WireRecord>>();
  readonly #spell: Speller;
  #count = 0;

  constructor(spell: Speller) {
    this.#spell = spell;
  }

  getRenderer(selection: Selection): Renderer {
    const render = createRenderer(selection, this.#spell);
    const { properties, propertiesWithHistory, idAsNumber } = selection;
    const key = JSON.stringify([properties, propertiesWithHistory, idAsNumber]);
    return (record) => {
      const cached = this.#bySelection.get(key)?.get(record);
      if (cached) return cached;
      const rendered = render(record);
      this.#cache(key, record, rendered);
      return rendered;
    };
  }

  #cache(key: string, record: WorldRecord, rendered: WireRecord): void {
    if (this.#count === MAX_CACHED) {
      this.#bySelection.clear();
      this.#count = 0;
    }
    this.#count += 1;
    const renderedRecords = this.#bySelection.get(key) ?? new WeakMap<WorldRecord, WireRecord>();
    this.#bySelection.set(key, renderedRecords.set(record, rendered));
  }
}

/** Creates a renderer, so that preparations for a page happen once. */
function createRenderer(selection: Selection, spell: Speller): Renderer {
  const { propertiesWithHistory, idAsNumber } = selection;
  const requested = [...selection.properties, ...propertiesWithHistory];
  const storedNames = [...new Set(requested)].filter((name) => !builtInNames.includes(name));
  return (record) => {
    const createdAt = formatIso(record.createdAt);
    const updatedAt = formatIso(record.updatedAt);
    const properties: Record<string, WireValue> = {};
    for (const name of storedNames) {
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
      ...(record.archivedAt === undefined ? {} : { archivedAt: formatIso(record.archivedAt) }),
    };
  };
}

/** Lists the newest entry first, like the platform. A value that never changed has one entry. */
function toHistory(record: WorldRecord, name: string, spell: Speller): readonly HistoryEntry[] {
  const value = readPropertyValue(record, name);
  if (value === undefined) return [];
  const createEntry = (entryValue: WireValue, time: number) => ({
    value: spell(name, entryValue),
    timestamp: formatIso(time),
    sourceType: 'CRM_UI',
  });
  if (!record.earlier || !Object.hasOwn(record.earlier, name)) return [createEntry(value, record.createdAt)];
  return [createEntry(value, record.updatedAt), createEntry(record.earlier[name], record.createdAt)];
}

export function formatIso(moment: number): string {
  return new Date(moment).toISOString();
}

type Speller = (name: string, value: WireValue) => WireValue;

const keepStored: Speller = (_name, value) => value;

/** @returns a function that spells values of declared properties; unreadable ones stay as stored. */
export function createSpeller({ values, dates }: Switches): Speller {
  if (values === 'as-stored' && dates === 'as-stored') return keepStored;
  return (name, value) => {
    const property = findProperty(name);
    if (isUnset(value) || property?.name !== name || property.group === 'system') return value;
    switch (property.type) {
      case 'date':
        return spellDate(value, dates);
      case 'datetime':
        return spellDate(value, dates === 'days' ? 'iso' : dates);
      case 'number':
      case 'boolean':
        return spellValue(value, values);
      case 'string':
      case 'enumeration':
        return value;
    }
  };
}

function spellDate(value: string | number | boolean, dates: Switches['dates']): WireValue {
  const moment = readMoment(String(value));
  if (moment === undefined) return value;
  switch (dates) {
    case 'as-stored':
      return value;
    case 'iso':
      return new Date(moment).toISOString();
    case 'days':
      return new Date(moment).toISOString().slice(0, 10);
    case 'epoch':
      return String(moment);
  }
}

function spellValue(value: string | number | boolean, values: Switches['values']): WireValue {
  switch (values) {
    case 'as-stored':
      return value;
    case 'strings':
      return String(value);
    case 'json':
      return typeof value === 'string' ? toJsonValue(value) : value;
  }
}

function toJsonValue(text: string): WireValue {
  if (text === 'true' || text === 'false') return text === 'true';
  return String(Number(text)) === text ? Number(text) : text;
}
