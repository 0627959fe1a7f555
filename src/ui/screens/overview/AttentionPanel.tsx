/** What needs attention before this period is billed: people short of hours, checks with money or hours at stake. */
import type { ReactNode } from 'react';
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
import { FigureButton, FigureTable, toNameColumn, type NamedLine } from '#ui/explain/FigureTable.tsx';
import { count, readSign, dayText } from '#ui/format/figures-and-times.ts';
import { printGaps, formatWithUnit } from '#ui/format/measured.ts';
import { usePrintSettings } from '#ui/format/use-printing.ts';
import type { Column } from '#ui/grid/Table.tsx';
import type { CellPlace } from '#ui/routing/report-view.ts';
import { namePerson, useNames } from '#ui/names.ts';
import { ActiveToButton } from '#ui/naming/ActiveToButton.tsx';
import type { CheckedRecords, PeopleGaps } from './panel-figures.ts';
import type { CheckFigure } from './explain-figure.ts';
import tables from '#ui/components/tables.module.css';
import classes from './OverviewScreen.module.css';

interface AttentionLinks {
  readonly toPerson: (owner: string) => string;
  /** The address of one check, or of all without an argument. */
  readonly toCheck: (check?: string) => string;
}

interface Gaps extends PeopleGaps {
  /** People of the same days with the day of their last entry; loaded only if one of them logged nothing. */
  readonly absent: Output<'checks.people'> | undefined;
}

export interface AttentionPanelProps {
  readonly isStale: boolean;
  /** Undefined if expected hours cannot be computed for this selection. */
  readonly gaps: Gaps | undefined;
  readonly checked: CheckedRecords;
  /** How many records the other panels cover; during a download the checks may cover fewer. */
  readonly records: number | undefined;
  readonly money: { readonly isShown: boolean; readonly currency: string | null };
  readonly links: AttentionLinks;
  /** Explains a person's figure. */
  readonly onExplain: (cell: CellPlace) => void;
  readonly onExplainCheck: (check: CheckSummary, figure: CheckFigure) => void;
}

const texts = overviewTexts.attention;

export function AttentionPanel(props: AttentionPanelProps) {
  const { gaps, checked, records, isStale, links } = props;
  const { checks, examined, open, isIncomplete } = checked;
  const printing = usePrintSettings();
  const none = gaps?.widest.length === 0 ? gapTexts.none(printGaps(gaps, printing)) : '';
  // Checks that have not run have not passed.
  const isRunning = examined === undefined || (examined === 0 && records !== 0);
  const isEmpty = !isRunning && checks?.length === 0 && (gaps?.widest.length ?? 0) === 0;
  const { room, maxLines } = useLinesThatFit(0);
  const people = usePeopleLines(props).slice(0, maxLines);
  const findings = useCheckLines(props).slice(0, Math.max(0, maxLines - people.length));
  return (
    <Panel
      title={texts.title}
      sub={texts.sub}
      isIncomplete={isIncomplete}
      className={classes.attention}
      isStale={isStale}
      controls={
        open > 0 ? (
          <Link href={links.toCheck()} className={tables.link}>
            {texts.all(count(open))}
          </Link>
        ) : undefined
      }
    >
      {isEmpty ? (
        <EmptyState {...describeEmpty(checked, none)} />
      ) : (
        <div ref={room} className={classes.room} aria-busy={isRunning}>
          <div className={classes.scroll}>
            <FigureTable
              columns={columns}
              headers={null}
              rows={[...people, ...findings]}
              row={{ toKey: ({ key }) => key }}
              foot={
                isRunning && (
                  <tbody>
                    <PendingRows rows={4} columns={columns.length} />
                  </tbody>
                )
              }
              data-testid="overview-attention"
            />
          </div>
        </div>
      )}
      {!isEmpty && !isRunning && !isIncomplete && none !== '' && (
        <p className={classes.quiet} data-testid="attention-gaps">
          {none}
        </p>
      )}
    </Panel>
  );
}

