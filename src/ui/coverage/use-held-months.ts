/** How many records of each month are here, whatever is filtered on screen. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { report } from '../data/queries.ts';
import { heldMonths, type HeldMonths } from './months.ts';
import { propertyNames } from '#domain/property-names.ts';

/** @returns undefined while loading, or where nothing is asked. */
export function useHeldMonths({ enabled }: { readonly enabled: boolean }): HeldMonths | undefined {
  const { data } = useQuery({ ...report({ measures: ['records'], groupBy: [propertyNames.month] }), enabled });
  return useMemo(() => data && heldMonths(data), [data]);
}
