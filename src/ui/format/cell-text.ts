/** What a cell of the records table says, as one text: for its width and for copies. Pure. */
import type { RecordRow } from '#contract/api.ts';
import type { NameOf } from '#domain/people/id-names.ts';
import { CLIENT_PROPERTY } from '#domain/local-properties.ts';
import { propertyNames } from '#domain/property-names.ts';
import type { Property } from '#domain/properties.ts';
import { cellText, type CellSettings } from './values.ts';

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
  if (value === undefined) return objectForClient(property, row, nameOf);
  return nameOf(property.name, value) ?? cellText(property, value, settings);
}

/** @returns the object of a record whose client is not named. */
export function objectForClient(property: Property, row: RecordRow, nameOf: NameOf): string | undefined {
  const object = property.name === CLIENT_PROPERTY ? (row.values[propertyNames.objectId] ?? undefined) : undefined;
  return object === undefined ? undefined : (nameOf(propertyNames.objectId, object) ?? object);
}