/** Partial data is never reported to be in order. */
function describeEmpty({ examined = 0, isIncomplete, isDamaged }: CheckedRecords, gaps: string) {
  if (isDamaged) return { title: texts.noneYet, detail: texts.damagedDetail(count(examined)) };
  if (isIncomplete) return { title: texts.noneYet, detail: texts.noneYetDetail(count(examined)) };
  return examined === 0
    ? { title: texts.noRecords }
    : { title: texts.none, detail: texts.noneDetail(count(examined), gaps) };
}

interface AttentionLine extends NamedLine {
  readonly key: string;
  readonly found: ReactNode;
  readonly stake: ReactNode;
  readonly isGap?: boolean;
}

const columns: Column<AttentionLine>[] = [
  toNameColumn(''),
  { id: 'found', className: 'quiet', renderCell: ({ found }) => found },
  {
    id: 'stake',
    isNumber: true,
    renderCell: ({ stake }) => stake,
    attributes: ({ isGap }) => (isGap ? { className: `${tables.number} ${tables.bad}` } : {}),
  },
];

const drawFigure = (label: string, text: string, onExplain: () => void) => (
  <FigureButton label={label} onExplain={onExplain}>
    {text}
  </FigureButton>
);

function usePeopleLines({ gaps, checked, links, onExplain }: AttentionPanelProps): AttentionLine[] {
  const { nameOf } = useNames();
  const printing = usePrintSettings();
  const { widest = [], absent } = gaps ?? {};
  return widest.map(({ owner, gap, logged }) => {
    const name = namePerson(nameOf, owner);
    const hasNoHours = logged === null || readSign(logged) === 0;
    const away = absent?.people.find(({ ownerId, why }) => ownerId === owner && (why === 'stopped' || why === 'never'));
    // A person who logged after these days is still active.
    const since = absent && away?.lastEntry && away.lastEntry < absent.from ? away.lastEntry : undefined;
    const nothingText =
      since === undefined
        ? texts.nothingLogged
        : texts.nothingSince(dayText(since, since.slice(0, 4) !== absent?.from.slice(0, 4)));
    const hours = hasNoHours ? nothingText : texts.logged(formatWithUnit('logged_hours', logged, printing));
    const drawHours = (measure: string, label: string, text: string) =>
      drawFigure(overviewTexts.explainFigure(label, name), text, () => onExplain({ measure, row: [owner] }));
    return {
      key: owner,
      name,
      address: links.toPerson(owner),
      found: (
        <>
          {drawHours('logged_hours', overviewTexts.people.logged, hours)}{' '}
          {absent && away && <ActiveToButton {...away} from={absent.from} isIcon />}
        </>
      ),
      stake: (
        <>
          {drawHours('gap_hours', overviewTexts.people.gap, texts.short(formatWithUnit('gap_hours', gap, printing)))}
          {checked.isIncomplete && <small className="so-far"> {uiTexts.soFar}</small>}
        </>
      ),
      isGap: true,
    };
  });
}

function useCheckLines({ checked, money, links, onExplainCheck }: AttentionPanelProps): AttentionLine[] {
  const printing = usePrintSettings();
  return (checked.checks ?? []).map((check) => {
    const text = checkTexts[check.id];
    const label = text?.label ?? check.id;
    const stake = findStake(check, money.isShown);
    const draw = (figure: CheckFigure, explained: string, shown: string) =>
      drawFigure(overviewTexts.explain(explained), shown, () => onExplainCheck(check, figure));
    const amount = stake && formatWithUnit(stake.measure, stake.exact, printing, money.currency);
    return {
      key: check.id,
      name: text?.short ?? label,
      title: label,
      address: links.toCheck(check.id),
      found: draw('records', texts.found(label), texts.records(count(check.open))),
      stake: stake && draw(stake.figure, texts[stake.figure](label), amount ?? ''),
    };
  });
}

interface Stake {
  readonly figure: 'value' | 'minutes';
  readonly measure: string;
  readonly exact: string;
}

/** Returns money if it is shown and some is at stake, else hours. */
function findStake({ value, minutes }: CheckSummary, showsMoney: boolean): Stake | undefined {
  if (showsMoney && value !== null && readSign(value) !== 0)
    return { figure: 'value', measure: 'billable_value', exact: value };
  if (minutes === null) return undefined;
  return { figure: 'minutes', measure: 'logged_hours', exact: formatUnits(toHours(toUnits(minutes))) };
}
