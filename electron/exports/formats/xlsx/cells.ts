/** Writes single cells, and the cells of each column: by its kind, or as text if the value does not fit the kind. */
import { escapeText, MAIN, XML_HEAD, cutText, toTextElement, type Draw } from './xml.ts';
import { toUnits } from '#domain/decimal.ts';
import { exportDocumentTexts } from '#texts/export-document.ts';
import type { ColumnKind, ExportColumn } from '#domain/exports/model.ts';

const words = exportDocumentTexts.workbook;

/** The style of a cell. Each style is written once, and cells refer to it by number. */
interface Style {
  /** A number format; default General. */
  readonly format?: string | undefined;
  readonly font?: Font | undefined;
  readonly wraps?: boolean;
  readonly align?: 'right' | 'center' | undefined;
}

export type Font = 'plain' | 'bold' | 'italic' | 'quiet' | 'title';

const TEXT_FORMAT = '@';
/** The index of each conditional style of a check in the list of differential formats. */
export const checkStyles = { wrong: 0, right: 1 } as const;

const fonts: Readonly<Record<Font, string>> = {
  plain: '<font><sz val="11"/><name val="Calibri"/><family val="2"/></font>',
  bold: '<font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font>',
  italic: '<font><i/><sz val="11"/><color rgb="FF595959"/><name val="Calibri"/><family val="2"/></font>',
  quiet: '<font><sz val="11"/><color rgb="FF595959"/><name val="Calibri"/><family val="2"/></font>',
  title: '<font><b/><sz val="16"/><name val="Calibri"/><family val="2"/></font>',
};
const fontNames = Object.keys(fonts);
const builtIn: Readonly<Record<string, number>> = { General: 0, [TEXT_FORMAT]: 49 };
const FIRST_CUSTOM_FORMAT = 164;

export class Styles {
  readonly #looks = new Map<string, number>();
  readonly #xfs: string[] = [];
  readonly #formats = new Map<string, number>();

  constructor() {
    this.find({});
  }

  /** @returns the number that a cell's `s` attribute refers to. */
  find({ format = 'General', font = 'plain', wraps = false, align }: Style): number {
    const key = `${font} ${String(wraps)} ${align ?? ''} ${format}`;
    const knownStyle = this.#looks.get(key);
    if (knownStyle !== undefined) return knownStyle;
    const sides = [
      ...(align === undefined ? [] : [`horizontal="${align}"`]),
      ...(wraps ? ['vertical="top" wrapText="1"'] : []),
    ];
    const alignment = sides.length > 0 ? `<alignment ${sides.join(' ')}/>` : '';
    const attributes = [
      `numFmtId="${this.#findFormat(format)}"`,
      `fontId="${fontNames.indexOf(font)}"`,
      'fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"',
      ...(alignment ? ['applyAlignment="1"'] : []),
    ];
    this.#xfs.push(`<xf ${attributes.join(' ')}${alignment ? `>${alignment}</xf>` : '/>'}`);
    this.#looks.set(key, this.#xfs.length - 1);
    return this.#xfs.length - 1;
  }

  #findFormat(format: string): number {
    const knownFormat = builtIn[format] ?? this.#formats.get(format);
    if (knownFormat !== undefined) return knownFormat;
    const id = FIRST_CUSTOM_FORMAT + this.#formats.size;
    this.#formats.set(format, id);
    return id;
  }

  toXml(): string {
    const formats = [...this.#formats].map(
      ([format, id]) => `<numFmt numFmtId="${id}" formatCode="${escapeText(format)}"/>`,
    );
    const dxf = (color: string, fill: string) =>
      `<dxf><font><b/><color rgb="${color}"/></font><fill><patternFill patternType="solid"><fgColor rgb="${fill}"/><bgColor rgb="${fill}"/></patternFill></fill></dxf>`;
    return [
      `${XML_HEAD}<styleSheet xmlns="${MAIN}">`,
      formats.length > 0 ? `<numFmts count="${formats.length}">${formats.join('')}</numFmts>` : '',
      `<fonts count="${fontNames.length}">${Object.values(fonts).join('')}</fonts>`,
      '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>',
      '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
      '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
      `<cellXfs count="${this.#xfs.length}">${this.#xfs.join('')}</cellXfs>`,
      '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>',
      `<dxfs count="2">${dxf('FF9C0006', 'FFFFC7CE')}${dxf('FF006100', 'FFC6EFCE')}</dxfs>`,
      '<tableStyles count="0" defaultTableStyle="TableStyleMedium2" defaultPivotStyle="PivotStyleLight16"/>',
      '</styleSheet>',
    ].join('');
  }
}

