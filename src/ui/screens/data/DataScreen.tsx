/** Data: is it complete, how fresh, what does more cost, and where does it lie? */
import { useQuery } from '@tanstack/react-query';
import type { DataStatus, WorkspaceState } from '../../../contract/api.ts';
import { uiTexts } from '../../../texts/en/ui.ts';
import { useNow } from '../../clock.ts';
import { ErrorState } from '../../components/ErrorState.tsx';
import { Screen } from '../../components/Screen.tsx';
import { Seal } from '../../components/Seal.tsx';
import { count } from '../../format/figures.ts';
import { momentText } from '../../format/times.ts';
import { dataStatus, workspaceState } from '../../queries.ts';
import { RefreshButton } from '../../sync/RefreshButton.tsx';
import { CoveragePanel } from './CoveragePanel.tsx';
import { FactTiles } from './FactTiles.tsx';
import { KeyPanel } from './KeyPanel.tsx';
import { PlacePanel } from './PlacePanel.tsx';
import { RunPanel } from './RunPanel.tsx';
import classes from './DataScreen.module.css';

export function DataScreen() {
  const { data: workspace } = useQuery(workspaceState);
  const { data: status, error, refetch } = useQuery(dataStatus);
  if (!workspace) return null;
  return (
    <Screen title={uiTexts.screens.data.title} seal={<Seal />} actions={<RefreshButton />} held={status?.records}>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          {status && status.quota.used >= status.quota.limit && <QuotaNotice status={status} workspace={workspace} />}
          <FactTiles status={status} workspace={workspace} />
          <CoveragePanel status={status} workspace={workspace} />
          <div className={classes.columns}>
            <RunPanel workspace={workspace} status={status} />
            <KeyPanel workspace={workspace} />
            <PlacePanel workspace={workspace} />
          </div>
        </>
      )}
    </Screen>
  );
}

/** Used up is no error: everything here still works. */
function QuotaNotice({ status, workspace }: { readonly status: DataStatus; readonly workspace: WorkspaceState }) {
  const now = useNow();
  const moment = (timestamp: string) => momentText(timestamp, workspace.zone, now);
  return (
    <output className={classes.notice}>
      {uiTexts.data.quotaEmpty(
        count(status.quota.limit),
        count(status.quota.used),
        status.asOf === null ? uiTexts.soFar : moment(status.asOf),
        moment(status.quota.resetsAt).slice(-5),
      )}
    </output>
  );
}
