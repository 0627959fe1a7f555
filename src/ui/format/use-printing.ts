/** How this workspace prints figures, for whoever shows one: its settings, or the usual ones where they cannot be read. */
import { useQuery } from '@tanstack/react-query';
import type { PrintSettings } from '../../domain/reports/print/printed.ts';
import { defaultSettings } from '../../domain/settings.ts';
import { settings } from '../data/queries.ts';

export function usePrinting(): PrintSettings {
  // The shell shows no screen before they are here.
  const { data = defaultSettings } = useQuery(settings);
  return data;
}
