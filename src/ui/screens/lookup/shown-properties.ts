/** The properties that the answer of a look-up shows. */
import { OWNER_PROPERTY, RECORD_ID_PROPERTY, requireProperty } from '../../../domain/properties.ts';
import { propertyNames } from '../../../domain/property-names.ts';

export const shownProperties = [
  RECORD_ID_PROPERTY,
  propertyNames.month,
  OWNER_PROPERTY,
  propertyNames.objectId,
  propertyNames.title,
  propertyNames.totalHours,
  propertyNames.billableHours,
  propertyNames.billableAmount,
].map(requireProperty);