// Cells as numbers of a spreadsheet: decimals by their digits, days since 1900, durations as fractions of a day.

const PLAIN = /^-?\d+(?:\.\d+)?$/;
const DAY_MS = 86_400_000;
/** Day 0 of the 1900 system, right for every day after its 29 February 1900, which did not exist. */
const EPOCH = Date.UTC(1899, 11, 30);
const FIRST_DAY = 61;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z?$/;
/** The index of the first digit after the decimal point. */
const FRACTION_AT = 20;
const ZERO_CODE = 48;
/** A tenth of a millisecond, which is more than the distance between two doubles of any date. */
const STEP = 1e-9;
/** Significant digits a spreadsheet calculates with. */
export const CALCULATED_DIGITS = 15;

function isPlainDecimal(text: string): boolean {
  return PLAIN.test(text);
}

export function exceedsDigits(decimal: string): boolean {
  if (decimal.length <= CALCULATED_DIGITS) return false;
  const digits = decimal.replace(/[-.]/g, '').replace(/^0+/, '').replace(/0+$/, '');
  return digits.length > CALCULATED_DIGITS;
}

/** A hundredth, by its digits: `12.5` is `0.125`. */
export function toHundredth(decimal: string): string {
  const [, sign = '', integer = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimal) ?? [];
  const digits = integer.padStart(3, '0');
  return `${sign}${digits.slice(0, -2).replace(/^0+(?=\d)/, '')}.${digits.slice(-2)}${fraction}`;
}

const DAYS_DECIMALS = 17;
const UNITS_PER_DAY = 1440n * 10n ** 8n;
const SCALE = 10n ** BigInt(DAYS_DECIMALS);

/** Minutes as a fraction of a day, with more digits than any reader keeps, because most are endless decimals. */
export function toDays(minutes: string): string {
  const units = toUnits(minutes);
  const magnitude = units < 0n ? -units : units;
  const scaled = (magnitude * SCALE * 2n + UNITS_PER_DAY) / (UNITS_PER_DAY * 2n);
  const digits = String(scaled).padStart(DAYS_DECIMALS + 1, '0');
  const fraction = digits.slice(-DAYS_DECIMALS).replace(/0+$/, '');
  const text = digits.slice(0, -DAYS_DECIMALS) + (fraction === '' ? '' : `.${fraction}`);
  return units < 0n ? `-${text}` : text;
}

/** @param day `YYYY-MM-DD`. @returns undefined before March 1900, when spreadsheets disagree by a day, and if it is not a day */
export function toDaySerial(day: string): string | undefined {
  const serial = findSerial(day);
  return Number.isNaN(serial) ? undefined : String(serial);
}

/** Serials of the days already read, because a table of a million times has few days. NaN marks a text that is not a day. */
const serials = new Map<string, number>();
const MAX_CACHED = 10_000;

function findSerial(day: string): number {
  const knownSerial = serials.get(day);
  if (knownSerial !== undefined) return knownSerial;
  if (serials.size >= MAX_CACHED) serials.clear();
  const serial = readSerial(day);
  serials.set(day, serial);
  return serial;
}

/** @param time `YYYY-MM-DDTHH:mm:ss` with or without a fraction and `Z`; its day and hour stay unchanged */
export function toMoment(time: string): { readonly serial: string; readonly hasFraction: boolean } | undefined {
  if (!MOMENT.test(time)) return undefined;
  const day = findSerial(time.slice(0, 10));
  const milliseconds = readMilliseconds(time);
  const dayMs = readPair(time, 11) * 3_600_000 + readPair(time, 14) * 60_000 + readPair(time, 17) * 1000 + milliseconds;
  if (Number.isNaN(day) || dayMs >= DAY_MS) return undefined;
  return { serial: toTimeSerial(day, dayMs), hasFraction: milliseconds !== 0 };
}

/** Reads character codes, because slicing every time would be most of the cost of a table of times. */
function readPair(time: string, index: number): number {
  return (time.charCodeAt(index) - ZERO_CODE) * 10 + time.charCodeAt(index + 1) - ZERO_CODE;
}

