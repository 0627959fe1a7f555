/** What a cell of the records table says, as one text: for its width and for copies. Pure. */
import type { RecordRow } from '../../../../contract/api.ts';
import type { NameOf } from '../../../../domain/people/id-names.ts';
import type { Property } from '../../../../domain/properties.ts';
import { cellText, type CellSettings } from '../../../format/values.ts';

/** @returns undefined where the property is unset. */
export function textOfCell(
  property: Property,
  row: RecordRow,
  settings: CellSettings,
  nameOf: NameOf,
): string | undefined {
  const received = row.unreadable[property.name];
  if (received !== undefined) return received;
  const value = row.values[property.name] ?? undefined;
  return value === undefined ? undefined : (nameOf(property.name, value) ?? cellText(property, value, settings));
}
