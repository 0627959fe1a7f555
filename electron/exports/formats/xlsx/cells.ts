/** Single cells, and how the cells of each column are written: by its kind, and as text wherever the kind does not fit. */
import { escapeText, MAIN, XML_HEAD, cutText, toTextElement, type Draw } from './xml.ts';
import { toUnits } from '#domain/decimal.ts';
import { exportDocumentTexts } from '#texts/export-document.ts';
import type { ColumnKind, ExportColumn } from '#domain/exports/model.ts';

const words = exportDocumentTexts.workbook;

/** The look of a cell. Each look is written once, and cells refer to it by number. */
interface Look {
  /** A number format; default General. */
  readonly format?: string | undefined;
  readonly font?: Font | undefined;
  readonly wraps?: boolean;
  readonly align?: 'right' | 'center' | undefined;
}

export type Font = 'plain' | 'bold' | 'italic' | 'quiet' | 'title';

const TEXT_FORMAT = '@';
/** The index of each conditional look of a check in the list of differential formats. */
export const checkLooks = { wrong: 0, right: 1 } as const;

const fonts: Readonly<Record<Font, string>> = {
  plain: '<font><sz val="11"/><name val="Calibri"/><family val="2"/></font>',
  bold: '<font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font>',
  italic: '<font><i/><sz val="11"/><color rgb="FF595959"/><name val="Calibri"/><family val="2"/></font>',
  quiet: '<font><sz val="11"/><color rgb="FF595959"/><name val="Calibri"/><family val="2"/></font>',
  title: '<font><b/><sz val="16"/><name val="Calibri"/><family val="2"/></font>',
};
const fontNames = Object.keys(fonts);
const builtIn: Readonly<Record<string, number>> = { General: 0, [TEXT_FORMAT]: 49 };
const FIRST_OWN_FORMAT = 164;

export class Styles {
  readonly #looks = new Map<string, number>();
  readonly #xfs: string[] = [];
  readonly #formats = new Map<string, number>();

  constructor() {
    this.find({});
  }

