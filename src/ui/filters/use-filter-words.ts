/** Formats filters for screens, and finds how misspelt search words were read. */
import { useQuery } from '@tanstack/react-query';
import type { FilterGroups } from '#domain/filter/model.ts';
import { printFilter, type PrintOptions, createOperandForms } from '#domain/filter/print.ts';
import { isSearch } from '#domain/filter/search.ts';
import { unheldValues, useWorkspace } from '../data/queries.ts';
import { pageLocale } from '../locale.ts';
import { useNames } from '../names.ts';

export function useFilterWords(): (groups: FilterGroups, options: Pick<PrintOptions, 'query' | 'misspelt'>) => string {
  const { zone } = useWorkspace();
  const { nameOf } = useNames();
  return (groups, options) =>
    printFilter(groups, { ...options, nameOf, forms: createOperandForms(zone, pageLocale()) });
}

/** Shares the query of the filter bar. */
export function useMisspelt(groups: FilterGroups): NonNullable<PrintOptions['misspelt']> {
  const hasSearch = groups.some(({ filters }) => filters.some(isSearch));
  return useQuery({ ...unheldValues(groups), enabled: hasSearch }).data?.misspelt ?? [];
}
