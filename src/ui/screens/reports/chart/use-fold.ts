/** Whether reports are shown without their charts: stored for every report and every start. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../data/client.ts';
import type { ChartFold } from '../../../charts/ChartFrame.tsx';
import { preferences } from '../../../data/queries.ts';
import { notifyFailure } from '../../../notifications/notify-failure.ts';

export function useFold(): ChartFold {
  const client = useQueryClient();
  const { data: preferred } = useQuery(preferences);
  return {
    isFolded: preferred?.chartsFolded ?? false,
    onFold: (chartsFolded) => {
      // Takes effect at once; stored afterwards.
      client.setQueryData(preferences.queryKey, (all) => all && { ...all, chartsFolded });
      call('preferences.set', { chartsFolded }).then(
        (all) => client.setQueryData(preferences.queryKey, all),
        notifyFailure,
      );
    },
  };
}
