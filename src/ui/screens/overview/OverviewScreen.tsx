/** The Overview: how the period went, in figures, people, weeks and clients, and what needs attention. */
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconDownload, IconEye, IconEyeOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { leastGap } from '../../../domain/checks/thresholds.ts';
import { CLIENT_PROPERTY } from '../../../domain/local-properties.ts';
import { OWNER_PROPERTY } from '../../../domain/properties.ts';
import { chooseCurrency, isSeveral } from '../../../domain/reports/print/currency.ts';
import { toOverviewPages } from '../../../domain/overview/pages.ts';
import { drillDown } from '../../../domain/reports/explain/drill-down.ts';
import { overviewTexts } from '#texts/screens/overview.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { NothingYet, useNothingYet } from '../../components/states/NothingYet.tsx';
import { Screen } from '../../components/frame/Screen.tsx';
import { Seal } from '../../components/frame/Seal.tsx';
import { cellOfMark } from '../../explain/explained-cell.ts';
import { ExplainDrawer } from '../../explain/ExplainDrawer.tsx';
import { FirstSteps } from '../../first-steps/FirstSteps.tsx';
import { FilteredError } from '../../filters/FilteredError.tsx';
import { FilterBar } from '../../filters/FilterBar.tsx';
import { signOf } from '../../format/figures.ts';
import { useLabels, useNames } from '../../names.ts';
import { basisText } from '../../period/basis.ts';
import { viewPeriod } from '../../period/view-period.ts';
import { call } from '../../data/client.ts';
import { dataStatus, settings as settingsQuery } from '../../data/queries.ts';
import { useWorkspace } from '../../data/open-workspace.ts';
import { isOutdated } from '../../data/outdated.ts';
import { usePrintKey } from '../../paper/print-key.ts';
import { paths } from '../../routing/paths.ts';
import type { CellPlace } from '../../routing/report-view.ts';
import { addressOfPreset, toAddress, addressOfCheck, useView } from '../../routing/view.ts';
import { emptyView, type ViewState } from '../../routing/view-state.ts';
import { RefreshButton } from '../../sync/RefreshButton.tsx';
import { checksRun, peopleWithGaps } from '../../data/check-queries.ts';
import { peopleGaps, toCheckedRecords } from './figures/attention.ts';
import { AttentionPanel } from './panels/AttentionPanel.tsx';
import { ChangedLine, useChanges } from './panels/ChangedLine.tsx';
import { ClientsPanel } from './panels/ClientsPanel.tsx';
import { narrowToValue } from './figures/drill-down.ts';
import { explainedFigure, type AnswerName, type Answers, type PlacedFigure } from './figures/explained-figure.ts';
import { meanBefore } from './figures/mean.ts';
import { PeoplePanel } from './panels/PeoplePanel.tsx';
import { quietClients } from './figures/quiet-clients.ts';
import { Tiles } from './panels/Tiles.tsx';
import { TrendPanel } from './panels/TrendPanel.tsx';
import { OverviewExport } from './OverviewExport.tsx';
import { useOverview } from './use-overview.ts';
import { OVERVIEW_PERIOD } from '../../../domain/overview/windows.ts';
import classes from './OverviewScreen.module.css';

