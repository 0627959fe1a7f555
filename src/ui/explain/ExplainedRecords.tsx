/** The records that make a figure: the first of them here, all of them on the Records screen with the same filter. */
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { WorkspaceState } from '../../contract/api.ts';
import type { FilterGroups } from '../../domain/filter/model.ts';
import { OWNER_PROPERTY, PREFIX, propertyOf } from '../../domain/properties.ts';
import { reportsTexts } from '../../texts/en/reports-screen.ts';
import { uiTexts } from '../../texts/en/ui.ts';
import { ErrorState } from '../components/ErrorState.tsx';
import { PendingRows } from '../components/PendingRows.tsx';
import { count, UNKNOWN } from '../format/figures.ts';
import { cellText } from '../format/values.ts';
import { useNames } from '../names.ts';
import { ALL_TIME } from '../period/view-period.ts';
import { recordsPage } from '../queries.ts';
import { paths } from '../routing/paths.ts';
import { addressOf } from '../routing/view.ts';
import { emptyView } from '../routing/view-state.ts';
import tables from '../components/tables.module.css';
import classes from './ExplainDrawer.module.css';

const texts = reportsTexts.explain;

export interface RecordSelection {
  readonly filterGroups: FilterGroups;
  readonly query: string;
  /** Undefined: all of time. */
  readonly period: string | undefined;
  /** The properties the figure is made of; shown beside who, when and what. */
  readonly properties: readonly string[];
}

const FIRST = 25;
const who = [`${PREFIX}first_start_date`, OWNER_PROPERTY, `${PREFIX}title`];

export interface ExplainedRecordsProps {
  readonly selection: RecordSelection;
  readonly workspace: WorkspaceState;
}

export function ExplainedRecords({ selection, workspace }: ExplainedRecordsProps) {
  const { filterGroups, query, period } = selection;
  const columns = [...who, ...selection.properties.filter((name) => !who.includes(name)).slice(0, 2)].map(propertyOf);
  const { nameOf } = useNames();
  const { data, error, refetch, isPlaceholderData } = useQuery(
    recordsPage({
      filterGroups,
      query,
      ...(period !== undefined && { period }),
      columns: columns.map(({ name }) => name),
      sort: { propertyName: `${PREFIX}first_start_date`, direction: 'DESCENDING' },
      limit: FIRST,
    }),
  );
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  const shown = isPlaceholderData ? undefined : data;
  const address = addressOf(paths.records, { ...emptyView, filterGroups, query, period: period ?? ALL_TIME });
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
        <table className={`${tables.table} ${classes.table}`} data-testid="explain-records">
          <thead>
            <tr>
              {columns.map(({ name, label, type }) => (
                <th key={name} scope="col" className={type === 'number' ? tables.number : undefined}>
                  {uiTexts.recordsScreen.heads[name] ?? label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {!shown && <PendingRows rows={8} columns={columns.length} />}
            {shown?.rows.map((row) => (
              <tr key={row.id}>
                {columns.map((property) => {
                  const value = row.unreadable[property.name] ?? row.values[property.name] ?? null;
                  const text =
                    value === null
                      ? UNKNOWN
                      : row.unreadable[property.name] !== undefined
                        ? value
                        : (nameOf(property.name, value) ?? cellText(property, value, workspace.zone));
                  return (
                    <td
                      key={property.name}
                      className={property.type === 'number' ? tables.number : classes.text}
                      title={text}
                    >
                      {text}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
