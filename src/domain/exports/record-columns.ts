/** The columns of a file of records: what was chosen, the names beside ids, hours, and what could not be read. */
import { exportDocumentTexts as texts } from '#texts/export-document.ts';
import { formatUnits, toUnits } from '../decimal.ts';
import { isLocal, requireReadable } from '../local-properties.ts';
import { objectEntry, ownerEntry, type Directory } from '../people/directory.ts';
import { isSummable, type Property } from '../properties.ts';
import { propertyNames as names } from '../property-names.ts';
import type { Settings } from '../settings.ts';
import { hoursOfMinutes } from '../time/hours.ts';
import type { CellSource } from './bulk/cell-source.ts';
import { amountsThatCount } from '../reports/definition/counted.ts';
import { findCountedAmount, readCountedAmount } from '../records/counted-amounts.ts';
import { localTimes } from './local-time.ts';
import { nameUniquely, UNREADABLE_COLUMN, type Cell, type ColumnKind, type ExportColumn, type Line } from './model.ts';
import type { ExportOptions } from './options.ts';
import { isPage, unprinted } from './paper/paper-columns.ts';

/** A record's readable values as exact texts by full name, and the others as received. */
export interface ExportedRecord {
  readonly values: Readonly<Record<string, string | null>>;
  readonly unreadable: Readonly<Record<string, string>>;
}

export interface RecordColumnsQuestion {
  /** Full names of properties that the receiver may see, in order. */
  readonly chosen: readonly string[];
  readonly options: Pick<ExportOptions, 'heads' | 'times' | 'names' | 'preset' | 'format' | 'audience'>;
  readonly settings: Pick<Settings, 'zone' | 'hoursStyle' | 'hoursDigits' | 'moneyDigits' | 'amounts'> &
    Partial<Pick<Settings, 'currency'>>;
  /** Nothing was chosen for a page: of what is read, not everything has a column. */
  readonly isPaper?: boolean;
  readonly directory: Directory;
  /** The currency of a record's amounts, null where it is unknown; undefined: nothing in this workspace names any. */
  readonly currencyIn: ((record: ExportedRecord) => string | null) | undefined;
  /** The one currency of all amounts, where it is known beforehand. */
  readonly currency: string | null;
  /** Whether any value that the columns are made of is unreadable. Files for programs always have the column. */
  readonly hasUnreadable: boolean;
}

export interface RecordColumns {
  readonly columns: readonly ExportColumn[];
  /** What each column's cells are made of. */
  readonly sources: readonly CellSource[];
  /** Properties that the columns are made of: what must be read from the store. */
  readonly read: readonly string[];
  readonly toLine: (record: ExportedRecord) => Line;
  /** Where each line tells its currency. */
  readonly currencyAt: number | undefined;
}

/** The column that tells each line's currency; no property of the service has this name. */
export const CURRENCY_COLUMN = 'currency';
export const HOURS_COLUMN = 'logged_hours';

interface ReadColumn extends ExportColumn {
  readonly from: readonly string[];
  /** Says the same as `cell`. */
  readonly source: CellSource;
  readonly cell: (record: ExportedRecord) => Cell;
}

const ids: ReadonlySet<string> = new Set([names.id, names.recordId, names.owner, names.objectId]);

