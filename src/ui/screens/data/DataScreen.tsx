/** The Data screen: completeness and age of the data, the price of more, and where it is stored. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DataStatus } from '#contract/api.ts';
import { dataTexts } from '#texts/screens/data.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { useNow } from '#ui/clock.ts';
import { Band } from '#ui/components/Band.tsx';
import { ErrorState } from '#ui/components/states.tsx';
import { Screen } from '#ui/components/Screen.tsx';
import { Seal } from '#ui/coverage/Seal.tsx';
import { isStoreFailure } from '#ui/data/client.ts';
import { count, timeText } from '#ui/format/figures-and-times.ts';
import { dataStatus, useWorkspace } from '#ui/data/queries.ts';
import { countRequestsLeft, formatReset } from '#ui/sync/price-text.ts';
import { isAboutKey } from '#ui/sync/run-state.ts';
import { useSyncView } from '#ui/sync/use-sync.ts';
import { RefreshButton } from '#ui/sync/RefreshButton.tsx';
import { ActionsPanel } from './ActionsPanel.tsx';
import { CoveragePanel } from './CoveragePanel.tsx';
import { DamagedStore } from './DamagedStore.tsx';
import { FactTiles } from './FactTiles.tsx';
import { KeyPanel } from '../workspaces/KeyPanel.tsx';
import { PlacePanel } from './PlacePanel.tsx';
import { StateBand } from './StateBand.tsx';
import classes from './DataScreen.module.css';

export function DataScreen() {
  const { data: status, error, refetch } = useQuery(dataStatus);
  const { trouble } = useSyncView();
  const [asks, setAsks] = useState(0);
  const [isEntering, setEntering] = useState<boolean>();
  const enterKey = () => {
    setEntering(true);
    setAsks(asks + 1);
  };
  const damaged = error !== null && isStoreFailure(error);
  return (
    <Screen
      title={uiTexts.screens.data.title}
      seal={error ? undefined : <Seal />}
      actions={error ? undefined : <RefreshButton />}
      records={{ held: error ? undefined : status?.records }}
    >
      {damaged && <DamagedStore error={error} />}
      {error && !damaged && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && <State status={status} onEnterKey={enterKey} />}
      <div className={classes.columns}>
        <KeyPanel
          // A rejected key opens the field automatically.
          isEntering={isEntering ?? isAboutKey(trouble)}
          asks={asks}
          onEnter={enterKey}
          onDone={() => setEntering(false)}
        />
        <PlacePanel />
      </div>
    </Screen>
  );
}

function State({ status, onEnterKey }: { readonly status: DataStatus | undefined; readonly onEnterKey: () => void }) {
  return (
    <>
      {status && countRequestsLeft(status.quota) === 0 && <QuotaNotice status={status} />}
      <FactTiles status={status} />
      {status && <StateBand status={status} onEnterKey={onEnterKey} />}
      <CoveragePanel status={status} />
      {status && <ActionsPanel status={status} />}
    </>
  );
}

/** Announces that the quota is used up. This is not an error, because everything else still works. Mentions other users of the key if known. */
function QuotaNotice({ status }: { readonly status: DataStatus }) {
  const workspace = useWorkspace();
  const now = useNow();
  const texts = dataTexts.quota;
  const { quota, asOf } = status;
  const sentence = quota.exhausted?.usedElsewhere === true ? texts.elsewhere : texts.used;
  return (
    <Band place="screen" testId="quota-notice">
      {sentence(
        count(quota.exhausted?.limit ?? quota.limit),
        count(quota.exhausted?.usedHere ?? quota.used),
        asOf === null ? texts.soFar : timeText(asOf, workspace.zone),
        formatReset(quota, workspace.zone, now),
      )}
    </Band>
  );
}
