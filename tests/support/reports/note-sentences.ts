/** The notes that must be below a report, computed from its answer with separate words and arithmetic. */
import { writeMarked } from '#domain/locale-forms.ts';
import { findMissingData } from '#domain/reports/notes/foot-notes.ts';
import type { Report, ReportNote, ReportResult } from '#domain/reports/definition/report.ts';
import type { Settings } from '#domain/settings.ts';

type Printing = Pick<Settings, 'hoursStyle' | 'hoursDigits'>;

interface Counted {
  /** With its unit: `1 record`, `1,200 records`. */
  readonly records: string;
  readonly isOne: boolean;
  readonly hours: string;
  /** `100.00 EUR and 20.00 USD`; empty: none. */
  readonly money: string;
}

const has = ({ isOne }: Counted) => (isOne ? 'has' : 'have');
const its = ({ isOne }: Counted) => (isOne ? 'its' : 'their');

const sentences: Readonly<Record<ReportNote['kind'], (counted: Counted) => string>> = {
  'no-minutes': (it) =>
    `${it.records} ${has(it)} no minutes and ${it.isOne ? 'counts' : 'count'} with ${its(it)} total hours: ${it.hours}.`,
  'no-billable-minutes': (it) =>
    `${it.records} ${has(it)} no billable minutes and ${it.isOne ? 'counts' : 'count'} with ${its(it)} billable hours: ${it.hours}.`,
  'no-billable': (it) =>
    `${it.records} ${has(it)} no known billable hours, so non-billable hours and billable share leave out ${it.hours} logged.`,
  'no-logged': (it) =>
    `${it.records} ${has(it)} no known logged hours, so non-billable hours and billable share leave out ${it.hours} billable.`,
  'no-billable-expected': (it) =>
    `${it.records} of people with weekly hours ${has(it)} no known billable hours, so utilisation counts none of ${it.hours} logged.`,
  'no-rate': (it) =>
    `${it.records} ${has(it)} no known billable hours or no known billable value, so effective rates leave out ${it.hours} billable${it.money && ` and ${it.money}`}.`,
  'hours-alone': (it) =>
    `${it.records} ${has(it)} no known billable value, so billable value counts nothing for ${it.hours} billable.`,
  'no-cost': ({ hours, money }) =>
    `${hours} are without a known cost, so margins leave them out${money && `, and their billable value of ${money} too`}.`,
  'no-value': (it) =>
    `${it.records} ${has(it)} a billable value that could not be read, so margins leave out ${its(it)} cost of ${it.money} too.`,
  'cost-alone': (it) =>
    `${it.records} ${has(it)} a cost and no billable value, so margins count ${its(it)} cost${it.money && ` of ${it.money}`} against a value of 0.`,
  unreadable: (it) => `${it.records} ${has(it)} a value that could not be read; it is not counted anywhere.`,
  'no-date': (it) =>
    `${it.records} ${has(it)} no date on this calendar: ${it.isOne ? 'it is' : 'they are'} in no period and not counted here.`,
  undated: (it) =>
    `${it.records} ${has(it)} no date on this calendar: ${it.isOne ? 'it is' : 'they are'} counted under “(no date)”.`,
  'unread-start': (it) => {
    const them = it.isOne ? 'it' : 'them';
    return `${it.records} ${has(it)} a start time that cannot be read: “(no date)” counts ${them} and no filter selects ${them}, so the records shown for “(no date)” lack ${them}.`;
  },
  'no-expected-hours': ({ records, hours }) =>
    `${records.replace(/records?$/, (unit) => (unit === 'record' ? 'person' : 'people'))} without weekly hours in the directory left out of expected hours, gap and utilisation: ${hours}.`,
  'no-owner': (it) =>
    `${it.records} ${it.isOne ? 'names' : 'name'} no person and ${it.isOne ? 'is' : 'are'} left out of expected hours, gap and utilisation: ${it.hours}.`,
  'logged-since': ({ hours }) =>
    `Hours are expected up to yesterday; ${hours} logged today or later count against them too.`,
  'mixed-currencies': () =>
    'Amounts are in several currencies, which are never added up: each amount names its own, and where they meet each currency has an amount of its own.',
  'no-currency': (it) =>
    `${it.records} with ${it.isOne ? 'an amount belongs' : 'amounts belong'} to objects without a currency, and the workspace has none: their amounts have no currency here and are never added to amounts with one.`,
  'no-order-column': () =>
    'The column that rows are ordered by is not in this answer: they are ordered by their totals.',
  'no-client': (it) => `${it.records} ${it.isOne ? 'belongs' : 'belong'} to objects whose client is not known.`,
  'other-weeks': (it) =>
    `${it.records} ${it.isOne ? 'is of a recorded week that begins' : 'are of recorded weeks that begin'} on another weekday than most do: the service records weeks from several weekdays, and each line has the dates of its own.`,
  'journal-damaged': () =>
    'Names or settings are damaged: whom records belong to, filters by client and team, expected hours and currencies may differ from what they were.',
};

