/** Which properties a file of records has where none were chosen: every one, but on pages those that people read. */
import type { ExportFormat } from '../../../src/domain/export-formats.ts';
import { isPage, paperProperties } from '../../../src/domain/exports/paper/paper-columns.ts';
import { propertyNames } from '../../../src/domain/property-names.ts';
import type { Sort, SortOrder } from '../../../src/domain/records/sort-order.ts';
import { chooseColumns, toReadableSort } from './selection.ts';

export interface ExportedColumns {
  /** Full names. */
  readonly columns: readonly string[];
  /** None were chosen, and the file has pages. */
  readonly isPaper: boolean;
  readonly sort?: Sort;
}

const byStart: SortOrder = { propertyName: propertyNames.firstStart, direction: 'ASCENDING' };

/** @throws AppFailure `usage` for names of no property. */
export function chooseExported(
  asked: readonly string[] | undefined,
  format: ExportFormat | undefined,
  sort: Sort | undefined,
): ExportedColumns {
  const isPaper = isPage(format) && (asked === undefined || asked.length === 0);
  // Pages without an order of their own are read by the day.
  const order = toReadableSort(sort) ?? (isPaper ? byStart : undefined);
  return {
    columns: isPaper ? paperProperties : chooseColumns(asked),
    isPaper,
    ...(order && { sort: order }),
  };
}
