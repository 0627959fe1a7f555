/** Reads a record from one line of a saved workspace: by a fixed list of columns and their types, without guessing. */
import { markCount } from '../../src/domain/locale-forms.ts';
import { parseDecimal, fitsColumn } from '../../src/domain/decimal.ts';
import { midnightUtc, readId } from '../../src/domain/filter/operand.ts';
import { declaredProperties, type Property } from '../../src/domain/properties.ts';
import type { TimeLogRecord, Value } from '../../src/domain/record.ts';
import { workspaceFileTexts as texts } from '#texts/hosts/workspace-file.ts';
import { isObject, parseJson } from '../client/wire/json.ts';
import { ownColumns } from '../snapshot/database/schema.ts';
import { refuse } from './fault.ts';
import { limits } from './limits.ts';

const OWN = Object.keys(ownColumns).length;
/** Longest number that is accepted; a longer one is unreadable. */
const NUMBER_CHARACTERS = 1000;
/** The range of JavaScript's dates, milliseconds. */
const MOST_TIME = 8.64e15;

/** @param properties whose values follow the own columns. @throws FileFault, RangeError, SyntaxError. */
export function readRecordLine(line: string, properties: readonly Property[]): TimeLogRecord {
  const cells: unknown = JSON.parse(line);
  if (!Array.isArray(cells) || cells.length !== OWN + properties.length) return refuse(texts.cells.count);
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
  checkBeside(record);
  return record;
}

/** Which properties the lines hold. @throws FileFault for columns that no version up to this one has written. */
export function checkColumns(columns: readonly string[], own: readonly string[]): readonly Property[] {
  if (own.some((name, at) => columns[at] !== name)) refuse(texts.badColumns);
  const names = columns.slice(OWN);
  if (new Set(names).size !== names.length) refuse(texts.badColumns);
  return names.map((name) => declared.get(name) ?? refuse(texts.badColumns));
}

const declared = new Map(declaredProperties.map((property) => [property.name, property]));

function readValues(cells: readonly unknown[], properties: readonly Property[]): Map<string, Value> {
  const values = new Map<string, Value>();
  for (const [at, property] of properties.entries()) {
    const cell = cells[at];
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
  midnightUtc(text);
  return text;
}

function readTime(cell: unknown, name: string): number {
  return typeof cell === 'number' && Number.isInteger(cell) && Math.abs(cell) <= MOST_TIME ? cell : refuse(name);
}

function readText(cell: unknown, name: string): string {
  if (typeof cell !== 'string' || !cell.isWellFormed()) return refuse(name);
  return cell.length <= limits.textCharacters ? cell : refuse(texts.textTooLong(markCount(limits.textCharacters)));
}

/** Values kept as received, in the store's own form. @param check refuses what cannot have been received */
function readKeptValues(cell: unknown, name: string, check: (received: string) => void): Map<string, string> {
  if (cell === null) return new Map();
  const json = parseJson(readText(cell, name));
  if (!isObject(json)) return refuse(name);
  return new Map(
    Object.entries(json).map(([written, received]) => {
      const property = parseJson(`"${written}"`);
      if (typeof property !== 'string' || typeof received !== 'string') return refuse(name);
      check(received);
      return [property, received];
    }),
  );
}

/** A property cannot have a value and be unreadable at once: it would be counted as both. */
function checkBeside({ values, anomalies }: TimeLogRecord): void {
  for (const name of anomalies.keys()) if (values.has(name)) refuse(name);
}
