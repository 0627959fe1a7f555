/** Lines as JSON objects by column name. Decimals are texts: readers of JSON take numbers for doubles, which hold 15 digits. */
import type { ExportColumn, Line } from '../../../../src/domain/exports/model.ts';
import type { ExportOptions } from '../../../../src/domain/exports/options.ts';
import { toValueType } from '../../../../src/domain/exports/value-types.ts';

/** @returns writes a line: every column in order, null where unset. */
export function rowWriter(
  columns: readonly Pick<ExportColumn, 'name' | 'kind'>[],
  options: Pick<ExportOptions, 'times'>,
): (line: Line) => string {
  const starts = columns.map(({ name }, at) => `${at === 0 ? '{' : ','}${JSON.stringify(name)}:`);
  const values = columns.map((column) => valueWriter(column, options));
  return (line) => {
    let row = '';
    for (let at = 0; at < starts.length; at += 1) {
      const cell = line[at] ?? null;
      row += starts[at] ?? '';
      row += cell === null ? 'null' : (values[at]?.(cell) ?? 'null');
    }
    return row === '' ? '{}' : `${row}}`;
  };
}

function valueWriter(
  column: Pick<ExportColumn, 'kind'>,
  options: Pick<ExportOptions, 'times'>,
): (cell: string) => string {
  switch (toValueType(column, options)) {
    case 'text':
      return (cell) => JSON.stringify(cell);
    case 'boolean':
    case 'object':
      return (cell) => cell;
    case 'integer':
    case 'decimal':
    case 'date':
    case 'instant':
    case 'local':
      // Digits, dates and times need no escapes.
      return (cell) => `"${cell}"`;
  }
}

/** What programs are told of a column. */
export function describeColumn(column: ExportColumn, options: Pick<ExportOptions, 'times'>): object {
  const { name, label, kind, currency, adds } = column;
  return { name, label, type: toValueType(column, options), kind, currency, adds };
}
