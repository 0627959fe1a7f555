/** The widths of the columns as they are drawn: measured on the first rows and the totals, and grown by longer figures further down. */
import { useMemo, useState } from 'react';
import type { RecordRow } from '#contract/api.ts';
import type { NameOf } from '#domain/people/id-names.ts';
import type { Property } from '#domain/properties.ts';
import type { ReportResult } from '#domain/reports/definition/report.ts';
import { amountTexts } from '#texts/reports/reports.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { textWidth } from '#ui/charts/layout/text-width.ts';
import { amountsOfTotal, measured } from '#ui/format/measured.ts';
import type { CellSettings } from '#ui/format/values.ts';
import { textOfCell } from '#ui/format/cell-text.ts';
import { columnWidths, figureWidth, type ColumnRoom } from './column-widths.ts';
import { isRightAligned, totalMeasure } from './columns.ts';

/** Totals are set bold, and names of currencies are wider than digits. */
const BOLD = 1.08;
const HEAD_PX = 12;
const CELL_PX = 13;
/** Beside a value as it was received. */
const TAG_PX = 84;
const none: Readonly<Record<string, number>> = {};

export interface WidthQuestion extends Omit<ColumnRoom, 'beside'> {
  readonly columns: readonly Property[];
  /** The first rows, which decide. */
  readonly sample: readonly RecordRow[] | undefined;
  readonly drawn: readonly RecordRow[];
  readonly totals: ReportResult | undefined;
  readonly settings: CellSettings;
  readonly nameOf: NameOf;
  readonly beside: number;
}

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
