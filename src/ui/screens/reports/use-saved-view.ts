/** Opens the report again that was open when the program ended; everything about it is in its address. */
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../data/client.ts';
import { preferences } from '../../data/queries.ts';
import { navigate, useHashSearch } from '../../routing/hash-location.ts';
import { formatReportView, parseReportView } from '../../routing/report-view.ts';
import { addressOfView } from './definition/use-definition.ts';

const PAUSE_MS = 800;

/** Workspaces whose report was opened again, or left, since the page began: from then on the page itself knows. */
const known = new Set<string>();

export function useSavedView(workspace: string): void {
  const client = useQueryClient();
  const search = useHashSearch();
  const { data: preferred } = useQuery(preferences);
  const save = useDebouncedCallback((text: string) => {
    const lastReports = { ...client.getQueryData(preferences.queryKey)?.lastReports, [workspace]: text };
    // A failure to store it affects nothing on screen.
    call('preferences.set', { lastReports }).then(
      (all) => client.setQueryData(preferences.queryKey, all),
      () => {},
    );
  }, PAUSE_MS);
  useEffect(() => {
    if (!preferred) return;
    const saved = preferred.lastReports?.[workspace] ?? '';
    if (!known.has(workspace)) {
      known.add(workspace);
      if (search === '' && saved !== '') {
        navigate(addressOfView(parseReportView(saved)), { replace: true });
        return;
      }
    }
    const text = formatReportView({ ...parseReportView(search), cell: undefined });
    if (text !== saved) save(text);
  }, [preferred, workspace, search, save]);
}
