/** Everything the Overview shows, asked of the report engine: nothing is added up from what happens to be on screen. */
import { useQuery } from '@tanstack/react-query';
import type { DataStatus, WorkspaceState } from '../../../contract/api.ts';
import { OWNER_PROPERTY } from '../../../domain/properties.ts';
import { previousPeriod } from '../../../domain/period.ts';
import { narrowBy } from '../../filters/edit-groups.ts';
import { datedText, viewPeriod } from '../../period/view-period.ts';
import { report } from '../../queries.ts';
import type { ViewState } from '../../routing/view-state.ts';
import { clientReport } from './client-totals.ts';
import { MONTH_PROPERTY } from '../../coverage/months.ts';
import { monthMeasures } from './month-rows.ts';
import { monthWindow, windowPeriod } from './month-window.ts';
import { COST, mainTiles, moneyTiles, TOTAL_HOURS, TOTAL_MINUTES } from './tiles.ts';

const peopleMeasures = ['logged_hours', 'billable_logged_hours', 'billable_share', 'billable_value'];

export function useOverview(workspace: WorkspaceState, status: DataStatus | undefined, view: ViewState) {
  const shown = viewPeriod(view.period, workspace);
  const selection = { filterGroups: view.filterGroups, query: view.query };
  const inPeriod = { ...selection, ...(shown.text !== undefined && { period: shown.text }) };
  const before = shown.period && previousPeriod(shown.period);
  const months = monthWindow(shown.period?.to ?? workspace.today);
  const tileMeasures = [...mainTiles, ...moneyTiles, TOTAL_HOURS];

  const now = useQuery(report({ ...inPeriod, measures: tileMeasures }));
  const withoutCost = useQuery(
    report({
      ...inPeriod,
      filterGroups: narrowBy(view.filterGroups, { propertyName: COST, operator: 'NOT_HAS_PROPERTY' }),
      measures: [TOTAL_MINUTES],
    }),
  );
  const previous = useQuery({
    ...report({ ...selection, measures: tileMeasures, ...(before && { period: datedText(before) }) }),
    // Half a month says nothing against a whole one, nor does half a download.
    enabled: before !== undefined && !shown.isRunning && status?.complete === true,
  });
  const byMonth = useQuery(
    report({ ...selection, measures: [...monthMeasures], groupBy: [MONTH_PROPERTY], period: windowPeriod(months) }),
  );
  const byPerson = useQuery(report({ ...inPeriod, measures: peopleMeasures, groupBy: [OWNER_PROPERTY] }));
  const byObject = useQuery(report({ ...inPeriod, ...clientReport }));
  const compared = before !== undefined && !shown.isRunning && status?.complete === true;
  return {
    shown,
    before: compared ? before : undefined,
    months,
    now,
    withoutCost,
    previous,
    byMonth,
    byPerson,
    byObject,
  };
}
