/** The last band of every screen: records in view, last refresh, and what is left of today's requests. */
import { Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { uiTexts } from '#texts/screens/ui.ts';
import { useNow } from '#ui/clock.ts';
import { count } from '#ui/format/figures.ts';
import { momentText, timeText } from '#ui/format/times.ts';
import { wordError } from '#ui/data/error-text.ts';
import { dataStatus } from '#ui/data/queries.ts';
import { useWorkspace } from '#ui/data/open-workspace.ts';
import { paths } from '#ui/routing/paths.ts';
import { useSyncView } from '#ui/sync/use-sync.ts';
import { SyncProgressLine } from '#ui/sync/SyncProgressLine.tsx';
import { QuotaMeter } from './QuotaMeter.tsx';
import classes from './StatusBar.module.css';

export interface RecordCounts {
  /** Number of records in this view; undefined: it counts none. */
  readonly inView?: number | undefined;
  /** Number of records held, where the screen is about all of them. */
  readonly held?: number | undefined;
  /** What of them is selected; takes the place of the others. */
  readonly selected?: ReactNode;
}

export function StatusBar({ inView, held, selected }: RecordCounts) {
  const { data: status } = useQuery(dataStatus);
  const workspace = useWorkspace();
  const now = useNow();
  const texts = uiTexts.status;
  return (
    <footer className={classes.bar} aria-label={texts.label}>
      {inView !== undefined && !selected && <span className="figure">{texts.inView(count(inView))}</span>}
      {held !== undefined && <span className="figure">{texts.held(count(held))}</span>}
      {selected}
      {status && !selected && (
        <span className="figure">
          {status.asOf === null ? texts.never : texts.refreshed(timeText(status.asOf, workspace.zone))}
        </span>
      )}
      <SyncProgressLine />
      <TroubleLink />
      {status && (
        <Tooltip label={uiTexts.quota.assumed} multiline maw={280} position="top-end">
          <span className={classes.quota}>
            <span>{uiTexts.quota.label}</span>
            <span className={classes.meter}>
              <QuotaMeter quota={status.quota} />
            </span>
            <span className="figure" data-testid="quota">
              {uiTexts.quota.used(count(status.quota.used), count(status.quota.limit))} ·{' '}
              {uiTexts.quota.resets(momentText(status.quota.resetsAt, workspace.zone, now).slice(-5))}
            </span>
          </span>
        </Tooltip>
      )}
    </footer>
  );
}

/** Why the service did not serve the last attempt, with a link to where it can be solved. */
function TroubleLink() {
  const { running, trouble } = useSyncView();
  if (running || !trouble) return null;
  const { title, sentence, action } = wordError(trouble);
  return (
    <a className={classes.trouble} href={`#${paths.data}`} title={`${sentence} ${action}`} data-testid="trouble">
      {title}
    </a>
  );
}
