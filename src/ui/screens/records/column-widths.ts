/** How wide each column is: wide enough for what it holds, all share what is left, and a width that was dragged stays. Pure. */
import { useMemo, useState } from 'react';
import { ID_PROPERTY, RECORD_ID_PROPERTY, type Property } from '#domain/properties.ts';
import { propertyNames } from '#domain/property-names.ts';
import { isRightAligned, totalMeasure } from './columns.ts';
import type { RecordRow } from '#contract/api.ts';
import type { NameOf } from '#domain/people/directory.ts';
import type { ReportResult } from '#domain/reports/definition/report.ts';
import { amountTexts } from '#texts/reports/reports.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { textWidth } from '#ui/charts/geometry.ts';
import { amountsOfTotal, measured } from '#ui/format/measured.ts';
import { type CellSettings, textOfCell } from '#ui/format/values.ts';

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
  // Beyond what the taker holds, the room is everyone's: one wide column between narrow ones is hard to read across.
  const isShared = (at: number) => dragged[columns[at]?.property.name ?? ''] === undefined;
  const spare = left - Math.max(least, (columns[taker]?.content ?? 0) + padding);
  const share = Math.max(0, Math.floor(spare / columns.filter((_, at) => isShared(at)).length));
  const given = share * columns.filter((_, at) => at !== taker && isShared(at)).length;
  return fitted.map((each, at) =>
    at === taker ? Math.max(least, Math.floor(left - given)) : isShared(at) ? each + share : each,
  );
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

/** Totals are set bold, and names of currencies are wider than digits. */
const BOLD = 1.08;
const HEAD_PX = 12;
const CELL_PX = 13;
/** Beside a value as it was received. */
const TAG_PX = 84;
const none: Readonly<Record<string, number>> = {};

interface WidthQuestion extends Omit<ColumnRoom, 'beside'> {
  readonly columns: readonly Property[];
  /** The first rows, which decide. */
  readonly sample: readonly RecordRow[] | undefined;
  readonly drawn: readonly RecordRow[];
  readonly totals: ReportResult | undefined;
  readonly settings: CellSettings;
  readonly nameOf: NameOf;
  readonly beside: number;
}

/** The widths of the columns as they are drawn: measured on the first rows and the totals, and grown by longer figures further down. */
export function useColumnWidths(asked: WidthQuestion): number[] {
  const { columns, sample, drawn, totals, settings, nameOf, room, beside, dragged } = asked;
  const natural = useMemo(
    () =>
      columns.map((property) => ({
        property,
        head: textWidth(uiTexts.recordsScreen.heads[property.name] ?? property.label, HEAD_PX),
        content: Math.max(
          widest(property, sample ?? [], settings, nameOf),
          totals ? widthOfTotal(property, totals, settings) : 0,
        ),
      })),
    [columns, sample, totals, settings, nameOf],
  );
  const [grown, setGrown] = useState<Grown>({ columns, widths: {} });
  const known = grown.columns === columns ? grown.widths : none;
  const longer = natural.flatMap(({ property, content }) => {
    if (!isWhole(property)) return [];
    const width = widest(property, drawn, settings, nameOf);
    return width > Math.max(content, known[property.name] ?? 0) ? [[property.name, width] as const] : [];
  });
  if (longer.length > 0) setGrown({ columns, widths: { ...known, ...Object.fromEntries(longer) } });
  return useMemo(
    () =>
      columnWidths(
        natural.map((each) => ({ ...each, content: Math.max(each.content, known[each.property.name] ?? 0) })),
        { room, beside, dragged },
      ),
    [natural, known, room, beside, dragged],
  );
}

interface Grown {
  readonly columns: readonly Property[];
  readonly widths: Readonly<Record<string, number>>;
}

/** Digits of one width take a little more than letters. */
const DAY_MORE = 5;

const isDay = ({ type }: Property) => type === 'date' || type === 'datetime';

/** Figures and days: cut, they would be others. */
const isWhole = (property: Property) => isRightAligned(property) || isDay(property);

function widest(property: Property, rows: readonly RecordRow[], settings: CellSettings, nameOf: NameOf): number {
  let most = 0;
  for (const row of rows) {
    const text = textOfCell(property, row, settings, nameOf) ?? '';
    const width = isRightAligned(property)
      ? figureWidth(text)
      : textWidth(text, CELL_PX) + (isDay(property) ? DAY_MORE : 0);
    most = Math.max(most, row.unreadable[property.name] === undefined ? width : Math.min(180, width) + TAG_PX);
  }
  return most;
}

function widthOfTotal(property: Property, totals: ReportResult, settings: CellSettings): number {
  const measure = totalMeasure(property);
  if (measure === undefined) return 0;
  const amounts = amountsOfTotal(measure, totals, settings);
  const texts =
    amounts.length > 0
      ? amounts.map((amount) => `${amount}${amountTexts.separator}`.trimEnd())
      : [measured(measure, totals.totals[measure], settings)];
  const beside = measure === 'effective_rate' ? textWidth(uiTexts.recordsScreen.effective, 11) + 4 : 0;
  return Math.max(...texts.map((text) => Math.max(figureWidth(text), textWidth(text, CELL_PX)))) * BOLD + beside;
}
