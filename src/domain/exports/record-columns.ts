/** The columns of a file of records: chosen properties, names beside ids, hours, and unreadable values. */
import { exportDocumentTexts as texts } from '#texts/export-document.ts';
import { formatUnits, toUnits, minutesToHours } from '../decimal.ts';
import { isLocal, requireReadable } from '../local-properties.ts';
import { findObject, findOwner, type Directory } from '../people/directory.ts';
import { isSummable, properties, type Property, propertyNames as names } from '../properties.ts';
import type { Settings } from '../settings.ts';
import { chooseAmounts, findCountedAmount, readCountedAmount } from '../records/counted.ts';
import { createLocalTimeFormat } from '../time/utc.ts';
import {
  numberDuplicateNames,
  toTextColumn,
  UNREADABLE_COLUMN,
  type Cell,
  type ColumnKind,
  type ExportColumn,
  type Line,
} from './model.ts';
import type { ExportOptions } from './options.ts';
import type { KnownFormat } from '../export-formats.ts';

/** A record's readable values as exact texts by full property name, and its unreadable values as received. */
export interface ExportedRecord {
  readonly values: Readonly<Record<string, string | null>>;
  readonly unreadable: Readonly<Record<string, string>>;
}

export interface RecordColumnsInput {
  /** Full names of the properties that the receiver may see, in the order of the columns. */
  readonly chosen: readonly string[];
  readonly options: Pick<ExportOptions, 'heads' | 'times' | 'names' | 'preset' | 'format' | 'audience'>;
  readonly settings: Pick<Settings, 'zone' | 'hoursStyle' | 'hoursDigits' | 'moneyDigits' | 'amounts'> &
    Partial<Pick<Settings, 'currency'>>;
  /** True for a page with default columns, on which some properties are read but have no column. */
  readonly isPaper?: boolean;
  readonly directory: Directory;
  /** Finds the currency of a record's amounts, null if unknown; undefined if the workspace has no currencies at all. */
  readonly currencyIn: ((record: ExportedRecord) => string | null) | undefined;
  /** The currency of all amounts, if there is only one and it is known beforehand. */
  readonly currency: string | null;
  /** Whether any value used by the columns is unreadable. Files for programs always have the column. */
  readonly hasUnreadable: boolean;
}

export interface RecordColumns {
  readonly columns: readonly ExportColumn[];
  readonly sources: readonly CellSource[];
  /** The properties to read from the store. */
  readonly read: readonly string[];
  readonly toLine: (record: ExportedRecord) => Line;
  /** The index of the column that names each line's currency. */
  readonly currencyIndex: number | undefined;
}

/** The column that names each line's currency; no property of the service has this name. */
export const CURRENCY_COLUMN = 'currency';
export const HOURS_COLUMN = 'logged_hours';

interface ReadColumn extends ExportColumn {
  readonly from: readonly string[];
  /** The same as `cell`, as data. */
  readonly source: CellSource;
  readonly cell: (record: ExportedRecord) => Cell;
}

const ids: ReadonlySet<string> = new Set([names.id, names.recordId, names.owner, names.objectId]);

export function toRecordColumns(input: RecordColumnsInput): RecordColumns {
  const { chosen, options, currencyIn } = input;
  const formatLocalTime = options.times === 'local' ? createLocalTimeFormat(input.settings.zone) : undefined;
  const isPaged = isPage(options.format);
  // Hours as counted in reports replace the record's hours.
  const isSkipped = (name: string) =>
    (input.isPaper === true && unprinted.has(name)) || (isForReader(options) && name === names.totalHours);
  const isNamed = (name: string) => hasNamesInsteadOfIds(options) && (name === names.owner || name === names.objectId);
  const allColumns: ReadColumn[] = chosen.flatMap((name) => [
    ...(isSkipped(name) || isNamed(name) ? [] : toPropertyColumns(requireReadable(name), input, formatLocalTime)),
    ...listColumnsBeside(name, input),
  ]);
  const chosenColumns = isPaged ? allColumns.map((column) => adaptToPage(column, input)) : allColumns;
  const hasKnownCurrency = isPaged && input.currency !== null && chosenColumns.every(({ kind }) => kind !== 'rate');
  const hasCurrencyColumn =
    currencyIn !== undefined &&
    !hasKnownCurrency &&
    chosenColumns.some(({ kind }) => kind === 'money' || kind === 'rate');
  const columns: ReadColumn[] = [...chosenColumns];
  if (hasCurrencyColumn)
    columns.push({
      ...toTextColumn(CURRENCY_COLUMN, texts.columns.currency, options),
      from: [names.objectType, names.objectId],
      source: { kind: 'currency', otherwise: input.settings.currency ?? null },
      cell: currencyIn,
    });
  const currencyIndex = hasCurrencyColumn ? columns.length - 1 : undefined;
  const read = [...new Set(columns.flatMap(({ from }) => from))];
  if (input.hasUnreadable || options.preset === 'machine') columns.push(toUnreadableColumn(read, options));
  return {
    columns: numberDuplicateNames(columns),
    sources: columns.map(({ source }) => source),
    read,
    toLine: (record) => columns.map(({ cell }) => cell(record)),
    currencyIndex,
  };
}

