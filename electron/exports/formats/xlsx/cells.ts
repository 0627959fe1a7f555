/** Single cells, and how the cells of each column are written: by its kind, and as text wherever the kind does not fit. */
import type { ColumnKind, ExportColumn } from '../../../../src/domain/exports/model.ts';
import type { WorkbookWords } from '../../../../src/domain/exports/workbook-words.ts';
import type { Remarks } from './remarks.ts';
import { TEXT_FORMAT, type Font, type Styles } from './styles.ts';
import { exceedsDigits, isPlainDecimal, toDays, toDaySerial, toHundredth, toMoment } from './values.ts';
import { cutText, escapeText, toTextElement } from './xml.ts';

/** Draws a cell at its place, `B7`. */
export type Draw = (place: string) => string;

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

/** What a program shows that does not calculate: a number's digits, a truth, or nothing. */
export type Cached = string | boolean | null;

export function drawFormula(formula: string, cached: Cached, style: number): Draw {
  const type = typeof cached === 'boolean' ? ' t="b"' : cached === null ? ' t="str"' : '';
  const value = typeof cached === 'boolean' ? (cached ? '1' : '0') : (cached ?? '');
  return (place) => `<c r="${place}" s="${style}"${type}><f>${escapeText(formula)}</f><v>${value}</v></c>`;
}

export interface CellContext {
  readonly styles: Styles;
  readonly words: WorkbookWords;
  readonly remarks: Remarks;
  readonly font?: Font;
}

export type DrawCell = (cell: string, place: string) => string;

/** Every kind's own way; what does not read as its kind, such as the word `Total` among dates, is text. */
export function toCellDrawer(column: ExportColumn, { styles, words, remarks, font }: CellContext): DrawCell {
  const look = (format: string) => styles.find({ format, font });
  const asText = look(TEXT_FORMAT);
  const text: DrawCell = (cell, place) => {
    const kept = cutText(cell, words.cut);
    if (kept.length !== cell.length) remarks.addCut(place);
    return toTextCell(kept, place, asText);
  };
  return byKind[column.kind]({ text, look, own: look(toNumberFormat(column)), words, remarks });
}

interface Means extends Pick<CellContext, 'words' | 'remarks'> {
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

function drawDurations({ text, look, own, words, remarks }: Means): DrawCell {
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

/** The same whatever the digits and the currency. */
const fixedFormats: Readonly<Partial<Record<ColumnKind, string>>> = {
  text: TEXT_FORMAT,
  id: TEXT_FORMAT,
  unreadable: TEXT_FORMAT,
  // Where a program takes a truth for a number.
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
  // As many decimals as each value has.
  if (digits === null) return 'General';
  const plain = `#,##0${decimals(digits)}`;
  const isNamed = currency !== null && (kind === 'money' || kind === 'rate') && !/["\\]/.test(currency);
  return isNamed ? `${plain}\\ "${currency}"` : plain;
}