/** `.5` is 500. */
function readMilliseconds(time: string): number {
  let [milliseconds, weight] = [0, 100];
  for (let index = FRACTION_AT; index < time.length && time[index] !== 'Z'; index += 1) {
    milliseconds += (time.charCodeAt(index) - ZERO_CODE) * weight;
    weight /= 10;
  }
  return milliseconds;
}

/** The nearest double, or the next above if it is below the moment: LibreOffice would show that as the previous second. */
function toTimeSerial(day: number, dayMs: number): string {
  const nearest = day + dayMs / DAY_MS;
  const isBelow = (nearest - Math.floor(nearest)) * DAY_MS < dayMs;
  return String(isBelow ? nearest + STEP : nearest);
}

/** @returns NaN if it is not a day, or is before March 1900 */
function readSerial(day: string): number {
  const dateParts = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day);
  if (!dateParts) return Number.NaN;
  const [, year, month, date] = dateParts;
  const ms = new Date(0).setUTCFullYear(Number(year), Number(month) - 1, Number(date));
  // 31 February is not a day, and 13 is not a month.
  const read = new Date(ms);
  const isDay = read.getUTCDate() === Number(date) && read.getUTCMonth() + 1 === Number(month);
  const serial = (ms - EPOCH) / DAY_MS;
  return isDay && serial >= FIRST_DAY ? serial : Number.NaN;
}

/** Counts values that a workbook cannot hold unchanged, for its Notes sheet. */
export class Remarks {
  readonly #counts = { digits: 0, early: 0, negative: 0, heads: 0, cut: 0 };
  #firstCut = '';
  readonly #sentences: string[] = [];
  /** The sheet whose cells are being written. */
  sheet = '';

  add(what: 'digits' | 'early' | 'negative' | 'heads', count = 1): void {
    this.#counts[what] += count;
  }

