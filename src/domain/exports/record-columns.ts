/** The columns of a file of records: what was chosen, the names beside ids, hours, and what could not be read. */
import { exportDocumentTexts as texts } from '#texts/export-document.ts';
import { formatUnits, toUnits, minutesToHours } from '../decimal.ts';
import { isLocal, requireReadable } from '../local-properties.ts';
import { findObject, findOwner, type Directory } from '../people/directory.ts';
import { isSummable, properties, type Property, propertyNames as names } from '../properties.ts';
import type { Settings } from '../settings.ts';
import { chooseAmounts } from '../reports/definition/counted.ts';
import { findCountedAmount, readCountedAmount } from '../records/counted-amounts.ts';
import { createLocalTimeFormat } from '../time/utc.ts';
import {
  nameUniquely,
  toTextColumn,
  UNREADABLE_COLUMN,
  type Cell,
  type ColumnKind,
  type ExportColumn,
  type Line,
} from './model.ts';
import type { ExportOptions } from './options.ts';
import type { KnownFormat } from '../export-formats.ts';

/** A record's readable values as exact texts by full name, and its unreadable values as received. */
export interface ExportedRecord {
  readonly values: Readonly<Record<string, string | null>>;
  readonly unreadable: Readonly<Record<string, string>>;
}

export interface RecordColumnsQuestion {
  /** Full names of properties that the receiver may see, in the order of the columns. */
  readonly chosen: readonly string[];
  readonly options: Pick<ExportOptions, 'heads' | 'times' | 'names' | 'preset' | 'format' | 'audience'>;
  readonly settings: Pick<Settings, 'zone' | 'hoursStyle' | 'hoursDigits' | 'moneyDigits' | 'amounts'> &
    Partial<Pick<Settings, 'currency'>>;
  /** True when a page uses its default columns: then not everything that is read has a column. */
  readonly isPaper?: boolean;
  readonly directory: Directory;
  /** Finds the currency of a record's amounts, null where it is unknown; undefined where nothing in this workspace names any. */
  readonly currencyIn: ((record: ExportedRecord) => string | null) | undefined;
  /** The one currency of all amounts, where it is known beforehand. */
  readonly currency: string | null;
  /** Whether any value that the columns are made of is unreadable. Files for programs always have the column. */
  readonly hasUnreadable: boolean;
}

export interface RecordColumns {
  readonly columns: readonly ExportColumn[];
  readonly sources: readonly CellSource[];
  /** The properties that must be read from the store for the columns. */
  readonly read: readonly string[];
  readonly toLine: (record: ExportedRecord) => Line;
  /** The place of the column in which each line tells its currency. */
  readonly currencyAt: number | undefined;
}

/** The column that tells each line's currency; no property of the service has this name. */
export const CURRENCY_COLUMN = 'currency';
export const HOURS_COLUMN = 'logged_hours';

interface ReadColumn extends ExportColumn {
  readonly from: readonly string[];
  /** The source says the same as `cell`, as data. */
  readonly source: CellSource;
  readonly cell: (record: ExportedRecord) => Cell;
}

const ids: ReadonlySet<string> = new Set([names.id, names.recordId, names.owner, names.objectId]);

export function toRecordColumns(question: RecordColumnsQuestion): RecordColumns {
  const { chosen, options, currencyIn } = question;
  const formatLocalTime = options.times === 'local' ? createLocalTimeFormat(question.settings.zone) : undefined;
  const isPaged = isPage(options.format);
  // Hours as reports count them replace the record's own hours.
  const isSkipped = (name: string) =>
    (question.isPaper === true && unprinted.has(name)) || (isForReader(options) && name === names.totalHours);
  const isNamed = (name: string) => hasNamesAlone(options) && (name === names.owner || name === names.objectId);
  const allColumns: ReadColumn[] = chosen.flatMap((name) => [
    ...(isSkipped(name) || isNamed(name) ? [] : toPropertyColumns(requireReadable(name), question, formatLocalTime)),
    ...listColumnsBeside(name, question),
  ]);
  const chosenColumns = isPaged ? allColumns.map((column) => adaptToPage(column, question)) : allColumns;
  const isKnown = isPaged && question.currency !== null && chosenColumns.every(({ kind }) => kind !== 'rate');
  const isLabelled =
    currencyIn !== undefined && !isKnown && chosenColumns.some(({ kind }) => kind === 'money' || kind === 'rate');
  const columns: ReadColumn[] = [...chosenColumns];
  if (isLabelled)
    columns.push({
      ...toTextColumn(CURRENCY_COLUMN, texts.columns.currency, options),
      from: [names.objectType, names.objectId],
      source: { of: 'currency', otherwise: question.settings.currency ?? null },
      cell: currencyIn,
    });
  const currencyAt = isLabelled ? columns.length - 1 : undefined;
  const read = [...new Set(columns.flatMap(({ from }) => from))];
  if (question.hasUnreadable || options.preset === 'machine') columns.push(toUnreadableColumn(read, options));
  return {
    columns: nameUniquely(columns),
    sources: columns.map(({ source }) => source),
    read,
    toLine: (record) => columns.map(({ cell }) => cell(record)),
    currencyAt,
  };
}

