/** How much one set of filter groups may ask: a report file from elsewhere must not keep the store busy for minutes. */
import { filterProblemTexts as texts } from '../../texts/en/filter.ts';
import type { Filter, FilterGroups } from './model.ts';
import { tokenPatternsOf } from './text.ts';

/**
 * Over all groups together. A word with `*` takes about a second over a million records; a value of a list takes next to nothing, and
 * a lookup's ids or the rest of a report's lines come by the thousand.
 */
export const filterBounds = { filters: 200, values: 20_000, words: 100, wildcards: 20 } as const;

type Amounts = Readonly<Record<keyof typeof filterBounds, number>>;

const names = ['filters', 'values', 'words', 'wildcards'] as const;

/** @returns where the first bound is passed, by group and filter from 0, and the sentence part that says so. */
export function findExcess(groups: FilterGroups): { group: number; filter: number; what: string } | undefined {
  let sum: Amounts = { filters: 0, values: 0, words: 0, wildcards: 0 };
  for (const [group, { filters }] of groups.entries()) {
    for (const [filter, each] of filters.entries()) {
      const own = measureFilter(each);
      const next = {
        filters: sum.filters + own.filters,
        values: sum.values + own.values,
        words: sum.words + own.words,
        wildcards: sum.wildcards + own.wildcards,
      };
      const passed = names.find((name) => next[name] > filterBounds[name]);
      if (passed) return { group, filter, what: texts.tooMuch[passed](filterBounds[passed]) };
      sum = next;
    }
  }
  return undefined;
}

function measureFilter({ operator, value, values }: Filter): Amounts {
  const words = operator === 'CONTAINS_TOKEN' || operator === 'NOT_CONTAINS_TOKEN' ? tokenPatternsOf(value ?? '') : [];
  return {
    filters: 1,
    values: values?.length ?? 0,
    words: words.length,
    wildcards: words.filter((word) => word.includes('*')).length,
  };
}
