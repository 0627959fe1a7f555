/** The state before the first download: says once that there are no records yet, with the way to download them. */
import { useQuery } from '@tanstack/react-query';
import { uiTexts } from '#texts/screens/ui.ts';
import { dataStatus } from '#ui/data/queries.ts';
import { RefreshButton } from '#ui/sync/RefreshButton.tsx';
import { useSyncView } from '#ui/sync/use-sync.ts';
import { EmptyState } from './EmptyState.tsx';
import { Panel } from '../frame/Panel.tsx';
import classes from './Notice.module.css';

/** While a download runs, its first figures come soon: a waiting state is shown. */
export function useNothingYet(): boolean {
  const { data: status } = useQuery(dataStatus);
  const { running } = useSyncView();
  return status !== undefined && status.records === 0 && !status.complete && !running;
}

export function NothingYet() {
  return (
    <Panel className={classes.whole}>
      <EmptyState
        title={uiTexts.nothingYet.title}
        detail={uiTexts.nothingYet.detail}
        action={<RefreshButton primary />}
      />
    </Panel>
  );
}
