/** Compiles filter groups, an OR of ANDs, into a predicate over the records' values, as the upstream evaluates them. */
import { upstreamTexts as texts } from '#service-texts/service.ts';
import { findProperty, ID_PROPERTY } from '#domain/properties.ts';
import { findKind, fold, isUnset, toComparable, tokenize, toWordTests, type Comparable, type Kind } from './values.ts';
import { createRefusal, type Refusal, type WireFilter, type WireFilterGroup, type WireValue } from './upstream.ts';
import type { Switches } from './switches.ts';
import { MONTH_PROPERTY, readPropertyValue, type WorldView } from './world.ts';

export type SlotTest = (slot: number) => boolean;
type Compiled = { readonly ok: true; readonly test: SlotTest } | Refusal;

const rangeOperators = ['LT', 'LTE', 'GT', 'GTE', 'BETWEEN'];
const commonOperators = ['EQ', 'NEQ', 'IN', 'NOT_IN', 'HAS_PROPERTY', 'NOT_HAS_PROPERTY'];
const tokenOperators = ['CONTAINS_TOKEN', 'NOT_CONTAINS_TOKEN'];
const knownOperators = new Set([...rangeOperators, ...commonOperators, ...tokenOperators]);

function allowsOperator(kind: Kind, operator: string): boolean {
  if (commonOperators.includes(operator)) return true;
  if (tokenOperators.includes(operator)) return kind === 'string';
  return kind === 'id' || kind === 'number' || kind === 'date' || kind === 'datetime';
}

/** @returns a test for one record, or the refusal of the filter. Without groups every record passes. */
export function compileFilterGroups(
  groups: readonly WireFilterGroup[],
  world: WorldView,
  switches: Switches,
): Compiled {
  const excess = checkFilterLimits(groups, switches);
  if (excess) return excess;
  const alternatives: SlotTest[] = [];
  for (const group of groups) {
    const compiled = compileGroup(group, world, switches);
    if (!compiled.ok) return compiled;
    alternatives.push(compiled.test);
  }
  const [first = () => true, ...others] = alternatives;
  return { ok: true, test: others.reduce(combineOr, first) };
}

/** For a million slots, nested pairs are much faster than a loop over a list. */
function combineOr(a: SlotTest, b: SlotTest): SlotTest {
  return (slot) => a(slot) || b(slot);
}

function combineAnd(a: SlotTest, b: SlotTest): SlotTest {
  return (slot) => a(slot) && b(slot);
}

function checkFilterLimits(groups: readonly WireFilterGroup[], switches: Switches): Refusal | undefined {
  const filterCount = groups.reduce((sum, group) => sum + group.filters.length, 0);
  if (groups.length > switches.filterGroups) return createRefusal(texts.tooManyGroups(switches.filterGroups));
  if (groups.some((group) => group.filters.length > switches.filtersPerGroup))
    return createRefusal(texts.tooManyInGroup(switches.filtersPerGroup));
  if (filterCount > switches.filtersInAll) return createRefusal(texts.tooManyInAll(switches.filtersInAll));
  return undefined;
}

function compileGroup(group: WireFilterGroup, world: WorldView, switches: Switches): Compiled {
  const conditions: SlotTest[] = [];
  for (const filter of group.filters) {
    const compiled = compileFilter(filter, world, switches);
    if (!compiled.ok) return compiled;
    conditions.push(compiled.test);
  }
  const [first = () => true, ...others] = conditions;
  return { ok: true, test: others.reduce(combineAnd, first) };
}

function compileFilter(filter: WireFilter, world: WorldView, switches: Switches): Compiled {
  const { propertyName, operator } = filter;
  if (findProperty(propertyName)?.name !== propertyName) return createRefusal(texts.noProperty(propertyName));
  if (!knownOperators.has(operator)) return createRefusal(texts.noOperator(operator));
  const kind = findKind(propertyName);
  if (!allowsOperator(kind, operator)) return createRefusal(texts.operatorUnfit(operator, propertyName));
  const operands = readOperands(filter, kind);
  if (!Array.isArray(operands)) return operands;
  const columnTest = createColumnTest(operator, operands, world, propertyName);
  if (columnTest) return { ok: true, test: columnTest };
  if (tokenOperators.includes(operator)) {
    const test = createTokenTest(filter, switches);
    return { ok: true, test: (slot) => test(readPropertyValue(world.at(slot), propertyName)) };
  }
  const values = world.values(propertyName);
  const test = createValueTest(operator, operands, switches);
  return { ok: true, test: (slot) => test(values.get(slot)) };
}