  /** @returns the number that a cell's `s` attribute refers to. */
  find({ format = 'General', font = 'plain', wraps = false, align }: Look): number {
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
    const id = FIRST_OWN_FORMAT + this.#formats.size;
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

// Cells as the numbers a spreadsheet knows: decimals by their digits, days since 1900, durations as parts of a day.

const PLAIN = /^-?\d+(?:\.\d+)?$/;
const DAY_MS = 86_400_000;
/** Day 0 of the 1900 system, right for every day after its 29 February 1900, which never was. */
const EPOCH = Date.UTC(1899, 11, 30);
const FIRST_DAY = 61;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z?$/;
/** The index of the first digit after the decimal point. */
const FRACTION_AT = 20;
const ZERO_CODE = 48;
/** A tenth of a millisecond, and more than lies between two doubles of any date. */
const STEP = 1e-9;
/** Significant digits a spreadsheet calculates with. */
export const HELD_DIGITS = 15;

function isPlainDecimal(text: string): boolean {
  return PLAIN.test(text);
}

export function exceedsDigits(decimal: string): boolean {
  if (decimal.length <= HELD_DIGITS) return false;
  const digits = decimal.replace(/[-.]/g, '').replace(/^0+/, '').replace(/0+$/, '');
  return digits.length > HELD_DIGITS;
}

/** A hundredth, by its digits: `12.5` is `0.125`. */
export function toHundredth(decimal: string): string {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimal) ?? [];
  const digits = whole.padStart(3, '0');
  return `${sign}${digits.slice(0, -2).replace(/^0+(?=\d)/, '')}.${digits.slice(-2)}${fraction}`;
}

const DAYS_DECIMALS = 17;
const UNITS_PER_DAY = 1440n * 10n ** 8n;
const SCALE = 10n ** BigInt(DAYS_DECIMALS);

/** Minutes as a part of a day, to more digits than any reader holds: most are endless decimals. */
export function toDays(minutes: string): string {
  const units = toUnits(minutes);
  const magnitude = units < 0n ? -units : units;
  const scaled = (magnitude * SCALE * 2n + UNITS_PER_DAY) / (UNITS_PER_DAY * 2n);
  const digits = String(scaled).padStart(DAYS_DECIMALS + 1, '0');
  const fraction = digits.slice(-DAYS_DECIMALS).replace(/0+$/, '');
  const text = digits.slice(0, -DAYS_DECIMALS) + (fraction === '' ? '' : `.${fraction}`);
  return units < 0n ? `-${text}` : text;
}

/** @param day `YYYY-MM-DD`. @returns undefined before March 1900, where spreadsheets disagree by a day, and for what is no day */
export function toDaySerial(day: string): string | undefined {
  const serial = findSerial(day);
  return Number.isNaN(serial) ? undefined : String(serial);
}

/** Serials of the days already read, because a table of a million times has few days. NaN marks a text that is no day. */
const serials = new Map<string, number>();
const MOST_KEPT = 10_000;

function findSerial(day: string): number {
  const knownSerial = serials.get(day);
  if (knownSerial !== undefined) return knownSerial;
  if (serials.size >= MOST_KEPT) serials.clear();
  const serial = readSerial(day);
  serials.set(day, serial);
  return serial;
}

/** @param time `YYYY-MM-DDTHH:mm:ss` with or without a fraction and `Z`; its day and hour stay as they are written */
export function toMoment(time: string): { readonly serial: string; readonly hasFraction: boolean } | undefined {
  if (!MOMENT.test(time)) return undefined;
  const day = findSerial(time.slice(0, 10));
  const milliseconds = readMilliseconds(time);
  const dayMs = readPair(time, 11) * 3_600_000 + readPair(time, 14) * 60_000 + readPair(time, 17) * 1000 + milliseconds;
  if (Number.isNaN(day) || dayMs >= DAY_MS) return undefined;
  return { serial: toTimeSerial(day, dayMs), hasFraction: milliseconds !== 0 };
}

/** Reads character codes, because cutting parts out of every time would be most of the cost of a table of times. */
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

/** The double for the moment, or the next above: LibreOffice would show one below it as the second before. */
function toTimeSerial(day: number, dayMs: number): string {
  const nearest = day + dayMs / DAY_MS;
  const isBelow = (nearest - Math.floor(nearest)) * DAY_MS < dayMs;
  return String(isBelow ? nearest + STEP : nearest);
}

/** @returns NaN for what is no day, and for days before March 1900 */
function readSerial(day: string): number {
  const dateParts = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day);
  if (!dateParts) return Number.NaN;
  const [, year, month, date] = dateParts;
  const ms = new Date(0).setUTCFullYear(Number(year), Number(month) - 1, Number(date));
  // 31 February is no day, and 13 no month.
  const read = new Date(ms);
  const isDay = read.getUTCDate() === Number(date) && read.getUTCMonth() + 1 === Number(month);
  const serial = (ms - EPOCH) / DAY_MS;
  return isDay && serial >= FIRST_DAY ? serial : Number.NaN;
}

/** Counts what a workbook cannot hold as it is: its Notes sheet says so. */
export class Remarks {
  readonly #counts = { digits: 0, early: 0, negative: 0, heads: 0, cut: 0 };
  #firstCut = '';
  readonly #sentences: string[] = [];
  /** The sheet whose cells are being written. */
  sheet = '';

  add(what: 'digits' | 'early' | 'negative' | 'heads', count = 1): void {
    this.#counts[what] += count;
  }

