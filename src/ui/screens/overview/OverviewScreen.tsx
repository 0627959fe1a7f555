/** Overview: how did the period go, in figures, months, people and clients. */
import { ActionIcon, Tooltip } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { WorkspaceState } from '../../../contract/api.ts';
import { OWNER_PROPERTY } from '../../../domain/properties.ts';
import { uiTexts } from '../../../texts/en/ui.ts';
import { useNow } from '../../clock.ts';
import { useHeldMonths } from '../../coverage/use-held-months.ts';
import { NothingYet, useNothingYet } from '../../components/NothingYet.tsx';
import { Screen } from '../../components/Screen.tsx';
import { Seal } from '../../components/Seal.tsx';
import { FilteredError } from '../../filters/FilteredError.tsx';
import { FilterBar } from '../../filters/FilterBar.tsx';
import { useNames } from '../../names.ts';
import { basisText } from '../../period/basis.ts';
import { dataStatus, workspaceState } from '../../queries.ts';
import { navigate } from '../../routing/hash-location.ts';
import { paths } from '../../routing/paths.ts';
import { addressOf, useView } from '../../routing/view.ts';
import { emptyView, type ViewState } from '../../routing/view-state.ts';
import { RefreshButton } from '../../sync/RefreshButton.tsx';
import { ClientsPanel } from './ClientsPanel.tsx';
import { objectsOf } from './client-totals.ts';
import { narrowToObjects, narrowToValue, sharedIds } from './drill-down.ts';
import { MonthsPanel } from './MonthsPanel.tsx';
import { monthRows } from './month-rows.ts';
import { PeoplePanel } from './PeoplePanel.tsx';
import { Tiles } from './Tiles.tsx';
import { useOverview } from './use-overview.ts';
import classes from './OverviewScreen.module.css';

export function OverviewScreen() {
  const { data: workspace } = useQuery(workspaceState);
  return workspace ? <OverviewOf workspace={workspace} /> : null;
}

function OverviewOf({ workspace }: { readonly workspace: WorkspaceState }) {
  const { data: status } = useQuery(dataStatus);
  const [view, change] = useView();
  const now = useNow();
  const { directory, nameOf } = useNames();
  const [showsMoney, setShowsMoney] = useLocalStorage({ key: 'timelog-shows-money', defaultValue: true });
  const overview = useOverview(workspace, status, view);
  const { shown } = overview;
  const toRecords = (changed: Partial<ViewState>) =>
    addressOf(paths.records, { ...emptyView, ...pick(view), ...changed });
  const monthAddress = (month: string) => toRecords({ period: month.slice(0, 7) });
  const isOpen = status?.complete === false;
  const held = useHeldMonths({ enabled: isOpen });
  const rows =
    overview.byMonth.data &&
    status &&
    monthRows(overview.byMonth.data, {
      months: overview.months,
      today: workspace.today,
      status,
      held,
      period: shown.period,
    });
  const nothingYet = useNothingYet();
  const isShared = sharedIds(objectsOf(overview.byObject.data), directory);
  const failed = [overview.now, overview.byMonth, overview.byPerson, overview.byObject].find(
    ({ error }) => error !== null,
  );

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
      basis={basisText(shown, workspace, status, now)}
      inView={overview.now.data?.records}
    >
      {nothingYet ? (
        <NothingYet />
      ) : failed ? (
        <FilteredError error={failed.error} change={change} onRetry={() => void failed.refetch()} />
      ) : (
        <>
          <Tiles
            now={overview.now.data}
            previous={overview.before && overview.previous.data}
            before={overview.before}
            withoutCost={overview.withoutCost.data}
            isSoFar={shown.isRunning || isOpen}
            showsMoney={showsMoney}
            currency={workspace.currency}
          />
          <div className={classes.grid}>
            <MonthsPanel
              rows={rows}
              totals={overview.byMonth.data?.totals}
              showsMoney={showsMoney}
              currency={workspace.currency}
              addressOf={monthAddress}
              onOpen={(month) => navigate(monthAddress(month))}
            />
            <PeoplePanel
              result={overview.byPerson.data}
              nameOf={nameOf}
              label={shown.label}
              isSoFar={isOpen}
              addressOf={(owner) =>
                toRecords({ filterGroups: narrowToValue(view.filterGroups, OWNER_PROPERTY, owner) })
              }
            />
            <ClientsPanel
              result={overview.byObject.data}
              directory={directory}
              isSoFar={isOpen}
              addressOf={({ objects }) =>
                toRecords({ filterGroups: narrowToObjects(view.filterGroups, objects, isShared) })
              }
            />
          </div>
        </>
      )}
    </Screen>
  );
}

/** What of a view goes along to its records. */
function pick({ period, filterGroups, query }: ViewState): Partial<ViewState> {
  return { period, filterGroups, query };
}

function MoneyToggle({
  showsMoney,
  onChange,
}: {
  readonly showsMoney: boolean;
  readonly onChange: (shows: boolean) => void;
}) {
  const label = showsMoney ? uiTexts.overview.hideCost : uiTexts.overview.showCost;
  const Icon = showsMoney ? IconEye : IconEyeOff;
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} onClick={() => onChange(!showsMoney)}>
        <Icon size={16} stroke={1.6} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
