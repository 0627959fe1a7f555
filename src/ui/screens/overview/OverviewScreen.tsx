/** The Overview: how the period went, in figures, people, weeks and clients, and what needs attention. */
import { ActionIcon, Group, Tooltip } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { CLIENT_PROPERTY } from '#domain/local-properties.ts';
import { OWNER_PROPERTY } from '#domain/properties.ts';
import { chooseCurrency, hasMultipleCurrencies } from '#domain/reports/print/printed-currencies.ts';
import { toOverviewPages } from '#domain/overview/pages.ts';
import { drillDown } from '#domain/reports/explain/drill-down.ts';
import { overviewTexts } from '#texts/screens/overview.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { useMisspelt } from '#ui/filters/use-filter-words.ts';
import { NothingYet, useNothingYet } from '#ui/components/states.tsx';
import { Panel } from '#ui/components/Panel.tsx';
import { Screen } from '#ui/components/Screen.tsx';
import { Seal } from '#ui/coverage/Seal.tsx';
import { findCellOfMark } from '#ui/explain/explained.ts';
import { FirstSteps } from '../people/FirstSteps.tsx';
import { FilteredError, FilterBar } from '#ui/filters/FilterBar.tsx';
import { NothingHere } from '#ui/filters/NothingHere.tsx';
import { useLabels, useNames } from '#ui/names.ts';
import { describeBasis, resolveViewPeriod } from '#ui/period/view-period.ts';
import { dataStatus, settings as settingsQuery, useWorkspace } from '#ui/data/queries.ts';
import { isOutdated } from '#ui/data/outdated.ts';
import { toSubjectAddress, paths, type SubjectKind } from '#ui/routing/paths.ts';
import {
  toPresetAddress,
  toAddress,
  toCheckAddress,
  useView,
  emptyView,
  formatView,
  type ViewState,
} from '#ui/routing/view-state.ts';
import { RefreshButton } from '#ui/sync/RefreshButton.tsx';
import { toCheckedRecords, findQuietClients, narrowToValue } from './panel-figures.ts';
import { AttentionPanel } from './AttentionPanel.tsx';
import { ChangedLine, useChanges } from './ChangedLine.tsx';
import { ClientsPanel } from './ClientsPanel.tsx';
import type { Answers } from './explain-figure.ts';
import { computeMeanBefore } from './tile-figures.ts';
import { PeoplePanel } from './PeoplePanel.tsx';
import { PinnedReports } from './PinnedReports.tsx';
import { Tiles } from './Tiles.tsx';
import { TrendPanel } from './TrendPanel.tsx';
import { OVERVIEW_PERIOD } from '#domain/overview/windows.ts';
import { useExplained } from './use-explained.tsx';
import { prefetchOverview, useGaps, useOverview } from './use-overview.ts';
import { usePages } from './use-pages.tsx';
import classes from './OverviewScreen.module.css';

