/** What needs attention before this period is billed: people short of hours, checks with money or hours at stake. */
import { Link } from 'wouter';
import { OWNER_PROPERTY } from '../../../domain/properties.ts';
import type { CheckSummary } from '../../../contract/checks.ts';
import { checkTexts } from '../../../texts/en/checks.ts';
import { overviewTexts } from '../../../texts/en/overview.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Panel } from '../../components/Panel.tsx';
import { PendingRows } from '../../components/PendingRows.tsx';
import { formatUnits, unitsOf } from '../../../domain/decimal.ts';
import { hoursOfMinutes } from '../../../domain/hours.ts';
import { count, figure } from '../../format/figures.ts';
import { measured } from '../../format/measured.ts';
import type { NameOf } from '../../names.ts';
import type { ShortPerson } from './attention.ts';
import tables from '../../components/tables.module.css';
import classes from './OverviewScreen.module.css';

export interface AttentionPanelProps {
  readonly people: readonly ShortPerson[];
  /** Undefined while they run. */
  readonly checks: readonly CheckSummary[] | undefined;
  /** All open findings. */
  readonly open: number;
  readonly nameOf: NameOf;
  readonly currency: string | null;
  readonly showsMoney: boolean;
  readonly isSoFar: boolean;
  readonly personAddress: (owner: string) => string;
  readonly checkAddress: (check?: string) => string;
}

const texts = overviewTexts.attention;

export function AttentionPanel(props: AttentionPanelProps) {
  const { people, checks, open, isSoFar, checkAddress } = props;
  const isEmpty = checks?.length === 0 && people.length === 0;
  return (
    <Panel
      title={texts.title}
      sub={texts.sub}
      className={classes.attention}
      controls={
        open > 0 ? (
          <Link href={checkAddress()} className={tables.link}>
            {texts.all(count(open))}
          </Link>
        ) : undefined
      }
    >
      {isEmpty ? (
        <EmptyState title={texts.none} detail={isSoFar ? texts.noneYet : texts.noneDetail} />
      ) : (
        <div className={classes.scroll}>
          <table className={tables.table} data-testid="overview-attention">
            <tbody>
              <People {...props} />
              {!checks && <PendingRows rows={4} columns={3} />}
              {checks?.map((check) => (
                <CheckRow key={check.id} check={check} {...props} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  );
}

function People({ people, nameOf, personAddress }: AttentionPanelProps) {
  return people.map(({ owner, gap, logged }) => {
    const name = nameOf(OWNER_PROPERTY, owner) ?? owner;
    return (
      <tr key={owner}>
        <th scope="row" className={tables.clip}>
          <Link href={personAddress(owner)} className={tables.link} title={name}>
            {name}
          </Link>
        </th>
        <td className="quiet">
          {logged === null || figure(logged, 2) === '0.00'
            ? texts.nothingLogged
            : texts.logged(measured('logged_hours', logged, 'table'))}
        </td>
        <td className={`${tables.number} ${tables.bad}`}>{texts.short(measured('gap_hours', gap, 'table'))}</td>
      </tr>
    );
  });
}

function CheckRow({
  check,
  showsMoney,
  currency,
  checkAddress,
}: AttentionPanelProps & { readonly check: CheckSummary }) {
  const text = checkTexts[check.id];
  const label = text?.label ?? check.id;
  return (
    <tr>
      <th scope="row" className={tables.clip}>
        <Link href={checkAddress(check.id)} className={tables.link} title={label}>
          {text?.short ?? label}
        </Link>
      </th>
      <td className="quiet">{texts.records(count(check.open))}</td>
      <td className={tables.number}>{atStake(check, showsMoney ? currency : undefined)}</td>
    </tr>
  );
}

/** @param currency undefined: money stays hidden. */
function atStake({ value, minutes }: CheckSummary, currency: string | null | undefined): string {
  if (currency !== undefined && value !== null)
    return `${measured('billable_value', value, 'table')} ${currency ?? ''}`.trim();
  return minutes === null ? '' : texts.hours(figure(formatUnits(hoursOfMinutes(unitsOf(minutes))), 2));
}
