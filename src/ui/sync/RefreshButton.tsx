/** Refresh with its price; while it runs, a button to pause it. */
import { memo } from 'react';
import { Button, Tooltip } from '@mantine/core';
import { IconDownload, IconPlayerPause, IconPlayerPlay, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { dataTexts } from '#texts/screens/data.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { useNow } from '../clock.ts';
import { dataStatus, syncPrice, useWorkspace } from '../data/queries.ts';
import { priceDetail, priceText, requestsLeft, resetText } from './price-text.ts';
import { priceWish, usePausing, useSyncActions, useSyncView } from './use-sync.ts';
import { count, spanText } from '../format/figures-and-times.ts';
import classes from './sync.module.css';

const iconProps = { size: 14, stroke: 1.8, 'aria-hidden': true } as const;

export interface RefreshButtonProps {
  /** The main action of this page: emphasised. */
  readonly primary?: boolean;
}

export const RefreshButton = memo(function RefreshButton({ primary = false }: RefreshButtonProps) {
  const { running, paused } = useSyncView();
  const pausing = usePausing();
  const { start, pause } = useSyncActions();
  const wish = paused ?? {};
  const { data: price } = useQuery(syncPrice(priceWish(wish)));
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
  const isBegun = paused !== null || status?.pending === 'refresh' || (isFirst && status.records > 0);
  const locked = workspace.key === 'none';
  const isSpent = price !== undefined && requestsLeft(price.quota) === 0;
  const refused = locked
    ? dataTexts.key.places.none
    : isSpent
      ? texts.spentToday(resetText(price.quota, workspace.zone, now))
      : undefined;
  const label = isUnverified
    ? dataTexts.run.lookAgain
    : isBegun
      ? dataTexts.run.goOn
      : isFirst
        ? texts.download
        : texts.refresh;
  const Icon = isUnverified ? IconRefresh : isBegun ? IconPlayerPlay : isFirst ? IconDownload : IconRefresh;
  const detail = price ? priceDetail(price, workspace.zone, now) : texts.refresh;
  return (
    <Tooltip label={refused ?? detail} multiline maw={280} events={{ hover: true, focus: true, touch: false }}>
      <Button
        className={classes.refresh}
        leftSection={<Icon {...iconProps} />}
        // Not disabled: keyboard users are told why it does nothing.
        aria-disabled={refused !== undefined}
        {...(refused !== undefined && { 'data-disabled': true })}
        onClick={() => refused === undefined && start(wish)}
        variant={primary ? 'filled' : 'default'}
        data-testid={primary ? 'first-download' : 'refresh'}
      >
        {label}
        {price && <span className={classes.price}>· {priceText(price)}</span>}
      </Button>
    </Tooltip>
  );
});

/** The progress of a running download, in one line of the status bar. */
export function SyncProgressLine() {
  const view = useSyncView();
  if (!view.running) return null;
  return (
    <output className={classes.line}>
      <ProgressBar held={view.progress?.held ?? 0} total={view.progress?.total ?? null} />
      <span className="figure">{progressText(view)}</span>
    </output>
  );
}

/** Its width is a share; without a total it only shows that something is running. */
export function ProgressBar({ held, total, wide = false }: { held: number; total: number | null; wide?: boolean }) {
  const share = total === null || total === 0 ? 0.08 : Math.min(1, held / total);
  return (
    <span className={classes.track} data-wide={wide || undefined} aria-hidden>
      <span className={classes.done} style={{ width: `${share * 100}%` }} />
    </span>
  );
}

export function progressText({ progress, secondsLeft }: ReturnType<typeof useSyncView>): string {
  const texts = uiTexts.sync;
  if (!progress) return texts.running;
  const held = count(progress.held);
  const far = progress.total === null ? texts.progressOpen(held) : texts.progress(held, count(progress.total));
  return secondsLeft === undefined ? far : `${far} · ${uiTexts.span.left(spanText(secondsLeft))}`;
}
