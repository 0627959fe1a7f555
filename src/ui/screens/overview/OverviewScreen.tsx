/** Overview: how did the period go, in figures, people, weeks and clients, and what needs attention. */
import { ActionIcon, Tooltip } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { WorkspaceState } from '../../../contract/api.ts';
import { CLIENT_PROPERTY } from '../../../domain/local-properties.ts';
import { OWNER_PROPERTY } from '../../../domain/properties.ts';
import { drillDown } from '../../../domain/reports/drill-down.ts';
import { overviewTexts } from '../../../texts/en/overview.ts';
import { uiTexts } from '../../../texts/en/ui.ts';
import type { ReportMark } from '../../charts/chart-model.ts';
import { useNow } from '../../clock.ts';
import { NothingYet, useNothingYet } from '../../components/NothingYet.tsx';
import { Screen } from '../../components/Screen.tsx';
import { Seal } from '../../components/Seal.tsx';
import { ExplainDrawer } from '../../explain/ExplainDrawer.tsx';
import { FilteredError } from '../../filters/FilteredError.tsx';
import { FilterBar } from '../../filters/FilterBar.tsx';
import { useNames } from '../../names.ts';
import { basisText } from '../../period/basis.ts';
import { checksRun, dataStatus, settings as settingsQuery, workspaceState } from '../../queries.ts';
import { navigate } from '../../routing/hash-location.ts';
import { paths } from '../../routing/paths.ts';
import { addressOf, useView } from '../../routing/view.ts';
import { emptyView, type ViewState } from '../../routing/view-state.ts';
import { RefreshButton } from '../../sync/RefreshButton.tsx';
import { labelsOf } from '../reports/labels.ts';
import { openChecks, shortPeople } from './attention.ts';
import { AttentionPanel } from './AttentionPanel.tsx';
import { ChangedLine } from './ChangedLine.tsx';
import { ClientsPanel } from './ClientsPanel.tsx';
import { narrowToValue } from './drill-down.ts';
import { explainedTile } from './explained-tile.ts';
import { meanBefore } from './mean.ts';
import { PeoplePanel } from './PeoplePanel.tsx';
import { quietClients } from './quiet-clients.ts';
import { Tiles } from './Tiles.tsx';
import type { TileMeasure } from './tiles.ts';
import { TrendPanel } from './TrendPanel.tsx';
import { useOverview } from './use-overview.ts';
import { OVERVIEW_PERIOD } from './windows.ts';
import classes from './OverviewScreen.module.css';

export function OverviewScreen() {
  const { data: workspace } = useQuery(workspaceState);
  return workspace ? <OverviewOf workspace={workspace} /> : null;
}