type Reader = Pick<ExportOptions, 'preset' | 'format' | 'audience'>;

/** Returns whether a client reads the file, in which each meaning has only one column. */
const isForReader = ({ audience, preset }: Reader) => audience === 'client' && preset === 'excel';

/** Pages and files that a client reads have names instead of ids; an id without a name is written as it is. */
export const hasNamesInsteadOfIds = (options: Reader & Pick<ExportOptions, 'names'>) =>
  options.names && (isPage(options.format) || isForReader(options));

/** Properties that only identify records and objects, so clients do not see them. */
export const internalIds: ReadonlySet<string> = new Set([names.id, names.recordId, names.objectType]);

/** On a page, an amount's header names its currency, and minutes are whole numbers. */
function adaptToPage(column: ReadColumn, { options }: RecordColumnsInput): ReadColumn {
  if (column.kind === 'money' && column.currency !== null) {
    const label = texts.columns.inCurrency(column.label, column.currency);
    return { ...column, label, head: options.heads === 'labels' ? label : column.head };
  }
  return column.kind === 'clock' ? { ...column, digits: 0 } : column;
}

/** If a different amount counts, the property's amount is labelled as recorded; a client gets only the amount that counts. */
function toPropertyColumns(
  property: Property,
  input: RecordColumnsInput,
  formatLocalTime: ((instant: string) => string) | undefined,
): ReadColumn[] {
  const { options, settings } = input;
  const recordedColumn = toPropertyColumn(property, input, formatLocalTime);
  const counted = findCountedAmount(property.name, chooseAmounts(settings.amounts));
  if (!counted) return [recordedColumn];
  const { label } = recordedColumn;
  const toColumn = (name: string, columnLabel: string) => ({
    ...recordedColumn,
    ...toTextColumn(name, columnLabel, options),
    ...pickAmountFields(recordedColumn),
  });
  const countedColumn = (columnLabel: string): ReadColumn => ({
    ...toColumn(counted.measure, columnLabel),
    from: counted.from,
    source: { kind: 'counted', from: counted.from },
    cell: (record) => readCountedAmount(counted, record),
  });
  // For clients and default pages, two amounts of one record would be confusing.
  if (options.audience === 'client' || input.isPaper === true) return [countedColumn(label)];
  return [toColumn(property.name, texts.columns.recorded(label)), countedColumn(texts.columns.counted(label))];
}

const pickAmountFields = ({ kind, digits, currency, adds, from, source, cell }: ReadColumn) => ({
  kind,
  digits,
  currency,
  adds,
  from,
  source,
  cell,
});

