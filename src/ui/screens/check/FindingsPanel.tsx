/** One check with its description, thresholds, actions and findings. */
import { Alert, Button, SegmentedControl } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { createElement, useEffect, useRef, useState } from 'react';
import { notifications } from '@mantine/notifications';
import type { Input, Output } from '#contract/api.ts';
import type { CheckSummary, Finding } from '#contract/checks.ts';
import { findCheck } from '#domain/checks/checks.ts';
import { checkScreenTexts as texts, checkTexts } from '#texts/screens/checks.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { EmptyState, ErrorState } from '#ui/components/states.tsx';
import { Panel } from '#ui/components/Panel.tsx';
import { count } from '#ui/format/figures-and-times.ts';
import { PrintNotice } from '#ui/paper.tsx';
import { RowsRange } from '#ui/grid/RowsRange.tsx';
import { Table } from '#ui/grid/Table.tsx';
import { checkFindings, findingColumns, refreshChecks } from '#ui/data/queries.ts';
import { call } from '#ui/data/client.ts';
import { isInOverlay, isTyping } from '#ui/keyboard.ts';
import { notifyFailure, UndoNotice } from '#ui/notifications.tsx';
import { formatPercent } from './BehaviourPanel.tsx';
import type { ChangeCheckView, CheckView } from './check-view.ts';
import { FindingActions } from './FindingActions.tsx';
import { FindingsTable } from './FindingsTable.tsx';
import { ThresholdsButton } from './Thresholds.tsx';
import classes from './CheckScreen.module.css';

interface Step {
  readonly ids: readonly string[];
  readonly reviewed: boolean;
  /** Applies to all marked findings. */
  readonly note?: string | undefined;
}

/** The note is needed to restore it on undo. */
export type MarkedFinding = Pick<Finding, 'id' | 'note'>;

export interface Review {
  /** @param note why the findings need no change; only if they become reviewed */
  readonly mark: (findings: readonly MarkedFinding[], reviewed: boolean, note?: string) => void;
  /** Undoes the last step, if any. */
  readonly undo: () => void;
}

const NOTE = 'check-marked';

export function useReview(check: string): Review {
  const client = useQueryClient();
  const steps = useRef<(readonly Step[])[]>([]);
  const run = useMutation({
    mutationFn: async (step: readonly Step[]) => {
      let changed = 0;
      for (const { ids, reviewed, note } of step)
        changed += (
          await call('checks.review', { check, ids: [...ids], reviewed, ...(note !== undefined && { note }) })
        ).changed;
      return { changed, reviewed: step[0]?.reviewed === true };
    },
    onSuccess: async ({ changed, reviewed }) => {
      const message = (reviewed ? texts.marked : texts.unmarked)(count(changed));
      notifications.hide(NOTE);
      notifications.show({
        id: NOTE,
        message: createElement(UndoNotice, { text: message, onUndo: undo }),
        autoClose: 8000,
      });
      await refreshChecks(client);
    },
    onError: notifyFailure,
  });
  function undo(): void {
    const reverse = steps.current.pop();
    if (reverse) run.mutate(reverse);
    else notifications.hide(NOTE);
  }
  return {
    mark: (findings, reviewed, note) => {
      if (findings.length === 0) return;
      const groups = Map.groupBy(findings, (finding) => (reviewed ? undefined : finding.note));
      steps.current.push(
        [...groups].map(([noted, held]) => ({ ids: held.map(({ id }) => id), reviewed: !reviewed, note: noted })),
      );
      run.mutate([{ ids: findings.map(({ id }) => id), reviewed, note }]);
    },
    undo,
  };
}

/** U undoes the last mark, even if no line remains to focus. */
export function useUndoKey(undo: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'u' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.defaultPrevented || isTyping(event.target) || isInOverlay(event.target)) return;
      event.preventDefault();
      undo();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  });
}

export const PAGE_SIZE = 100;

export interface FindingsPanelProps {
  readonly summary: CheckSummary;
  /** Says why the data is incomplete; empty if it is complete. Partial data is never reported to be in order. */
  readonly lack: string;
  readonly selection: Input<'checks.run'>;
  readonly view: CheckView;
  readonly change: ChangeCheckView;
}

const none: ReadonlySet<string> = new Set();

