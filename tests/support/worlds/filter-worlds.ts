/** Random records in wire form and random filters over them, with small pools so that values and operands meet often. */
import * as fc from 'fast-check';
import type { Filter, FilterGroups, Operator } from '#domain/filter/model.ts';
import { chooseComparison, listFittingOperators, type Comparison } from '#domain/filter/operand.ts';
import { requireProperty, type Property } from '#domain/properties.ts';
import { DAY_MS } from '#domain/time/utc.ts';

type WireValue = string | number | boolean | null;

export interface WireRecord {
  readonly id: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly archivedAt?: number;
  readonly properties: Readonly<Record<string, WireValue>>;
}

/** Several properties of each type; the text ones are among those that a free-text query searches. */
const chosen: readonly Property[] = [
  'title',
  'description',
  'service_name',
  'record_id',
  'platform_owner_id',
  'assoc_obj_type',
  'toggle',
  'is_split_week_record',
  'total_minutes',
  'billable_amount',
  'billable_rate',
  'week_year',
  'month_year',
  'first_start_date',
  'last_end_date',
].map(requireProperty);

const builtIn: readonly Property[] = ['sys_object_id', 'sys_createdate', 'sys_lastmodifieddate'].map(requireProperty);
const filterable: readonly Property[] = [...chosen, ...builtIn];

const START = Date.UTC(2026, 0, 1);

const words = [
  'Audit',
  'audit fee',
  'AUDIT-2026',
  'pre-audit',
  'auditor',
  'Tax & Law',
  'tax',
  'über Größe',
  'ÜBER',
  'naïve',
  'Straße',
  'O’Brien',
  'a_b',
  '100%',
  'x*y',
  'line\nbreak',
  '日本 語',
  '42',
  '007',
  "Robert'); DROP TABLE records;--",
  '🙂 ok',
  ' ',
  '-',
  '\\d+',
];
const text = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...words) },
  {
    weight: 1,
    arbitrary: fc.string({ unit: fc.constantFrom(...'aAbBäÄ19 -_*%.é\n'.split('')), minLength: 1, maxLength: 8 }),
  },
);

const tokenOperands = [
  'audit',
  'AUDIT',
  'aud*',
  '*dit',
  'a*t',
  '*',
  '**',
  'aud* fee',
  'fee audit',
  'tax law',
  'über',
  'x y',
  'x*y',
  '2026',
  '*2*',
  'ok',
  '語',
  'b*',
];

const numberTexts = [
  '0',
  '-0',
  '1',
  '1.0',
  '01.50',
  '1.5',
  '+2',
  '1e2',
  '100',
  '-3.5',
  '480',
  '0.00000001',
  '0.000000015',
  '9999999999.99999999',
  '-7.25',
];
const number = fc.oneof(fc.constantFrom(...numberTexts), fc.integer({ min: -3, max: 5 }).map(String));
const wireNumber = fc.oneof(number, fc.constantFrom(0, 1, 1.5, 0.1, -3.5, 100, 2));
const numberOperand = fc.oneof(number, fc.constantFrom('1e20', '-1e20', '1.500000001'));

const day = fc.integer({ min: 0, max: 40 }).map((days) => START + days * DAY_MS);
const moment = fc
  .tuple(day, fc.constantFrom(0, 1, 43_200_000, 86_399_999))
  .map(([midnight, within]) => midnight + within);
const dateOnly = (time: number) => new Date(time).toISOString().slice(0, 10);
const inZone = (time: number) => `${new Date(time + 2 * 3_600_000).toISOString().slice(0, -1)}+02:00`;
const wireDate = fc.oneof(
  day.map(dateOnly),
  day.map((time) => new Date(time).toISOString()),
  day.map(String),
  day.map((time) => time),
);
const wireMoment = fc.oneof(
  moment.map((time) => new Date(time).toISOString()),
  moment.map(inZone),
  moment.map(String),
  day.map(dateOnly),
);

const wireBoolean = fc.constantFrom<WireValue>(true, false, 'true', 'false', 'TRUE');
const option = fc.constantFrom('deal', 'company', 'project', 'Deal', 'custom');

