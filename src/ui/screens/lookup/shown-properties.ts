/** The properties that the answer of a look-up shows, what a record is first: who, what, how long, for how much. */
import { OWNER_PROPERTY, RECORD_ID_PROPERTY, requireProperty, type Property } from '#domain/properties.ts';
import { propertyNames } from '#domain/property-names.ts';

export const shownProperties = [
  OWNER_PROPERTY,
  propertyNames.objectId,
  propertyNames.title,
  propertyNames.totalHours,
  propertyNames.billableHours,
  propertyNames.billableAmount,
  propertyNames.month,
  RECORD_ID_PROPERTY,
].map(requireProperty);

/** @param isByKey the record ID is what was looked up: it stands beside the id */
export function listShown(isByKey: boolean): readonly Property[] {
  if (!isByKey) return shownProperties;
  const isKey = ({ name }: Property) => name === RECORD_ID_PROPERTY;
  return [...shownProperties.filter(isKey), ...shownProperties.filter((each) => !isKey(each))];
}
