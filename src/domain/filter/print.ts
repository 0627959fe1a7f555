/** Prints a filter in words, for tables, files and Explain. */
import { filterTexts as texts } from '#texts/filter.ts';
import { formatUnits } from '../decimal.ts';
import { findReadable } from '../local-properties.ts';
import type { Property } from '../properties.ts';
import { visibleText } from '../spelling.ts';
import { FINDS, type Filter, type FilterGroups } from './model.ts';
import { chooseComparison, readBoolean, readInstant, readNumber } from './operand.ts';

export interface PrintOptions {
  readonly query?: string;
  /** The name of an id or value where one is known (a person, an object); undefined: print it as it is. */
  readonly nameOf?: (propertyName: string, value: string) => string | undefined;
}

/** @returns e.g. `Service is one of Audit, Tax and Billable hours is over 0`; `All records` when nothing narrows. */
export function printFilter(groups: FilterGroups, options: PrintOptions = {}): string {
  const printed = groups.map((group) => {
    const text = texts.all(group.filters.map((each) => printOne(each, options)));
    return groups.length > 1 && group.filters.length > 1 ? texts.group(text) : text;
  });
  const filters = printed.length > 0 ? [texts.any(printed)] : [];
  const query = options.query ? [texts.query(options.query)] : [];
  if (filters.length + query.length === 0) return texts.everything;
  const wrapped = query.length > 0 && printed.length > 1 ? filters.map(texts.group) : filters;
  return texts.all([...wrapped, ...query]);
}

/** One filter: label, words, operands. Unknown names are printed as they are. */
export function printOne(filter: Filter, options: PrintOptions = {}): string {
  const { operator } = filter;
  if (operator === FINDS) return texts.finds(visibleText(filter.value ?? ''));
  const property = findReadable(filter.propertyName);
  const label = property?.label ?? filter.propertyName;
  const operand = (text: string | undefined) =>
    options.nameOf?.(property?.name ?? filter.propertyName, text ?? '') ?? printOperand(property, text ?? '');
  const words = texts.operator(operator, property?.type ?? 'string');
  const operands = printOperands(filter, operand);
  return operands === undefined ? `${label} ${words}` : `${label} ${words} ${operands}`;
}

function printOperands({ operator, value, highValue, values }: Filter, print: (text: string | undefined) => string) {
  if (operator === 'HAS_PROPERTY' || operator === 'NOT_HAS_PROPERTY') return undefined;
  if (operator === 'IN' || operator === 'NOT_IN') return texts.list((values ?? []).map(print));
  return operator === 'BETWEEN' ? texts.between(print(value), print(highValue)) : print(value);
}

function printOperand(property: Property | undefined, text: string): string {
  switch (property ? chooseComparison(property) : 'string') {
    case 'number': {
      const units = readNumber(text);
      return units === undefined ? text : formatUnits(units);
    }
    case 'boolean': {
      const value = readBoolean(text);
      return value === undefined ? text : texts.booleans[value ? 'true' : 'false'];
    }
    case 'date':
    case 'datetime':
      return printInstant(text);
    case 'string':
    case 'enumeration':
      return visibleText(text);
    case 'id':
      return text;
  }
}

/** A midnight as its date, any other time to the minute or exactly as given, in UTC. */
function printInstant(text: string): string {
  const instant = readInstant(text);
  if (instant === undefined) return text;
  const iso = new Date(instant).toISOString();
  return iso.replace('T00:00:00.000Z', '').replace(':00.000Z', ' UTC').replace('T', ' ').replace('Z', ' UTC');
}
