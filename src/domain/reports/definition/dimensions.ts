/** What a report can be grouped by: groupable properties, clients, teams and objects, and units of time. */
import { dimensionTexts as texts } from '#texts/reports/dimensions.ts';
import { CLIENT_PROPERTY, TEAM_PROPERTY } from '#domain/local-properties.ts';
import { findProperty, OWNER_PROPERTY, type Property, propertyNames } from '#domain/properties.ts';

export const timeUnits = ['day', 'week', 'month', 'quarter', 'year'] as const;
export type TimeUnit = (typeof timeUnits)[number];

interface NamedDimension {
  /** The name in `groupBy` and in a result's keys: a property's full name, or the name of a built-in dimension. */
  readonly name: string;
  readonly label: string;
}

/**
 * Keys are texts: a property's value (`true` and `false` of booleans, dates `YYYY-MM-DD`); a client's or team's name; `type:id` of an object;
 * the first day of a time bucket. Null if unset or unknown to the directory.
 */
export type Dimension =
  | (NamedDimension & { readonly kind: 'property'; readonly property: Property })
  | (NamedDimension & { readonly kind: 'client' | 'team' | 'object' })
  | (NamedDimension & { readonly kind: 'time'; readonly unit: TimeUnit });

export const OBJECT_DIMENSION = 'object';

export const builtInDimensions: readonly Dimension[] = [
  { kind: 'client', name: CLIENT_PROPERTY, label: texts.client },
  { kind: 'team', name: TEAM_PROPERTY, label: texts.team },
  { kind: 'object', name: OBJECT_DIMENSION, label: texts.object },
  ...timeUnits.map((unit) => ({ kind: 'time' as const, name: unit, label: texts[unit], unit })),
];

const byName = new Map(builtInDimensions.map((dimension) => [dimension.name, dimension]));

/** @returns undefined if records cannot be grouped by it */
export function findDimension(name: string): Dimension | undefined {
  const builtIn = byName.get(name);
  if (builtIn) return builtIn;
  const property = findProperty(name);
  return property?.groupable ? { kind: 'property', name: property.name, label: property.label, property } : undefined;
}

/** Returns whether the keys are dates, so that groups and columns are in order of time by default. */
export function isDated(dimension: Dimension): boolean {
  return dimension.kind === 'time' || (dimension.kind === 'property' && dimension.property.type === 'date');
}

/** Lists the properties from which a dimension is read; time units have none, because they depend on the calendar. */
export function listProperties(dimension: Dimension): readonly string[] {
  switch (dimension.kind) {
    case 'property':
      return [dimension.property.name];
    case 'team':
      return [OWNER_PROPERTY];
    case 'client':
    case 'object':
      return [propertyNames.objectType, propertyNames.objectId];
    case 'time':
      return [];
  }
}