const readable: Readonly<Record<Property['type'], fc.Arbitrary<WireValue>>> = {
  string: text,
  enumeration: option,
  boolean: wireBoolean,
  number: wireNumber,
  date: wireDate,
  datetime: wireMoment,
};
const unreadable: Readonly<Partial<Record<Property['type'], fc.Arbitrary<WireValue>>>> = {
  boolean: fc.constantFrom('yes', '1'),
  number: fc.constantFrom('n/a', '12,5', '1 000'),
  date: fc.constantFrom('soon', '2026-02-30'),
  datetime: fc.constantFrom('soon', '2026-13-01'),
};

function wireValue(property: Property): fc.Arbitrary<WireValue | undefined> {
  const odd = unreadable[property.type];
  return fc.oneof(
    { weight: 7, arbitrary: readable[property.type] },
    { weight: 2, arbitrary: fc.constantFrom(null, '', undefined) },
    ...(odd ? [{ weight: 1, arbitrary: odd }] : []),
  );
}

const properties = fc
  .tuple(...chosen.map((property) => wireValue(property).map((value) => [property.name, value] as const)))
  .map((entries) =>
    Object.fromEntries(entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))),
  );

/** Ids ascend and are unique; about one record in ten is archived. */
export const worldArbitrary: fc.Arbitrary<readonly WireRecord[]> = fc
  .array(fc.tuple(properties, moment, moment, fc.integer({ min: 0, max: 9 })), { minLength: 30, maxLength: 60 })
  .map((rows) =>
    rows.map(([values, createdAt, updatedAt, dice], index) => ({
      id: 7 + index * 3,
      createdAt,
      updatedAt,
      ...(dice === 0 ? { archivedAt: updatedAt } : {}),
      properties: values,
    })),
  );

const operandOf: Readonly<Record<Comparison, fc.Arbitrary<string>>> = {
  string: text,
  enumeration: option,
  boolean: fc.constantFrom('true', 'false', 'False'),
  number: numberOperand,
  date: fc.oneof(wireDate.map(String), moment.map(inZone)),
  datetime: wireMoment.map(String),
  id: fc.integer({ min: 0, max: 200 }).map(String),
};

/**
 * One filter with this operator on this property, its operands readable. Lists are in lower case, as the upstream requires, and some are
 * long enough to be looked up.
 */
function filterArbitrary(property: Property, operator: Operator): fc.Arbitrary<Filter> {
  const named = { propertyName: property.name, operator };
  const operand = operandOf[chooseComparison(property)];
  if (operator === 'HAS_PROPERTY' || operator === 'NOT_HAS_PROPERTY') return fc.constant(named);
  if (operator === 'IN' || operator === 'NOT_IN') {
    const listed = property.type === 'string' ? operand.map((each) => each.toLowerCase()) : operand;
    return fc.array(listed, { minLength: 1, maxLength: 12 }).map((values) => ({ ...named, values }));
  }
  if (operator === 'BETWEEN') {
    return fc.tuple(operand, operand).map(([value, highValue]) => ({ ...named, value, highValue }));
  }
  const isToken = operator === 'CONTAINS_TOKEN' || operator === 'NOT_CONTAINS_TOKEN';
  return (isToken ? fc.constantFrom(...tokenOperands) : operand).map((value) => ({ ...named, value }));
}

/** Every operator × comparison. */
export const pairs: readonly { readonly comparison: Comparison; readonly operator: Operator }[] = [
  ...new Map(filterable.map((property) => [chooseComparison(property), property])).entries(),
].flatMap(([comparison, property]) => listFittingOperators(property).map((operator) => ({ comparison, operator })));

export const pairName = (filter: Filter) =>
  `${filter.operator} × ${chooseComparison(requireProperty(filter.propertyName))}`;

/** Pairs first, then a property and operands: rare types come as often as common ones. */
const anyFilter: fc.Arbitrary<Filter> = fc
  .constantFrom(...pairs)
  .chain(({ comparison, operator }) =>
    fc
      .constantFrom(...filterable.filter((property) => chooseComparison(property) === comparison))
      .chain((property) => filterArbitrary(property, operator)),
  );

export const groupsArbitrary: fc.Arbitrary<FilterGroups> = fc.array(
  fc.record({ filters: fc.array(anyFilter, { minLength: 1, maxLength: 3 }) }),
  { minLength: 1, maxLength: 3 },
);

/** Mostly none, so that filters decide. */
export const queryArbitrary: fc.Arbitrary<string> = fc.oneof(
  { weight: 8, arbitrary: fc.constant('') },
  { weight: 2, arbitrary: fc.constantFrom('a', 'AUD', 'dit', ' ', '%', 'ü', 'x*', '7') },
);
