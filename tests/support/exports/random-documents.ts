/** Random documents as the program composes them: records of several currencies, reports under every rule of rounding. */
import type { ExportDocument } from '#electron/exports/document.ts';
import { formatUnits, toUnits } from '#domain/decimal.ts';
import { toRecordColumns, type ExportedRecord } from '#domain/exports/record-columns.ts';
import { toReportLines } from '#domain/exports/report-lines.ts';
import { findCurrencyOfObject, emptyDirectory, type Directory } from '#domain/people/directory.ts';
import { properties, propertyNames as names } from '#domain/properties.ts';
import type { ReportRow } from '#domain/reports/definition/report.ts';
import { defaultSettings, footings, type Settings } from '#domain/settings.ts';
import { reportResult } from '../reports/report-result.ts';
import { seeded, type Seeded } from '../worlds/seeded.ts';
import { makeDocument } from './documents.ts';

const day = properties.filter(({ type }) => type === 'date').map(({ name }) => name);
const chosen = [
  names.recordId,
  names.title,
  names.description,
  names.objectType,
  names.objectId,
  names.owner,
  names.firstStart,
  names.created,
  ...day.slice(0, 2),
  names.totalMinutes,
  names.billableHours,
  names.billableShare,
  names.billableRate,
  names.billableAmount,
  names.costAmount,
  names.toggle,
];
const currencies = ['EUR', 'USD', 'CHF', 'eur', 'Fr. "1"', '*', '>0', null];
const texts = [
  '0042',
  '5E10',
  '12-11',
  '1234567890123456',
  '=1+1',
  "+cmd|'/C calc'!A0",
  '@SUM(A1)',
  '1,234.50',
  '1e400',
  'TRUE',
  ' edge ',
  'two\nlines',
  '_x0041_ <b>&amp;</b>',
  'Ünï 😀',
  '12345678901234567890',
];

export function makeRandomSettings(random: Seeded): Settings {
  return {
    ...defaultSettings,
    zone: random.pick(['UTC', 'Europe/Berlin', 'America/New_York']),
    footing: random.pick(footings),
    hoursStyle: random.pick(['decimal', 'clock']),
    hoursDigits: random.between(0, 4),
    moneyDigits: random.between(0, 2),
    currency: random.pick([null, 'EUR']),
  };
}

export function makeRecordsDocument(seed: number): ExportDocument {
  const random = seeded(seed);
  const settings = makeRandomSettings(random);
  const held = random.chance(0.3) ? ['EUR'] : currencies.slice(0, random.between(1, currencies.length));
  const directory: Directory = {
    owners: {},
    objects: Object.fromEntries(
      held.map((currency, at) => [`deal:${at}`, { name: `Deal ${at}`, client: 'Client', currency }]),
    ),
  };
  const table = toRecordColumns({
    chosen,
    options: { heads: 'labels', times: 'local', names: true, preset: 'excel', format: 'csv', audience: 'internal' },
    settings,
    directory,
    currencyIn: ({ values }) =>
      findCurrencyOfObject(
        directory,
        values[names.objectType] ?? undefined,
        values[names.objectId] ?? undefined,
        settings.currency,
      ) ?? '',
    currency: null,
    hasUnreadable: true,
  });
  const lines = Array.from({ length: random.between(0, 400) }, () => table.toLine(makeRecord(random, held.length)));
  const { currencyIndex } = table;
  return makeDocument({ columns: table.columns, lines, ...(currencyIndex !== undefined && { currencyIndex }) });
}

