/** A pinned report or figure in its card, with its answer, which is queried when the card is near. */
import { ActionIcon, Group, Stack, Text } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import { IconArrowLeft, IconArrowRight, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'wouter';
import { groupTexts } from '#texts/reports/reports.ts';
import { pinTexts as texts } from '#texts/screens/overview.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import type { SavedReport } from '#contract/reports.ts';
import { listChartKinds } from '#domain/charts/charts-for.ts';
import { followPin, isOpenSpan, isPinOpen, pickLines } from '#domain/charts/pin-state.ts';
import { hasCost } from '#domain/reports/definition/measures.ts';
import type { CellPlace, Pin } from '#domain/reports/definition/pins.ts';
import { findTimeUnit } from '#domain/reports/keys/key-text.ts';
import { ReportChart } from '#ui/charts/LateReportChart.tsx';
import { ErrorState, Pending } from '#ui/components/states.tsx';
import { Tag } from '#ui/components/values.tsx';
import { useReportAnswer } from '#ui/data/outdated.ts';
import { savedReports, settings as settingsQuery, useWorkspace } from '#ui/data/queries.ts';
import { findCellOfMark } from '#ui/explain/explained.ts';
import { explainCell } from '#ui/explain/explained-cell.ts';
import { toNameColumn, type NamedLine } from '#ui/explain/FigureTable.tsx';
import { count, MINUS, periodText, UNKNOWN } from '#ui/format/figures-and-times.ts';
import { Table, type Column } from '#ui/grid/Table.tsx';
import { useLabels, useNames } from '#ui/names.ts';
import { useOnPaper } from '#ui/paper.tsx';
import { navigate, turnToPins } from '#ui/routing/hash-location.ts';
import { blankDefinition, findChanges } from '#ui/routing/report-view.ts';
import type { Labels } from '#domain/charts/labels.ts';
import { hasAllRecords, type ReportResult } from '#domain/reports/definition/report.ts';
import type { PrintedLine, PrintedMeasure } from '#domain/reports/print/model.ts';
import { chooseCurrency, formatFigure } from '#domain/reports/print/printed-currencies.ts';
import { formatSteps, formatUnit, printChange } from '#domain/reports/print/printed.ts';
import { addressOfView } from '../reports/use-definition.ts';
import { type PrintedAnswer, usePrinted } from '../reports/use-printed.ts';
import tables from '#ui/components/tables.module.css';
import classes from './OverviewScreen.module.css';

/** A card is a glance: more lines and figures are in the report. */
const MAX_LINES = 8;
const MAX_BELOW_CHART = 4;
const MAX_FIGURES = 3;
/** A unit stands beside the last word of its figure. */
const NO_BREAK = '\u00a0';

export interface AnsweredPin {
  readonly pin: Pin;
  readonly result: ReportResult;
  readonly printed: readonly PrintedMeasure[];
  readonly labels: Labels;
}

export interface PinLinesProps extends AnsweredPin {
  readonly address: string;
}

interface PinLine extends NamedLine {
  readonly pick: (sheet: PrintedMeasure) => PrintedLine | undefined;
  readonly isOpen?: boolean;
}

export function PinLines({ pin, result, printed, labels, address }: PinLinesProps) {
  const { report, name, view } = pin;
  const { today, currency: defaultCurrency } = useWorkspace();
  const figures = printed.slice(0, MAX_FIGURES);
  const currency = chooseCurrency(result, defaultCurrency);
  const isCompared = result.comparison !== null && result.comparison.refused === null;
  // Only the outermost lines; the report has the others.
  const outer = result.subtotals.flatMap((line, index) =>
    Object.keys(line.key).length === 1 ? [{ line, index }] : [],
  );
  const isNested = outer.length > 0;
  const all = isNested ? outer : result.rows.map((line, index) => ({ line, index }));
  const maxLines = view.chart === 'none' ? MAX_LINES : MAX_BELOW_CHART;
  const { lines, isFromEnd } = pickLines(report, all, maxLines);
  const [group = ''] = report.groupBy;
  const formatFigureText = ({ measure, grid }: PrintedMeasure, line: PrintedLine | undefined) =>
    line ? formatFigure(measure, line, ({ value }) => formatSteps(value, grid, { minus: MINUS })) || UNKNOWN : UNKNOWN;
  const formatChange = ({ measure, grid }: PrintedMeasure, line: PrintedLine | undefined) =>
    line ? formatFigure(measure, line, (part) => printChange(part.change, grid, { minus: MINUS })) : '';
  const columns: Column<PinLine>[] = [
    {
      ...toNameColumn(group === '' ? '' : labels.heading(group)),
      renderCell: (line: PinLine) => (
        <>
          {line.name}
          {line.isOpen && <small data-open>{uiTexts.soFar}</small>}
        </>
      ),
    },
    ...figures.map((sheet) => ({
      id: sheet.measure.id,
      header: [sheet.measure.label, formatUnit(sheet.measure.unit, currency)].filter(Boolean).join(`,${NO_BREAK}`),
      isNumber: true,
      renderCell: ({ pick }: PinLine) => (
        <>
          {formatFigureText(sheet, pick(sheet))}
          {isCompared && <small>{formatChange(sheet, pick(sheet))}</small>}
        </>
      ),
    })),
  ];
  const rows = lines.map(({ line, index }): PinLine => {
    const key = line.key[group] ?? null;
    const { folded } = line;
    const span = folded === undefined ? labels.span(group, key) : undefined;
    return {
      name: folded === undefined ? labels.label(group, key) : groupTexts.other(count(folded), report.only),
      pick: (sheet) => (isNested ? sheet.subtotals : sheet.rows)[index],
      isOpen: span !== undefined && isOpenSpan(span, line.records, result, today),
    };
  });
  const total: PinLine = {
    name: hasAllRecords(result) ? groupTexts.total : uiTexts.soFar,
    pick: (sheet) => sheet.total,
  };
  return (
    <>
      <Table
        columns={columns}
        rows={rows}
        foot={{ rows: [total] }}
        className={`${tables.small} ${classes.lines}`}
        aria-label={name}
      />
      {all.length > maxLines && (
        <Link href={address} className={classes.more} onClick={turnToPins}>
          {(isFromEnd ? texts.earlierLines : texts.more)(count(all.length - maxLines))}
        </Link>
      )}
    </>
  );
}

const noReports: readonly SavedReport[] = [];
/** A card queries its answer when it is this close to the visible area, so that its figures are there in time. */
const NEAR = '600px';

interface PinCardProps {
  readonly pin: Pin;
  readonly showsMoney: boolean;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onMove: (step: 1 | -1) => void;
  readonly onRemove: () => void;
}

export function PinCard({ pin: stored, showsMoney, isFirst, isLast, onMove, onRemove }: PinCardProps) {
  const { ref, entry } = useIntersection({ rootMargin: NEAR, scrollMargin: NEAR });
  // A printout includes the cards that are out of sight.
  const isNear = useOnPaper() || entry?.isIntersecting === true;
  const { data, error: savedError } = useQuery(savedReports);
  // If saved reports cannot be read, there is none to follow.
  const saved = data?.reports ?? (savedError ? noReports : undefined);
  const { today } = useWorkspace();
  const labels = useLabels();
  const followed = useMemo(() => followPin(stored, saved), [stored, saved]);
  const pin = followed?.pin ?? stored;
  const { name, report, cell } = pin;
  const answer = useReportAnswer(report, { enabled: isNear && followed !== undefined });
  // The answer to an earlier definition has other lines.
  const result = answer.isPlaceholderData ? undefined : answer.data?.result;
  const printed = usePrinted(report, result);
  const isHidden = !showsMoney && printed?.printed.some(({ measure }) => hasCost(measure));
  const buttons = [
    { label: texts.earlier(name), Icon: IconArrowLeft, isOff: isFirst, act: () => onMove(-1) },
    { label: texts.later(name), Icon: IconArrowRight, isOff: isLast, act: () => onMove(1) },
    { label: texts.remove(name), Icon: IconX, act: onRemove },
  ];
  const addressAt = (place?: CellPlace) => addressOfPin(pin, followed?.follows === 'saved', place);
  return (
    <li ref={ref} className={classes.card} data-figure={cell !== undefined || undefined} data-testid="pin">
      <Group component="header" gap="sm" wrap="nowrap">
        <Link href={addressAt()} className={classes.name} title={texts.open(name)} onClick={turnToPins}>
          {name}
        </Link>
        {result && isPinOpen(pin, result, today, labels.span) && <Tag tone="warn">{uiTexts.soFar}</Tag>}
        <Group gap={0} wrap="nowrap">
          {buttons.map(({ label, Icon, isOff = false, act }) => (
            <ActionIcon key={label} size={24} aria-label={label} title={label} disabled={isOff} onClick={act}>
              <Icon size={14} stroke={1.6} aria-hidden />
            </ActionIcon>
          ))}
        </Group>
      </Group>
      {answer.error ? (
        <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
      ) : !result || !printed ? (
        <Pending width="60%" />
      ) : isHidden ? (
        <Text size="xs" c="dimmed">
          {texts.costHidden}
        </Text>
      ) : cell ? (
        <PinFigure pin={pin} result={result} {...printed} />
      ) : (
        <>
          <PinChart
            pin={pin}
            result={result}
            printed={printed.printed}
            labels={labels}
            onMark={(place) => {
              turnToPins();
              navigate(addressAt(place));
            }}
          />
          <PinLines pin={pin} result={result} printed={printed.printed} labels={labels} address={addressAt()} />
        </>
      )}
      <Stack gap={0} mt="auto" fz="xs" c="var(--ink-2)">
        {result && <p>{periodText(result.period)}</p>}
        {followed?.follows === 'gone' && <p>{texts.unsaved}</p>}
      </Stack>
    </li>
  );
}

/** @param isSaved whether the pin follows a saved report that exists. @param place the figure to explain there, by default the pin's */
function addressOfPin({ name, report, view, saved, cell }: Pin, isSaved: boolean, place = cell): string {
  const opened = { closed: [], cell: place };
  if (isSaved && saved !== undefined)
    return addressOfView({ base: { kind: 'saved', id: saved }, changes: {}, ...opened });
  const changes = findChanges(blankDefinition, { report, view });
  return addressOfView({ base: { kind: 'blank', name }, changes, ...opened });
}

/** A pinned figure with its change, taken from its explanation so that both agree. */
function PinFigure({ pin, result, printed, further }: Omit<AnsweredPin, 'labels'> & PrintedAnswer) {
  const { data: settings } = useQuery(settingsQuery);
  const { directory } = useNames();
  const { today } = useWorkspace();
  const { report, cell } = pin;
  if (!cell || !settings) return <Pending width="60%" />;
  const answer = further[cell.past ?? -1] ?? { result, printed };
  const explained = explainCell(cell, { report, ...answer, settings, directory, today });
  if (!explained) return <Text size="xs">{texts.gone}</Text>;
  const change = explained.facts.find(({ kind }) => kind === 'change')?.text;
  return (
    <div>
      <p className={classes.figure} data-exact={explained.exact ?? undefined}>
        {explained.printed}
        {explained.unit !== '' && (
          <Text component="span" size="sm" fw={400} c="var(--ink-2)" ml={4}>
            {explained.unit}
          </Text>
        )}
      </p>
      {change !== undefined && (
        <Text size="xs" c="var(--ink-2)">
          {change}
        </Text>
      )}
    </div>
  );
}

interface PinChartProps extends AnsweredPin {
  readonly onMark: (place: CellPlace) => void;
}

/** A small chart of a pinned report; a mark opens its explanation in the report. */
function PinChart({ pin, result, printed, labels, onMark }: PinChartProps) {
  const { report, view, name } = pin;
  const measures = useMemo(() => printed.map(({ measure }) => measure), [printed]);
  const isFitting = listChartKinds(report, (group) => findTimeUnit(group) !== undefined).includes(view.chart);
  if (view.chart === 'none' || !isFitting || result.records === 0) return null;
  return (
    <div className={classes.chart}>
      <ReportChart
        kind={view.chart}
        title={texts.chart(name)}
        pictureNotes={[]}
        report={report}
        result={result}
        measures={measures}
        labels={labels}
        onMark={(mark) => onMark(findCellOfMark(report, mark))}
        isPreview
      />
    </div>
  );
}
