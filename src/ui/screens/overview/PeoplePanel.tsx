/** Who logged how much of what was expected, widest gap first, with the line of their last eight weeks. */
import { Link } from 'wouter';
import { OWNER_PROPERTY } from '../../../domain/properties.ts';
import type { ReportResult } from '../../../domain/reports/report.ts';
import { overviewTexts } from '../../../texts/en/overview.ts';
import { uiTexts } from '../../../texts/en/ui.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Panel } from '../../components/Panel.tsx';
import { PendingRows } from '../../components/PendingRows.tsx';
import { ShareBar } from '../../components/ShareBar.tsx';
import { count, signOf } from '../../format/figures.ts';
import { measured } from '../../format/measured.ts';
import type { NameOf } from '../../names.ts';
import { Sparkline } from './Sparkline.tsx';
import tables from '../../components/tables.module.css';
import classes from './OverviewScreen.module.css';

export interface PeoplePanelProps {
  readonly result: ReportResult | undefined;
  /** Logged hours by person and week. */
  readonly lines: ReportResult | undefined;
  readonly nameOf: NameOf;
  /** Not all records of the period are here and verified. */
  readonly isSoFar: boolean;
  readonly addressOf: (owner: string | null) => string;
  /** Of the report over everybody. */
  readonly reportAddress: string;
}

/** The Overview is looked over, not read through: the widest gaps are among these, and its chart need not wait for a thousand lines. */
const MOST_PEOPLE = 60;

const texts = overviewTexts.people;
const ownerOf = ({ key }: ReportResult['rows'][number]) => key[OWNER_PROPERTY] ?? null;

export function PeoplePanel({ result, lines, nameOf, isSoFar, addressOf, reportAddress }: PeoplePanelProps) {
  const rows = result?.rows ?? [];
  // Records without a person are a line of their own, and nobody.
  const people = rows.filter((row) => ownerOf(row) !== null).length;
  const shown = rows.slice(0, MOST_PEOPLE);
  const weeks = new Map(lines?.rows.map((row) => [ownerOf(row), weeksOf(row, lines)]));
  const isExpected = result?.totals['expected_hours'] !== undefined && result.totals['expected_hours'] !== null;
  return (
    <Panel title={texts.title} sub={isExpected || !result ? texts.sub : texts.noExpected} className={classes.people}>
      {result?.rows.length === 0 ? (
        <EmptyState title={isSoFar ? texts.noneYet : texts.none} />
      ) : (
        <div className={classes.scroll}>
          <table className={tables.table} data-testid="overview-people">
            <Head />
            <tbody>
              {!result && <PendingRows rows={8} columns={6} />}
              {shown.map((row) => {
                const owner = ownerOf(row);
                const name = owner === null ? uiTexts.unset : (nameOf(OWNER_PROPERTY, owner) ?? owner);
                return (
                  <tr key={owner ?? ''}>
                    <th scope="row" className={tables.clip}>
                      <Link href={addressOf(owner)} className={tables.link} title={name}>
                        {name}
                      </Link>
                    </th>
                    <Figures values={row.values} />
                    <td>
                      <Weeks name={name} hours={weeks.get(owner)} />
                    </td>
                  </tr>
                );
              })}
              {rows.length > shown.length && (
                <tr>
                  <td colSpan={6}>
                    <Link href={reportAddress} className={tables.link}>
                      {texts.more(count(rows.length - shown.length))}
                    </Link>
                  </td>
                </tr>
              )}
            </tbody>
            {result && (
              <tfoot>
                <tr>
                  <th scope="row">{texts.all(count(people), isSoFar)}</th>
                  <Figures values={result.totals} />
                  <td aria-hidden />
                </tr>
              </tfoot>
            )}
          </table>
        </div>
      )}
    </Panel>
  );
}

function Head() {
  return (
    <thead>
      <tr>
        <th scope="col">{texts.person}</th>
        {[texts.logged, texts.expected, texts.gap].map((head) => (
          <th key={head} scope="col" className={tables.number}>
            {head}
          </th>
        ))}
        <th scope="col">{texts.share}</th>
        <th scope="col">{texts.weeks}</th>
      </tr>
    </thead>
  );
}

function Figures({ values }: { readonly values: ReportResult['totals'] }) {
  const gap = values['gap_hours'] ?? null;
  return (
    <>
      {['logged_hours', 'expected_hours'].map((measure) => (
        <td key={measure} className={tables.number} data-value={values[measure] ?? ''}>
          {measured(measure, values[measure], 'table')}
        </td>
      ))}
      <td className={`${tables.number} ${gap !== null && signOf(gap) > 0 ? tables.bad : ''}`} data-value={gap ?? ''}>
        {measured('gap_hours', gap, 'table')}
      </td>
      <td data-value={values['billable_share'] ?? ''}>
        <ShareBar share={values['billable_share']} />
      </td>
    </>
  );
}

interface WeeksProps {
  readonly name: string;
  readonly hours: readonly (string | null)[] | undefined;
}

function Weeks({ name, hours }: WeeksProps) {
  if (!hours) return null;
  const told = hours.map((each) => measured('logged_hours', each ?? '0', 'tile')).join(', ');
  return <Sparkline values={hours} label={texts.weeksOf(name, told)} />;
}

/** In the order of time; the column of records without a week says nothing about when. */
function weeksOf({ cells }: ReportResult['rows'][number], { columns }: ReportResult): (string | null)[] {
  const hours = cells?.['logged_hours'] ?? [];
  return columns.flatMap(({ key }, at) => (key === null ? [] : [hours[at] ?? null]));
}
