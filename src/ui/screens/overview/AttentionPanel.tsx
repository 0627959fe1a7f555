/** What needs attention before this period is billed: people short of hours, checks with money or hours at stake. */
import { Link } from 'wouter';
import type { Output } from '#contract/api.ts';
import type { CheckSummary } from '#contract/checks.ts';
import { checkTexts } from '#texts/screens/checks.ts';
import { overviewTexts } from '#texts/screens/overview.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { EmptyState, PendingRows } from '#ui/components/states.tsx';
import { Panel } from '#ui/components/Panel.tsx';
import { formatUnits, toUnits, toHours } from '#domain/decimal.ts';
import { gapTexts } from '#texts/reports/gaps.ts';
import { useLinesThatFit } from './use-lines-that-fit.ts';
import { FigureButton, FigureTable } from '#ui/explain/FigureTable.tsx';
import { count, readSign, dayText } from '#ui/format/figures-and-times.ts';
import { printGaps, measuredWithUnit } from '#ui/format/measured.ts';
import { usePrinting } from '#ui/format/use-printing.ts';
import type { CellPlace } from '#ui/routing/report-view.ts';
import { namePerson, useNames } from '#ui/names.ts';
import { ActiveToButton } from '#ui/naming/ActiveToButton.tsx';
import type { CheckedRecords, PeopleGaps } from './panel-figures.ts';
import type { CheckFigure } from './explain-figure.ts';
import tables from '#ui/components/tables.module.css';
import classes from './OverviewScreen.module.css';

/** Addresses of what needs attention. */
interface AttentionLinks {
  readonly toPerson: (owner: string) => string;
  /** Without one, of all checks. */
  readonly toCheck: (check?: string) => string;
}

interface Gaps extends PeopleGaps {
  /** People of the same days, with the day of their last entry, where one of them logged nothing. */
  readonly absent: Output<'checks.people'> | undefined;
}

export interface AttentionPanelProps {
  readonly isOld: boolean;
  /** Undefined: expected hours cannot be computed for this selection. */
  readonly gaps: Gaps | undefined;
  readonly checked: CheckedRecords;
  /** Records of the figures beside: during a download, the checks may be of a moment with fewer. */
  readonly records: number | undefined;
  readonly money: { readonly isShown: boolean; readonly currency: string | null };
  readonly links: AttentionLinks;
  /** A person's figure. */
  readonly onExplain: (cell: CellPlace) => void;
  readonly onExplainCheck: (check: CheckSummary, figure: CheckFigure) => void;
}

const texts = overviewTexts.attention;

export function AttentionPanel(props: AttentionPanelProps) {
  const { gaps, checked, records, isOld, links } = props;
  const { checks, looked, open, isSoFar } = checked;
  const printing = usePrinting();
  const none = gaps?.widest.length === 0 ? gapTexts.none(printGaps(gaps, printing)) : '';
  // What was not examined has not passed.
  const isLooking = looked === undefined || (looked === 0 && records !== 0);
  const isEmpty = !isLooking && checks?.length === 0 && (gaps?.widest.length ?? 0) === 0;
  const { room, most } = useLinesThatFit(0);
  const people = gaps?.widest.slice(0, most) ?? [];
  return (
    <Panel
      title={texts.title}
      sub={texts.sub}
      isSoFar={isSoFar}
      className={classes.attention}
      isOld={isOld}
      controls={
        open > 0 ? (
          <Link href={links.toCheck()} className={tables.link}>
            {texts.all(count(open))}
          </Link>
        ) : undefined
      }
    >
      {isEmpty ? (
        <EmptyState {...emptyText(checked, none)} />
      ) : (
        <div ref={room} className={classes.room} aria-busy={isLooking}>
          <div className={classes.scroll}>
            <FigureTable testId="overview-attention">
              <tbody>
                <People {...props} widest={people} absent={gaps?.absent} isSoFar={isSoFar} />
                {isLooking && <PendingRows rows={4} columns={3} />}
                {checks?.slice(0, Math.max(0, most - people.length)).map((check) => (
                  <CheckRow key={check.id} check={check} {...props} />
                ))}
              </tbody>
            </FigureTable>
          </div>
        </div>
      )}
      {!isEmpty && !isLooking && !isSoFar && none !== '' && (
        <p className={classes.quiet} data-testid="attention-gaps">
          {none}
        </p>
      )}
    </Panel>
  );
}

