/** How much of their expected hours people logged, widest gap first, with the line of their last eight weeks. */
import { Group } from '@mantine/core';
import { useMemo } from 'react';
import { Link } from 'wouter';
import { OWNER_PROPERTY } from '#domain/properties.ts';
import { formatNote } from '#domain/reports/notes/notes.ts';
import { hasAllRecords, type ReportNote, type ReportResult } from '#domain/reports/definition/report.ts';
import { overviewTexts } from '#texts/screens/overview.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { EmptyState, Pending } from '#ui/components/states.tsx';
import { Panel } from '#ui/components/Panel.tsx';
import { useWorkspace } from '#ui/data/queries.ts';
import {
  FigureButton,
  FigureTable,
  toFigureColumn,
  toFigureLines,
  toLineKey,
  toNameColumn,
  toTotalLine,
  type FigureColumn,
  type FigureLine,
} from '#ui/explain/FigureTable.tsx';
import { count, readSign, datesText } from '#ui/format/figures-and-times.ts';
import { formatMeasure } from '#ui/format/measured.ts';
import { usePrintSettings } from '#ui/format/use-printing.ts';
import type { Column } from '#ui/grid/Table.tsx';
import { findBareId } from '#ui/naming/bare-id.ts';
import { namePerson, useNames } from '#ui/names.ts';
import type { CellPlace } from '#ui/routing/report-view.ts';
import type { Answer } from './explain-figure.ts';
import { usePrinted } from '../reports/use-printed.ts';
import { useLinesThatFit } from './use-lines-that-fit.ts';
import { toGeometry } from '#domain/charts/chart-model.ts';
import tables from '#ui/components/tables.module.css';
import classes from './OverviewScreen.module.css';

/** A person's weeks as a thin line on its own scale, so that a dip shows; its last week is marked, its figures are in its label. */
interface SparklineProps {
  /** Oldest first; null if nothing was logged. */
  readonly values: readonly (string | null)[];
  /** Whether the last week is running or incomplete, so that its mark is hollow. */
  readonly isIncomplete: boolean;
  readonly label: string;
}

const SPARKLINE_WIDTH = 72;
const HEIGHT = 20;
const INSET = 3;
/** The scale starts at this share of its maximum or lower, so that an hour more or less does not look like a collapse. */
const MIN_RANGE = 0.7;

function Sparkline({ values, isIncomplete, label }: SparklineProps) {
  const lengths = values.map((value) => toGeometry(value));
  const max = Math.max(...lengths, 0);
  const min = Math.min(...lengths, MIN_RANGE * max);
  const span = max - min || 1;
  const step = (SPARKLINE_WIDTH - 2 * INSET) / Math.max(values.length - 1, 1);
  const points = lengths.map((length, index) => ({
    x: INSET + index * step,
    y: HEIGHT - INSET - ((length - min) / span) * (HEIGHT - 2 * INSET),
  }));
  const last = points.at(-1);
  return (
    // A drawing cannot be a named image in another way.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <svg display="block" width={SPARKLINE_WIDTH} height={HEIGHT} role="img" aria-label={label}>
      <line x1={INSET} x2={SPARKLINE_WIDTH - INSET} y1={HEIGHT - INSET} y2={HEIGHT - INSET} stroke="var(--line)" />
      <polyline
        points={points.map(({ x, y }) => `${x},${y}`).join(' ')}
        fill="none"
        stroke="var(--ink-3)"
        strokeWidth={1.25}
      />
      {last && (
        <circle
          cx={last.x}
          cy={last.y}
          r={2.5}
          fill={isIncomplete ? 'var(--panel)' : 'var(--accent)'}
          stroke="var(--accent)"
        />
      )}
    </svg>
  );
}

export interface PeoplePanelProps {
  readonly isStale: boolean;
  readonly answer: Answer | undefined;
  /** Logged hours by person and week. */
  readonly lines: ReportResult | undefined;
  readonly isIncomplete: boolean;
  readonly chooseAddress: (owner: string | null) => string;
  readonly reportAddress: string;
  readonly onExplain: (cell: CellPlace) => void;
  /** Explains a person's eight weeks together. */
  readonly onExplainWeeks: (cell: CellPlace) => void;
}

