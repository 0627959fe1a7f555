/** Stores the colour scheme, light, dark or the system's, in the preferences, and applies it to the page. */
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
  const saveScheme = useMutation({
    mutationFn: (scheme: Scheme) => call('preferences.set', { colorScheme: scheme }),
    onSuccess: (all) => client.setQueryData(preferences.queryKey, all),
  });
  return {
    scheme: colorScheme,
    choose: (scheme) => {
      setColorScheme(scheme);
      saveScheme.mutate(scheme);
    },
  };
}

/** Applies the stored scheme once per page; applying it again could revert a change that another window has made since. */
export function useStoredColorScheme(): void {
  const { data } = useQuery(preferences);
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const storedScheme = data?.colorScheme;
  // `setColorScheme` is a new function after each rendering, and calling it again would write to the browser's storage and the page.
  const apply = useEffectEvent(setColorScheme);
  useEffect(() => {
    if (storedScheme !== undefined) apply(storedScheme);
  }, [storedScheme]);
}
