/** Nothing to look at, with what was examined: an empty list must not look like one that was never made. */
import { Button } from '@mantine/core';
import type { Output } from '../../../contract/api.ts';
import type { CheckSummary } from '../../../contract/checks.ts';
import { checkScreenTexts as texts } from '../../../texts/en/checks.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Panel } from '../../components/Panel.tsx';
import { PendingRows } from '../../components/PendingRows.tsx';
import { count } from '../../format/figures.ts';
import tables from '../../components/tables.module.css';
import classes from './CheckScreen.module.css';

export function AllClear({ run }: { readonly run: Output<'checks.run'> | undefined }) {
  return (
    <Panel className={classes.whole}>
      {run === undefined ? (
        <table className={tables.table} aria-busy>
          <tbody>
            <PendingRows rows={12} columns={5} />
          </tbody>
        </table>
      ) : run.records === 0 ? (
        <EmptyState title={texts.nothingHere} detail={texts.nothingHereDetail} />
      ) : (
        <EmptyState title={texts.nothingAtAll} detail={`${texts.allClear} ${texts.examined(count(run.records))}.`} />
      )}
    </Panel>
  );
}

export interface NoFindingsProps {
  readonly summary: CheckSummary;
  readonly reviewed: boolean;
  readonly onShowReviewed: () => void;
}

export function NoFindings({ summary, reviewed, onShowReviewed }: NoFindingsProps) {
  if (reviewed) return <EmptyState title={texts.nothingReviewed} detail={texts.nothingReviewedDetail} />;
  if (summary.reviewed === 0)
    return <EmptyState title={texts.nothing} detail={texts.nothingDetail(count(summary.examined))} />;
  return (
    <EmptyState
      title={texts.allReviewed}
      detail={texts.allReviewedDetail(summary.reviewed, count(summary.examined))}
      action={<Button onClick={onShowReviewed}>{texts.showReviewed}</Button>}
    />
  );
}
