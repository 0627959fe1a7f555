/** Refreshing: its price before, its progress meanwhile, its outcome afterwards; also the dear ways to be quite sure. */
import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { DataStatus, Output, WorkspaceState } from '../../../contract/api.ts';
import { errorText } from '../../../contract/error-text.ts';
import { uiTexts } from '../../../texts/en/ui.ts';
import { call } from '../../api.ts';
import { useNow } from '../../clock.ts';
import { Panel } from '../../components/Panel.tsx';
import { count } from '../../format/figures.ts';
import { momentText } from '../../format/times.ts';
import { syncPrice } from '../../queries.ts';
import { priceDetail, priceText } from '../../sync/price-text.ts';
import { ProgressBar, progressText } from '../../sync/SyncProgressLine.tsx';
import { sayFailed, useSyncActions, useSyncView, type SyncView } from '../../sync/use-sync.ts';
import classes from './DataScreen.module.css';

const texts = uiTexts.data;

export interface RunPanelProps {
  readonly workspace: WorkspaceState;
  readonly status: DataStatus | undefined;
}

export function RunPanel({ workspace, status }: RunPanelProps) {
  const view = useSyncView();
  return (
    <Panel title={uiTexts.sync.refresh}>
      <div className={classes.body}>
        {view.running ? <Running view={view} /> : <Idle workspace={workspace} status={status} view={view} />}
      </div>
    </Panel>
  );
}

function Running({ view }: { readonly view: SyncView }) {
  const { stop } = useSyncActions();
  return (
    <>
      <output className="figure" data-testid="sync-progress">
        {progressText(view)}
      </output>
      <ProgressBar held={view.progress?.held ?? 0} total={view.progress?.total ?? null} wide />
      <p className="quiet">{uiTexts.sync.spent(count(view.progress?.requestsUsed ?? 0))}</p>
      <div className={classes.buttons}>
        <Button onClick={stop}>{uiTexts.sync.cancel}</Button>
      </div>
    </>
  );
}

function Idle({ workspace, status, view }: RunPanelProps & { readonly view: SyncView }) {
  const { start } = useSyncActions();
  const now = useNow();
  const client = useQueryClient();
  const { data: price } = useQuery(syncPrice(false));
  const { data: wholePrice } = useQuery(syncPrice(true));
  const [verified, setVerified] = useState<Output<'data.verify'>>();
  const verify = useMutation({ mutationFn: () => call('data.verify', {}), onSuccess: setVerified, onError: sayFailed });
  const ask = useMutation({
    mutationFn: () => call('sync.price', { ask: true }),
    onSuccess: (told) => client.setQueryData(syncPrice(false).queryKey, told),
    onError: sayFailed,
  });
  const locked = workspace.key === 'none';
  return (
    <>
      {price && (
        <p>
          <strong>{priceText(price)}</strong> <span className="quiet">{priceDetail(price, workspace.zone, now)}</span>
        </p>
      )}
      {view.last && <p className="quiet">{lastRunText(view.last, workspace.zone, now)}</p>}
      {verified && (
        <output data-testid="verified">{texts.verified(count(verified.held), count(verified.total))}</output>
      )}
      <div className={classes.buttons}>
        <Button variant="filled" disabled={locked} onClick={() => start()}>
          {status?.asOf === null ? uiTexts.sync.download : uiTexts.sync.refresh}
        </Button>
        {price?.max === null && (
          <Button disabled={locked} loading={ask.isPending} onClick={() => ask.mutate()}>
            {texts.askPrice}
          </Button>
        )}
        {status?.complete && (
          <>
            <Button disabled={locked} loading={verify.isPending} onClick={() => verify.mutate()}>
              {texts.verify} · {texts.verifyPrice}
            </Button>
            <Button
              disabled={locked}
              title={wholePrice && texts.wholePrice(priceText(wholePrice))}
              onClick={() => start(true)}
            >
              {texts.whole}
              {wholePrice && ` · ${priceText(wholePrice)}`}
            </Button>
          </>
        )}
      </div>
    </>
  );
}

function lastRunText(last: NonNullable<SyncView['last']>, zone: string, now: number): string {
  const outcome = `${texts.lastRun}: ${texts.modes[last.mode]}, ${texts.outcome[last.status]}, ${uiTexts.sync.spent(count(last.requestsUsed))}.`;
  const stopped = last.stopped ? ` ${errorText(last.stopped).sentence}` : '';
  const resumes = last.resumeAt === null ? '' : ` ${uiTexts.sync.resumes(momentText(last.resumeAt, zone, now))}`;
  return outcome + stopped + resumes;
}