function OverviewOf({ workspace }: { readonly workspace: WorkspaceState }) {
  const { data: status } = useQuery(dataStatus);
  const { data: settings } = useQuery(settingsQuery);
  const [given, change] = useView();
  const view = useMemo(() => ({ ...given, period: given.period ?? OVERVIEW_PERIOD }), [given]);
  const now = useNow();
  const { directory, nameOf } = useNames();
  const [showsMoney, setShowsMoney] = useLocalStorage({ key: 'timelog-shows-money', defaultValue: true });
  const [explained, setExplained] = useState<TileMeasure>();
  const overview = useOverview(workspace, view);
  const { shown, figures, expected, people, trend } = overview;
  const checks = useQuery(
    checksRun({
      filterGroups: view.filterGroups,
      query: view.query,
      ...(shown.text !== undefined && { period: shown.text }),
    }),
  );
  const labels = useMemo(
    () => labelsOf(directory, { fiscalYearStart: settings?.fiscalYearStart ?? 1 }),
    [directory, settings],
  );
  const nothingYet = useNothingYet();
  const toRecords = (changed: Partial<ViewState>) => addressOf(paths.records, { ...recordsOf(view), ...changed });
  const narrowed = (property: string, value: string | null) =>
    toRecords({ filterGroups: narrowToValue(view.filterGroups, property, value) });
  const isOpen = status?.complete === false;
  // Hours cannot be expected of everybody's part in one client: people are then told without.
  const peopleAnswer = people.error === null ? people.data : overview.peopleLogged.data;
  const failed = [figures, trend, overview.peopleLogged, overview.clients].find(({ error }) => error !== null);
  const basis = basisText(shown, workspace, status, now);

  const openMark = ({ key }: ReportMark) => {
    if (!trend.data) return;
    const { asked, result } = trend.data;
    const { filterGroups, query, period } = drillDown(asked, result, { row: { key } });
    navigate(
      addressOf(paths.records, { ...emptyView, filterGroups: [...filterGroups], query, period: period ?? 'all' }),
    );
  };

  return (
    <Screen
      title={uiTexts.screens.overview.title}
      seal={<Seal period={shown.period} />}
      actions={
        <>
          <MoneyToggle showsMoney={showsMoney} onChange={setShowsMoney} />
          <RefreshButton />
        </>
      }
      filters={<FilterBar workspace={workspace} view={view} change={change} />}
      basis={basis}
      inView={figures.data?.result.records}
    >
      {nothingYet ? (
        <NothingYet />
      ) : failed ? (
        <FilteredError error={failed.error} change={change} onRetry={() => void failed.refetch()} />
      ) : (
        <>
          <Tiles
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
            onExplain={setExplained}
          />
          <div className={classes.grid}>
            <PeoplePanel
              result={peopleAnswer?.result}
              lines={overview.lines.data?.result}
              nameOf={nameOf}
              isSoFar={isOpen}
              addressOf={(owner) => narrowed(OWNER_PROPERTY, owner)}
              reportAddress={addressOf(paths.reports, { ...recordsOf(view), period: shown.text ?? '' })}
            />
            <AttentionPanel
              people={shortPeople(people.data?.result)}
              checks={checks.data && openChecks(checks.data.checks)}
              open={checks.data?.checks.reduce((sum, each) => sum + (each.kind === 'list' ? each.open : 0), 0) ?? 0}
              nameOf={nameOf}
              currency={workspace.currency}
              showsMoney={showsMoney}
              isSoFar={isOpen}
              personAddress={(owner) => narrowed(OWNER_PROPERTY, owner)}
              checkAddress={(check) => checkAddress(view, check)}
            />
            <TrendPanel
              window={overview.window}
              answer={trend.data}
              labels={labels}
              today={workspace.today}
              showsMoney={showsMoney}
              currency={workspace.currency}
              pictureNotes={[basis]}
              onMark={openMark}
            />
            <ClientsPanel
              result={overview.clients.data?.result}
              quiet={overview.clientWeeks.data ? quietClients(overview.clientWeeks.data.result) : []}
              isSoFar={isOpen}
              addressOf={(client) => {
                if (client !== undefined) return narrowed(CLIENT_PROPERTY, client);
                const { asked, result } = overview.clients.data ?? {};
                const rest = result?.rows.find(({ folded }) => folded !== undefined);
                if (!asked || !result || !rest) return toRecords({});
                const { filterGroups } = drillDown(asked, result, { row: rest });
                return toRecords({ filterGroups: [...filterGroups] });
              }}
              quietAddress={(client) =>
                toRecords({
                  period: overview.window.period,
                  filterGroups: narrowToValue(view.filterGroups, CLIENT_PROPERTY, client),
                })
              }
            />
          </div>
          <ChangedLine zone={workspace.zone} />
        </>
      )}
      <ExplainDrawer
        workspace={workspace}
        explained={
          explained && settings
            ? explainedTile(explained, explained === 'utilisation' ? expected.data : figures.data, {
                settings,
                directory,
              })
            : undefined
        }
        onClose={() => setExplained(undefined)}
      />
    </Screen>
  );
}

/** The review queue over the same records, at one check. */
function checkAddress(view: ViewState, check: string | undefined): string {
  const address = addressOf('/check', recordsOf(view));
  return check === undefined ? address : `${address}&check=${check}`;
}

/** What of a view goes along to its records. */
function recordsOf({ period, filterGroups, query }: ViewState): ViewState {
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