const inNoLine =
  '“In no line above”: counted in the total, but in lines whose own figure is not known (a value it needs is missing there), so none of them shows it.';

export interface ExpectedNote {
  readonly code: string;
  readonly text: string;
}

/** All but “In no line above”, which depends on printed figures. No months: the worlds are complete. */
export function expectedNotes(
  report: Report,
  { comparison, notes, ...result }: ReportResult,
  printing: Printing,
): ExpectedNote[] {
  const as = (code: string) => (text: string) => ({ code, text });
  const hasMargin = report.measures.some((id) => id.startsWith('margin'));
  const told = (note: ReportNote) => {
    const counted = countedIn(note, printing);
    if (note.kind !== 'no-cost' || hasMargin) return sentences[note.kind](counted);
    const { hours, money } = counted;
    return `${hours} are without a known cost${money && `; their billable value is ${money}`}.`;
  };
  return [
    ...(comparison?.refused ? [comparison.refused] : []).map(as('not-compared')),
    ...(comparison?.uneven ?? []).map((text) => writeMarked(text)).map(as('uneven')),
    ...findMissingData(report, { ...result, notes }).map(({ sentence }) => as('missing-data')(sentence)),
    ...notes.map((note) => as(note.kind)(told(note))),
    ...(comparison?.notes ?? []).map((note) => as(note.kind)(`In the compared period: ${told(note)}`)),
  ];
}

export const expectedInNoLine: ExpectedNote = { code: 'in-no-line', text: inNoLine };

function countedIn({ records, minutes, amounts = [] }: ReportNote, printing: Printing): Counted {
  return {
    records: `${grouped(BigInt(records ?? 0))} ${records === 1 ? 'record' : 'records'}`,
    isOne: records === 1,
    hours: hoursText(minutes ?? '0', printing),
    money: amounts.map(({ amount, currency }) => [moneyText(amount), currency ?? []].flat().join(' ')).join(' and '),
  };
}

/** Of hundred-millionths, as the store keeps decimals. */
function unitsIn(decimal: string): bigint {
  const [whole = '', fraction = ''] = decimal.replace('-', '').split('.');
  const magnitude = BigInt(whole + fraction.padEnd(8, '0'));
  return decimal.startsWith('-') ? -magnitude : magnitude;
}

/** Halves away from zero. */
function divided(units: bigint, by: bigint): bigint {
  const magnitude = units < 0n ? -units : units;
  const steps = (magnitude * 2n + by) / (by * 2n);
  return units < 0n ? -steps : steps;
}

function hoursText(minutes: string, { hoursStyle, hoursDigits }: Printing): string {
  const units = unitsIn(minutes);
  if (hoursStyle === 'decimal') {
    const steps = divided(units * 10n ** BigInt(hoursDigits), 60n * 10n ** 8n);
    return `${pointed(steps, hoursDigits)} h`;
  }
  const whole = divided(units, 10n ** 8n);
  const magnitude = whole < 0n ? -whole : whole;
  return `${whole < 0n ? '-' : ''}${grouped(magnitude / 60n)}:${String(magnitude % 60n).padStart(2, '0')}`;
}

/** All its digits, at least cents. */
function moneyText(amount: string): string {
  const [whole = '', fraction = ''] = amount.split('.');
  const sign = whole.startsWith('-') ? '-' : '';
  return `${sign}${grouped(BigInt(whole.replace('-', '')))}.${fraction.padEnd(2, '0')}`;
}

function pointed(steps: bigint, digits: number): string {
  const magnitude = (steps < 0n ? -steps : steps).toString().padStart(digits + 1, '0');
  const whole = magnitude.slice(0, magnitude.length - digits);
  const fraction = digits === 0 ? '' : `.${magnitude.slice(-digits)}`;
  return `${steps < 0n ? '-' : ''}${grouped(BigInt(whole))}${fraction}`;
}

function grouped(whole: bigint): string {
  return whole.toLocaleString('en');
}