export function FindingsPanel({ summary, lack, selection, view, change }: FindingsPanelProps) {
  const { id, open, reviewed, kind, everywhere } = summary;
  const text = checkTexts[id] ?? { label: id, detail: '' };
  const { thresholds = [], informs } = findCheck(id) ?? {};
  const [selected, setSelected] = useState(none);
  const [note, setNote] = useState('');
  /** Marking may empty the list or fill it again, which would lose the focus. */
  const [hasMarked, setHasMarked] = useState(false);
  const first = (view.page - 1) * PAGE_SIZE;
  const answer = useQuery(
    checkFindings({
      ...selection,
      check: id,
      reviewed: view.showsReviewed,
      columns: [...findingColumns],
      offset: first,
      limit: PAGE_SIZE,
    }),
  );
  const review = useReview(id);
  useUndoKey(review.undo);
  const isOther = answer.data !== undefined && answer.data.check !== id;
  const findings = isOther ? undefined : answer.data?.findings;
  const total = isOther ? undefined : answer.data?.total;
  const last = Math.max(1, Math.ceil((total ?? 0) / PAGE_SIZE));
  useEffect(() => {
    // Marking the last finding of the last page empties that page.
    if (total !== undefined && !answer.isPlaceholderData && view.page > last) change({ page: last }, { replace: true });
  }, [total, answer.isPlaceholderData, view.page, last, change]);
  // Drops the selection of lines that are gone or on another page.
  const chosen = findings?.filter((finding) => selected.has(finding.id)) ?? [];
  const mark = (ids: readonly string[]) => {
    const marked = new Set(ids);
    review.mark(
      (findings ?? []).filter(({ id: findingId }) => marked.has(findingId)),
      !view.showsReviewed,
      ...(view.showsReviewed || note.trim() === '' ? [] : [note]),
    );
    setNote('');
    setSelected(none);
    setHasMarked(true);
  };

  return (
    <Panel
      className={classes.whole}
      title={text.label}
      sub={texts.examined(count(summary.examined))}
      controls={
        <>
          {thresholds.length > 0 && <ThresholdsButton names={thresholds} label={text.label} />}
          <SegmentedControl
            size="xs"
            aria-label={texts.openCount(count(open))}
            data={[
              { value: 'open', label: `${texts.open} ${count(open)}` },
              { value: 'reviewed', label: `${texts.reviewed} ${count(reviewed)}` },
            ]}
            value={view.showsReviewed ? 'reviewed' : 'open'}
            onChange={(chosenTab) => change({ showsReviewed: chosenTab === 'reviewed' })}
          />
        </>
      }
    >
      {findings && (
        <PrintNotice
          subject="findings"
          parts={[{ kind: 'findings', printed: findings.length, all: total ?? findings.length }]}
        />
      )}
      <p className={classes.detail}>{text.detail}</p>
      {kind === 'notice' && !informs && (
        <Alert
          mx="lg"
          mb="sm"
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an alert is a div
          role="region"
          title={texts.noticeTitle(formatPercent(everywhere.found, everywhere.examined))}
          data-testid="notice"
        >
          {texts.noticeDetail(count(everywhere.found), count(everywhere.examined))}
        </Alert>
      )}
      {answer.error ? (
        <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
      ) : total === 0 ? (
        <NoFindings
          summary={summary}
          lack={lack}
          reviewed={view.showsReviewed}
          takesFocus={hasMarked}
          onShowReviewed={() => change({ showsReviewed: true })}
        />
      ) : (
        <>
          <FindingActions
            check={id}
            findings={findings ?? []}
            chosen={chosen}
            selection={selection}
            showsReviewed={view.showsReviewed}
            note={{ text: note, onChange: setNote }}
            onMark={() => mark((chosen.length > 0 ? chosen : (findings ?? [])).map((finding) => finding.id))}
          />
          <FindingsTable
            check={id}
            findings={findings}
            selection={{ selected: new Set(chosen.map((finding) => finding.id)), onSelect: setSelected }}
            showsReviewed={view.showsReviewed}
            isStale={answer.isPlaceholderData}
            takesFocus={hasMarked}
            onOpen={(record) => change({ record })}
            onMark={mark}
          />
        </>
      )}
      <RowsRange
        visible={{ first, last: Math.max(first, Math.min(total ?? 0, first + PAGE_SIZE) - 1) }}
        step={PAGE_SIZE}
        total={total}
        basis={texts.keysShort}
        ends={{ first: uiTexts.recordsScreen.firstPage, last: uiTexts.recordsScreen.lastPage }}
        onStart={(row) => change({ page: Math.floor(row / PAGE_SIZE) + 1 })}
      />
    </Panel>
  );
}

export function AllClear({ run }: { readonly run: Output<'checks.run'> | undefined }) {
  return (
    <Panel className={classes.whole}>
      {run === undefined ? (
        <Table columns={['1', '2', '3', '4', '5']} headers={null} pendingRows={12} aria-busy />
      ) : run.records === 0 ? (
        <EmptyState
          title={run.complete ? texts.nothingHere : texts.nothingHereYet}
          detail={describeLack(run) || texts.nothingHereDetail}
        />
      ) : (
        <EmptyState
          title={run.complete ? texts.nothingAtAll : texts.nothingSoFar}
          detail={appendLack(`${texts.allClear} ${texts.examined(count(run.records))}.`, describeLack(run))}
        />
      )}
    </Panel>
  );
}

interface NoFindingsProps {
  readonly summary: CheckSummary;
  /** Says why the data is incomplete; empty if it is complete. */
  readonly lack: string;
  readonly reviewed: boolean;
  /** Whether the focus was in the list before it became empty. */
  readonly takesFocus: boolean;
  readonly onShowReviewed: () => void;
}

/** Adds the reason for incomplete data, because partial data is never reported to be in order. */
function appendLack(text: string, lack: string): string {
  return lack === '' ? text : `${text} ${lack}`;
}

/** Says why an empty list does not mean that everything is in order. */
export function describeLack({
  complete,
  allRecordsHere,
}: Pick<Output<'checks.run'>, 'complete' | 'allRecordsHere'>): string {
  if (complete) return '';
  return allRecordsHere === true ? texts.damaged : texts.soFar;
}

/** Says how many records were examined, so that the empty list does not look like a check that never ran. */
function NoFindings({ summary, lack, reviewed, takesFocus, onShowReviewed }: NoFindingsProps) {
  if (reviewed) return <EmptyState title={texts.nothingReviewed} detail={texts.nothingReviewedDetail} />;
  if (summary.reviewed === 0)
    return (
      <EmptyState
        title={lack === '' ? texts.nothing : texts.nothingSoFar}
        detail={appendLack(texts.nothingDetail(count(summary.examined)), lack)}
      />
    );
  return (
    <EmptyState
      title={texts.allReviewed}
      detail={appendLack(texts.allReviewedDetail(summary.reviewed, count(summary.examined)), lack)}
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
