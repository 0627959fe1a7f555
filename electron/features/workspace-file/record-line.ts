/** Reads a record from one line of a saved workspace, by a fixed list of columns and their types, without guessing. */
import { markCount } from '#domain/locale-forms.ts';
import { parseDecimal, fitsColumn } from '#domain/decimal.ts';
import { toMidnightUtc, readId } from '#domain/filter/operand.ts';
import { declaredProperties, type Property } from '#domain/properties.ts';
import type { TimeLogRecord, Value } from '#domain/record.ts';
import { workspaceFileTexts as texts } from '#texts/hosts/workspace-file.ts';
import { isObject, parseJson } from '#electron/client/wire/json.ts';
import { recordColumns } from '#electron/snapshot/database/schema.ts';
import { limits, refuse } from './parts.ts';

const RECORD_COLUMNS = Object.keys(recordColumns).length;
/** The most characters of a number that is accepted; a longer one is unreadable. */
const NUMBER_CHARACTERS = 1000;
/** The range of JavaScript's dates, in milliseconds. */
const MAX_TIME = 8.64e15;

/** @param properties whose values follow the columns of every record. @throws FileFault, RangeError, SyntaxError. */
export function readRecordLine(line: string, properties: readonly Property[]): TimeLogRecord {
  const cells: unknown = JSON.parse(line);
  if (!Array.isArray(cells) || cells.length !== RECORD_COLUMNS + properties.length) return refuse(texts.cells.count);
  const [id, createdAt, updatedAt, archived, anomalies, rounded, extra, ...values]: readonly unknown[] = cells;
  if (typeof id !== 'string' || readId(id) === undefined) return refuse(texts.cells.recordId);
  if (typeof archived !== 'boolean') return refuse(texts.cells.archived);
  const record: TimeLogRecord = {
    id,
    createdAt: readTime(createdAt, texts.cells.created),
    updatedAt: readTime(updatedAt, texts.cells.modified),
    archived,
    values: readValues(values, properties),
    anomalies: readKeptValues(anomalies, texts.cells.anomalies, parseJson),
    rounded: readKeptValues(rounded, texts.cells.rounded, checkDecimal),
    extra: readKeptValues(extra, texts.cells.extra, parseJson),
  };
  checkUnreadable(record);
  return record;
}

/** Finds which properties the lines hold. @throws FileFault for columns that no version up to this one has written. */
export function checkColumns(columns: readonly string[], recordColumnNames: readonly string[]): readonly Property[] {
  if (recordColumnNames.some((name, index) => columns[index] !== name)) refuse(texts.badColumns);
  const names = columns.slice(RECORD_COLUMNS);
  if (new Set(names).size !== names.length) refuse(texts.badColumns);
  return names.map((name) => declaredByName.get(name) ?? refuse(texts.badColumns));
}

const declaredByName = new Map(declaredProperties.map((property) => [property.name, property]));

function readValues(cells: readonly unknown[], properties: readonly Property[]): Map<string, Value> {
  const values = new Map<string, Value>();
  for (const [index, property] of properties.entries()) {
    const cell = cells[index];
    if (cell !== null) values.set(property.name, readCell(property, cell));
  }
  return values;
}

function readCell({ type, name }: Property, cell: unknown): Value {
  switch (type) {
    case 'boolean':
      return typeof cell === 'boolean' ? cell : refuse(name);
    case 'datetime':
      return readTime(cell, name);
    case 'number':
      return readDecimal(readText(cell, name), name);
    case 'date':
      return readDate(readText(cell, name));
    case 'string':
    case 'enumeration':
      return readText(cell, name);
  }
}

function readDecimal(text: string, name: string): bigint {
  // The store writes plain digits with eight decimals.
  const parsed = /^-?\d{1,10}\.\d{8}$/.test(text) ? parseDecimal(text) : undefined;
  return parsed && fitsColumn(parsed.units) ? parsed.units : refuse(name);
}

function checkDecimal(text: string): void {
  if (text.length > NUMBER_CHARACTERS || parseDecimal(text)?.rounded !== true) refuse(texts.cells.rounded);
}

function readDate(text: string): string {
  toMidnightUtc(text);
  return text;
}

function readTime(cell: unknown, name: string): number {
  return typeof cell === 'number' && Number.isInteger(cell) && Math.abs(cell) <= MAX_TIME ? cell : refuse(name);
}

function readText(cell: unknown, name: string): string {
  if (typeof cell !== 'string' || !cell.isWellFormed()) return refuse(name);
  return cell.length <= limits.textCharacters ? cell : refuse(texts.textTooLong(markCount(limits.textCharacters)));
}

/** Reads values kept as received, in the store's own form. @param check refuses values that cannot have been received */
function readKeptValues(cell: unknown, name: string, check: (received: string) => void): Map<string, string> {
  if (cell === null) return new Map();
  const json = parseJson(readText(cell, name));
  if (!isObject(json)) return refuse(name);
  return new Map(
    Object.entries(json).map(([escapedName, received]) => {
      const property = parseJson(`"${escapedName}"`);
      if (typeof property !== 'string' || typeof received !== 'string') return refuse(name);
      check(received);
      return [property, received];
    }),
  );
}

/** Refuses a property that has a value and is unreadable at once, because it would be counted as both. */
function checkUnreadable({ values, anomalies }: TimeLogRecord): void {
  for (const name of anomalies.keys()) if (values.has(name)) refuse(name);
}
