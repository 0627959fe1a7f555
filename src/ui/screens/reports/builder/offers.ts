/** Lists what a report can be built from (allowed measures by the catalogue's groups, dimensions), and finds and orders entries. Pure. */
import { reportsTexts } from '#texts/screens/reports-screen.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import {
  isRepeated,
  OWNER_PROPERTY,
  properties,
  type Property,
  type PropertyGroup,
  propertyNames,
} from '#domain/properties.ts';
import { findMeasure, measures } from '#domain/reports/definition/measures.ts';
import { CLIENT_PROPERTY, TEAM_PROPERTY } from '#domain/local-properties.ts';
import { OBJECT_DIMENSION, timeUnits } from '#domain/reports/definition/dimensions.ts';
import type { Labels } from '#domain/charts/labels.ts';

const texts = reportsTexts.builder;
const groups: readonly PropertyGroup[] = ['identity', 'time', 'totals', 'billable', 'money', 'provenance', 'system'];

/** Lists the app's measures, then each property's allowed aggregations; measures unknown to the engine are not offered. */
export function listMeasureOffers(): PickGroup[] {
  const isCount = ({ unit }: { readonly unit: string }) => unit === 'count';
  // Hours and money are used most, so they come first; the number of records comes last.
  const sorted = [...measures.filter((measure) => !isCount(measure)), ...measures.filter(isCount)];
  const common: PickItem[] = sorted.map(({ id, label, formula }) => ({ value: id, label, detail: formula, alias: id }));
  const byGroup = groups.map((group) => ({
    label: uiTexts.filters.groups[group],
    items: properties.filter((property) => property.group === group).flatMap(listAggregations),
  }));
  return [{ label: texts.common, items: common }, ...byGroup].filter(({ items }) => items.length > 0);
}

/** Lists people's own measures, each once. */
export function listOwnOffers(ids: readonly string[]): PickGroup[] {
  const items = [...new Set(ids)].flatMap((id): PickItem[] => {
    const measure = findMeasure(id);
    return measure?.operands ? [{ value: id, label: measure.label, detail: measure.formula }] : [];
  });
  return items.length === 0 ? [] : [{ label: reportsTexts.own.group, items }];
}

function listAggregations(property: Property): PickItem[] {
  return property.aggregations.flatMap((aggregation) => {
    const measure = findMeasure(aggregation === 'sum' ? property.name : `${property.name}:${aggregation}`);
    if (!measure) return [];
    const words = texts.aggregations[aggregation];
    const isOnlyTyped = isRepeated(property);
    return [{ value: measure.id, label: `${property.label}, ${words}`, alias: property.name, isOnlyTyped }];
  });
}

const people: readonly string[] = [OWNER_PROPERTY, TEAM_PROPERTY, CLIENT_PROPERTY, OBJECT_DIMENSION];

/** The dimensions of most reports. */
const mostUsed: readonly string[] = [
  CLIENT_PROPERTY,
  OWNER_PROPERTY,
  'month',
  'week',
  propertyNames.service,
  propertyNames.category,
];

/** Lists the most used dimensions first, then time, people and clients, then every property that records can be grouped by. */
export function listGroupOffers(labels: Labels, hidden: readonly string[]): PickGroup[] {
  const item = (name: string): PickItem => ({ value: name, label: labels.heading(name), alias: name });
  const listVisible = (names: readonly string[]) => names.filter((name) => !hidden.includes(name)).map(item);
  const others = (names: readonly string[]) => listVisible(names.filter((name) => !mostUsed.includes(name)));
  const rest = properties.filter(({ name, groupable }) => groupable && !people.includes(name)).map(({ name }) => name);
  return [
    { label: texts.groups.often, items: listVisible(mostUsed) },
    { label: texts.groups.time, items: others(timeUnits) },
    { label: texts.groups.people, items: others(people) },
    { label: texts.groups.record, items: others(rest) },
  ].filter(({ items }) => items.length > 0);
}

export interface PickItem {
  readonly value: string;
  readonly label: string;
  readonly detail?: string | undefined;
  /** Further words that find it. */
  readonly alias?: string | undefined;
  readonly isOff?: boolean;
  /** Listed only once something is typed. */
  readonly isOnlyTyped?: boolean;
}

export interface PickGroup {
  readonly label: string;
  readonly items: readonly PickItem[];
}

/** Finds the items that contain every typed word; groups without one are left out. */
export function findItems(groups: readonly PickGroup[], typed: string): PickGroup[] {
  const words = typed.trim().toLowerCase().split(/\s+/);
  const isTyped = typed.trim() !== '';
  return groups.flatMap(({ label, items }) => {
    const matching = items.filter((item) => {
      if (item.isOnlyTyped === true && !isTyped) return false;
      const text = `${label} ${item.label} ${item.detail ?? ''} ${item.alias ?? ''}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
    return matching.length === 0 ? [] : [{ label, items: matching }];
  });
}

/** Moves one entry a step towards the front (−1) or the end (1). */
export function moveName(names: readonly string[], at: number, step: 1 | -1): string[] {
  const to = at + step;
  const [one, other] = [names[at], names[to]];
  if (one === undefined || other === undefined) return [...names];
  return names.map((name, index) => (index === at ? other : index === to ? one : name));
}

export function toggleName<Name extends string>(names: readonly Name[], name: Name): Name[] {
  return names.includes(name) ? names.filter((other) => other !== name) : [...names, name];
}
