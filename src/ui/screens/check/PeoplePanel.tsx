/** Lists people who logged less than expected in the last complete week, logged nothing, or have unknown expected hours. */
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { Output } from '#contract/api.ts';
import type { ShortPerson } from '#contract/checks.ts';
import { OWNER_PROPERTY } from '#domain/properties.ts';
import type { PrintSettings } from '#domain/reports/print/printed.ts';
import { checkScreenTexts as texts } from '#texts/screens/checks.ts';
import { gapTexts } from '#texts/reports/gaps.ts';
import { EmptyState, ErrorState } from '#ui/components/states.tsx';
import { Panel } from '#ui/components/Panel.tsx';
import { printGaps, inUnit } from '#ui/format/measured.ts';
import { dayText } from '#ui/format/figures-and-times.ts';
import { usePrinting } from '#ui/format/use-printing.ts';
import { Table } from '#ui/grid/Table.tsx';
import { namePerson, useNames } from '#ui/names.ts';
import { ActiveToButton } from '#ui/naming/ActiveToButton.tsx';
import { findBareId, markBareId } from '#ui/naming/bare-id.ts';
import { toSubjectAddress } from '#ui/routing/paths.ts';
import { emptyView, formatView } from '#ui/routing/view-state.ts';
import { peopleWithGaps } from '#ui/data/queries.ts';
import { ThresholdsButton } from './Thresholds.tsx';
import tables from '#ui/components/tables.module.css';
import classes from './CheckScreen.module.css';

const heads = texts.peopleHeads;
const thresholdNames = ['short_hours'];

export function PeoplePanel() {
  const { data, error, refetch } = useQuery(peopleWithGaps());
  const printing = usePrinting();
  const week = data ? texts.week(dayText(data.from), dayText(data.to)) : '';
  return (
    <Panel
      className={classes.whole}
      title={texts.people}
      sub={week}
      controls={<ThresholdsButton of={thresholdNames} label={texts.people} />}
    >
      <p className={classes.detail}>{texts.peopleDetail}</p>
      {data && <p className={classes.detail}>{describeOmissions(data, printing)}</p>}
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data?.people.length === 0 ? (
        <EmptyList people={data} />
      ) : (
        <div className={classes.scroll}>
          <Table
            columns={[
              heads.person,
              { id: heads.expected, isNumber: true },
              { id: heads.logged, isNumber: true },
              { id: heads.gap, isNumber: true },
              heads.note,
            ]}
            data-testid="short-people"
          >
            {data?.people.map((person) => (
              <PersonRow key={person.ownerId} person={person} {...data} />
            ))}
          </Table>
        </div>
      )}
    </Panel>
  );
}

type People = Output<'checks.people'>;

/** Says what the list omits, and whether its figures are complete. */
function describeOmissions(people: People, printing: PrintSettings): string {
  const left = people.people.length === 0 ? '' : gapTexts.leftOut(printGaps(people, printing));
  return people.complete ? left : `${left} ${texts.peopleSoFar}`.trim();
}

function EmptyList({ people }: { readonly people: People }) {
  const printing = usePrinting();
  if (people.known === 0) return <EmptyState title={texts.peopleNobody} detail={texts.peopleNobodyDetail} />;
  const words = printGaps(people, printing);
  return <EmptyState title={gapTexts.noneReached(words.least)} detail={gapTexts.none(words)} />;
}

type PersonRowProps = Pick<People, 'from' | 'to'> & { readonly person: ShortPerson };

function PersonRow({ person, from, to }: PersonRowProps) {
  const { nameOf, directory } = useNames();
  const printing = usePrinting();
  const { ownerId, expected, logged, gap, why, lastEntry } = person;
  const hours = (text: string | null) => inUnit('hours', text, printing);
  return (
    <tr>
      <td>
        <Link
          className={tables.link}
          {...markBareId(findBareId(directory, { property: OWNER_PROPERTY, value: ownerId }))}
          href={toSubjectAddress('person', ownerId, formatView({ ...emptyView, period: `${from}..${to}` }))}
        >
          {namePerson(nameOf, ownerId)}
        </Link>
      </td>
      <td className={tables.number}>{hours(expected)}</td>
      <td className={tables.number}>{hours(logged)}</td>
      <td className={tables.number}>{hours(gap)}</td>
      <td className="quiet">
        {why === 'stopped' && lastEntry !== null ? texts.lastEntry(dayText(lastEntry)) : texts.peopleWhy[why]}{' '}
        {(why === 'stopped' || why === 'never') && <ActiveToButton {...{ ownerId, lastEntry, from }} />}
      </td>
    </tr>
  );
}