function makeRecord(random: Seeded, objects: number): ExportedRecord {
  const sign = () => (random.chance(0.15) ? '-' : '');
  const decimal = (whole: number, decimals: number) => {
    const fraction = Array.from({ length: random.between(0, decimals) }, () => random.between(0, 9)).join('');
    return `${sign()}${random.between(0, whole)}${fraction === '' ? '' : `.${fraction}`}`;
  };
  const rarely = (value: string) => (random.chance(0.1) ? null : value);
  const text = () => `${random.pick(texts)}${random.chance(0.5) ? '' : ` ${random.between(0, 99)}`}`;
  const pair = (number: number) => String(number).padStart(2, '0');
  const date = () => `${random.between(1900, 2099)}-${pair(random.between(1, 12))}-${pair(random.between(1, 28))}`;
  const instant = () =>
    `${date()}T${pair(random.between(0, 23))}:${pair(random.between(0, 59))}:${pair(random.between(0, 59))}.${random.pick(['000', '123'])}Z`;
  const isUnreadable = random.chance(0.05);
  return {
    values: {
      [names.recordId]: random.pick(texts.slice(0, 4)),
      [names.title]: rarely(text()),
      [names.description]: rarely(text()),
      [names.objectType]: 'deal',
      [names.objectId]: String(random.between(0, objects - 1)),
      [names.owner]: String(random.between(10 ** 15, 10 ** 15 + 99)),
      [names.firstStart]: rarely(instant()),
      [names.created]: rarely(instant()),
      ...Object.fromEntries(day.slice(0, 2).map((name) => [name, rarely(date())])),
      [names.totalMinutes]: rarely(decimal(900, random.pick([0, 0, 2]))),
      [names.billableHours]: rarely(decimal(20, 8)),
      [names.billableShare]: rarely(decimal(100, 3)),
      [names.billableRate]: rarely(decimal(300, 4)),
      [names.billableAmount]: isUnreadable ? null : rarely(decimal(random.pick([100, 99_999]), 8)),
      [names.costAmount]: rarely(decimal(9_999, 2)),
      [names.toggle]: rarely(random.pick(['true', 'false'])),
    },
    unreadable: isUnreadable ? { [names.billableAmount]: random.pick(texts) } : {},
  };
}

const measures = ['logged_hours', 'billable_value', 'effective_rate', 'records'];

/** Two groups deep, with a total of its own: lines that are rounded one by one must still come to it. */
/** @param format whose figures it has; undefined: printed ones */
export function makeReportDocument(seed: number, format?: 'xlsx'): ExportDocument {
  const random = seeded(seed);
  const settings = makeRandomSettings(random);
  const groupBy: [string, string] = [names.owner, names.category];
  const [outer, inner] = groupBy;
  const figures = () => ({
    logged_hours: random.chance(0.1) ? null : `${random.between(0, 400)}.${random.between(10_000_000, 99_999_999)}`,
    billable_value: random.chance(0.1)
      ? null
      : `${random.chance(0.2) ? '-' : ''}${random.between(0, 9999)}.${random.between(100, 999)}`,
    effective_rate: `${random.between(50, 200)}.12345678`,
    records: '3',
  });
  const rows: ReportRow[] = Array.from({ length: random.between(1, 40) }, (_, at) => ({
    key: { [outer]: `Group ${at % 4}`, [inner]: random.pick(texts) + at },
    values: figures(),
    records: 3,
  }));
  const sumUp = (of: readonly ReportRow[]) => ({
    values: Object.fromEntries(measures.map((measure) => [measure, addUp(of.map(({ values }) => values[measure]))])),
    records: of.length * 3,
  });
  const groups = [...new Set(rows.map(({ key }) => key[outer] ?? ''))].toSorted();
  const isIn = (group: string | null | undefined) => (row: ReportRow) => row.key[outer] === group;
  const result = reportResult({
    rows: groups.flatMap((group) => rows.filter(isIn(group))),
    subtotals: groups.map((group) => ({ key: { [outer]: group ?? null }, ...sumUp(rows.filter(isIn(group))) })),
    total: sumUp(rows),
    totals: sumUp(rows).values,
    records: rows.length * 3,
  });
  const report = { measures: measures.slice(), groupBy, filterGroups: [], query: '' };
  const { columns, lines, outline } = toReportLines({
    report,
    result,
    settings,
    directory: emptyDirectory,
    options: { heads: 'labels', preset: 'excel', ...(format && { format }) },
  });
  return makeDocument({ columns, lines, outline, head: { title: 'Report', notes: ['Lines are rounded.'] } });
}

function addUp(values: readonly (string | null | undefined)[]): string | null {
  const known = values.filter((each): each is string => typeof each === 'string');
  return known.length === 0 ? null : formatUnits(known.reduce((sum, each) => sum + toUnits(each), 0n));
}