/** Partial data is never reported to be in order. */
function emptyText({ looked = 0, isSoFar, isDamaged }: CheckedRecords, gaps: string) {
  if (isDamaged) return { title: texts.noneYet, detail: texts.damagedDetail(count(looked)) };
  if (isSoFar) return { title: texts.noneYet, detail: texts.noneYetDetail(count(looked)) };
  return looked === 0
    ? { title: texts.noRecords }
    : { title: texts.none, detail: texts.noneDetail(count(looked), gaps) };
}

type PeopleProps = Pick<AttentionPanelProps, 'links' | 'onExplain'> &
  Pick<Gaps, 'widest' | 'absent'> &
  Pick<CheckedRecords, 'isSoFar'>;

function People({ widest, links, absent, isSoFar, onExplain }: PeopleProps) {
  const { nameOf } = useNames();
  const printing = usePrinting();
  return widest.map(({ owner, gap, logged }) => {
    const name = namePerson(nameOf, owner);
    const isNothing = logged === null || readSign(logged) === 0;
    const gone = absent?.people.find(({ ownerId, why }) => ownerId === owner && (why === 'stopped' || why === 'never'));
    // A person who logged after these days is not gone.
    const since = absent && gone?.lastEntry && gone.lastEntry < absent.from ? gone.lastEntry : undefined;
    const nothing =
      since === undefined
        ? texts.nothingLogged
        : texts.nothingSince(dayText(since, since.slice(0, 4) !== absent?.from.slice(0, 4)));
    return (
      <tr key={owner}>
        <th scope="row" className={tables.clip}>
          <Link href={links.toPerson(owner)} className={tables.link} title={name}>
            {name}
          </Link>
        </th>
        <td className="quiet">
          <FigureButton
            label={overviewTexts.explainFigure(overviewTexts.people.logged, name)}
            onExplain={() => onExplain({ measure: 'logged_hours', row: [owner] })}
          >
            {isNothing ? nothing : texts.logged(measuredWithUnit('logged_hours', logged, printing))}
          </FigureButton>{' '}
          {absent && gone && <ActiveToButton {...gone} from={absent.from} isIcon />}
        </td>
        <td className={`${tables.number} ${tables.bad}`}>
          <FigureButton
            label={overviewTexts.explainFigure(overviewTexts.people.gap, name)}
            onExplain={() => onExplain({ measure: 'gap_hours', row: [owner] })}
          >
            {texts.short(measuredWithUnit('gap_hours', gap, printing))}
          </FigureButton>
          {isSoFar && <small className="so-far"> {uiTexts.soFar}</small>}
        </td>
      </tr>
    );
  });
}

type CheckRowProps = AttentionPanelProps & { readonly check: CheckSummary };

function CheckRow({ check, money, links, onExplainCheck }: CheckRowProps) {
  const printing = usePrinting();
  const text = checkTexts[check.id];
  const label = text?.label ?? check.id;
  const stake = atStake(check, money.isShown);
  return (
    <tr>
      <th scope="row" className={tables.clip}>
        <Link href={links.toCheck(check.id)} className={tables.link} title={label}>
          {text?.short ?? label}
        </Link>
      </th>
      <td className="quiet">
        <FigureButton
          label={overviewTexts.explain(texts.found(label))}
          onExplain={() => onExplainCheck(check, 'records')}
        >
          {texts.records(count(check.open))}
        </FigureButton>
      </td>
      <td className={tables.number}>
        {stake && (
          <FigureButton
            label={overviewTexts.explain(texts[stake.figure](label))}
            onExplain={() => onExplainCheck(check, stake.figure)}
          >
            {measuredWithUnit(stake.measure, stake.exact, printing, money.currency)}
          </FigureButton>
        )}
      </td>
    </tr>
  );
}

interface Stake {
  readonly figure: 'value' | 'minutes';
  readonly measure: string;
  readonly exact: string;
}

/** Money where some is in question and shown, else hours. */
function atStake({ value, minutes }: CheckSummary, showsMoney: boolean): Stake | undefined {
  if (showsMoney && value !== null && readSign(value) !== 0)
    return { figure: 'value', measure: 'billable_value', exact: value };
  if (minutes === null) return undefined;
  return { figure: 'minutes', measure: 'logged_hours', exact: formatUnits(toHours(toUnits(minutes))) };
}
