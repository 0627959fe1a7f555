/** One pin: a figure with its change, or the first lines of a report; both lead to the report, and say when they are not complete. */
import { ActionIcon } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { Link } from 'wouter';
import { createLabels } from '../../../domain/charts/labels.ts';
import { explainTexts, groupTexts } from '#texts/reports/reports.ts';
import { dashboardTexts as texts } from '#texts/screens/dashboard.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import type { Pin } from '../../../domain/reports/definition/pins.ts';
import { hasAllRecords, type ReportResult } from '../../../domain/reports/definition/report.ts';
import { figureText } from '../../../domain/reports/print/printed-currencies.ts';
import type { PrintedLine, PrintedMeasure } from '../../../domain/reports/print/model.ts';
import { printChange } from '../../../domain/reports/print/printed-change.ts';
import { formatSteps } from '../../../domain/reports/print/printed.ts';
import { unitText } from '../../../domain/reports/print/unit-text.ts';
import { chooseCurrency } from '../../../domain/reports/print/currency.ts';
import { labelPeriod } from '../../../domain/time/period.ts';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { Pending } from '../../components/states/Pending.tsx';
import { Tag } from '../../components/values/Tag.tsx';
import { useReportAnswer } from '../../data/outdated.ts';
import { settings as settingsQuery } from '../../data/queries.ts';
import { useWorkspace } from '../../data/open-workspace.ts';
import { explainedCell } from '../../explain/explained-cell.ts';
import { count, MINUS, UNKNOWN } from '../../format/figures.ts';
import { useNames } from '../../names.ts';
import { blankDefinition, changesFrom } from '../../routing/report-view.ts';
import { addressOfView } from '../reports/definition/use-definition.ts';
import { usePrinted } from '../reports/use-printed.ts';
import classes from './DashboardScreen.module.css';

/** A card is a glance: more lines and figures are in the report. */
const MOST_LINES = 8;
const MOST_FIGURES = 3;

export interface PinCardProps {
  readonly pin: Pin;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onMove: (step: 1 | -1) => void;
  readonly onRemove: () => void;
}

export function PinCard({ pin, isFirst, isLast, onMove, onRemove }: PinCardProps) {
  const { name, report, cell } = pin;
  const answer = useReportAnswer(report);
  const result = answer.data?.result;
  const printed = usePrinted(report, result);
  const address = addressOfView({
    base: { kind: 'blank', name },
    changes: changesFrom(blankDefinition, pin),
    closed: [],
    cell,
  });
  return (
    <li className={classes.card} data-figure={cell !== undefined || undefined} data-testid="pin">
      <header className={classes.head}>
        <Link href={address} className={classes.name} title={texts.open(name)}>
          {name}
        </Link>
        {result && !hasAllRecords(result) && <Tag tone="warn">{uiTexts.soFar}</Tag>}
        <span className={classes.actions}>
          <CardButton label={texts.earlier(name)} isOff={isFirst} onClick={() => onMove(-1)}>
            <IconArrowLeft size={14} stroke={1.6} aria-hidden />
          </CardButton>
          <CardButton label={texts.later(name)} isOff={isLast} onClick={() => onMove(1)}>
            <IconArrowRight size={14} stroke={1.6} aria-hidden />
          </CardButton>
          <CardButton label={texts.remove(name)} onClick={onRemove}>
            <IconX size={14} stroke={1.6} aria-hidden />
          </CardButton>
        </span>
      </header>
      {answer.error ? (
        <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
      ) : !result || !printed ? (
        <Pending width="60%" />
      ) : cell ? (
        <Figure pin={pin} result={result} printed={printed.printed} further={printed.further} />
      ) : (
        <Lines pin={pin} result={result} printed={printed.printed} address={address} />
      )}
      {result && (
        <p className={classes.period}>{result.period ? labelPeriod(result.period).full : uiTexts.period.allTime}</p>
      )}
    </li>
  );
}