  addCut(reference: string): void {
    if (this.#counts.cut === 0) this.#firstCut = `${this.sheet}!${reference}`;
    this.#counts.cut += 1;
  }

  say(sentence: string): void {
    this.#sentences.push(sentence);
  }

  toSentences(): string[] {
    const { remarks } = words;
    const { digits, early, negative, heads, cut } = this.#counts;
    return [
      ...this.#sentences,
      ...(digits > 0 ? [remarks.digits(digits)] : []),
      ...(cut > 0 ? [remarks.cut(cut, this.#firstCut)] : []),
      ...(early > 0 ? [remarks.early(early)] : []),
      ...(negative > 0 ? [remarks.negative(negative)] : []),
      ...(heads > 0 ? [remarks.heads(heads)] : []),
    ];
  }
}

/** @param text not longer than a cell's limit */
export function drawText(text: string, style: number): Draw {
  return (reference) => toTextCell(text, reference, style);
}

function toTextCell(text: string, reference: string, style: number): string {
  return `<c r="${reference}" s="${style}" t="inlineStr"><is>${toTextElement(text)}</is></c>`;
}

/** @param digits written unchanged: nothing goes through a double */
export function drawNumber(digits: string, style: number): Draw {
  return (reference) => toNumberCell(digits, reference, style);
}

function toNumberCell(digits: string, reference: string, style: number): string {
  return `<c r="${reference}" s="${style}"><v>${digits}</v></c>`;
}

/** The value that a program shows if it does not calculate: a number's digits, a boolean, or nothing. */
type Cached = string | boolean | null;

export function drawFormula(formula: string, cached: Cached, style: number): Draw {
  const type = typeof cached === 'boolean' ? ' t="b"' : cached === null ? ' t="str"' : '';
  const value = typeof cached === 'boolean' ? (cached ? '1' : '0') : (cached ?? '');
  return (reference) => `<c r="${reference}" s="${style}"${type}><f>${escapeText(formula)}</f><v>${value}</v></c>`;
}

export interface CellContext {
  readonly styles: Styles;
  readonly remarks: Remarks;
  readonly font?: Font;
}

export type DrawCell = (cell: string, reference: string) => string;

/** Draws cells by the column's kind. A cell that does not fit its kind, such as the word `Total` among dates, becomes text. */
export function createCellDrawer(column: ExportColumn, { styles, remarks, font }: CellContext): DrawCell {
  const findStyle = (format: string) => styles.find({ format, font });
  const asText = findStyle(TEXT_FORMAT);
  const text: DrawCell = (cell, reference) => {
    const shortText = cutText(cell, words.cut);
    if (shortText.length !== cell.length) remarks.addCut(reference);
    return toTextCell(shortText, reference, asText);
  };
  return drawersByKind[column.kind]({ text, findStyle, columnStyle: findStyle(toNumberFormat(column)), remarks });
}

interface DrawContext extends Pick<CellContext, 'remarks'> {
  readonly text: DrawCell;
  readonly findStyle: (format: string) => number;
  readonly columnStyle: number;
}

const drawTexts = ({ text }: DrawContext) => text;

const drawersByKind: Readonly<Record<ColumnKind, (context: DrawContext) => DrawCell>> = {
  text: drawTexts,
  id: drawTexts,
  unreadable: drawTexts,
  boolean: drawBooleans,
  date: drawDays,
  datetime: drawMoments,
  clock: drawDurations,
  count: drawNumbers,
  number: drawNumbers,
  hours: drawNumbers,
  minutes: drawNumbers,
  days: drawNumbers,
  money: drawNumbers,
  rate: drawNumbers,
  percent: (context) => drawNumbers(context, toHundredth),
};

function drawBooleans({ text, columnStyle }: DrawContext): DrawCell {
  return (cell, reference) =>
    cell === 'true' || cell === 'false'
      ? `<c r="${reference}" s="${columnStyle}" t="b"><v>${cell === 'true' ? 1 : 0}</v></c>`
      : text(cell, reference);
}

/** Begins like a date, although spreadsheets do not recognise it. */
const LOOKS_DATED = /^\d{4}-/;

function drawDays({ text, columnStyle, remarks }: DrawContext): DrawCell {
  return (cell, reference) => {
    const serial = toDaySerial(cell);
    if (serial !== undefined) return toNumberCell(serial, reference, columnStyle);
    if (LOOKS_DATED.test(cell)) remarks.add('early');
    return text(cell, reference);
  };
}

function drawMoments({ text, findStyle, columnStyle, remarks }: DrawContext): DrawCell {
  const fine = findStyle('yyyy-mm-dd hh:mm:ss.000');
  return (cell, reference) => {
    const moment = toMoment(cell);
    if (moment) return toNumberCell(moment.serial, reference, moment.hasFraction ? fine : columnStyle);
    if (LOOKS_DATED.test(cell)) remarks.add('early');
    return text(cell.replace('T', ' '), reference);
  };
}

function drawDurations({ text, findStyle, columnStyle, remarks }: DrawContext): DrawCell {
  const negative = findStyle(`0.000000" ${words.days.replace(/["\\]/g, '')}"`);
  return (cell, reference) => {
    if (!isPlainDecimal(cell)) return text(cell, reference);
    const days = toDays(cell);
    if (!days.startsWith('-')) return toNumberCell(days, reference, columnStyle);
    remarks.add('negative');
    return toNumberCell(days, reference, negative);
  };
}

function drawNumbers({ text, columnStyle, remarks }: DrawContext, toDigits = (cell: string) => cell): DrawCell {
  return (cell, reference) => {
    if (!isPlainDecimal(cell)) return text(cell, reference);
    if (exceedsDigits(cell)) remarks.add('digits');
    return toNumberCell(toDigits(cell), reference, columnStyle);
  };
}

const PERCENT_DIGITS = 1;

/** These formats do not depend on digits or currency. */
const fixedFormats: Readonly<Partial<Record<ColumnKind, string>>> = {
  text: TEXT_FORMAT,
  id: TEXT_FORMAT,
  unreadable: TEXT_FORMAT,
  // Some programs read a boolean as a number.
  boolean: '"TRUE";"TRUE";"FALSE"',
  date: 'yyyy-mm-dd',
  datetime: 'yyyy-mm-dd hh:mm:ss',
  clock: '[h]:mm',
};

/** @param currency shown after the amount; null for none */
export function toNumberFormat({ kind, digits, currency }: Pick<ExportColumn, 'kind' | 'digits' | 'currency'>): string {
  const fixed = fixedFormats[kind];
  if (fixed !== undefined) return fixed;
  const decimals = (count: number) => (count === 0 ? '' : `.${'0'.repeat(count)}`);
  if (kind === 'percent') return `0${decimals(digits ?? PERCENT_DIGITS)}%`;
  // General shows as many decimals as each value has.
  if (digits === null) return 'General';
  const plain = `#,##0${decimals(digits)}`;
  const hasCurrency = currency !== null && (kind === 'money' || kind === 'rate') && !/["\\]/.test(currency);
  return hasCurrency ? `${plain}\\ "${currency}"` : plain;
}
