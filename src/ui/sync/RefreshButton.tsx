/** Refresh with its price on it; while it runs, the way to stop it. */
import { Button, Tooltip } from '@mantine/core';
import { IconDownload, IconPlayerStop, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { uiTexts } from '../../texts/en/ui.ts';
import { useNow } from '../clock.ts';
import { dataStatus, syncPrice, workspaceState } from '../queries.ts';
import { priceDetail, priceText } from './price-text.ts';
import { useSyncActions, useSyncView } from './use-sync.ts';
import classes from './sync.module.css';

export interface RefreshButtonProps {
  /** The one thing to do on this page: stands out. */
  readonly primary?: boolean;
}

export function RefreshButton({ primary = false }: RefreshButtonProps) {
  const { running } = useSyncView();
  const { start, stop } = useSyncActions();
  const { data: price } = useQuery(syncPrice(false));
  const { data: status } = useQuery(dataStatus);
  const { data: workspace } = useQuery(workspaceState);
  const now = useNow();
  const texts = uiTexts.sync;
  if (running) {
    return (
      <Button className={classes.refresh} leftSection={<IconPlayerStop size={14} />} onClick={stop}>
        {texts.cancel}
      </Button>
    );
  }
  const isFirst = status?.asOf === null;
  const locked = workspace?.key === 'none';
  const Icon = isFirst ? IconDownload : IconRefresh;
  return (
    <Tooltip
      label={
        locked
          ? uiTexts.data.keyPlaces.none
          : price && workspace
            ? priceDetail(price, workspace.zone, now)
            : texts.refresh
      }
      multiline
      maw={280}
    >
      <Button
        className={classes.refresh}
        leftSection={<Icon size={14} stroke={1.8} />}
        disabled={locked}
        onClick={() => start()}
        variant={primary ? 'filled' : 'default'}
        data-testid={primary ? 'first-download' : 'refresh'}
      >
        {isFirst ? texts.download : texts.refresh}
        {price && <span className={classes.price}>· {priceText(price)}</span>}
      </Button>
    </Tooltip>
  );
}
