/** Who logged how much, most first, and which share of it is billable. */
import { Link } from 'wouter';
import { OWNER_PROPERTY } from '../../../domain/properties.ts';
import type { ReportResult } from '../../../domain/reports/report.ts';
import { uiTexts } from '../../../texts/en/ui.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Panel } from '../../components/Panel.tsx';
import { PendingRows } from '../../components/PendingRows.tsx';
import { ShareBar } from '../../components/ShareBar.tsx';
import { count } from '../../format/figures.ts';
import { measured } from '../../format/measured.ts';
import type { NameOf } from '../../names.ts';
import { byMeasure } from './order.ts';
import tables from '../../components/tables.module.css';
import classes from './OverviewScreen.module.css';

export interface PeoplePanelProps {
  readonly result: ReportResult | undefined;
  readonly nameOf: NameOf;
  readonly label: string;
  /** Not all records of the period are here and verified. */
  readonly isSoFar: boolean;
  readonly addressOf: (owner: string | null) => string;
}

export function PeoplePanel({ result, nameOf, label, isSoFar, addressOf }: PeoplePanelProps) {
  const texts = uiTexts.overview.people;
  const rows = byMeasure(result?.rows ?? [], 'logged_hours');
  // Records without a person are a line of their own, and nobody.
  const people = rows.filter(({ key }) => (key[OWNER_PROPERTY] ?? null) !== null).length;
  return (
    <Panel title={texts.title} sub={label} className={classes.people}>
      {result?.rows.length === 0 ? (
        <EmptyState title={isSoFar ? texts.noneYet : texts.none} />
      ) : (
        <div className={classes.scroll}>
          <table className={tables.table} data-testid="overview-people">
            <thead>
              <tr>
                <th scope="col">{texts.person}</th>
                <th scope="col" className={tables.number}>
                  {texts.logged}
                </th>
                <th scope="col">{texts.share}</th>
              </tr>
            </thead>
            <tbody>
              {!result && <PendingRows rows={12} columns={3} />}
              {rows.map(({ key, values }) => {
                const owner = key[OWNER_PROPERTY] ?? null;
                const name = owner === null ? uiTexts.unset : (nameOf(OWNER_PROPERTY, owner) ?? owner);
                return (
                  <tr key={owner ?? ''}>
                    <th scope="row" className={tables.clip}>
                      <Link href={addressOf(owner)} className={tables.link} title={name}>
                        {name}
                      </Link>
                    </th>
                    <td className={tables.number} data-value={values['logged_hours'] ?? ''}>
                      {measured('logged_hours', values['logged_hours'], 'table')}
                    </td>
                    <td data-value={values['billable_share'] ?? ''}>
                      <ShareBar share={values['billable_share']} />
                    </td>
                  </tr>
                );
              })}
            </tbody>
            {result && (
              <tfoot>
                <tr>
                  <th scope="row">{texts.all(count(people), isSoFar)}</th>
                  <td className={tables.number}>{measured('logged_hours', result.totals['logged_hours'], 'table')}</td>
                  <td>
                    <ShareBar share={result.totals['billable_share']} />
                  </td>
                </tr>
              </tfoot>
            )}
          </table>
        </div>
      )}
    </Panel>
  );
}