export function toRecordColumns(question: RecordColumnsQuestion): RecordColumns {
  const { chosen, options, currencyIn } = question;
  const toLocal = options.times === 'local' ? localTimes(question.settings.zone) : undefined;
  const isPaged = isPage(options.format);
  const isSkipped = (name: string) => question.isPaper === true && unprinted.has(name);
  const isNamed = (name: string) => isPaged && options.names && (name === names.owner || name === names.objectId);
  const all: ReadColumn[] = chosen.flatMap((name) => [
    ...(isSkipped(name) || isNamed(name) ? [] : propertyColumns(requireReadable(name), question, toLocal)),
    ...columnsBeside(name, question),
  ]);
  const own = isPaged ? all.map((column) => forPage(column, question)) : all;
  const isKnown = isPaged && question.currency !== null && own.every(({ kind }) => kind !== 'rate');
  const isLabelled =
    currencyIn !== undefined && !isKnown && own.some(({ kind }) => kind === 'money' || kind === 'rate');
  const columns: ReadColumn[] = [...own];
  if (isLabelled)
    columns.push({
      ...textColumn(CURRENCY_COLUMN, texts.columns.currency, options),
      from: [names.objectType, names.objectId],
      source: { of: 'currency', otherwise: question.settings.currency ?? null },
      cell: currencyIn,
    });
  const currencyAt = isLabelled ? columns.length - 1 : undefined;
  const read = [...new Set(columns.flatMap(({ from }) => from))];
  if (question.hasUnreadable || options.preset === 'machine') columns.push(unreadableColumn(read, options));
  return {
    columns: nameUniquely(columns),
    sources: columns.map(({ source }) => source),
    read,
    toLine: (record) => columns.map(({ cell }) => cell(record)),
    currencyAt,
  };
}

/** On a page an amount's head has its currency, and minutes are whole. */
function forPage(column: ReadColumn, { options }: RecordColumnsQuestion): ReadColumn {
  if (column.kind === 'money' && column.currency !== null) {
    const label = texts.columns.inCurrency(column.label, column.currency);
    return { ...column, label, head: options.heads === 'labels' ? label : column.head };
  }
  return column.kind === 'clock' ? { ...column, digits: 0 } : column;
}

/** An amount beside which another counts is named as recorded, and a client is told of the one that counts alone. */
function propertyColumns(
  property: Property,
  question: RecordColumnsQuestion,
  toLocal: ((instant: string) => string) | undefined,
): ReadColumn[] {
  const { options, settings } = question;
  const own = propertyColumn(property, question, toLocal);
  const counted = findCountedAmount(property.name, amountsThatCount(settings.amounts));
  if (!counted) return [own];
  const { label } = own;
  const column = (name: string, called: string) => ({ ...own, ...textColumn(name, called, options), ...asAmount(own) });
  const that = (called: string): ReadColumn => ({
    ...column(counted.measure, called),
    from: counted.from,
    source: { of: 'counted', from: counted.from },
    cell: (record) => readCountedAmount(counted, record),
  });
  // Beside the other a client, or a reader of a page that chose neither, would have two amounts of one record.
  if (options.audience === 'client' || question.isPaper === true) return [that(label)];
  return [column(property.name, texts.columns.recorded(label)), that(texts.columns.counted(label))];
}

const asAmount = ({ kind, digits, currency, adds, from, source, cell }: ReadColumn) => ({
  kind,
  digits,
  currency,
  adds,
  from,
  source,
  cell,
});

