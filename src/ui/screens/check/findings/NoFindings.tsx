/** An empty list with what was examined: it must not look like a check that never ran. */
import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { Output } from '#contract/api.ts';
import type { CheckSummary } from '#contract/checks.ts';
import { checkScreenTexts as texts } from '#texts/screens/checks.ts';
import { EmptyState } from '#ui/components/states/EmptyState.tsx';
import { Panel } from '#ui/components/frame/Panel.tsx';
import { PendingRows } from '#ui/components/states/PendingRows.tsx';
import { count } from '#ui/format/figures.ts';
import tables from '#ui/components/values/tables.module.css';
import classes from '../CheckScreen.module.css';

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
          detail={describeLack(run) || texts.nothingHereDetail}
        />
      ) : (
        <EmptyState
          title={run.complete ? texts.nothingAtAll : texts.nothingSoFar}
          detail={saying(`${texts.allClear} ${texts.examined(count(run.records))}.`, describeLack(run))}
        />
      )}
    </Panel>
  );
}

export interface NoFindingsProps {
  readonly summary: CheckSummary;
  /** What it may have missed, a sentence; empty: it examined everything. */
  readonly lack: string;
  readonly reviewed: boolean;
  /** The focus was in the list that is empty now. */
  readonly takesFocus: boolean;
  readonly onShowReviewed: () => void;
}

/** Partial data is never reported to be in order. */
function saying(text: string, lack: string): string {
  return lack === '' ? text : `${text} ${lack}`;
}

/** Why an empty list does not mean that all is well. */
export function describeLack({
  complete,
  allRecordsHere,
}: Pick<Output<'checks.run'>, 'complete' | 'allRecordsHere'>): string {
  if (complete) return '';
  return allRecordsHere === true ? texts.damaged : texts.soFar;
}

export function NoFindings({ summary, lack, reviewed, takesFocus, onShowReviewed }: NoFindingsProps) {
  if (reviewed) return <EmptyState title={texts.nothingReviewed} detail={texts.nothingReviewedDetail} />;
  if (summary.reviewed === 0)
    return (
      <EmptyState
        title={lack === '' ? texts.nothing : texts.nothingSoFar}
        detail={saying(texts.nothingDetail(count(summary.examined)), lack)}
      />
    );
  return (
    <EmptyState
      title={texts.allReviewed}
      detail={saying(texts.allReviewedDetail(summary.reviewed, count(summary.examined)), lack)}
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
