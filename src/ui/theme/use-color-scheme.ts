/** Keeps the colour scheme, light, dark or the system's, in the preferences, and applies it to the page. */
import { useMantineColorScheme } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { Output } from '#contract/api.ts';
import { call } from '../data/client.ts';
import { preferences } from '../data/queries.ts';

export type Scheme = Output<'preferences.get'>['colorScheme'];

export function useColorScheme(): { readonly scheme: Scheme; readonly choose: (scheme: Scheme) => void } {
  const client = useQueryClient();
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const keep = useMutation({
    mutationFn: (scheme: Scheme) => call('preferences.set', { colorScheme: scheme }),
    onSuccess: (all) => client.setQueryData(preferences.queryKey, all),
  });
  return {
    scheme: colorScheme,
    choose: (scheme) => {
      setColorScheme(scheme);
      keep.mutate(scheme);
    },
  };
}

/** Applies the kept scheme, once for the page: another window may have changed it since this one read it, and would be changed back. */
export function useKeptColorScheme(): void {
  const { data } = useQuery(preferences);
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const kept = data?.colorScheme;
  // It writes to the browser's store and to the page, and is another function after each drawing.
  const apply = useEffectEvent(setColorScheme);
  useEffect(() => {
    if (kept !== undefined) apply(kept);
  }, [kept]);
}