function toPropertyColumn(
  property: Property,
  { options, settings, currency, currencyIn }: RecordColumnsInput,
  formatLocalTime: ((instant: string) => string) | undefined,
): ReadColumn {
  const { name } = property;
  const isClock = isClockUnit(property.unit, options, settings);
  const kind = isClock ? 'clock' : toKind(property);
  const isNamed = options.names && (name === names.owner || name === names.objectId);
  const baseLabel = isNamed ? texts.columns.idOf(property.label) : property.label;
  const label =
    kind === 'datetime' && formatLocalTime
      ? texts.columns.localTime(baseLabel, settings.zone)
      : kind === 'datetime'
        ? texts.columns.utc(baseLabel)
        : baseLabel;
  const readValue = (record: ExportedRecord) => record.values[name] ?? null;
  const isMoney = kind === 'money' || kind === 'rate';
  return {
    ...toTextColumn(name, label, options),
    kind,
    digits: isMoney ? settings.moneyDigits : kind === 'hours' ? settings.hoursDigits : null,
    // A record may have a rate but no amount, so the currency of all amounts need not be that of all rates.
    currency: kind === 'money' || (kind === 'rate' && currencyIn === undefined) ? currency : null,
    adds: isSummable(property),
    from: [name],
    source: isClock
      ? { kind: 'clock', name }
      : { kind: 'property', name, ...(kind === 'datetime' && formatLocalTime && { zone: settings.zone }) },
    cell:
      kind === 'datetime' && formatLocalTime
        ? (record) => {
            const instant = readValue(record);
            return instant === null ? null : formatLocalTime(instant);
          }
        : isClock
          ? (record) => toMinutes(readValue(record))
          : readValue,
  };
}

function toKind({ name, type, unit }: Property): ColumnKind {
  switch (type) {
    case 'boolean':
    case 'date':
    case 'datetime':
      return type;
    case 'number':
      return toNumberKind(unit);
    case 'string':
    case 'enumeration':
      return ids.has(name) ? 'id' : 'text';
  }
}

function toNumberKind(unit: Property['unit']): ColumnKind {
  switch (unit) {
    case 'money':
    case 'rate':
    case 'percent':
    case 'hours':
    case 'minutes':
    case 'days':
      return unit;
    case 'years':
    case 'decades':
    case 'centuries':
    case undefined:
      return 'number';
  }
}

/** Lists the columns of names beside ids, and of hours beside minutes. */
function listColumnsBeside(name: string, input: RecordColumnsInput): ReadColumn[] {
  const { chosen, options, directory } = input;
  const nameColumn = (
    id: string,
    label: string,
    { from, source }: Pick<ReadColumn, 'from' | 'source'>,
    cell: ReadColumn['cell'],
  ): ReadColumn => ({ ...toTextColumn(id, label, options), from, source, cell });
  const createObjectReader =
    (find: (entry: { name: string; client: string | null }) => string | null): ReadColumn['cell'] =>
    ({ values }) => {
      const [type, id] = [values[names.objectType], values[names.objectId]];
      const entry = type == null || id == null ? undefined : findObject(directory, type, id);
      return entry ? find(entry) : null;
    };
  if (options.names && name === names.owner) {
    return [
      nameColumn(
        'owner_name',
        texts.columns.person,
        { from: [names.owner], source: { kind: 'owner-name' } },
        ({ values }) => {
          const id = values[names.owner];
          return id == null ? null : (findOwner(directory, id)?.name ?? (hasNamesInsteadOfIds(options) ? id : null));
        },
      ),
    ];
  }
  if (options.names && name === names.objectId) {
    const from = [names.objectType, names.objectId];
    const hasClientColumn = chosen.some((property) => isLocal({ name: property }) && property === 'client');
    return [
      nameColumn(
        'object_name',
        texts.columns.object,
        { from, source: { kind: 'object-name' } },
        hasNamesInsteadOfIds(options) ? createObjectText(directory) : createObjectReader((entry) => entry.name),
      ),
      ...(hasClientColumn
        ? []
        : [
            nameColumn(
              'client',
              texts.columns.client,
              { from, source: { kind: 'object-client' } },
              createObjectReader((entry) => entry.client),
            ),
          ]),
    ];
  }
  const isFirstTime =
    name === chosen.find((property) => property === names.totalMinutes || property === names.totalHours);
  return isFirstTime ? [toHoursColumn(input)] : [];
}

/** On a page without a column of ids, an object without a name is written by its type and id. */
function createObjectText(directory: Directory): ReadColumn['cell'] {
  return ({ values }) => {
    const [type, id] = [values[names.objectType] ?? null, values[names.objectId] ?? null];
    if (id === null) return type;
    const objectName = type === null ? undefined : findObject(directory, type, id)?.name;
    return objectName ?? (type === null ? id : `${type} ${id}`);
  };
}

