/** The checks that find something on one record, each with its way to the review queue. */
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { ID_PROPERTY } from '../../../../domain/properties.ts';
import { checkTexts } from '#texts/screens/checks.ts';
import { recordDrawerTexts as texts } from '#texts/screens/records/drawer.ts';
import { Pending } from '../../../components/states/Pending.tsx';
import { checksRun } from '../../../data/check-queries.ts';
import { ALL_TIME } from '../../../period/view-period.ts';
import { emptyView } from '../../../routing/view-state.ts';
import { addressOfCheck } from '../../../routing/view.ts';
import classes from './RecordDrawer.module.css';

export function RecordFindings({ id }: { readonly id: string }) {
  const filterGroups = [{ filters: [{ propertyName: ID_PROPERTY, operator: 'EQ' as const, value: id }] }];
  const { data, isPlaceholderData } = useQuery(checksRun({ filterGroups }));
  const found = data?.checks.filter(({ open, reviewed }) => open + reviewed > 0) ?? [];
  return (
    <section className={classes.group} data-testid="record-findings">
      <h3 className={classes.title}>{texts.checks}</h3>
      {!data || isPlaceholderData ? (
        <Pending width="60%" />
      ) : found.length === 0 ? (
        <p className="quiet">{texts.allClear}</p>
      ) : (
        <ul className={classes.findings}>
          {found.map((each) => (
            <li key={each.id}>
              <Link href={addressOfCheck(each.id, { ...emptyView, filterGroups, period: ALL_TIME })}>
                {checkTexts[each.id]?.label ?? each.id}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