function propertyColumn(
  property: Property,
  { options, settings, currency, currencyIn }: RecordColumnsQuestion,
  toLocal: ((instant: string) => string) | undefined,
): ReadColumn {
  const { name } = property;
  const isClock = isInClock(property.unit, options, settings);
  const kind = isClock ? 'clock' : toKind(property);
  const isNamed = options.names && (name === names.owner || name === names.objectId);
  const plain = isNamed ? texts.columns.idOf(property.label) : property.label;
  const label =
    kind === 'datetime' && toLocal
      ? texts.columns.localTime(plain, settings.zone)
      : kind === 'datetime'
        ? texts.columns.utc(plain)
        : plain;
  const value = (record: ExportedRecord) => record.values[name] ?? null;
  const isMoney = kind === 'money' || kind === 'rate';
  return {
    ...textColumn(name, label, options),
    kind,
    digits: isMoney ? settings.moneyDigits : kind === 'hours' ? settings.hoursDigits : null,
    // A record may have a rate and no amount: the one currency of all amounts need not be that of all rates.
    currency: kind === 'money' || (kind === 'rate' && currencyIn === undefined) ? currency : null,
    adds: isSummable(property),
    from: [name],
    source: isClock
      ? { of: 'clock', name }
      : { of: 'property', name, ...(kind === 'datetime' && toLocal && { zone: settings.zone }) },
    cell:
      kind === 'datetime' && toLocal
        ? (record) => {
            const instant = value(record);
            return instant === null ? null : toLocal(instant);
          }
        : isClock
          ? (record) => toMinutes(value(record))
          : value,
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

/** Names beside ids, and hours beside minutes. */
function columnsBeside(name: string, question: RecordColumnsQuestion): ReadColumn[] {
  const { chosen, options, directory } = question;
  const nameColumn = (
    id: string,
    label: string,
    { from, source }: Pick<ReadColumn, 'from' | 'source'>,
    cell: ReadColumn['cell'],
  ): ReadColumn => ({ ...textColumn(id, label, options), from, source, cell });
  const object =
    (find: (entry: { name: string; client: string | null }) => string | null): ReadColumn['cell'] =>
    ({ values }) => {
      const [type, id] = [values[names.objectType], values[names.objectId]];
      const entry = type == null || id == null ? undefined : objectEntry(directory, type, id);
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
          return id == null ? null : (ownerEntry(directory, id)?.name ?? (isPage(options.format) ? id : null));
        },
      ),
    ];
  }
  if (options.names && name === names.objectId) {
    const from = [names.objectType, names.objectId];
    const client = chosen.some((each) => isLocal({ name: each }) && each === 'client');
    return [
      nameColumn(
        'object_name',
        texts.columns.object,
        { from, source: { of: 'object-name' } },
        isPage(options.format) ? objectText(directory) : object((entry) => entry.name),
      ),
      ...(client
        ? []
        : [
            nameColumn(
              'client',
              texts.columns.client,
              { from, source: { of: 'object-client' } },
              object((entry) => entry.client),
            ),
          ]),
    ];
  }
  const isFirstTime = name === chosen.find((each) => each === names.totalMinutes || each === names.totalHours);
  return isFirstTime ? [hoursColumn(question)] : [];
}

/** Where a page has no column of ids, what has no name is told by its type and id. */
function objectText(directory: Directory): ReadColumn['cell'] {
  return ({ values }) => {
    const [type, id] = [values[names.objectType] ?? null, values[names.objectId] ?? null];
    if (id === null) return type;
    const named = type === null ? undefined : objectEntry(directory, type, id)?.name;
    return named ?? (type === null ? id : `${type} ${id}`);
  };
}

/** All hours of a file have one form: h:mm where that is the setting, for people. */
function isInClock(
  unit: Property['unit'],
  { preset }: RecordColumnsQuestion['options'],
  { hoursStyle }: RecordColumnsQuestion['settings'],
): boolean {
  return unit === 'hours' && hoursStyle === 'clock' && preset === 'excel';
}

const toMinutes = (hours: string | null): Cell => (hours === null ? null : formatUnits(toUnits(hours) * 60n));

/** As reports count them: minutes / 60, or the record's hours where it has no readable minutes. */
function hoursColumn({ options, settings }: RecordColumnsQuestion): ReadColumn {
  const isClock = isInClock('hours', options, settings);
  return {
    ...textColumn(HOURS_COLUMN, texts.columns.hours, options),
    kind: isClock ? 'clock' : 'hours',
    digits: isClock ? null : settings.hoursDigits,
    adds: true,
    from: [names.totalMinutes, names.totalHours],
    source: { of: isClock ? 'minutes' : 'hours' },
    cell: ({ values }) => {
      const [minutes, hours] = [values[names.totalMinutes] ?? null, values[names.totalHours] ?? null];
      if (isClock) return minutes ?? toMinutes(hours);
      return minutes === null ? hours : formatUnits(hoursOfMinutes(toUnits(minutes)));
    },
  };
}

/** All that the columns are made of: hours are empty where neither minutes nor hours could be read, whichever of them was chosen. */
function unreadableColumn(read: readonly string[], options: RecordColumnsQuestion['options']): ReadColumn {
  return {
    ...textColumn(UNREADABLE_COLUMN, texts.columns.unreadable, options),
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

function textColumn(name: string, label: string, { heads }: Pick<ExportOptions, 'heads'>): ExportColumn {
  const head = heads === 'labels' ? label : name;
  return { name, label, head, kind: 'text', digits: null, currency: null, adds: false };
}