/** Reads the operands; string IN lists are not folded: as upstream, operands with upper case match nothing. */
function readOperands(filter: WireFilter, kind: Kind): Comparable[] | Refusal {
  const operandTexts = listOperandTexts(filter);
  if (!Array.isArray(operandTexts)) return operandTexts;
  const isAsWritten = kind === 'string' && (filter.operator === 'IN' || filter.operator === 'NOT_IN');
  const readings = operandTexts.map((text) => (isAsWritten ? text : toComparable(kind, text)));
  const unreadable = readings.findIndex(
    (reading) => Number.isNaN(reading) || (reading === null && kind !== 'enumeration'),
  );
  if (unreadable < 0) return readings;
  return createRefusal(texts.badValue(operandTexts[unreadable] ?? '', filter.propertyName));
}

function listOperandTexts(filter: WireFilter): string[] | Refusal {
  const { operator, value, highValue, values, propertyName } = filter;
  const refuseMissing = (operand: string) => createRefusal(texts.operandMissing(operator, propertyName, operand));
  switch (operator) {
    case 'HAS_PROPERTY':
    case 'NOT_HAS_PROPERTY':
      return [];
    case 'IN':
    case 'NOT_IN':
      return values && values.length > 0 ? [...values] : refuseMissing(texts.operands.list);
    case 'BETWEEN':
      return value !== undefined && highValue !== undefined ? [value, highValue] : refuseMissing(texts.operands.both);
    default:
      return value !== undefined && value !== '' ? [value] : refuseMissing(texts.operands.one);
  }
}

/** Ids, months, creation and modification have columns, so that a range over a million takes a few milliseconds. */
function createColumnTest(
  operator: string,
  operands: readonly Comparable[],
  world: WorldView,
  name: string,
): SlotTest | undefined {
  const column = findColumn(world, name);
  const [low, high = low] = operands;
  if (!column || typeof low !== 'number' || typeof high !== 'number') return undefined;
  switch (operator) {
    case 'EQ':
      return (slot) => column.get(slot) === low;
    case 'LT':
      return (slot) => column.get(slot) < low;
    case 'LTE':
      return (slot) => column.get(slot) <= low;
    case 'GT':
      return (slot) => column.get(slot) > low;
    case 'GTE':
      return (slot) => column.get(slot) >= low;
    case 'BETWEEN':
      return (slot) => column.get(slot) >= low && column.get(slot) <= high;
    default:
      return undefined;
  }
}

function findColumn(world: WorldView, name: string) {
  switch (name) {
    case ID_PROPERTY:
      return world.ids;
    case MONTH_PROPERTY:
      return world.months;
    case 'sys_createdate':
      return world.created;
    case 'sys_lastmodifieddate':
      return world.modified;
    default:
      return undefined;
  }
}

/** Negated operators negate the plain ones, except, depending on a switch, for records without a value. */
function createValueTest(
  operator: string,
  operands: readonly Comparable[],
  switches: Switches,
): (value: Comparable) => boolean {
  if (operator === 'HAS_PROPERTY') return (value) => value !== null;
  if (operator === 'NOT_HAS_PROPERTY') return (value) => value === null;
  if (operator === 'NEQ' || operator === 'NOT_IN') {
    const isInSet = createComparison(operator === 'NEQ' ? 'EQ' : 'IN', operands);
    return (value) => (value === null ? switches.negationMatchesUnset : !isInSet(value));
  }
  const isInSet = createComparison(operator, operands);
  return (value) => value !== null && isInSet(value);
}

/** Tests a set value. An unreadable one is NaN, which never matches. */
function createComparison(
  operator: string,
  operands: readonly Comparable[],
): (value: NonNullable<Comparable>) => boolean {
  const [low = '', high = ''] = operands.map((operand) => operand ?? '');
  switch (operator) {
    case 'IN': {
      const operandSet = new Set(operands);
      return (value) => operandSet.has(value);
    }
    case 'LT':
      return (value) => value < low;
    case 'LTE':
      return (value) => value <= low;
    case 'GT':
      return (value) => value > low;
    case 'GTE':
      return (value) => value >= low;
    case 'BETWEEN':
      return (value) => value >= low && value <= high;
    default:
      return (value) => value === low;
  }
}

function createTokenTest(
  { operator, value: operand = '' }: WireFilter,
  switches: Switches,
): (value: WireValue) => boolean {
  const words = toWordTests(operand);
  const matchesWords = (text: string) => {
    const present = tokenize(text);
    return words.length > 0 && words.every((word) => present.some((token) => word(token)));
  };
  if (operator === 'CONTAINS_TOKEN') return (value) => !isUnset(value) && matchesWords(String(value));
  return (value) => (isUnset(value) ? switches.negationMatchesUnset : !matchesWords(String(value)));
}

const queriedProperties = ['title', 'description', 'category_text', 'service_name', 'record_id'].map(
  (name) => `a552213_${name}`,
);

/** Matches the free text as a part of a default text property, regardless of case. */
export function compileQuery(query: string, world: WorldView): SlotTest | undefined {
  if (query === '') return undefined;
  const searchedText = fold(query);
  return (slot) => {
    const { properties } = world.at(slot);
    return queriedProperties.some((name) => fold(String(properties[name] ?? '')).includes(searchedText));
  };
}