export function OverviewScreen() {
  const workspace = useWorkspace();
  const { data: status } = useQuery(dataStatus);
  const { data: settings } = useQuery(settingsQuery);
  const [addressView, change] = useView();
  const chosenPeriod = useMemo(
    () => resolveViewPeriod(addressView.period, workspace, OVERVIEW_PERIOD),
    [addressView.period, workspace],
  );
  const view = useMemo(() => ({ ...addressView, period: chosenPeriod.written }), [addressView, chosenPeriod.written]);
  const ahead = useCallback(
    (changed: Partial<ViewState>) => prefetchOverview({ ...view, ...changed }, workspace),
    [view, workspace],
  );
  const misspelt = useMisspelt(view.filterGroups);
  const { directory } = useNames();
  const [showsMoney, setShowsMoney] = useLocalStorage({ key: 'timelog-shows-money', defaultValue: true });
  const overview = useOverview(view, chosenPeriod);
  const { figures, compared, expected, people, trend, clients, clientWeeks, checks } = overview;
  const changes = useChanges();
  const gaps = useGaps(people, chosenPeriod);
  const quiet = useMemo(() => (clientWeeks.data ? findQuietClients(clientWeeks.data.result) : []), [clientWeeks.data]);
  const labels = useLabels();
  const nothingYet = useNothingYet();
  const isFiltered = view.filterGroups.length > 0 || view.query !== '';
  const { period, filterGroups, query } = view;
  const toRecords = (changed: Partial<ViewState>) =>
    toAddress(paths.records, { ...emptyView, period, filterGroups, query, ...changed });
  const toNarrowedRecords = (property: string, value: string | null) =>
    toRecords({ filterGroups: narrowToValue(view.filterGroups, property, value) });
  /** The address of a person's or client's page, or of the records that have none. */
  const toSubjectRecords = (kind: SubjectKind, property: string, id: string | null) =>
    id === null
      ? toNarrowedRecords(property, id)
      : toSubjectAddress(kind, id, formatView({ ...emptyView, period, filterGroups, query }));
  const toOtherClients = () => {
    const { report, result } = clients.data ?? {};
    const rest = result?.rows.find(({ folded }) => folded !== undefined);
    if (!report || !result || !rest) return toRecords({});
    return toRecords({ filterGroups: drillDown(report, result, { row: rest }).filterGroups });
  };
  const isOpen = status?.complete === false;
  // Expected hours of a person cannot be split by client, so people are then shown without them.
  const peopleAnswer = people.isRejected ? overview.peopleLogged.data : people.data;
  const failed = [figures, trend, overview.peopleLogged, clients].find(({ error }) => error !== null);
  const money = figures.data?.result;
  const currency = money ? chooseCurrency(money, workspace.currency) : null;
  const isMixed = money !== undefined && hasMultipleCurrencies(money);
  const basis = describeBasis(
    chosenPeriod,
    { ...workspace, currency: isMixed ? overviewTexts.severalCurrencies : currency },
    status,
    money?.amounts,
  );

  const answers: Answers = {
    figures: figures.data,
    compared: compared.data,
    expected: expected.data,
    people: peopleAnswer,
    lines: overview.lines.data,
    trend: trend.data,
    clients: clients.data,
    clientWeeks: clientWeeks.data,
    changes: changes.answer,
  };
  const { shareMenu, exportDialog } = usePages({
    name: uiTexts.screens.overview.title,
    selected: view,
    period: chosenPeriod,
    figures: figures.data,
    isCurrent: !figures.isPlaceholderData,
    showsMoney,
    parts: toOverviewPages({
      reports: {
        figures: figures.data?.report,
        compared: compared.data?.report,
        expected: expected.data?.report,
        people: peopleAnswer?.report,
        trend: trend.data?.report,
        clients: clients.data?.report,
        changes: changes.answer?.report,
      },
      unit: overview.window.unit,
      showsMoney,
    }),
  });
  // Without a filter the screen is not empty, because it must show who logged nothing.
  const isEmpty =
    isFiltered && status?.complete === true && figures.data?.result.records === 0 && !figures.isPlaceholderData;
  const { explain, explainPlace, explainTile, drawers } = useExplained({
    answers,
    settings,
    directory,
    today: workspace.today,
    misspelt,
  });
  return (
    <Screen
      title={isFiltered ? uiTexts.filtered(uiTexts.screens.overview.title) : uiTexts.screens.overview.title}
      seal={<Seal period={chosenPeriod.period} />}
      actions={
        <>
          <MoneyToggle showsMoney={showsMoney} onChange={setShowsMoney} />
          <RefreshButton />
          {shareMenu}
        </>
      }
      shownPeriod={chosenPeriod.label}
      band={{
        filters: <FilterBar view={view} period={chosenPeriod} change={change} ahead={ahead} />,
        basis,
      }}
      records={{ inView: figures.data?.result.records }}
    >
      {exportDialog}
      <FirstSteps hasNames />
      {nothingYet ? (
        <NothingYet />
      ) : failed ? (
        <Panel>
          <FilteredError error={failed.error} change={change} onRetry={() => void failed.refetch()} />
        </Panel>
      ) : isEmpty ? (
        <Panel>
          <NothingHere view={view} period={chosenPeriod} change={change} />
        </Panel>
      ) : (
        <div className={classes.panels}>
          <Tiles
            isStale={figures.isStale || compared.isStale || (expected.error === null && expected.isStale)}
            figures={figures.data?.result}
            compared={compared.data?.result}
            expected={expected.error === null ? expected.data?.result : null}
            mean={
              overview.window.unit === 'week' && trend.data
                ? computeMeanBefore(trend.data.result.rows, 'billable_logged_hours')
                : undefined
            }
            isIncomplete={chosenPeriod.isRunning || isOpen}
            showsMoney={showsMoney}
            onExplain={explainTile}
          />
          <div className={classes.grid}>
            <PeoplePanel
              answer={peopleAnswer}
              isStale={(people.isRejected ? overview.peopleLogged : people).isStale}
              lines={overview.lines.data?.result}
              isIncomplete={isOpen}
              chooseAddress={(owner) => toSubjectRecords('person', OWNER_PROPERTY, owner)}
              reportAddress={toPresetAddress('people', { ...view, period: chosenPeriod.text ?? '' })}
              onExplain={explain('people')}
              onExplainWeeks={explain('lines')}
            />
            <AttentionPanel
              isStale={
                (!people.isRejected && people.isStale) || checks.isPlaceholderData || isOutdated(status, checks.data)
              }
              gaps={gaps}
              checked={toCheckedRecords(checks.data, isOpen)}
              records={figures.data?.result.records}
              // A sum over several currencies is no amount: hours then show what is at stake.
              money={{ isShown: showsMoney && !isMixed, currency }}
              links={{
                toPerson: (owner) => toSubjectRecords('person', OWNER_PROPERTY, owner),
                toCheck: (check) => toCheckAddress(check, view),
              }}
              onExplain={explain('people')}
              onExplainCheck={(check, figure) => explainPlace({ kind: 'check', check, figure })}
            />
            <TrendPanel
              window={overview.window}
              answer={trend.data}
              isStale={trend.isStale}
              labels={labels}
              showsMoney={showsMoney}
              pictureNotes={[basis]}
              onMark={(mark) => trend.data && explain('trend')(findCellOfMark(trend.data.report, mark))}
            />
            <ClientsPanel
              answer={clients.data}
              isStale={clients.isStale}
              quiet={quiet}
              isIncomplete={isOpen}
              addresses={{
                clientAddress: (client) =>
                  client === undefined ? toOtherClients() : toSubjectRecords('client', CLIENT_PROPERTY, client),
                quietClientAddress: (client) =>
                  toRecords({
                    period: overview.quiet,
                    filterGroups: narrowToValue(view.filterGroups, CLIENT_PROPERTY, client),
                  }),
                report: toPresetAddress('clients', { ...view, period: chosenPeriod.text ?? '' }),
              }}
              onExplain={explain('clients')}
              onExplainQuiet={(client) => explainPlace({ kind: 'quiet', client })}
            />
          </div>
        </div>
      )}
      {!nothingYet && (
        <Group className={classes.foot} justify="space-between" align="baseline" gap="12px 16px">
          {!failed && <ChangedLine {...changes} onExplain={explain('changes')} />}
          <PinnedReports showsMoney={showsMoney} />
        </Group>
      )}
      {drawers}
    </Screen>
  );
}

interface MoneyToggleProps {
  readonly showsMoney: boolean;
  readonly onChange: (shows: boolean) => void;
}

function MoneyToggle({ showsMoney, onChange }: MoneyToggleProps) {
  const label = showsMoney ? overviewTexts.hideCost : overviewTexts.showCost;
  const Icon = showsMoney ? IconEye : IconEyeOff;
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} onClick={() => onChange(!showsMoney)}>
        <Icon size={16} stroke={1.6} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
