/** Records held of how many, as of when, how many values were unreadable, and what is left of today's requests. */
import type { ReactNode } from 'react';
import type { DataStatus, WorkspaceState } from '../../../contract/api.ts';
import { uiTexts } from '../../../texts/en/ui.ts';
import { useNow } from '../../clock.ts';
import { Panel } from '../../components/Panel.tsx';
import { Pending } from '../../components/Pending.tsx';
import { QuotaMeter } from '../../components/QuotaMeter.tsx';
import { count, UNKNOWN } from '../../format/figures.ts';
import { momentText } from '../../format/times.ts';
import { useSyncView } from '../../sync/use-sync.ts';
import classes from './DataScreen.module.css';

const texts = uiTexts.data;

export interface FactTilesProps {
  readonly status: DataStatus | undefined;
  readonly workspace: WorkspaceState;
}

export function FactTiles({ status, workspace }: FactTilesProps) {
  const { progress, last } = useSyncView();
  const now = useNow();
  const total = status?.complete ? status.records : (progress?.total ?? last?.total ?? null);
  const moment = (timestamp: string) => momentText(timestamp, workspace.zone, now);
  return (
    <Panel>
      <div className={classes.tiles}>
        <Tile
          label={texts.records}
          value={status && count(status.records)}
          detail={total === null ? texts.totalUnknown : texts.ofTotal(count(total))}
          testId="data-records"
        />
        <Tile
          label={texts.asOf}
          value={status && (status.asOf === null ? UNKNOWN : moment(status.asOf))}
          detail={status?.asOf == null ? uiTexts.status.never : uiTexts.overview.later}
        />
        <Tile
          label={texts.anomalies}
          value={status && count(status.anomalies)}
          detail={status?.anomalies === 0 ? texts.anomaliesNone : texts.anomaliesSome}
          testId="data-anomalies"
        />
        <Tile
          label={texts.requests}
          value={
            status && (
              <span className={classes.spent}>
                <span>
                  {count(status.quota.used)} <small className={classes.of}>/ {count(status.quota.limit)}</small>
                </span>
                <QuotaMeter quota={status.quota} wide />
              </span>
            )
          }
          detail={
            status && (
              <>
                {texts.left(count(Math.max(0, status.quota.limit - status.quota.used)))} ·{' '}
                {texts.resetsAt(moment(status.quota.resetsAt).slice(-5))}
              </>
            )
          }
        />
      </div>
    </Panel>
  );
}

interface TileProps {
  readonly label: string;
  readonly value: ReactNode;
  readonly detail: ReactNode;
  readonly testId?: string;
}

function Tile({ label, value, detail, testId }: TileProps) {
  return (
    <div className={classes.tile} data-testid={testId}>
      <span className={classes.tileLabel}>{label}</span>
      <span className={classes.tileValue}>{value ?? <Pending width="80px" />}</span>
      <span className={classes.tileDetail}>{detail}</span>
    </div>
  );
}
