/** A button to refresh, with its price; while a refresh runs, a button to pause it. */
import { memo } from 'react';
import { Button, Progress, Tooltip } from '@mantine/core';
import { IconDownload, IconPlayerPause, IconPlayerPlay, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { dataTexts } from '#texts/screens/data.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { useNow } from '../clock.ts';
import { dataStatus, syncPrice, useWorkspace } from '../data/queries.ts';
import { describePrice, formatPrice, countRequestsLeft, formatReset } from './price-text.ts';
import { toPriceInput, usePausing, useSyncActions, useSyncView } from './use-sync.ts';
import { count, spanText } from '../format/figures-and-times.ts';
import classes from './sync.module.css';

const iconProps = { size: 14, stroke: 1.8, 'aria-hidden': true } as const;

export interface RefreshButtonProps {
  /** Whether this is the main action of the page. */
  readonly primary?: boolean;
}

export const RefreshButton = memo(function RefreshButton({ primary = false }: RefreshButtonProps) {
  const { running, paused } = useSyncView();
  const pausing = usePausing();
  const { start, pause } = useSyncActions();
  const request = paused ?? {};
  const { data: price } = useQuery(syncPrice(toPriceInput(request)));
  const { data: status } = useQuery(dataStatus);
  const workspace = useWorkspace();
  const now = useNow();
  const texts = uiTexts.sync;
  if (running) {
    return (
      <Button
        className={classes.refresh}
        leftSection={<IconPlayerPause {...iconProps} />}
        disabled={pausing}
        onClick={pause}
        data-testid="pause"
      >
        {pausing ? dataTexts.run.pausing : dataTexts.run.pause}
      </Button>
    );
  }
  const isFirst = status?.asOf === null;
  const isUnverified = paused === null && status?.pending === 'not-verified';
  const isUnfinished = paused !== null || status?.pending === 'refresh' || (isFirst && status.records > 0);
  const locked = workspace.key === 'none';
  const isQuotaUsedUp = price !== undefined && countRequestsLeft(price.quota) === 0;
  const disabledReason = locked
    ? dataTexts.key.places.none
    : isQuotaUsedUp
      ? texts.spentToday(formatReset(price.quota, workspace.zone, now))
      : undefined;
  const label = isUnverified
    ? dataTexts.run.lookAgain
    : isUnfinished
      ? dataTexts.run.goOn
      : isFirst
        ? texts.download
        : texts.refresh;
  const Icon = isUnverified ? IconRefresh : isUnfinished ? IconPlayerPlay : isFirst ? IconDownload : IconRefresh;
  const detail = price ? describePrice(price, workspace.zone, now) : texts.refresh;
  return (
    <Tooltip label={disabledReason ?? detail} multiline maw={280} events={{ hover: true, focus: true, touch: false }}>
      <Button
        className={classes.refresh}
        leftSection={<Icon {...iconProps} />}
        // Stays focusable, so that keyboard users reach the tooltip with the reason.
        aria-disabled={disabledReason !== undefined}
        {...(disabledReason !== undefined && { 'data-disabled': true })}
        onClick={() => disabledReason === undefined && start(request)}
        variant={primary ? 'filled' : 'default'}
        data-testid={primary ? 'first-download' : 'refresh'}
      >
        {label}
        {price && <span className={classes.price}>· {formatPrice(price)}</span>}
      </Button>
    </Tooltip>
  );
});

/** Shows the progress of a running download in one line of the status bar. */
export function SyncProgressLine() {
  const view = useSyncView();
  if (!view.running) return null;
  return (
    <output className={classes.line}>
      <ProgressBar held={view.progress?.held ?? 0} total={view.progress?.total ?? null} />
      <span className="figure">{formatProgress(view)}</span>
    </output>
  );
}

/** Shows the share of the total; without a total it only shows that something is running. */
export function ProgressBar({ held, total }: { readonly held: number; readonly total: number | null }) {
  const share = total === null || total === 0 ? 0.08 : Math.min(1, held / total);
  return <Progress value={share * 100} miw={96} />;
}

export function formatProgress({ progress, secondsLeft }: ReturnType<typeof useSyncView>): string {
  const texts = uiTexts.sync;
  if (!progress) return texts.running;
  const held = count(progress.held);
  const share = progress.total === null ? texts.progressOpen(held) : texts.progress(held, count(progress.total));
  return secondsLeft === undefined ? share : `${share} · ${uiTexts.span.left(spanText(secondsLeft))}`;
}