/** Printing this screen must not wait for a thousand lines; the report has them all. */
const MAX_PEOPLE = 60;

const notInGap: ReadonlySet<ReportNote['kind']> = new Set(['no-owner', 'no-expected-hours', 'logged-since']);

const texts = overviewTexts.people;
const readOwner = ({ key }: ReportResult['rows'][number]) => key[OWNER_PROPERTY] ?? null;

export function PeoplePanel(props: PeoplePanelProps) {
  const { answer, isStale, lines, isIncomplete, chooseAddress, reportAddress, onExplain, onExplainWeeks } = props;
  const { nameOf, directory } = useNames();
  const result = answer?.result;
  const printing = usePrintSettings();
  const printed = usePrinted(answer?.report, result)?.printed;
  const rows = result && printed ? result.rows : [];
  // Records without a person have a line, but count as no person.
  const people = rows.filter((row) => readOwner(row) !== null).length;
  const { room, maxLines } = useLinesThatFit(2);
  const visibleRows = rows.slice(0, Math.min(maxLines, MAX_PEOPLE));
  const beyond = rows.length - visibleRows.length;
  const to = lines?.period?.to;
  const weeks = useMemo(() => new Map(lines?.rows.map((row) => [readOwner(row), row])), [lines]);
  // Without any person there are no expected hours, but that does not mean that weekly hours are missing.
  const isUnexpected =
    result !== undefined && result.rows.length > 0 && (result.totals['expected_hours'] ?? null) === null;
  // Without these notes, the gap would not seem to follow from logged and expected hours.
  const leftOut = isUnexpected ? [] : (result?.notes ?? []).filter(({ kind }) => notInGap.has(kind));
  const columns: Column<FigureLine>[] = [
    toNameColumn(texts.person),
    ...toFigureColumns({ printed, isIncomplete, onExplain }),
    {
      id: texts.weeks,
      header: to === undefined ? texts.weeks : texts.weeksTo(datesText({ from: to, to }, { withYear: false })),
      renderCell: (line) => {
        if (isTotal(line)) return null;
        const [owner = null] = line.place.row;
        const row = weeks.get(owner);
        return (
          <Weeks
            name={line.name}
            lines={lines}
            hours={lines && row && listWeeks(row, lines)}
            onExplain={() => onExplainWeeks({ measure: 'logged_hours', row: [owner] })}
          />
        );
      },
    },
  ];
  return (
    <Panel
      title={texts.title}
      sub={isUnexpected ? texts.noExpected : texts.sub}
      isIncomplete={isIncomplete}
      className={classes.people}
      isStale={isStale}
      controls={
        beyond > 0 && (
          <Link href={reportAddress} className={tables.link}>
            {texts.more(count(beyond))}
          </Link>
        )
      }
    >
      {result?.rows.length === 0 ? (
        <EmptyState title={isIncomplete ? texts.noneYet : texts.none} />
      ) : (
        <div ref={room} className={classes.room}>
          <div className={classes.scroll}>
            <FigureTable
              columns={columns}
              row={{ toKey: toLineKey }}
              rows={
                printed &&
                toFigureLines(visibleRows, {
                  group: OWNER_PROPERTY,
                  nameKey: (owner) => (owner === null ? uiTexts.unset : namePerson(nameOf, owner)),
                  chooseAddress: (owner = null) => chooseAddress(owner),
                  findBare: (value) => findBareId(directory, { property: OWNER_PROPERTY, value }),
                })
              }
              foot={
                result &&
                printed && {
                  rows: [toTotalLine(result, { name: texts.all(count(people), isIncomplete), whose: texts.everybody })],
                }
              }
              data-testid="overview-people"
            />
          </div>
        </div>
      )}
      {leftOut.length > 0 && (
        <p className={classes.quiet} data-testid="people-notes">
          {leftOut.map((note) => formatNote(note, printing)).join(' ')}
        </p>
      )}
    </Panel>
  );
}

