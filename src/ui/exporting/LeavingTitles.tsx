/** Before records leave for a client: the hours of entries that do not, and every title that does. */
import { useQuery } from '@tanstack/react-query';
import type { Input } from '../../contract/api.ts';
import { onlyBillable } from '../../domain/exports/billable-only.ts';
import { filterGroupsSchema } from '../../domain/filter/model.ts';
import { propertyNames } from '../../domain/property-names.ts';
import { exportingTexts } from '#texts/screens/exporting.ts';
import { report } from '../data/queries.ts';
import { count, difference, figure } from '../format/figures.ts';
import classes from './ExportDialog.module.css';

const texts = exportingTexts.leaving;
const MEASURES = ['records', 'logged_hours'];
/** More lines make no list to look through. */
const MOST_TITLES = 500;

export interface LeavingTitlesProps {
  readonly selection: Pick<Input<'export.run'>, 'filterGroups' | 'query' | 'period' | 'columns'>;
  readonly isBillableOnly: boolean;
}

export function LeavingTitles({ selection, isBillableOnly }: LeavingTitlesProps) {
  const { filterGroups = [], query = '', period, columns } = selection;
  const asked = { query, ...(period !== undefined && { period }), measures: MEASURES };
  const billable = onlyBillable(filterGroupsSchema.parse(filterGroups));
  const isTold = columns === undefined || columns.includes(propertyNames.title);
  const { data: all } = useQuery({ ...report({ ...asked, filterGroups }), enabled: isBillableOnly });
  const { data: leaving } = useQuery(
    report({
      ...asked,
      filterGroups: isBillableOnly ? billable : filterGroups,
      ...(isTold && { groupBy: [propertyNames.title], order: { by: 'records', direction: 'descending' } }),
    }),
  );
  if (!leaving) return null;
  const left = isBillableOnly && all ? all.records - leaving.records : 0;
  const titles = leaving.rows.map(({ key, records }) => ({ title: key[propertyNames.title] ?? null, records }));
  return (
    <>
      {isBillableOnly && all && (
        <p className="quiet" data-testid="export-left-out">
          {left === 0
            ? texts.noneLeftOut
            : texts.leftOut(count(left), figure(difference(hours(all.totals), hours(leaving.totals)), 2))}
        </p>
      )}
      {isTold && titles.length > 0 && (
        <details data-testid="export-titles">
          <summary>{texts.titles(count(titles.length))}</summary>
          <ul className={classes.titles}>
            {titles.slice(0, MOST_TITLES).map(({ title, records }) => (
              <li key={title}>
                {title ?? texts.noTitle} <span className="quiet figure">{count(records)}</span>
              </li>
            ))}
            {titles.length > MOST_TITLES && <li className="quiet">{texts.more(count(titles.length - MOST_TITLES))}</li>}
          </ul>
        </details>
      )}
    </>
  );
}

const hours = (totals: Readonly<Record<string, string | null>>) => totals['logged_hours'] ?? '0';