type Reader = Pick<ExportOptions, 'preset' | 'format' | 'audience'>;

/** A client who reads: columns of one meaning stand once. */
const isForReader = ({ audience, preset }: Reader) => audience === 'client' && preset === 'excel';

/** Pages, and files that a client reads, have names in the place of ids; an id without a name is written as it is. */
export const hasNamesAlone = (options: Reader & Pick<ExportOptions, 'names'>) =>
  options.names && (isPage(options.format) || isForReader(options));

/** Clients do not read these: they only identify records and objects. */
export const internalIds: ReadonlySet<string> = new Set([names.id, names.recordId, names.objectType]);

/** On a page an amount's head names its currency, and minutes are whole. */
function adaptToPage(column: ReadColumn, { options }: RecordColumnsQuestion): ReadColumn {
  if (column.kind === 'money' && column.currency !== null) {
    const label = texts.columns.inCurrency(column.label, column.currency);
    return { ...column, label, head: options.heads === 'labels' ? label : column.head };
  }
  return column.kind === 'clock' ? { ...column, digits: 0 } : column;
}

/** Where another amount counts, the property's own amount is labelled as recorded; a client gets only the amount that counts. */
function toPropertyColumns(
  property: Property,
  question: RecordColumnsQuestion,
  formatLocalTime: ((instant: string) => string) | undefined,
): ReadColumn[] {
  const { options, settings } = question;
  const recordedColumn = toPropertyColumn(property, question, formatLocalTime);
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
    source: { of: 'counted', from: counted.from },
    cell: (record) => readCountedAmount(counted, record),
  });
  // A client, or a reader of a page that chose neither, would otherwise have two amounts of one record.
  if (options.audience === 'client' || question.isPaper === true) return [countedColumn(label)];
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
  { options, settings, currency, currencyIn }: RecordColumnsQuestion,
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
    // A record may have a rate and no amount: the one currency of all amounts need not be that of all rates.
    currency: kind === 'money' || (kind === 'rate' && currencyIn === undefined) ? currency : null,
    adds: isSummable(property),
    from: [name],
    source: isClock
      ? { of: 'clock', name }
      : { of: 'property', name, ...(kind === 'datetime' && formatLocalTime && { zone: settings.zone }) },
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
function listColumnsBeside(name: string, question: RecordColumnsQuestion): ReadColumn[] {
  const { chosen, options, directory } = question;
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
        { from: [names.owner], source: { of: 'owner-name' } },
        ({ values }) => {
          const id = values[names.owner];
          return id == null ? null : (findOwner(directory, id)?.name ?? (hasNamesAlone(options) ? id : null));
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
        { from, source: { of: 'object-name' } },
        hasNamesAlone(options) ? createObjectText(directory) : createObjectReader((entry) => entry.name),
      ),
      ...(hasClientColumn
        ? []
        : [
            nameColumn(
              'client',
              texts.columns.client,
              { from, source: { of: 'object-client' } },
              createObjectReader((entry) => entry.client),
            ),
          ]),
    ];
  }
  const isFirstTime =
    name === chosen.find((property) => property === names.totalMinutes || property === names.totalHours);
  return isFirstTime ? [toHoursColumn(question)] : [];
}

