/** The catalogue of time log properties, which defines their names, labels, types, units and aggregations. */
import { findNearestName } from './people/nearest-name.ts';
import { propertyLabels as labels } from '#texts/properties.ts';

export type PropertyType = 'string' | 'enumeration' | 'boolean' | 'number' | 'date' | 'datetime';

/** `money` is an amount in the workspace's currency, `rate` is money per hour, and `percent` is 0 to 100. */
export type PropertyUnit =
  'minutes' | 'hours' | 'days' | 'years' | 'decades' | 'centuries' | 'money' | 'rate' | 'percent';

export type PropertyGroup = 'identity' | 'time' | 'totals' | 'billable' | 'money' | 'provenance' | 'system';

/** The aggregations of a property's values. Rates and percentages never allow `sum`. */
export type Aggregation = 'sum' | 'avg' | 'min' | 'max' | 'count_distinct';

export interface Property {
  readonly name: string;
  readonly label: string;
  readonly group: PropertyGroup;
  readonly type: PropertyType;
  readonly unit?: PropertyUnit;
  readonly options?: readonly string[];
  readonly aggregations: readonly Aggregation[];
  readonly groupable: boolean;
}

export const PREFIX = 'a552213_';

/** The record's own identifier is the default `idProperty` of a batch read and the key of keyset paging. */
export const ID_PROPERTY = 'sys_object_id';
export const RECORD_ID_PROPERTY = `${PREFIX}record_id`;
export const OWNER_PROPERTY = 'platform_owner_id';

/** The kind of owner ids; the kinds of all other ids are those of objects. */
export const PERSON = 'person';

type Extra = Partial<Pick<Property, 'unit' | 'options' | 'groupable' | 'aggregations'>>;

function createCustomProperty(
  group: PropertyGroup,
  type: PropertyType,
  suffix: string,
  label: string,
  extra: Extra = {},
): Property {
  return createProperty(group, type, `${PREFIX}${suffix}`, label, extra);
}

function createProperty(
  group: PropertyGroup,
  type: PropertyType,
  name: string,
  label: string,
  extra: Extra = {},
): Property {
  const groupable = extra.groupable ?? (type === 'enumeration' || type === 'boolean' || type === 'date');
  return {
    name,
    label,
    group,
    type,
    ...extra,
    groupable,
    aggregations: extra.aggregations ?? chooseAggregations(type, extra.unit),
  };
}

function chooseAggregations(type: PropertyType, unit: PropertyUnit | undefined): readonly Aggregation[] {
  switch (type) {
    case 'number':
      return unit === 'rate' || unit === 'percent' ? ['avg', 'min', 'max'] : ['sum', 'avg', 'min', 'max'];
    case 'date':
    case 'datetime':
      return ['min', 'max', 'count_distinct'];
    case 'string':
    case 'enumeration':
    case 'boolean':
      return ['count_distinct'];
  }
}

const grouped: Extra = { groupable: true };

const durations = (['minutes', 'hours', 'days', 'years', 'decades', 'centuries'] as const).map((unit) => ({ unit }));

function createDurationProperties(group: 'totals' | 'billable', stem: 'total' | 'billable'): readonly Property[] {
  const plain = durations.map(({ unit }) =>
    createCustomProperty(group, 'number', `${stem}_${unit}`, labels[stem][unit], { unit }),
  );
  const auto = durations
    .filter(({ unit }) => unit !== 'minutes')
    .map(({ unit }) =>
      createCustomProperty(group, 'number', `${stem}_${unit}_auto`, labels.auto(labels[stem][unit]), { unit }),
    );
  return [...plain, ...auto];
}

/**
 * Every declared property in reading order, followed by the built-in ones that the platform adds. Labels are defined here, because the
 * interface has only names.
 */
