/** A pinned report's lines, few of them: the first, or the last months or weeks, and the total. */
import { Link } from 'wouter';
import { groupTexts } from '#texts/reports/reports.ts';
import { pinTexts as texts } from '#texts/screens/overview.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { isOpenSpan, pickLines } from '#domain/charts/pin-state.ts';
import type { Labels } from '#domain/charts/labels.ts';
import type { Pin } from '#domain/reports/definition/pins.ts';
import { hasAllRecords, type ReportResult } from '#domain/reports/definition/report.ts';
import type { PrintedLine, PrintedMeasure } from '#domain/reports/print/model.ts';
import { formatFigure, chooseCurrency } from '#domain/reports/print/printed-currencies.ts';
import { formatSteps, printChange, formatUnit } from '#domain/reports/print/printed.ts';
import { useWorkspace } from '#ui/data/queries.ts';
import { count, MINUS, UNKNOWN } from '#ui/format/figures-and-times.ts';
import { turnToPins } from '#ui/routing/hash-location.ts';
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

export function PinLines({ pin, result, printed, labels, address }: PinLinesProps) {
  const { report, name, view } = pin;
  const { today, currency: usual } = useWorkspace();
  const figures = printed.slice(0, MAX_FIGURES);
  const currency = chooseCurrency(result, usual);
  const isCompared = result.comparison !== null && result.comparison.refused === null;
  // The outermost lines: those inside of them are in the report.
  const outer = result.subtotals.flatMap((line, at) => (Object.keys(line.key).length === 1 ? [{ line, at }] : []));
  const isNested = outer.length > 0;
  const all = isNested ? outer : result.rows.map((line, at) => ({ line, at }));
  const most = view.chart === 'none' ? MAX_LINES : MAX_BELOW_CHART;
  const { lines, isFromEnd } = pickLines(report, all, most);
  const [group = ''] = report.groupBy;
  const text = ({ measure, grid }: PrintedMeasure, line: PrintedLine | undefined) =>
    line ? formatFigure(measure, line, ({ value }) => formatSteps(value, grid, { minus: MINUS })) || UNKNOWN : UNKNOWN;
  const change = ({ measure, grid }: PrintedMeasure, line: PrintedLine | undefined) =>
    line ? formatFigure(measure, line, (part) => printChange(part.change, grid, { minus: MINUS })) : '';
  const row = (
    id: string,
    label: string,
    lineIn: (sheet: PrintedMeasure) => PrintedLine | undefined,
    isOpen = false,
  ) => (
    <tr key={id}>
      <th scope="row" title={label}>
        {label}
        {isOpen && <small data-open>{uiTexts.soFar}</small>}
      </th>
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
                {[measure.label, formatUnit(measure.unit, currency)].filter(Boolean).join(`,${NO_BREAK}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ line, at }) => {
            const key = line.key[group] ?? null;
            const { folded } = line;
            const span = folded === undefined ? labels.span(group, key) : undefined;
            return row(
              `${at}`,
              folded === undefined ? labels.label(group, key) : groupTexts.other(count(folded), report.only),
              (sheet) => (isNested ? sheet.subtotals : sheet.rows)[at],
              span !== undefined && isOpenSpan(span, line.records, result, today),
            );
          })}
        </tbody>
        <tfoot>{row('total', hasAllRecords(result) ? groupTexts.total : uiTexts.soFar, ({ total }) => total)}</tfoot>
      </table>
      {all.length > most && (
        <Link href={address} className={classes.more} onClick={turnToPins}>
          {(isFromEnd ? texts.earlierLines : texts.more)(count(all.length - most))}
        </Link>
      )}
    </>
  );
}
