/** Writes selected records for a spreadsheet: heads, names for ids, and values exactly as they are. Pure. */
import type { RecordRow } from '../../../../contract/api.ts';
import type { NameOf } from '../../../../domain/people/id-names.ts';
import type { Property } from '../../../../domain/properties.ts';
import { pastedLines } from '../../../format/pasted-text.ts';
import { localizeDecimal } from '../../../locale/forms.ts';
import { dayText, timeText } from '../../../format/times.ts';

export function copiedRows(
  columns: readonly Property[],
  rows: readonly RecordRow[],
  { nameOf, zone }: { readonly nameOf: NameOf; readonly zone: string },
): string {
  const toText = (property: Property, row: RecordRow): string => {
    const received = row.unreadable[property.name];
    if (received !== undefined) return received;
    const value = row.values[property.name] ?? undefined;
    if (value === undefined) return '';
    return nameOf(property.name, value) ?? copiedValue(property, value, zone);
  };
  return pastedLines([
    columns.map(({ label }) => label),
    ...rows.map((row) => columns.map((property) => toText(property, row))),
  ]);
}

/** Every digit, with the marks that a spreadsheet of the same locale reads. */
function copiedValue({ type }: Property, value: string, zone: string): string {
  if (type === 'number') return localizeDecimal(value);
  if (type === 'date') return dayText(value);
  return type === 'datetime' ? timeText(value, zone) : value;
}