export const properties: readonly Property[] = [
  createCustomProperty('identity', 'string', 'record_id', labels.record_id),
  createCustomProperty('identity', 'enumeration', 'assoc_obj_type', labels.assoc_obj_type, {
    options: [
      'contact',
      'company',
      'deal',
      'ticket',
      'appointment',
      'course',
      'listing',
      'service',
      'project',
      'other',
    ],
  }),
  createCustomProperty('identity', 'string', 'assoc_record_id', labels.assoc_record_id, grouped),
  createCustomProperty('identity', 'boolean', 'toggle', labels.toggle),
  createCustomProperty('identity', 'string', 'title', labels.title, grouped),
  createCustomProperty('identity', 'string', 'description', labels.description),
  createCustomProperty('identity', 'string', 'category_text', labels.category_text, grouped),
  createCustomProperty('identity', 'string', 'service_name', labels.service_name, grouped),
  createCustomProperty('identity', 'string', 'workflow_managed_tag', labels.workflow_managed_tag, grouped),
  createProperty('identity', 'string', OWNER_PROPERTY, labels.platform_owner_id, grouped),

  createCustomProperty('time', 'datetime', 'first_start_date', labels.first_start_date),
  createCustomProperty('time', 'datetime', 'first_end_date', labels.first_end_date),
  createCustomProperty('time', 'datetime', 'last_start_date', labels.last_start_date),
  createCustomProperty('time', 'datetime', 'last_end_date', labels.last_end_date),
  createCustomProperty('time', 'date', 'week_year', labels.week_year),
  createCustomProperty('time', 'date', 'month_year', labels.month_year),
  createCustomProperty('time', 'number', 'num_sessions', labels.num_sessions),
  createCustomProperty('time', 'boolean', 'is_split_week_record', labels.is_split_week_record),
  createCustomProperty('time', 'boolean', 'is_split_month_record', labels.is_split_month_record),
  createCustomProperty(
    'time',
    'boolean',
    'is_one_time_log_per_session_record',
    labels.is_one_time_log_per_session_record,
  ),

  ...createDurationProperties('totals', 'total'),
  ...createDurationProperties('billable', 'billable'),
  createCustomProperty('billable', 'number', 'billable_percentage', labels.billable_percentage, { unit: 'percent' }),
  createCustomProperty('billable', 'number', 'billable_rate', labels.billable_rate, { unit: 'rate' }),

  createCustomProperty('money', 'number', 'billable_amount', labels.billable_amount, { unit: 'money' }),
  createCustomProperty('money', 'number', 'cost_amount', labels.cost_amount, { unit: 'money' }),
  createCustomProperty('money', 'number', 'margin_amount', labels.margin_amount, { unit: 'money' }),
  createCustomProperty('money', 'number', 'billable_amount_auto', labels.auto(labels.billable_amount), {
    unit: 'money',
  }),
  createCustomProperty('money', 'number', 'cost_amount_auto', labels.auto(labels.cost_amount), { unit: 'money' }),
  createCustomProperty('money', 'number', 'margin_amount_auto', labels.auto(labels.margin_amount), { unit: 'money' }),
  createCustomProperty('money', 'number', 'cost_rate', labels.cost_rate, { unit: 'rate' }),

  createCustomProperty('provenance', 'string', 'created_via_service_api', labels.created_via_service_api, grouped),
  createCustomProperty('provenance', 'string', 'last_updated_via_service_api', labels.last_updated_via_service_api),

  createProperty('system', 'string', ID_PROPERTY, labels.sys_object_id),
  createProperty('system', 'datetime', 'sys_createdate', labels.sys_createdate),
  createProperty('system', 'datetime', 'sys_lastmodifieddate', labels.sys_lastmodifieddate),
];

const byName = new Map(properties.map((property) => [property.name, property]));

/** The properties that a request must name; the built-in ones are always sent. */
export const declaredProperties: readonly Property[] = properties.filter((property) => property.group !== 'system');

/** @returns the property with this name, given with or without the `a552213_` prefix; undefined if there is none. */
export function findProperty(name: string): Property | undefined {
  return byName.get(name) ?? byName.get(`${PREFIX}${name}`);
}

/** Finds the name that was most likely meant by an unknown one, with or without the prefix. */
export function findNearestId(typedName: string, ids: readonly string[]): string | undefined {
  return findNearestName(typedName, [...ids, ...ids.map((id) => id.replace(PREFIX, ''))]);
}

/** Throws for an unknown name, because names are constants in the code. */
export function requireProperty(name: string): Property {
  const property = findProperty(name);
  if (!property) throw new RangeError(`No property is called ${name}`);
  return property;
}

/**
 * Returns whether a property repeats another: hours in decades and centuries, and the automatic twins of hours and amounts. Pickers show
 * these only if their name is typed.
 */
export function isRepeated({ name, unit }: Property): boolean {
  return unit === 'decades' || unit === 'centuries' || name.endsWith('_auto');
}

/** Returns whether values of this property may be added up (minutes and money, but never rates, shares and ids). */
export function isSummable(property: Property): boolean {
  return property.aggregations.includes('sum');
}

// Full names of the properties that code refers to individually, each checked against the catalogue.

/** @param name with or without prefix */
const requireFullName = (name: string): string => requireProperty(name).name;

export const propertyNames = {
  id: ID_PROPERTY,
  recordId: RECORD_ID_PROPERTY,
  owner: OWNER_PROPERTY,
  objectType: requireFullName('assoc_obj_type'),
  objectId: requireFullName('assoc_record_id'),
  title: requireFullName('title'),
  description: requireFullName('description'),
  category: requireFullName('category_text'),
  service: requireFullName('service_name'),
  toggle: requireFullName('toggle'),
  firstStart: requireFullName('first_start_date'),
  firstEnd: requireFullName('first_end_date'),
  lastStart: requireFullName('last_start_date'),
  lastEnd: requireFullName('last_end_date'),
  week: requireFullName('week_year'),
  month: requireFullName('month_year'),
  sessions: requireFullName('num_sessions'),
  totalMinutes: requireFullName('total_minutes'),
  totalHours: requireFullName('total_hours'),
  billableMinutes: requireFullName('billable_minutes'),
  billableHours: requireFullName('billable_hours'),
  billableShare: requireFullName('billable_percentage'),
  billableRate: requireFullName('billable_rate'),
  billableAmount: requireFullName('billable_amount'),
  billableAmountAuto: requireFullName('billable_amount_auto'),
  costAmount: requireFullName('cost_amount'),
  costAmountAuto: requireFullName('cost_amount_auto'),
  marginAmount: requireFullName('margin_amount'),
  costRate: requireFullName('cost_rate'),
  created: requireFullName('sys_createdate'),
  modified: requireFullName('sys_lastmodifieddate'),
} as const;
