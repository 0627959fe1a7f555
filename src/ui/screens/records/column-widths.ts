/** Computes the widths of the columns: wide enough for their content, with the remaining room shared; dragged widths stay. */
import { useMemo, useState } from 'react';
import { ID_PROPERTY, RECORD_ID_PROPERTY, type Property, propertyNames } from '#domain/properties.ts';
import { isRightAligned, findTotalMeasure } from './columns.ts';
import type { RecordRow } from '#contract/api.ts';
import type { NameOf } from '#domain/people/directory.ts';
import type { ReportResult } from '#domain/reports/definition/report.ts';
import { amountTexts } from '#texts/reports/reports.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { textWidth } from '#ui/charts/geometry.ts';
import { listTotalAmounts, formatMeasure } from '#ui/format/measured.ts';
import { type CellSettings, formatRecordCell } from '#ui/format/values.ts';

/** Pixels of a digit, all of which have the same width. */
const DIGIT = 8;
const MARK = 4;
const TEXT_MOST = 420;
const TEXT_LEAST = 104;
export const MIN_PX = 48;
const SORT_MARK = 18;
const EDGE = 8;

export interface MeasuredColumn {
  readonly property: Property;
  readonly header: number;
  /** Pixels of the widest text of the cells, or of the total. */
  readonly content: number;
}

export interface ColumnRoom {
  /** The width of the box, in pixels. */
  readonly room: number;
  readonly numberWidth: number;
  /** The widths that were dragged, by property name. */
  readonly dragged: Readonly<Record<string, number>>;
}

/** @returns the pixels of each column, in order */
export function fitColumns(columns: readonly MeasuredColumn[], { room, numberWidth, dragged }: ColumnRoom): number[] {
  const padding = room > 1240 ? 18 : room > 1100 ? 14 : 10;
  const most = limitTextWidth(room);
  const widths = columns.map(({ property, header, content }, index) => {
    const chosen = dragged[property.name];
    if (chosen !== undefined) return Math.max(MIN_PX, chosen);
    const edge = index === columns.length - 1 ? EDGE : 0;
    const text = isRightAligned(property) || isBareId(property) ? content : Math.min(most, content);
    return Math.ceil(Math.max(header + SORT_MARK, text) + padding + edge);
  });
  const flexible = findFlexibleColumn(columns, dragged);
  if (flexible < 0) return widths;
  const least = room <= 1100 ? 88 : 104;
  const others = numberWidth + widths.reduce((sum, width, index) => (index === flexible ? sum : sum + width), 0);
  const fitted = shrinkTexts(columns, widths, { flexible, dragged, excess: others + least - room });
  const remaining =
    room - numberWidth - fitted.reduce((sum, width, index) => (index === flexible ? sum : sum + width), 0);
  // All columns share what the flexible column's content does not need, because one wide column between narrow ones is hard to read across.
  const isShared = (at: number) => dragged[columns[at]?.property.name ?? ''] === undefined;
  const spare = remaining - Math.max(least, (columns[flexible]?.content ?? 0) + padding);
  const share = Math.max(0, Math.floor(spare / columns.filter((_, index) => isShared(index)).length));
  const shared = share * columns.filter((_, index) => index !== flexible && isShared(index)).length;
  return fitted.map((width, index) =>
    index === flexible ? Math.max(least, Math.floor(remaining - shared)) : isShared(index) ? width + share : width,
  );
}

interface Shrinking extends Pick<ColumnRoom, 'dragged'> {
  readonly flexible: number;
  /** The pixels by which the columns are too wide. */
  readonly excess: number;
}

/** Shrinks texts in proportion to their spare width, but never figures, which must not be cut. */
function shrinkTexts(columns: readonly MeasuredColumn[], widths: readonly number[], limits: Shrinking): number[] {
  const spare = widths.map((width, index) => {
    const property = columns[index]?.property;
    const isFixed =
      !property ||
      index === limits.flexible ||
      property.type !== 'string' ||
      isBareId(property) ||
      limits.dragged[property.name] !== undefined;
    return isFixed ? 0 : Math.max(0, width - TEXT_LEAST);
  });
  const all = spare.reduce((sum, width) => sum + width, 0);
  const part = all === 0 ? 0 : Math.min(1, Math.max(0, limits.excess / all));
  return widths.map((width, index) => width - Math.ceil((spare[index] ?? 0) * part));
}

/** Ids are never cut, because they differ at their ends. */
function isBareId({ name }: Property): boolean {
  return name === ID_PROPERTY || name === RECORD_ID_PROPERTY;
}