  addCut(place: string): void {
    if (this.#counts.cut === 0) this.#firstCut = `${this.sheet}!${place}`;
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

/** @param text not longer than a cell takes */
export function drawText(text: string, style: number): Draw {
  return (place) => toTextCell(text, place, style);
}

function toTextCell(text: string, place: string, style: number): string {
  return `<c r="${place}" s="${style}" t="inlineStr"><is>${toTextElement(text)}</is></c>`;
}

/** @param digits written as they are: nothing goes through a double */
export function drawNumber(digits: string, style: number): Draw {
  return (place) => toNumberCell(digits, place, style);
}

function toNumberCell(digits: string, place: string, style: number): string {
  return `<c r="${place}" s="${style}"><v>${digits}</v></c>`;
}

/** The value that a program shows if it does not calculate: a number's digits, a boolean, or nothing. */
type Cached = string | boolean | null;

export function drawFormula(formula: string, cached: Cached, style: number): Draw {
  const type = typeof cached === 'boolean' ? ' t="b"' : cached === null ? ' t="str"' : '';
  const value = typeof cached === 'boolean' ? (cached ? '1' : '0') : (cached ?? '');
  return (place) => `<c r="${place}" s="${style}"${type}><f>${escapeText(formula)}</f><v>${value}</v></c>`;
}

export interface CellContext {
  readonly styles: Styles;
  readonly remarks: Remarks;
  readonly font?: Font;
}

export type DrawCell = (cell: string, place: string) => string;

/** Draws cells by the column's kind. A cell that does not fit its kind, such as the word `Total` among dates, becomes text. */
export function toCellDrawer(column: ExportColumn, { styles, remarks, font }: CellContext): DrawCell {
  const look = (format: string) => styles.find({ format, font });
  const asText = look(TEXT_FORMAT);
  const text: DrawCell = (cell, place) => {
    const keptText = cutText(cell, words.cut);
    if (keptText.length !== cell.length) remarks.addCut(place);
    return toTextCell(keptText, place, asText);
  };
  return byKind[column.kind]({ text, look, own: look(toNumberFormat(column)), remarks });
}

interface Means extends Pick<CellContext, 'remarks'> {
  readonly text: DrawCell;
  readonly look: (format: string) => number;
  /** The look of the column's kind. */
  readonly own: number;
}

const drawTexts = ({ text }: Means) => text;

const byKind: Readonly<Record<ColumnKind, (means: Means) => DrawCell>> = {
  text: drawTexts,
  id: drawTexts,
  unreadable: drawTexts,
  boolean: drawTruths,
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
  percent: drawPercent,
};

function drawTruths({ text, own }: Means): DrawCell {
  return (cell, place) =>
    cell === 'true' || cell === 'false'
      ? `<c r="${place}" s="${own}" t="b"><v>${cell === 'true' ? 1 : 0}</v></c>`
      : text(cell, place);
}

/** Begins like a date, though no spreadsheet knows it. */
const LOOKS_DATED = /^\d{4}-/;

function drawDays({ text, own, remarks }: Means): DrawCell {
  return (cell, place) => {
    const serial = toDaySerial(cell);
    if (serial !== undefined) return toNumberCell(serial, place, own);
    if (LOOKS_DATED.test(cell)) remarks.add('early');
    return text(cell, place);
  };
}

function drawMoments({ text, look, own, remarks }: Means): DrawCell {
  const fine = look('yyyy-mm-dd hh:mm:ss.000');
  return (cell, place) => {
    const moment = toMoment(cell);
    if (moment) return toNumberCell(moment.serial, place, moment.hasFraction ? fine : own);
    if (LOOKS_DATED.test(cell)) remarks.add('early');
    return text(cell.replace('T', ' '), place);
  };
}

function drawDurations({ text, look, own, remarks }: Means): DrawCell {
  const negative = look(`0.000000" ${words.days.replace(/["\\]/g, '')}"`);
  return (cell, place) => {
    if (!isPlainDecimal(cell)) return text(cell, place);
    const days = toDays(cell);
    if (!days.startsWith('-')) return toNumberCell(days, place, own);
    remarks.add('negative');
    return toNumberCell(days, place, negative);
  };
}

function drawNumbers({ text, own, remarks }: Means, toDigits = (cell: string) => cell): DrawCell {
  return (cell, place) => {
    if (!isPlainDecimal(cell)) return text(cell, place);
    if (exceedsDigits(cell)) remarks.add('digits');
    return toNumberCell(toDigits(cell), place, own);
  };
}

function drawPercent(means: Means): DrawCell {
  return drawNumbers(means, toHundredth);
}

const PERCENT_DIGITS = 1;

/** These formats do not depend on digits or currency. */
const fixedFormats: Readonly<Partial<Record<ColumnKind, string>>> = {
  text: TEXT_FORMAT,
  id: TEXT_FORMAT,
  unreadable: TEXT_FORMAT,
  // Some programs take a boolean for a number.
  boolean: '"TRUE";"TRUE";"FALSE"',
  date: 'yyyy-mm-dd',
  datetime: 'yyyy-mm-dd hh:mm:ss',
  clock: '[h]:mm',
};

/** @param currency shown behind its money; null: none */
export function toNumberFormat({ kind, digits, currency }: Pick<ExportColumn, 'kind' | 'digits' | 'currency'>): string {
  const fixed = fixedFormats[kind];
  if (fixed !== undefined) return fixed;
  const decimals = (count: number) => (count === 0 ? '' : `.${'0'.repeat(count)}`);
  if (kind === 'percent') return `0${decimals(digits ?? PERCENT_DIGITS)}%`;
  // General shows as many decimals as each value has.
  if (digits === null) return 'General';
  const plain = `#,##0${decimals(digits)}`;
  const isNamed = currency !== null && (kind === 'money' || kind === 'rate') && !/["\\]/.test(currency);
  return isNamed ? `${plain}\\ "${currency}"` : plain;
}
