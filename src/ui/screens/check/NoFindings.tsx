/** Nothing to look at, with what was examined: an empty list must not look like one that was never made. */
import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
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
        <EmptyState
          title={run.complete ? texts.nothingHere : texts.nothingHereYet}
          detail={run.complete ? texts.nothingHereDetail : texts.soFar}
        />
      ) : (
        <EmptyState
          title={run.complete ? texts.nothingAtAll : texts.nothingSoFar}
          detail={soFar(`${texts.allClear} ${texts.examined(count(run.records))}.`, run.complete)}
        />
      )}
    </Panel>
  );
}

export interface NoFindingsProps {
  readonly summary: CheckSummary;
  /** All records are here. */
  readonly complete: boolean;
  readonly reviewed: boolean;
  /** The focus was in the list that is empty now. */
  readonly takesFocus: boolean;
  readonly onShowReviewed: () => void;
}

/** Partial data is never said to be in order. */
function soFar(text: string, complete: boolean): string {
  return complete ? text : `${text} ${texts.soFar}`;
}

export function NoFindings({ summary, complete, reviewed, takesFocus, onShowReviewed }: NoFindingsProps) {
  if (reviewed) return <EmptyState title={texts.nothingReviewed} detail={texts.nothingReviewedDetail} />;
  if (summary.reviewed === 0)
    return (
      <EmptyState
        title={complete ? texts.nothing : texts.nothingSoFar}
        detail={soFar(texts.nothingDetail(count(summary.examined)), complete)}
      />
    );
  return (
    <EmptyState
      title={texts.allReviewed}
      detail={soFar(texts.allReviewedDetail(summary.reviewed, count(summary.examined)), complete)}
      action={<ShowReviewed takesFocus={takesFocus} onClick={onShowReviewed} />}
    />
  );
}

function ShowReviewed({ takesFocus, onClick }: { readonly takesFocus: boolean; readonly onClick: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takesFocus && document.activeElement === document.body) button.current?.focus();
  }, [takesFocus]);
  return (
    <Button ref={button} onClick={onClick}>
      {texts.showReviewed}
    </Button>
  );
}