const figures = [
  ['logged_hours', texts.logged],
  ['expected_hours', texts.expected],
  ['gap_hours', texts.gap],
  ['billable_share', texts.share],
] as const;

interface FigureColumns extends Pick<FigureColumn, 'printed' | 'onExplain'>, Pick<PeoplePanelProps, 'isIncomplete'> {}

function toFigureColumns({ isIncomplete, ...column }: FigureColumns): Column<FigureLine>[] {
  return figures.map(([measureId, label]) => {
    const isShare = measureId === 'billable_share';
    const { renderCell, attributes, ...others } = toFigureColumn({
      ...column,
      measureId,
      header: label,
      label,
      drawFigure: isShare ? (text, { line }) => <ShareBar share={line.values[measureId]} text={text} /> : undefined,
    });
    // The tiles show the other totals.
    const isShown = (line: FigureLine) => measureId === 'gap_hours' || !isTotal(line);
    const isBad = ({ line }: FigureLine) => measureId === 'gap_hours' && readSign(line.values[measureId] ?? '0') > 0;
    return {
      ...others,
      isNumber: !isShare,
      renderCell: (line) =>
        isShown(line) && (
          <>
            {renderCell(line)}
            {isBad(line) && isIncomplete && <small className="so-far"> {uiTexts.soFar}</small>}
          </>
        ),
      attributes: (line) => ({
        ...(isShown(line) && attributes(line)),
        ...(isBad(line) && { className: `${tables.number} ${tables.bad}` }),
      }),
    };
  });
}

const isTotal = ({ place }: FigureLine) => place.row.length === 0;

interface WeeksProps {
  readonly name: string;
  /** Undefined while loading. */
  readonly lines: ReportResult | undefined;
  readonly hours: readonly (string | null)[] | undefined;
  readonly onExplain: () => void;
}

function Weeks({ name, lines, hours, onExplain }: WeeksProps) {
  const { today } = useWorkspace();
  const printing = usePrintSettings();
  // As wide as the expected line, so that no column moves when it arrives.
  if (!lines) return <Pending width={`${SPARKLINE_WIDTH}px`} />;
  if (!hours || !lines.period) return null;
  const isIncomplete = lines.period.to >= today || !lines.columns.every(hasAllRecords);
  const hoursText = hours.map((weekHours) => formatMeasure('logged_hours', weekHours ?? '0', printing)).join(', ');
  return (
    <FigureButton label={overviewTexts.explainFigure(texts.weeks, name)} onExplain={onExplain}>
      <Sparkline
        values={hours}
        isIncomplete={isIncomplete}
        label={texts.weeksByPerson(name, datesText(lines.period), hoursText, isIncomplete)}
      />
    </FigureButton>
  );
}

/** Lists hours in order of time, without the column of records that have no week. */
function listWeeks({ cells }: ReportResult['rows'][number], { columns }: ReportResult): (string | null)[] {
  const hours = cells?.['logged_hours'] ?? [];
  return columns.flatMap(({ key }, index) => (key === null ? [] : [hours[index] ?? null]));
}

/** A share as a short bar with its percentage beside it. */
interface ShareBarProps {
  /** 0 to 1 as exact decimal text. */
  readonly share: string | null | undefined;
  /** The share as printed, without the percent sign. */
  readonly text: string;
  /** The share that fills the bar: 1, or the largest share if all are small. */
  readonly full?: string | null | undefined;
}

function ShareBar({ share, text, full = '1' }: ShareBarProps) {
  const width = Math.max(0, Math.min(1, toGeometry(share) / (toGeometry(full) || 1)));
  return (
    <Group component="span" gap="sm" wrap="nowrap">
      <span className={tables.track} aria-hidden>
        <span className={tables.bar} style={{ width: `${width * 100}%` }} />
      </span>
      <span className={tables.percent}>
        {text}
        {share !== null && share !== undefined && <span className="unit"> {uiTexts.units.percent}</span>}
      </span>
    </Group>
  );
}