export function OverviewScreen() {
  const workspace = useWorkspace();
  const { data: status } = useQuery(dataStatus);
  const { data: settings } = useQuery(settingsQuery);
  const [given, change] = useView();
  const shown = viewPeriod(given.period, workspace, OVERVIEW_PERIOD);
  const view = { ...given, period: shown.written };
  const { directory } = useNames();
  const [showsMoney, setShowsMoney] = useLocalStorage({ key: 'timelog-shows-money', defaultValue: true });
  const [explained, setExplained] = useState<PlacedFigure>();
  const [isExporting, setExporting] = useState(false);
  const overview = useOverview(view, shown);
  const { figures, expected, people, trend, clients, clientWeeks } = overview;
  const changes = useChanges();
  const checks = useQuery(
    checksRun({
      filterGroups: view.filterGroups,
      query: view.query,
      ...(shown.text !== undefined && { period: shown.text }),
    }),
  );
  const gaps =
    people.data && !people.isRefused && settings
      ? peopleGaps(people.data.result, leastGap(settings.thresholds))
      : undefined;
  const { data: absent } = useQuery({
    ...peopleWithGaps(shown.text),
    enabled: gaps?.widest.some(({ logged }) => logged === null || signOf(logged) === 0) === true,
  });
  const labels = useLabels();
  const nothingYet = useNothingYet();
  const toRecords = (changed: Partial<ViewState>) => toAddress(paths.records, { ...toRecordsView(view), ...changed });
  const narrowed = (property: string, value: string | null) =>
    toRecords({ filterGroups: narrowToValue(view.filterGroups, property, value) });
  const otherClients = () => {
    const { asked, result } = clients.data ?? {};
    const rest = result?.rows.find(({ folded }) => folded !== undefined);
    if (!asked || !result || !rest) return toRecords({});
    return toRecords({ filterGroups: drillDown(asked, result, { row: rest }).filterGroups });
  };
  const isOpen = status?.complete === false;
  // Expected hours of a person cannot be split by client: people are then shown without.
  const peopleAnswer = people.isRefused ? overview.peopleLogged.data : people.data;
  const failed = [figures, trend, overview.peopleLogged, clients].find(({ error }) => error !== null);
  const money = figures.data?.result;
  const currency = money ? chooseCurrency(money, workspace.currency) : null;
  const isMixed = money !== undefined && isSeveral(money);
  const basis = basisText(
    shown,
    { ...workspace, currency: isMixed ? overviewTexts.severalCurrencies : currency },
    status,
    money?.amounts,
  );

  const answers: Answers = {
    figures: figures.data,
    expected: expected.data,
    people: peopleAnswer,
    lines: overview.lines.data,
    trend: trend.data,
    clients: clients.data,
    clientWeeks: clientWeeks.data,
    changes: changes.answer,
  };
  const pages = {
    filterGroups: view.filterGroups,
    query: view.query,
    ...(shown.text !== undefined && { period: shown.text }),
    parts: toOverviewPages({
      reports: {
        figures: figures.data?.asked,
        expected: expected.data?.asked,
        people: peopleAnswer?.asked,
        trend: trend.data?.asked,
        clients: clients.data?.asked,
        changes: changes.answer?.asked,
      },
      unit: overview.window.unit,
      showsMoney,
    }),
  };
  const hasPages = figures.data !== undefined && !figures.isPlaceholderData && figures.data.result.records > 0;
  usePrintKey(
    hasPages
      ? () => call('export.overview', { ...pages, name: uiTexts.screens.overview.title, isPrinted: true })
      : undefined,
  );
  const explain = (of: AnswerName) => (cell: CellPlace) => setExplained({ kind: 'cell', of, cell });

  return (
    <Screen
      title={uiTexts.screens.overview.title}
      seal={<Seal period={shown.period} />}
      actions={
        <>
          <MoneyToggle showsMoney={showsMoney} onChange={setShowsMoney} />
          <RefreshButton />
          <Button
            leftSection={<IconDownload size={14} stroke={1.8} aria-hidden />}
            disabled={!hasPages}
            onClick={() => setExporting(true)}
            data-testid="overview-export"
          >
            {uiTexts.exporting.open}
          </Button>
        </>
      }
      shownPeriod={shown.label}
      band={{ filters: <FilterBar view={view} period={shown} change={change} />, basis }}
      records={{ inView: figures.data?.result.records }}
    >
      <FirstSteps />
      {nothingYet ? (
        <NothingYet />
      ) : failed ? (
        <FilteredError error={failed.error} change={change} onRetry={() => void failed.refetch()} />
      ) : (
        <>
          <Tiles
            isOld={figures.isOld || (expected.error === null && expected.isOld)}
            figures={figures.data?.result}
            expected={expected.error === null ? expected.data?.result : null}
            mean={
              overview.window.unit === 'week' && trend.data
                ? meanBefore(trend.data.result.rows, 'billable_logged_hours')
                : undefined
            }
            isSoFar={shown.isRunning || isOpen}
            showsMoney={showsMoney}
            currency={workspace.currency}
            onExplain={(measure) => explain(measure === 'utilisation' ? 'expected' : 'figures')({ measure, row: [] })}
          />
          <div className={classes.grid}>
            <PeoplePanel
              answer={peopleAnswer}
              isOld={(people.isRefused ? overview.peopleLogged : people).isOld}
              lines={overview.lines.data?.result}
              isSoFar={isOpen}
              addressOf={(owner) => narrowed(OWNER_PROPERTY, owner)}
              reportAddress={addressOfPreset('people', { ...view, period: shown.text ?? '' })}
              onExplain={explain('people')}
              onExplainWeeks={explain('lines')}
            />
            <AttentionPanel
              isOld={(!people.isRefused && people.isOld) || checks.isPlaceholderData || isOutdated(status, checks.data)}
              gaps={gaps && { ...gaps, absent }}
              checked={toCheckedRecords(checks.data, isOpen)}
              records={figures.data?.result.records}
              // A sum over several currencies is no amount: hours then show what is at stake.
              money={{ isShown: showsMoney && !isMixed, currency }}
              links={{
                toPerson: (owner) => narrowed(OWNER_PROPERTY, owner),
                toCheck: (check) => addressOfCheck(check, view),
              }}
              onExplain={explain('people')}
              onExplainCheck={(check, figure) => setExplained({ kind: 'check', check, figure })}
            />
            <TrendPanel
              window={overview.window}
              answer={trend.data}
              isOld={trend.isOld}
              labels={labels}
              showsMoney={showsMoney}
              pictureNotes={[basis]}
              onMark={(mark) => trend.data && explain('trend')(cellOfMark(trend.data.asked, mark))}
            />
            <ClientsPanel
              answer={clients.data}
              isOld={clients.isOld}
              quiet={clientWeeks.data ? quietClients(clientWeeks.data.result) : []}
              isSoFar={isOpen}
              addresses={{
                ofClient: (client) => (client === undefined ? otherClients() : narrowed(CLIENT_PROPERTY, client)),
                ofQuiet: (client) =>
                  toRecords({
                    period: overview.quiet,
                    filterGroups: narrowToValue(view.filterGroups, CLIENT_PROPERTY, client),
                  }),
                report: addressOfPreset('clients', { ...view, period: shown.text ?? '' }),
              }}
              onExplain={explain('clients')}
              onExplainQuiet={(client) => setExplained({ kind: 'quiet', client })}
            />
          </div>
          <ChangedLine {...changes} onExplain={explain('changes')} />
        </>
      )}
      <ExplainDrawer
        explained={
          explained && settings
            ? explainedFigure(explained, { answers, settings, directory, today: workspace.today })
            : undefined
        }
        onClose={() => setExplained(undefined)}
      />
      {isExporting && figures.data && (
        <OverviewExport question={pages} result={figures.data.result} onClose={() => setExporting(false)} />
      )}
    </Screen>
  );
}

/** The part of a view that a link to its records takes along. */
function toRecordsView({ period, filterGroups, query }: ViewState): ViewState {
  return { ...emptyView, period, filterGroups, query };
}

function MoneyToggle({
  showsMoney,
  onChange,
}: {
  readonly showsMoney: boolean;
  readonly onChange: (shows: boolean) => void;
}) {
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
