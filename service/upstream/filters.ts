/** Filter groups as the upstream evaluates them: OR of ANDs, compiled once into a test over the world's slots. */
import { upstreamTexts as texts } from '#service-texts/refusals.ts';
import { requireProperty, findProperty, ID_PROPERTY, type PropertyType } from '../../src/domain/properties.ts';
import { fold, isCanonicalId, isUnset, read, tokenize, wordTests, type Reading } from './readings.ts';
import { refusal, type Refusal } from './refusal.ts';
import type { Switches } from './switches.ts';
import type { WireFilter, WireFilterGroup, WireValue } from './upstream.ts';
import { MONTH_PROPERTY, propertyValue, type WorldView } from './world.ts';

export type SlotTest = (slot: number) => boolean;
type Compiled = { readonly ok: true; readonly test: SlotTest } | Refusal;

/** Ids are declared as text but compare as integers. */
type Kind = PropertyType | 'id';

const ranged = ['LT', 'LTE', 'GT', 'GTE', 'BETWEEN'];
const always = ['EQ', 'NEQ', 'IN', 'NOT_IN', 'HAS_PROPERTY', 'NOT_HAS_PROPERTY'];
const tokens = ['CONTAINS_TOKEN', 'NOT_CONTAINS_TOKEN'];
const known = new Set([...ranged, ...always, ...tokens]);

function allows(kind: Kind, operator: string): boolean {
  if (always.includes(operator)) return true;
  if (tokens.includes(operator)) return kind === 'string';
  return kind === 'id' || kind === 'number' || kind === 'date' || kind === 'datetime';
}

/** @returns a test for one record, or why the upstream refuses the filter. No groups: every record. */
export function compileFilterGroups(
  groups: readonly WireFilterGroup[],
  world: WorldView,
  switches: Switches,
): Compiled {
  const excess = tooMany(groups, switches);
  if (excess) return excess;
  const alternatives: SlotTest[] = [];
  for (const group of groups) {
    const compiled = compileGroup(group, world, switches);
    if (!compiled.ok) return compiled;
    alternatives.push(compiled.test);
  }
  const [first = () => true, ...others] = alternatives;
  return { ok: true, test: others.reduce(either, first) };
}

/** Chains of two are several times faster over a million slots than walking a list for each. */
function either(a: SlotTest, b: SlotTest): SlotTest {
  return (slot) => a(slot) || b(slot);
}

function both(a: SlotTest, b: SlotTest): SlotTest {
  return (slot) => a(slot) && b(slot);
}

function tooMany(groups: readonly WireFilterGroup[], switches: Switches): Refusal | undefined {
  const inAll = groups.reduce((sum, group) => sum + group.filters.length, 0);
  if (groups.length > switches.filterGroups) return refusal(texts.tooManyGroups(switches.filterGroups));
  if (groups.some((group) => group.filters.length > switches.filtersPerGroup))
    return refusal(texts.tooManyInGroup(switches.filtersPerGroup));
  if (inAll > switches.filtersInAll) return refusal(texts.tooManyInAll(switches.filtersInAll));
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
  return { ok: true, test: others.reduce(both, first) };
}

function compileFilter(filter: WireFilter, world: WorldView, switches: Switches): Compiled {
  const { propertyName, operator } = filter;
  if (findProperty(propertyName)?.name !== propertyName) return refusal(texts.noProperty(propertyName));
  if (!known.has(operator)) return refusal(texts.noOperator(operator));
  const kind: Kind = propertyName === ID_PROPERTY ? 'id' : requireProperty(propertyName).type;
  if (!allows(kind, operator)) return refusal(texts.operatorUnfit(operator, propertyName));
  const operands = readOperands(filter, kind);
  if (!Array.isArray(operands)) return operands;
  const fast = columnTest(operator, operands, world, propertyName);
  if (fast) return { ok: true, test: fast };
  const test = valueTest(filter, kind, operands, switches);
  return { ok: true, test: (slot) => test(propertyValue(world.at(slot), propertyName)) };
}

/** The operands as readings; string IN lists are taken as written, because the upstream requires them in lower case. */
function readOperands(filter: WireFilter, kind: Kind): Reading[] | Refusal {
  const written = operandTexts(filter);
  if (!Array.isArray(written)) return written;
  const asWritten = kind === 'string' && (filter.operator === 'IN' || filter.operator === 'NOT_IN');
  const readings = written.map((text) => (asWritten ? text : readAs(kind, text)));
  const unreadable = readings.indexOf(undefined);
  if (unreadable < 0) return readings;
  return refusal(texts.badValue(written[unreadable] ?? '', filter.propertyName));
}

