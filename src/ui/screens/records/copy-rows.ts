/** Copies selected records to the clipboard, read from the store, because not all of them are on screen. */
import { notifications } from '@mantine/notifications';
import type { Input, RecordRow } from '#contract/api.ts';
import type { NameOf } from '#domain/people/directory.ts';
import type { Property } from '#domain/properties.ts';
import { recordsSelectionTexts as texts } from '#texts/screens/record-columns.ts';
import { call } from '#ui/data/client.ts';
import { count, dayText, timeText } from '#ui/format/figures-and-times.ts';
import { notifyFailure } from '#ui/notifications.tsx';
import type { Rectangle } from '#ui/grid/cell-range.ts';
import { formatClipboardRows } from '#ui/format/values.ts';
import { localizeDecimal } from '#ui/locale.ts';

/** Other programs could not paste more rows at once. */
const MAX_ROWS = 20_000;
const MAX_PAGE = 500;

export interface CopyContext {
  readonly pageQuery: Omit<Input<'records.page'>, 'offset' | 'limit' | 'columns'>;
  readonly columns: readonly Property[];
  readonly nameOf: NameOf;
  readonly zone: string;
}

export const fitsClipboard = (rows: number) => rows <= MAX_ROWS;

export function copyRows(cells: Rectangle, context: CopyContext): void {
  const rows = cells.lastRow - cells.firstRow + 1;
  if (!fitsClipboard(rows)) {
    notifications.show({ message: texts.tooMany(count(MAX_ROWS)), color: 'var(--warn)' });
    return;
  }
  // Browsers accept a promise written right after the key press, but not a text that is written later.
  const text = readText(cells, context);
  const item = new ClipboardItem({ 'text/plain': text.then((content) => new Blob([content], { type: 'text/plain' })) });
  text
    .then(() => navigator.clipboard.write([item]))
    .then(
      () => notifications.show({ message: texts.copied(count(rows)), autoClose: 2500 }),
      (fault: unknown) =>
        fault instanceof DOMException
          ? notifications.show({ message: texts.notCopied, color: 'var(--warn)' })
          : notifyFailure(fault instanceof Error ? fault : new Error(String(fault))),
    );
}

async function readText({ firstRow, lastRow, firstColumn, lastColumn }: Rectangle, context: CopyContext) {
  const columns = context.columns.slice(firstColumn, lastColumn + 1);
  const rows: RecordRow[] = [];
  for (let offset = firstRow; offset <= lastRow; offset += MAX_PAGE) {
    const limit = Math.min(MAX_PAGE, lastRow - offset + 1);
    const names = columns.map(({ name }) => name);
    rows.push(...(await call('records.page', { ...context.pageQuery, columns: names, offset, limit })).rows);
  }
  return formatCopiedRows(columns, rows, context);
}

/** Writes records for a spreadsheet, with headers, names for ids and exact values. Pure. */
export function formatCopiedRows(
  columns: readonly Property[],
  rows: readonly RecordRow[],
  { nameOf, zone }: { readonly nameOf: NameOf; readonly zone: string },
): string {
  const formatCell = (property: Property, row: RecordRow): string => {
    const received = row.unreadable[property.name];
    if (received !== undefined) return received;
    const value = row.values[property.name] ?? undefined;
    if (value === undefined) return '';
    return nameOf(property.name, value) ?? formatCopiedValue(property, value, zone);
  };
  return formatClipboardRows([
    columns.map(({ label }) => label),
    ...rows.map((row) => columns.map((property) => formatCell(property, row))),
  ]);
}

/** Writes every digit, with the marks that a spreadsheet of the same locale reads. */
function formatCopiedValue({ type }: Property, value: string, zone: string): string {
  if (type === 'number') return localizeDecimal(value);
  if (type === 'date') return dayText(value);
  return type === 'datetime' ? timeText(value, zone) : value;
}
