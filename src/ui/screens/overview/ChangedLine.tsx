/** What became new or different since the app was last opened here. */
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { WorkspaceState } from '../../../contract/api.ts';
import { reportSchema } from '../../../domain/reports/report.ts';
import { overviewTexts } from '../../../texts/en/overview.ts';
import { useNow } from '../../clock.ts';
import { count } from '../../format/figures.ts';
import { measured } from '../../format/measured.ts';
import { momentText } from '../../format/times.ts';
import { ALL_TIME } from '../../period/view-period.ts';
import { reportAnswer, visit } from '../../queries.ts';
import { paths } from '../../routing/paths.ts';
import { addressOf } from '../../routing/view.ts';
import { emptyView } from '../../routing/view-state.ts';
import tables from '../../components/tables.module.css';
import classes from './OverviewScreen.module.css';

const texts = overviewTexts.changed;

export function ChangedLine({ zone }: Pick<WorkspaceState, 'zone'>) {
  const { data } = useQuery(visit);
  if (!data) return null;
  return (
    <p className={classes.changed}>
      <span className={classes.changedTitle}>{texts.title}</span>
      {data.previous === null ? texts.first : <Changed since={data.previous} zone={zone} />}
    </p>
  );
}

function Changed({ since, zone }: { readonly since: string; readonly zone: string }) {
  const now = useNow();
  const filterGroups = [{ filters: [{ propertyName: 'sys_lastmodifieddate', operator: 'GT' as const, value: since }] }];
  const { data } = useQuery(
    reportAnswer(reportSchema.parse({ measures: ['logged_hours', 'billable_value'], filterGroups })),
  );
  if (!data) return null;
  const moment = momentText(since, zone, now);
  const { records, totals } = data.result;
  if (records === 0) return texts.nothing(moment);
  return (
    <>
      <span>{texts.some(count(records), moment)}</span>
      <span className="quiet">{texts.hours(measured('logged_hours', totals['logged_hours'], 'table'))}</span>
      <Link href={addressOf(paths.records, { ...emptyView, period: ALL_TIME, filterGroups })} className={tables.link}>
        {texts.show}
      </Link>
    </>
  );
}
