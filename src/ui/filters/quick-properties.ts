/** The properties people narrow by most: a chip each where there is room, and first among those to choose from. */
import { CLIENT_PROPERTY } from '../../domain/local-properties.ts';
import { OWNER_PROPERTY } from '../../domain/properties.ts';
import { propertyNames } from '../../domain/property-names.ts';

export const quickProperties: readonly string[] = [
  OWNER_PROPERTY,
  CLIENT_PROPERTY,
  propertyNames.service,
  propertyNames.category,
];
