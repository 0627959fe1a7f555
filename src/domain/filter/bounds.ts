/** Limits a set of filter groups: a report file from elsewhere must not keep the store busy for minutes. */
import { markCount } from '../locale-forms.ts';
import { filterProblemTexts as texts } from '#texts/filter.ts';
import { FINDS, type Filter, type FilterGroups } from './model.ts';
import { listSearchWords } from './search.ts';
import { tokenizePatterns } from './text.ts';

/**
 * Over all groups together. A word with `*` takes about a second over a million records, each different one once; filters and values of
 * lists take next to nothing, and the grouped tail of a report, joined to each group of its filter, may have thousands.
 */
export const filterBounds = { filters: 5_000, values: 200_000, words: 100, wildcards: 20 } as const;

const names = ['filters', 'values', 'words', 'wildcards'] as const;

/** @returns where the first limit is exceeded, by group and filter from 0, and the sentence part that says so. */
export function findExcess(groups: FilterGroups): { group: number; filter: number; what: string } | undefined {
  const words = new Set<string>();
  const sum = { filters: 0, values: 0, words: 0, wildcards: 0 };
  for (const [groupIndex, { filters }] of groups.entries()) {
    for (const [filterIndex, filter] of filters.entries()) {
      sum.filters += 1;
      sum.values += filter.values?.length ?? 0;
      for (const word of listWords(filter)) words.add(word);
      sum.words = words.size;
      sum.wildcards = [...words].filter((word) => word.includes('*')).length;
      const passed = names.find((name) => sum[name] > filterBounds[name]);
      if (passed)
        return { group: groupIndex, filter: filterIndex, what: texts.tooMuch[passed](markCount(filterBounds[passed])) };
    }
  }
  return undefined;
}

function listWords({ operator, propertyName, value }: Filter): string[] {
  if (operator === FINDS) return listSearchWords(value ?? '').map((word) => `${propertyName} ${word}`);
  const hasPatterns = operator === 'CONTAINS_TOKEN' || operator === 'NOT_CONTAINS_TOKEN';
  return hasPatterns ? tokenizePatterns(value ?? '').map((word) => `${propertyName} ${word}`) : [];
}