/** Where a page has no column of ids, an object without a name is written by its type and id. */
function createObjectText(directory: Directory): ReadColumn['cell'] {
  return ({ values }) => {
    const [type, id] = [values[names.objectType] ?? null, values[names.objectId] ?? null];
    if (id === null) return type;
    const objectName = type === null ? undefined : findObject(directory, type, id)?.name;
    return objectName ?? (type === null ? id : `${type} ${id}`);
  };
}

/** All hours of a file have one form: h:mm where that is the setting, for people only. */
function isClockUnit(
  unit: Property['unit'],
  { preset }: RecordColumnsQuestion['options'],
  { hoursStyle }: RecordColumnsQuestion['settings'],
): boolean {
  return unit === 'hours' && hoursStyle === 'clock' && preset === 'excel';
}

const toMinutes = (hours: string | null): Cell => (hours === null ? null : formatUnits(toUnits(hours) * 60n));

/** Hours are computed as reports count them: minutes / 60, or the record's hours where it has no readable minutes. */
function toHoursColumn({ options, settings }: RecordColumnsQuestion): ReadColumn {
  const isClock = isClockUnit('hours', options, settings);
  return {
    ...toTextColumn(HOURS_COLUMN, texts.columns.hours, options),
    kind: isClock ? 'clock' : 'hours',
    digits: isClock ? null : settings.hoursDigits,
    adds: true,
    from: [names.totalMinutes, names.totalHours],
    source: { of: isClock ? 'minutes' : 'hours' },
    cell: ({ values }) => {
      const [minutes, hours] = [values[names.totalMinutes] ?? null, values[names.totalHours] ?? null];
      if (isClock) return minutes ?? toMinutes(hours);
      return minutes === null ? hours : minutesToHours(minutes);
    },
  };
}

/** The column lists every property that the others read: hours are empty where neither minutes nor hours could be read. */
function toUnreadableColumn(read: readonly string[], options: RecordColumnsQuestion['options']): ReadColumn {
  return {
    ...toTextColumn(UNREADABLE_COLUMN, texts.columns.unreadable, options),
    kind: 'unreadable',
    from: [],
    source: { of: 'unreadable', read },
    cell: ({ unreadable }) => toUnreadableText(unreadable, read),
  };
}

/** @returns a JSON object of texts as received, by property name; null where all could be read. */
export function toUnreadableText(unreadable: Readonly<Record<string, string>>, read: readonly string[]): string | null {
  const received = Object.entries(unreadable).filter(([name]) => read.includes(name));
  return received.length === 0 ? null : JSON.stringify(Object.fromEntries(received));
}

// What a page has room for: the properties of a record that are printed unless others are chosen.

/** These formats are read as pages: where no columns were chosen, they show those that people read. */
export const isPage = (format: KnownFormat | undefined): boolean => format === 'pdf' || format === 'html';

/** Full names of the default columns: when, who, for whom, what, how long, and what it comes to, with the amount that counts. */
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

/**
 * These are read for the columns that are printed, but have no column of their own: the type names its object, minutes are printed as
 * hours.
 */
const unprinted: ReadonlySet<string> = new Set([names.objectType, names.totalMinutes]);

/** Lists the labels of the catalogue's properties that no printed column is made of. */
export function listLeftOut(printed: readonly string[]): string[] {
  const printedNames = new Set([...printed, names.totalHours]);
  return properties.filter((property) => !printedNames.has(property.name)).map(({ label }) => label);
}

/** The source of a column's cells as data, so that the store can make them itself, many times faster than line by line. */
export type CellSource =
  /** @property zone of local times; undefined: instants stay in UTC */
  | { readonly of: 'property'; readonly name: string; readonly zone?: string | undefined }
  | { readonly of: 'owner-name' | 'object-name' | 'object-client' }
  /** Logged hours, or the minutes from which they are printed as h:mm. */
  | { readonly of: 'hours' | 'minutes' }
  /** A property of hours, as the minutes from which it is printed as h:mm. */
  | { readonly of: 'clock'; readonly name: string }
  /** The first of these amounts that a record has; one that could not be read is not replaced by the next. @property from full names */
  | { readonly of: 'counted'; readonly from: readonly string[] }
  /** The currency of the record's object. @property otherwise of records whose object has none */
  | { readonly of: 'currency'; readonly otherwise: string | null }
  /** The texts of these properties that could not be read. */
  | { readonly of: 'unreadable'; readonly read: readonly string[] };