interface CardButtonProps {
  readonly label: string;
  readonly isOff?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

function CardButton({ label, isOff = false, onClick, children }: CardButtonProps) {
  return (
    <ActionIcon variant="subtle" size={24} aria-label={label} title={label} disabled={isOff} onClick={onClick}>
      {children}
    </ActionIcon>
  );
}

interface AnsweredPin {
  readonly pin: Pin;
  readonly result: ReportResult;
  readonly printed: readonly PrintedMeasure[];
}

/** The figure as its explanation has it, so that both say the same. */
function Figure({
  pin,
  result,
  printed,
  further,
}: AnsweredPin & Pick<NonNullable<ReturnType<typeof usePrinted>>, 'further'>) {
  const { data: settings } = useQuery(settingsQuery);
  const { directory } = useNames();
  const { today } = useWorkspace();
  const { report, cell } = pin;
  if (!cell || !settings) return <Pending width="60%" />;
  const explained = explainedCell(cell, {
    report,
    ...(further[cell.past ?? -1] ?? { result, printed }),
    settings,
    directory,
    today,
  });
  if (!explained) return <p className={classes.gone}>{texts.gone}</p>;
  const change = explained.facts.find(({ label }) => label === explainTexts.labels.change)?.text;
  return (
    <>
      <p className={classes.figure} data-exact={explained.exact ?? undefined}>
        {explained.printed}
        {explained.unit !== '' && <span className={classes.unit}>{explained.unit}</span>}
      </p>
      {change !== undefined && <p className={classes.change}>{change}</p>}
    </>
  );
}

function Lines({ pin: { report, name }, result, printed, address }: AnsweredPin & { readonly address: string }) {
  const { data: settings } = useQuery(settingsQuery);
  const { directory } = useNames();
  const fiscalYearStart = settings?.fiscalYearStart ?? 1;
  const labels = useMemo(() => createLabels(directory, { fiscalYearStart }), [directory, fiscalYearStart]);
  const figures = printed.slice(0, MOST_FIGURES);
  const currency = chooseCurrency(result, settings?.currency ?? null);
  const isCompared = result.comparison !== null && result.comparison.refused === null;
  // The outermost lines: those inside of them are in the report.
  const outer = result.subtotals.flatMap((line, at) => (Object.keys(line.key).length === 1 ? [{ line, at }] : []));
  const isNested = outer.length > 0;
  const lines = isNested ? outer : result.rows.map((line, at) => ({ line, at }));
  const [group = ''] = report.groupBy;
  const text = ({ measure, grid }: PrintedMeasure, line: PrintedLine | undefined) =>
    line ? figureText(measure, line, ({ value }) => formatSteps(value, grid, { minus: MINUS })) || UNKNOWN : UNKNOWN;
  const change = ({ measure, grid }: PrintedMeasure, line: PrintedLine | undefined) =>
    line ? figureText(measure, line, (part) => printChange(part.change, grid, { minus: MINUS })) : '';
  const row = (id: string, label: string, lineIn: (sheet: PrintedMeasure) => PrintedLine | undefined) => (
    <tr key={id}>
      <th scope="row">{label}</th>
      {figures.map((sheet) => (
        <td key={sheet.measure.id}>
          {text(sheet, lineIn(sheet))}
          {isCompared && <small>{change(sheet, lineIn(sheet))}</small>}
        </td>
      ))}
    </tr>
  );
  return (
    <>
      <table className={classes.lines} aria-label={name}>
        <thead>
          <tr>
            <th scope="col">{group === '' ? '' : labels.heading(group)}</th>
            {figures.map(({ measure }) => (
              <th key={measure.id} scope="col">
                {[measure.label, unitText(measure.unit, currency)].filter(Boolean).join(', ')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines
            .slice(0, MOST_LINES)
            .map(({ line, at }) =>
              row(
                `${at}`,
                line.folded === undefined
                  ? labels.label(group, line.key[group] ?? null)
                  : groupTexts.other(count(line.folded), report.only),
                (sheet) => (isNested ? sheet.subtotals : sheet.rows)[at],
              ),
            )}
        </tbody>
        <tfoot>{row('total', hasAllRecords(result) ? groupTexts.total : uiTexts.soFar, ({ total }) => total)}</tfoot>
      </table>
      {lines.length > MOST_LINES && (
        <Link href={address} className={classes.more}>
          {texts.more(count(lines.length - MOST_LINES))}
        </Link>
      )}
    </>
  );
}
