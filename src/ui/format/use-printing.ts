/** The print settings of this workspace, or the defaults where they cannot be read. */
import { useQuery } from '@tanstack/react-query';
import type { PrintSettings } from '../../domain/reports/print/printed.ts';
import { defaultSettings } from '../../domain/settings.ts';
import { settings } from '../data/queries.ts';

export function usePrinting(): PrintSettings {
  // The shell shows no screen before they are loaded.
  const { data = defaultSettings } = useQuery(settings);
  return data;
}

/** Percent of the earlier figure from which a change is coloured. */
export function useNotableChange(): string {
  const { data = defaultSettings } = useQuery(settings);
  return data.notableChange;
}
