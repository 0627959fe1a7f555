/** The To check screen: what to fix before billing. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CheckSummary } from '#contract/checks.ts';
import { findLargestStake } from '#domain/checks/stake.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { NothingYet, useNothingYet } from '#ui/components/states.tsx';
import { Panel } from '#ui/components/Panel.tsx';
import { Screen } from '#ui/components/Screen.tsx';
import { Seal } from '#ui/coverage/Seal.tsx';
import { call } from '#ui/data/client.ts';
import { pageLocale } from '#ui/locale.ts';
import { usePrintKey } from '#ui/paper.tsx';
import { FilteredError, FilterBar } from '#ui/filters/FilterBar.tsx';
import { ALL_TIME, resolveViewPeriod } from '#ui/period/view-period.ts';
import { RefreshButton } from '#ui/sync/RefreshButton.tsx';
import { RecordDrawer } from '../records/RecordDrawer.tsx';
import { BehaviourPanel } from './BehaviourPanel.tsx';
import { BEHAVIOUR, PEOPLE, useCheckView } from './check-view.ts';
import { CheckList } from './CheckList.tsx';
import { FindingsPanel, AllClear, describeLack } from './FindingsPanel.tsx';
import { isOutdated } from '#ui/data/outdated.ts';
import { dataStatus, checksRun, useWorkspace } from '#ui/data/queries.ts';
import { PeoplePanel } from './PeoplePanel.tsx';
import classes from './CheckScreen.module.css';

export function CheckScreen() {
  const workspace = useWorkspace();
  const [view, change] = useCheckView();
  // Findings need attention whatever their month, so without a chosen period the queue covers all of time.
  const chosenPeriod = resolveViewPeriod(view.period ?? ALL_TIME, workspace);
  const selection = {
    filterGroups: view.filterGroups,
    query: view.query,
    ...(chosenPeriod.text !== undefined && { period: chosenPeriod.text }),
  };
  const { data: status } = useQuery(dataStatus);
  const run = useQuery(checksRun(selection));
  const nothingYet = useNothingYet();
  const hasFindings = run.data?.checks.some(({ open }) => open > 0) === true;
  usePrintKey(
    hasFindings
      ? () => call('checks.export', { ...selection, format: 'pdf', isPrinted: true, locale: pageLocale() })
      : undefined,
  );
  const first = useFirst(JSON.stringify(selection), run.isPlaceholderData ? undefined : run.data?.checks);
  const chosen = run.data ? chooseCheck(view.check ?? first, run.data.checks) : view.check;
  const summary = run.data?.checks.find(({ id }) => id === chosen);

  return (
    <Screen
      title={uiTexts.screens.check.title}
      seal={<Seal period={chosenPeriod.period} />}
      actions={<RefreshButton />}
      band={{ filters: <FilterBar view={view} period={chosenPeriod} change={change} /> }}
      records={{ inView: run.data?.records }}
      fill
    >
      {nothingYet ? (
        <NothingYet />
      ) : run.error ? (
        <Panel className={classes.whole}>
          <FilteredError error={run.error} change={change} onRetry={() => void run.refetch()} />
        </Panel>
      ) : (
        <div className={classes.columns}>
          <CheckList
            run={run.data}
            chosen={chosen}
            selection={selection}
            isOld={run.isPlaceholderData || isOutdated(status, run.data)}
            onChoose={(check) => change({ check })}
          />
          {chosen === PEOPLE ? (
            <PeoplePanel />
          ) : chosen === BEHAVIOUR ? (
            <BehaviourPanel run={run.data} />
          ) : summary ? (
            <FindingsPanel
              key={`${summary.id} ${String(view.showsReviewed)}`}
              summary={summary}
              lack={run.data ? describeLack(run.data) : ''}
              selection={selection}
              view={view}
              change={change}
            />
          ) : (
            <AllClear run={run.data} />
          )}
        </div>
      )}
      <RecordDrawer id={view.record} onClose={() => change({ record: undefined })} />
    </Screen>
  );
}

/** Remembers the check with most at stake at the first answer, because marking its findings must not switch to another check. */
function useFirst(selectionKey: string, checks: readonly CheckSummary[] | undefined): string | undefined {
  const [first, setFirst] = useState<{ readonly selectionKey: string; readonly check: string }>();
  const check = checks && findLargestStake(checks)?.id;
  if (check !== undefined && first?.selectionKey !== selectionKey) setFirst({ selectionKey, check });
  return first?.check;
}

/** Replaces a check that no longer exists, as an old address may name one. */
function chooseCheck(named: string | undefined, checks: readonly CheckSummary[]): string {
  const isKnown = named === PEOPLE || named === BEHAVIOUR || checks.some(({ id }) => id === named);
  return named !== undefined && isKnown ? named : (findLargestStake(checks)?.id ?? 'none');
}