function operandTexts(filter: WireFilter): string[] | Refusal {
  const { operator, value, highValue, values, propertyName } = filter;
  const missing = (what: string) => refusal(texts.operandMissing(operator, propertyName, what));
  switch (operator) {
    case 'HAS_PROPERTY':
    case 'NOT_HAS_PROPERTY':
      return [];
    case 'IN':
    case 'NOT_IN':
      return values && values.length > 0 ? [...values] : missing(texts.operands.list);
    case 'BETWEEN':
      return value !== undefined && highValue !== undefined ? [value, highValue] : missing(texts.operands.both);
    default:
      return value !== undefined && value !== '' ? [value] : missing(texts.operands.one);
  }
}

function readAs(kind: Kind, text: string): Reading {
  if (kind !== 'id') return read(kind, text);
  return isCanonicalId(text.trim()) ? Number(text) : undefined;
}

/** Ids, months, creation and modification have columns: a range over a million of them is a few milliseconds. */
function columnTest(
  operator: string,
  operands: readonly Reading[],
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

type ValueTest = (value: WireValue) => boolean;

/** The negated operators are the negated plain ones, except perhaps for records without a value. */
function valueTest(filter: WireFilter, kind: Kind, operands: readonly Reading[], switches: Switches): ValueTest {
  const { operator } = filter;
  if (operator === 'HAS_PROPERTY') return (value) => !isUnset(value);
  if (operator === 'NOT_HAS_PROPERTY') return (value) => isUnset(value);
  if (operator === 'NEQ' || operator === 'NOT_IN' || operator === 'NOT_CONTAINS_TOKEN') {
    const holds = setTest(operator === 'NEQ' ? 'EQ' : operator.slice(4), filter, kind, operands);
    return (value) => (isUnset(value) ? switches.negationMatchesUnset : !holds(String(value)));
  }
  const holds = setTest(operator, filter, kind, operands);
  return (value) => !isUnset(value) && holds(String(value));
}

/** A test of a set value's text. An unreadable one is never equal, in a list or in a range. */
function setTest(
  operator: string,
  filter: WireFilter,
  kind: Kind,
  operands: readonly Reading[],
): (text: string) => boolean {
  if (operator === 'CONTAINS_TOKEN') return tokenTest(filter.value ?? '');
  const reading = remembered((text) => readAs(kind, text));
  const [low, high] = operands;
  switch (operator) {
    case 'IN': {
      const wanted = new Set(operands);
      return (text) => has(wanted, reading(text));
    }
    case 'LT':
      return (text) => compare(reading(text), low) < 0;
    case 'LTE':
      return (text) => compare(reading(text), low) <= 0;
    case 'GT':
      return (text) => compare(reading(text), low) > 0;
    case 'GTE':
      return (text) => compare(reading(text), low) >= 0;
    case 'BETWEEN':
      return (text) => compare(reading(text), low) >= 0 && compare(reading(text), high) <= 0;
    default:
      return (text) => {
        const value = reading(text);
        return value !== undefined && value === low;
      };
  }
}

function has(wanted: ReadonlySet<Reading>, reading: Reading): boolean {
  return reading !== undefined && wanted.has(reading);
}

/** NaN, which satisfies no comparison, when either side cannot be read. */
function compare(a: Reading, b: Reading): number {
  if (a === undefined || b === undefined) return Number.NaN;
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function tokenTest(operand: string): (text: string) => boolean {
  const words = wordTests(operand);
  return (text) => {
    const present = tokenize(text);
    return words.length > 0 && words.every((word) => present.some((token) => word(token)));
  };
}

const REMEMBERED = 50_000;

/** Values repeat a great deal (rates, hours, names): reading each text once makes long scans cheap. */
function remembered(readText: (text: string) => Reading): (text: string) => Reading {
  const memory = new Map<string, Reading>();
  return (text) => {
    if (memory.has(text)) return memory.get(text);
    const reading = readText(text);
    if (memory.size < REMEMBERED) memory.set(text, reading);
    return reading;
  };
}

const queried = ['title', 'description', 'category_text', 'service_name', 'record_id'].map((name) => `a552213_${name}`);

/** @returns a test for the free text: a part of one of the default text properties, without regard to case. */
export function compileQuery(query: string, world: WorldView): SlotTest | undefined {
  if (query === '') return undefined;
  const wanted = fold(query);
  return (slot) => {
    const { properties } = world.at(slot);
    return queried.some((name) => fold(String(properties[name] ?? '')).includes(wanted));
  };
}