/** Finds the column that takes the remaining width: the title, or else the last text. */
function findFlexibleColumn(columns: readonly MeasuredColumn[], dragged: ColumnRoom['dragged']): number {
  const isFree = ({ property }: MeasuredColumn) =>
    dragged[property.name] === undefined && property.type === 'string' && !isBareId(property);
  const title = columns.findIndex((column) => column.property.name === propertyNames.title && isFree(column));
  return title >= 0 ? title : columns.findLastIndex(isFree);
}

/** Gives long names more room on a wide screen, and keeps the amounts in sight on a narrow one. */
function limitTextWidth(room: number): number {
  return Math.round(Math.min(TEXT_MOST, Math.max(104, room * 0.11 + Math.max(0, room - 1100) * 0.45)));
}

/** @returns pixels of a figure, whose marks are narrower than its digits */
export function measureFigure(text: string): number {
  const marks = text.replaceAll(/[^.,:'’\s]/g, '').length;
  return (text.length - marks) * DIGIT + marks * MARK;
}

/** Totals are wider than cells, because they are bold. */
const BOLD = 1.08;
const HEAD_PX = 12;
const CELL_PX = 13;
/** Pixels of the tag after an unreadable value. */
const TAG_PX = 84;
const none: Readonly<Record<string, number>> = {};

interface WidthInput extends ColumnRoom {
  readonly columns: readonly Property[];
  /** The first rows, which decide the widths. */
  readonly sample: readonly RecordRow[] | undefined;
  readonly drawn: readonly RecordRow[];
  readonly totals: ReportResult | undefined;
  readonly settings: CellSettings;
  readonly nameOf: NameOf;
}

/** Measures the widths of the columns on the first rows and the totals, and widens them for longer figures further down. */
export function useColumnWidths(input: WidthInput): number[] {
  const { columns, sample, drawn, totals, settings, nameOf, room, numberWidth, dragged } = input;
  const natural = useMemo(
    () =>
      columns.map((property) => ({
        property,
        header: textWidth(uiTexts.recordsScreen.heads[property.name] ?? property.label, HEAD_PX),
        content: Math.max(
          measureWidest(property, sample ?? [], settings, nameOf),
          totals ? measureTotal(property, totals, settings) : 0,
        ),
      })),
    [columns, sample, totals, settings, nameOf],
  );
  const [grown, setGrown] = useState<GrownWidths>({ columns, widths: {} });
  const known = grown.columns === columns ? grown.widths : none;
  const longer = natural.flatMap(({ property, content }) => {
    if (!isNeverCut(property)) return [];
    const width = measureWidest(property, drawn, settings, nameOf);
    return width > Math.max(content, known[property.name] ?? 0) ? [[property.name, width] as const] : [];
  });
  if (longer.length > 0) setGrown({ columns, widths: { ...known, ...Object.fromEntries(longer) } });
  return useMemo(
    () =>
      fitColumns(
        natural.map((column) => ({ ...column, content: Math.max(column.content, known[column.property.name] ?? 0) })),
        { room, numberWidth, dragged },
      ),
    [natural, known, room, numberWidth, dragged],
  );
}

interface GrownWidths {
  readonly columns: readonly Property[];
  readonly widths: Readonly<Record<string, number>>;
}

/** Pixels by which a day is wider than its letters, because all its digits have the same width. */
const DAY_EXTRA = 5;

const isDay = ({ type }: Property) => type === 'date' || type === 'datetime';

/** Figures and days are never cut, because a cut one would read as another value. */
const isNeverCut = (property: Property) => isRightAligned(property) || isDay(property);

function measureWidest(property: Property, rows: readonly RecordRow[], settings: CellSettings, nameOf: NameOf): number {
  let most = 0;
  for (const row of rows) {
    const text = formatRecordCell(property, row, settings, nameOf) ?? '';
    const width = isRightAligned(property)
      ? measureFigure(text)
      : textWidth(text, CELL_PX) + (isDay(property) ? DAY_EXTRA : 0);
    most = Math.max(most, row.unreadable[property.name] === undefined ? width : Math.min(180, width) + TAG_PX);
  }
  return most;
}

function measureTotal(property: Property, totals: ReportResult, settings: CellSettings): number {
  const measure = findTotalMeasure(property);
  if (measure === undefined) return 0;
  const amounts = listTotalAmounts(measure, totals, settings);
  const texts =
    amounts.length > 0
      ? amounts.map((amount) => `${amount}${amountTexts.separator}`.trimEnd())
      : [formatMeasure(measure, totals.totals[measure], settings)];
  const noteWidth = measure === 'effective_rate' ? textWidth(uiTexts.recordsScreen.effective, 11) + 4 : 0;
  return Math.max(...texts.map((text) => Math.max(measureFigure(text), textWidth(text, CELL_PX)))) * BOLD + noteWidth;
}
