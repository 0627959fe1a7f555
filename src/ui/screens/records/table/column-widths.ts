/** How wide each column is: wide enough for its figures, the texts share what is left, and a width that was dragged stays. Pure. */
import { ID_PROPERTY, RECORD_ID_PROPERTY, type Property } from '#domain/properties.ts';
import { propertyNames } from '#domain/property-names.ts';
import { isRightAligned } from './columns.ts';

/** Figures are set in digits of one width. */
const DIGIT = 8;
const MARK = 4;
const TEXT_MOST = 420;
const TEXT_LEAST = 104;
export const LEAST_PX = 48;
const SORT_MARK = 18;
const EDGE = 8;

export interface MeasuredColumn {
  readonly property: Property;
  /** Pixels of its head's text. */
  readonly head: number;
  /** Pixels of the widest text of the cells, or of the total. */
  readonly content: number;
}

export interface ColumnRoom {
  /** Of the box, in pixels. */
  readonly room: number;
  /** Of the column of row numbers. */
  readonly beside: number;
  /** By property name, as they were dragged. */
  readonly dragged: Readonly<Record<string, number>>;
}

/** @returns the pixels of each column, in order. */
export function columnWidths(columns: readonly MeasuredColumn[], { room, beside, dragged }: ColumnRoom): number[] {
  const padding = room > 1240 ? 18 : room > 1100 ? 14 : 10;
  const most = mostForText(room);
  const widths = columns.map(({ property, head, content }, at) => {
    const chosen = dragged[property.name];
    if (chosen !== undefined) return Math.max(LEAST_PX, chosen);
    const edge = at === columns.length - 1 ? EDGE : 0;
    const text = isRightAligned(property) || isBareId(property) ? content : Math.min(most, content);
    return Math.ceil(Math.max(head + SORT_MARK, text) + padding + edge);
  });
  const taker = findTaker(columns, dragged);
  if (taker < 0) return widths;
  const least = room <= 1100 ? 88 : 104;
  const others = beside + widths.reduce((sum, each, at) => (at === taker ? sum : sum + each), 0);
  const fitted = shrinkTexts(columns, widths, { taker, dragged, over: others + least - room });
  const left = room - beside - fitted.reduce((sum, each, at) => (at === taker ? sum : sum + each), 0);
  return fitted.map((each, at) => (at === taker ? Math.max(least, Math.floor(left)) : each));
}

interface Shrinking extends Pick<ColumnRoom, 'dragged'> {
  readonly taker: number;
  /** Pixels too many. */
  readonly over: number;
}

/** Texts give way to figures, which are never cut: each by the same part of what it has beyond the least. */
function shrinkTexts(columns: readonly MeasuredColumn[], widths: readonly number[], by: Shrinking): number[] {
  const spare = widths.map((width, at) => {
    const property = columns[at]?.property;
    const isFixed =
      !property ||
      at === by.taker ||
      property.type !== 'string' ||
      isBareId(property) ||
      by.dragged[property.name] !== undefined;
    return isFixed ? 0 : Math.max(0, width - TEXT_LEAST);
  });
  const all = spare.reduce((sum, each) => sum + each, 0);
  const part = all === 0 ? 0 : Math.min(1, Math.max(0, by.over / all));
  return widths.map((width, at) => width - Math.ceil((spare[at] ?? 0) * part));
}

/** Ids differ at their ends. */
function isBareId({ name }: Property): boolean {
  return name === ID_PROPERTY || name === RECORD_ID_PROPERTY;
}

/** The title takes the remaining width, else the last text. */
function findTaker(columns: readonly MeasuredColumn[], dragged: ColumnRoom['dragged']): number {
  const isFree = ({ property }: MeasuredColumn) =>
    dragged[property.name] === undefined && property.type === 'string' && !isBareId(property);
  const title = columns.findIndex((each) => each.property.name === propertyNames.title && isFree(each));
  return title >= 0 ? title : columns.findLastIndex(isFree);
}

/** Long names get more of a wide screen, and leave the amounts in sight on a narrow one. */
function mostForText(room: number): number {
  return Math.round(Math.min(TEXT_MOST, Math.max(104, room * 0.11 + Math.max(0, room - 1100) * 0.45)));
}

/** @returns pixels of a figure: its digits are of one width, the marks between them narrow. */
export function figureWidth(text: string): number {
  const marks = text.replaceAll(/[^.,:'’\s]/g, '').length;
  return (text.length - marks) * DIGIT + marks * MARK;
}
