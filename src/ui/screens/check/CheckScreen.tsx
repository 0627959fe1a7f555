/** The To check screen: what to fix before billing. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import type { CheckSummary, ShortPerson } from '#contract/checks.ts';
import { findLargestStake } from '#domain/checks/stake.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { EmptyState, ErrorState, NothingYet, useNothingYet } from '#ui/components/states.tsx';
import { Panel } from '#ui/components/Panel.tsx';
import { Screen } from '#ui/components/Screen.tsx';
import { Seal } from '#ui/coverage/Seal.tsx';
import { call } from '#ui/data/client.ts';
import { pageLocale } from '#ui/locale.ts';
import { usePrintKey } from '#ui/paper.tsx';
import { FilterBar, FilteredError } from '#ui/filters/FilterBar.tsx';
import { ALL_TIME, resolveViewPeriod } from '#ui/period/view-period.ts';
import { RefreshButton } from '#ui/sync/RefreshButton.tsx';
import { isOutdated } from '#ui/data/outdated.ts';
import { checksRun, dataStatus, peopleWithGaps, useWorkspace } from '#ui/data/queries.ts';
import type { Output } from '#contract/api.ts';
import { OWNER_PROPERTY } from '#domain/properties.ts';
import type { PrintSettings } from '#domain/reports/print/printed.ts';
import { checkScreenTexts as texts } from '#texts/screens/checks.ts';
import { gapTexts } from '#texts/reports/gaps.ts';
import { formatAs, printGaps } from '#ui/format/measured.ts';
import { dayText } from '#ui/format/figures-and-times.ts';
import { usePrintSettings } from '#ui/format/use-printing.ts';
import { Table } from '#ui/grid/Table.tsx';
import { namePerson, useNames } from '#ui/names.ts';
import { ActiveToButton } from '#ui/naming/ActiveToButton.tsx';
import { findBareId, markBareId } from '#ui/naming/bare-id.ts';
import { toSubjectAddress } from '#ui/routing/paths.ts';
import { emptyView, formatView } from '#ui/routing/view-state.ts';
import tables from '#ui/components/tables.module.css';
import { RecordDrawer } from '../records/RecordDrawer.tsx';
import { BehaviourPanel } from './BehaviourPanel.tsx';
import { BEHAVIOUR, PEOPLE, useCheckView } from './check-view.ts';
import { CheckList } from './CheckList.tsx';
import { AllClear, describeLack, FindingsPanel } from './FindingsPanel.tsx';
import classes from './CheckScreen.module.css';
import { ThresholdsButton } from './Thresholds.tsx';

const heads = texts.peopleHeads;
const thresholdNames = ['short_hours'];

export function PeoplePanel() {
  const { data, error, refetch } = useQuery(peopleWithGaps());
  const printing = usePrintSettings();
  const week = data ? texts.week(dayText(data.from), dayText(data.to)) : '';
  return (
    <Panel
      className={classes.whole}
      title={texts.people}
      sub={week}
      controls={<ThresholdsButton names={thresholdNames} label={texts.people} />}
    >
      <p className={classes.detail}>{texts.peopleDetail}</p>
      {data && <p className={classes.detail}>{describeOmissions(data, printing)}</p>}
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data?.people.length === 0 ? (
        <EmptyList people={data} />
      ) : (
        <div className={classes.scroll}>
          <Table
            columns={[
              heads.person,
              { id: heads.expected, isNumber: true },
              { id: heads.logged, isNumber: true },
              { id: heads.gap, isNumber: true },
              heads.note,
            ]}
            data-testid="short-people"
          >
            {data?.people.map((person) => (
              <PersonRow key={person.ownerId} person={person} {...data} />
            ))}
          </Table>
        </div>
      )}
    </Panel>
  );
}

type People = Output<'checks.people'>;

/** Says what the list omits, and whether its figures are complete. */
function describeOmissions(people: People, printing: PrintSettings): string {
  const left = people.people.length === 0 ? '' : gapTexts.leftOut(printGaps(people, printing));
  return people.complete ? left : `${left} ${texts.peopleSoFar}`.trim();
}

function EmptyList({ people }: { readonly people: People }) {
  const printing = usePrintSettings();
  if (people.known === 0) return <EmptyState title={texts.peopleNobody} detail={texts.peopleNobodyDetail} />;
  const words = printGaps(people, printing);
  return <EmptyState title={gapTexts.noneReached(words.least)} detail={gapTexts.none(words)} />;
}

function PersonRow({ person, from, to }: Pick<People, 'from' | 'to'> & { readonly person: ShortPerson }) {
  const { nameOf, directory } = useNames();
  const printing = usePrintSettings();
  const { ownerId, expected, logged, gap, why, lastEntry } = person;
  const hours = (text: string | null) => formatAs('hours', text, printing);
  return (
    <tr>
      <td>
        <Link
          className={tables.link}
          {...markBareId(findBareId(directory, { property: OWNER_PROPERTY, value: ownerId }))}
          href={toSubjectAddress('person', ownerId, formatView({ ...emptyView, period: `${from}..${to}` }))}
        >
          {namePerson(nameOf, ownerId)}
        </Link>
      </td>
      <td className={tables.number}>{hours(expected)}</td>
      <td className={tables.number}>{hours(logged)}</td>
      <td className={tables.number}>{hours(gap)}</td>
      <td className="quiet">
        {why === 'stopped' && lastEntry !== null ? texts.lastEntry(dayText(lastEntry)) : texts.peopleWhy[why]}{' '}
        {(why === 'stopped' || why === 'never') && <ActiveToButton {...{ ownerId, lastEntry, from }} />}
      </td>
    </tr>
  );
}

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
            isStale={run.isPlaceholderData || isOutdated(status, run.data)}
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