/** Hours have the form h:mm if set, and only in files for people. */
function isClockUnit(
  unit: Property['unit'],
  { preset }: RecordColumnsInput['options'],
  { hoursStyle }: RecordColumnsInput['settings'],
): boolean {
  return unit === 'hours' && hoursStyle === 'clock' && preset === 'excel';
}

const toMinutes = (hours: string | null): Cell => (hours === null ? null : formatUnits(toUnits(hours) * 60n));

/** Computes hours as in reports: minutes / 60, or the record's hours if it has no readable minutes. */
function toHoursColumn({ options, settings }: RecordColumnsInput): ReadColumn {
  const isClock = isClockUnit('hours', options, settings);
  return {
    ...toTextColumn(HOURS_COLUMN, texts.columns.hours, options),
    kind: isClock ? 'clock' : 'hours',
    digits: isClock ? null : settings.hoursDigits,
    adds: true,
    from: [names.totalMinutes, names.totalHours],
    source: { kind: isClock ? 'minutes' : 'hours' },
    cell: ({ values }) => {
      const [minutes, hours] = [values[names.totalMinutes] ?? null, values[names.totalHours] ?? null];
      if (isClock) return minutes ?? toMinutes(hours);
      return minutes === null ? hours : minutesToHours(minutes);
    },
  };
}

/** Lists the unreadable values of every property that the columns use, including those behind computed hours. */
function toUnreadableColumn(read: readonly string[], options: RecordColumnsInput['options']): ReadColumn {
  return {
    ...toTextColumn(UNREADABLE_COLUMN, texts.columns.unreadable, options),
    kind: 'unreadable',
    from: [],
    source: { kind: 'unreadable', read },
    cell: ({ unreadable }) => toUnreadableText(unreadable, read),
  };
}

/** @returns a JSON object of texts as received, by property name; null if all values could be read */
export function toUnreadableText(unreadable: Readonly<Record<string, string>>, read: readonly string[]): string | null {
  const received = Object.entries(unreadable).filter(([name]) => read.includes(name));
  return received.length === 0 ? null : JSON.stringify(Object.fromEntries(received));
}

// The default columns of a page.

/** Returns whether a format consists of pages, which have default columns for people. */
export const isPage = (format: KnownFormat | undefined): boolean => format === 'pdf' || format === 'html';

/** Full names of the default columns: start, person, object, title, time and the amount that counts. */
export const paperProperties: readonly string[] = [
  names.firstStart,
  names.owner,
  names.objectType,
  names.objectId,
  names.title,
  names.totalMinutes,
  names.billableHours,
  names.billableAmount,
];

/** Properties without a printed column that others need: the type identifies its object, and minutes are printed as hours. */
const unprinted: ReadonlySet<string> = new Set([names.objectType, names.totalMinutes]);

/** Lists the labels of the properties that no printed column uses. */
export function listLeftOut(printed: readonly string[]): string[] {
  const printedNames = new Set([...printed, names.totalHours]);
  return properties.filter((property) => !printedNames.has(property.name)).map(({ label }) => label);
}

/** The source of a column's cells as data, so that the store can write them itself, which is many times faster than line by line. */
export type CellSource =
  /** @property zone the zone of local times; undefined for UTC */
  | { readonly kind: 'property'; readonly name: string; readonly zone?: string | undefined }
  | { readonly kind: 'owner-name' | 'object-name' | 'object-client' }
  /** Logged hours, or their minutes for printing as h:mm. */
  | { readonly kind: 'hours' | 'minutes' }
  /** A property of hours, in minutes for printing as h:mm. */
  | { readonly kind: 'clock'; readonly name: string }
  /** The first of these amounts that is set; an unreadable amount is not replaced by the next. @property from full names */
  | { readonly kind: 'counted'; readonly from: readonly string[] }
  /** The currency of the record's object. @property otherwise the currency if the object has none */
  | { readonly kind: 'currency'; readonly otherwise: string | null }
  /** The unreadable values of these properties. */
  | { readonly kind: 'unreadable'; readonly read: readonly string[] };
