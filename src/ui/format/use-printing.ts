/** The print settings of this workspace, or the defaults if they cannot be read. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { PrintSettings } from '#domain/reports/print/printed.ts';
import { defaultSettings } from '#domain/settings.ts';
import { settings } from '../data/queries.ts';
import { pageLocale } from '../locale.ts';

export function usePrintSettings(): PrintSettings {
  // The defaults apply only if loading failed: the shell shows no screen before the settings are loaded.
  const { data } = useQuery(settings);
  return useMemo(() => data ?? { ...defaultSettings, locale: pageLocale() }, [data]);
}

/** @returns the percentage of the earlier figure from which a change is coloured */
export function useNotableChange(): string {
  const { data = defaultSettings } = useQuery(settings);
  return data.notableChange;
}
