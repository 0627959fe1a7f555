/** The records behind a figure: the first of them here, all of them on the Records screen with the same filter. */
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { RecordRow } from '#contract/api.ts';
import type { FilterGroups } from '#domain/filter/model.ts';
import { OWNER_PROPERTY, requireProperty, type Property } from '#domain/properties.ts';
import { reportsTexts } from '#texts/screens/reports/reports-screen.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { ErrorState } from '../components/states/ErrorState.tsx';
import { count, UNKNOWN } from '../format/figures.ts';
import { usePrinting } from '../format/use-printing.ts';
import { useNames } from '../names.ts';
import { ALL_TIME } from '../period/view-period.ts';
import { recordsPage, checkFindings } from '../data/queries.ts';
import { useWorkspace } from '../data/open-workspace.ts';
import { paths } from '../routing/paths.ts';
import { toAddress, addressOfCheck } from '../routing/view.ts';
import { emptyView } from '../routing/view-state.ts';
import { propertyNames } from '#domain/property-names.ts';
import { Table } from '#ui/grid/Table.tsx';
import { textOfCell } from '#ui/format/cell-text.ts';
import classes from './ExplainDrawer.module.css';

const texts = reportsTexts.explain;

export interface RecordSelection {
  readonly filterGroups: FilterGroups;
  readonly query: string;
  /** Undefined: all of time. */
  readonly period: string | undefined;
  /** The properties the figure is computed from; shown beside who, when and what. */
  readonly properties: readonly string[];
  /** Of the selected records only the open findings of this check. */
  readonly check?: string | undefined;
}

const FIRST = 12;
const who = [propertyNames.firstStart, OWNER_PROPERTY, propertyNames.title];

export interface ExplainedRecordsProps {
  readonly selection: RecordSelection;
  /** Where the figure is: `Claire Dubois · Week 44`; empty for a total, whose filters are those of its report. */
  readonly where: string;
}

export function ExplainedRecords({ selection, where }: ExplainedRecordsProps) {
  const { filterGroups, query, period } = selection;
  const columns = [...who, ...selection.properties.filter((name) => !who.includes(name)).slice(0, 2)].map(
    requireProperty,
  );
  const { nameOf } = useNames();
  const cells = { ...usePrinting(), zone: useWorkspace().zone };
  const { data, error, refetch, isPlaceholderData } = useSelected(
    selection,
    columns.map(({ name }) => name),
  );
  const textOf = (property: Property, row: RecordRow) => textOfCell(property, row, cells, nameOf) ?? UNKNOWN;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  const shown = isPlaceholderData ? undefined : data;
  const view = { ...emptyView, filterGroups, query, period: period ?? ALL_TIME, figure: where || undefined };
  const address =
    selection.check === undefined ? toAddress(paths.records, view) : addressOfCheck(selection.check, view);
  return (
    <section className={classes.records} aria-label={texts.records}>
      <div className={classes.recordsHead}>
        <h4 className={classes.recordsTitle}>
          {shown && shown.total > FIRST ? texts.first(count(FIRST), count(shown.total)) : texts.records}
        </h4>
        {shown && shown.total > 0 && (
          <Link href={address} className={classes.all} data-testid="explain-all">
            {texts.all(count(shown.total))}
          </Link>
        )}
      </div>
      {shown?.total === 0 ? (
        <p className="quiet">{texts.none}</p>
      ) : (
        <Table
          columns={columns.map((property) => ({
            id: property.name,
            head: uiTexts.recordsScreen.heads[property.name] ?? property.label,
            isNumber: property.type === 'number',
            className: property.type === 'number' ? undefined : classes.text,
            renderCell: (row: RecordRow) => textOf(property, row),
            attributes: (row: RecordRow) => ({ title: textOf(property, row) }),
          }))}
          rows={shown?.rows}
          row={{ toKey: ({ id }) => id }}
          className={classes.table}
          data-testid="explain-records"
        />
      )}
    </section>
  );
}

interface Selected {
  readonly data: { readonly rows: readonly RecordRow[]; readonly total: number } | undefined;
  readonly error: Error | null;
  readonly refetch: () => Promise<unknown>;
  readonly isPlaceholderData: boolean;
}

function useSelected({ filterGroups, query, period, check }: RecordSelection, columns: string[]): Selected {
  const asked = { filterGroups, query, ...(period !== undefined && { period }), columns, limit: FIRST };
  const records = useQuery({
    ...recordsPage({ ...asked, sort: { propertyName: propertyNames.firstStart, direction: 'DESCENDING' } }),
    enabled: check === undefined,
  });
  const findings = useQuery({ ...checkFindings({ ...asked, check: check ?? '' }), enabled: check !== undefined });
  if (check === undefined) return records;
  const { data, error, refetch, isPlaceholderData } = findings;
  return { data: data && { rows: data.findings, total: data.total }, error, refetch, isPlaceholderData };
}
