/** Checks filter groups against the catalogue before they are evaluated: names, operators and operands. */
import { filterProblemTexts as texts, filterTexts } from '#texts/filter.ts';
import { findFilterable, findNearestReadable } from '../local-properties.ts';
import { formatUngrouped, MARKED, markCount } from '../locale-forms.ts';
import type { Property } from '../properties.ts';
import { FINDS, type Filter, type FilterGroups } from './model.ts';
import { chooseComparison, isReadable, listFittingOperators } from './operand.ts';
import { SEARCH_PROPERTY, listSearchWords } from './search.ts';
import { tokenizePatterns } from './text.ts';

/** `where` is, for example, `group 1, filter 2`, counted from 1; `what` is half a sentence. */
interface FilterProblem {
  readonly where: string;
  readonly what: string;
  /** The property that was most likely meant by an unknown one. */
  readonly near?: string | undefined;
}

type CheckedFilterGroups =
  { readonly ok: true; readonly value: FilterGroups } | { readonly ok: false; readonly problem: FilterProblem };

/**
 * Names may come with or without the `a552213_` prefix; the result has it. Operands that an operator does not use are dropped. The upstream's
 * limits on groups and filters do not apply locally; those of `findExcess` do.
 */
export function checkFilterGroups(groups: FilterGroups): CheckedFilterGroups {
  const excess = findExcess(groups);
  if (excess)
    return { ok: false, problem: { where: texts.where(excess.group + 1, excess.filter + 1), what: excess.what } };
  const value: FilterGroups[number][] = [];
  for (const [groupIndex, group] of groups.entries()) {
    const filters: Filter[] = [];
    for (const [filterIndex, filter] of group.filters.entries()) {
      const checked = checkFilter(filter);
      if (typeof checked === 'string' || 'what' in checked) {
        const problem = typeof checked === 'string' ? { what: checked } : checked;
        return { ok: false, problem: { where: texts.where(groupIndex + 1, filterIndex + 1), ...problem } };
      }
      filters.push(checked);
    }
    value.push({ filters });
  }
  return { ok: true, value };
}

/** @returns the filter with its full name, or what is wrong with it. */
function checkFilter(filter: Filter): Filter | Omit<FilterProblem, 'where'> | string {
  const { operator } = filter;
  if (filter.propertyName === SEARCH_PROPERTY || operator === FINDS) return checkSearch(filter);
  const property = findFilterable(filter.propertyName);
  if (!property)
    return { what: texts.unknownProperty(filter.propertyName), near: findNearestReadable(filter.propertyName) };
  const fitting = listFittingOperators(property);
  if (!fitting.includes(operator)) return texts.operatorUnfit(operator, property.label, fitting);
  const base = { propertyName: property.name, operator };
  switch (operator) {
    case 'HAS_PROPERTY':
    case 'NOT_HAS_PROPERTY':
      return base;
    case 'IN':
    case 'NOT_IN': {
      const { values } = filter;
      if (!values || values.length === 0) return texts.operandMissing(operator, 'values');
      return findFirstProblem(property, values) ?? { ...base, values };
    }
    case 'BETWEEN': {
      const { value, highValue } = filter;
      if (value === undefined) return texts.operandMissing(operator, 'value');
      if (highValue === undefined) return texts.operandMissing(operator, 'highValue');
      return findFirstProblem(property, [value, highValue]) ?? { ...base, value, highValue };
    }
    case 'CONTAINS_TOKEN':
    case 'NOT_CONTAINS_TOKEN': {
      const { value } = filter;
      if (value === undefined) return texts.operandMissing(operator, 'value');
      return tokenizePatterns(value).length === 0 ? texts.noWord(value) : { ...base, value };
    }
    case 'EQ':
    case 'NEQ':
    case 'LT':
    case 'LTE':
    case 'GT':
    case 'GTE': {
      const { value } = filter;
      if (value === undefined) return texts.operandMissing(operator, 'value');
      return findFirstProblem(property, [value]) ?? { ...base, value };
    }
  }
}

/** Checks a search, which belongs to no property and has only one operator. */
function checkSearch({ propertyName, operator, value }: Filter): Filter | string {
  if (propertyName !== SEARCH_PROPERTY) return texts.findsSearchOnly(propertyName);
  if (operator !== FINDS) return texts.operatorUnfit(operator, filterTexts.search, [FINDS]);
  if (value === undefined) return texts.operandMissing(operator, 'value');
  return listSearchWords(value).length === 0 ? texts.noWord(value) : { propertyName, operator, value };
}

function findFirstProblem(property: Property, operands: readonly string[]): string | undefined {
  const comparison = chooseComparison(property);
  const unreadable = operands.find((operand) => !isReadable(operand, comparison));
  return unreadable === undefined
    ? undefined
    : texts.operandUnreadable(unreadable, property.label, comparison, formatUngrouped('12.5', MARKED));
}

/**
 * Limits over all groups together. Each distinct word with `*` takes about a second over a million records; filters and list values take
 * almost no time, and the grouped tail of a report, combined with each group of its filter, may have thousands.
 */
export const filterBounds = { filters: 5_000, values: 200_000, words: 100, wildcards: 20 } as const;

const boundNames = ['filters', 'values', 'words', 'wildcards'] as const;

/**
 * Checks filter groups against the limits, because a report file from elsewhere must not keep the store busy for minutes.
 * @returns the group and filter, from 0, at which the first limit is exceeded, and half a sentence about it
 */
export function findExcess(groups: FilterGroups): { group: number; filter: number; what: string } | undefined {
  const words = new Set<string>();
  const counts = { filters: 0, values: 0, words: 0, wildcards: 0 };
  for (const [groupIndex, { filters }] of groups.entries()) {
    for (const [filterIndex, filter] of filters.entries()) {
      counts.filters += 1;
      counts.values += filter.values?.length ?? 0;
      for (const word of listWords(filter)) words.add(word);
      counts.words = words.size;
      counts.wildcards = [...words].filter((word) => word.includes('*')).length;
      const exceeded = boundNames.find((name) => counts[name] > filterBounds[name]);
      if (exceeded)
        return {
          group: groupIndex,
          filter: filterIndex,
          what: texts.tooMuch[exceeded](markCount(filterBounds[exceeded])),
        };
    }
  }
  return undefined;
}

function listWords({ operator, propertyName, value }: Filter): string[] {
  if (operator === FINDS) return listSearchWords(value ?? '').map((word) => `${propertyName} ${word}`);
  const hasPatterns = operator === 'CONTAINS_TOKEN' || operator === 'NOT_CONTAINS_TOKEN';
  return hasPatterns ? tokenizePatterns(value ?? '').map((word) => `${propertyName} ${word}`) : [];
}
