/** A report as a table for people: groups with their subtotals, footed figures, columns, comparison, and what they rest on below. */
import type { Directory } from '../../../src/domain/people/directory.ts';
import { bucketAt } from '../../../src/domain/reports/definition/buckets.ts';
import { findDimension } from '../../../src/domain/reports/definition/dimensions.ts';
import type { Steps } from '../../../src/domain/reports/print/footing.ts';
import { footNotes } from '../../../src/domain/reports/notes/foot-notes.ts';
import { columnText, keyText, findTimeUnit } from '../../../src/domain/reports/keys/key-text.ts';
import { openLines, openPrinted, type OpenedLines } from '../../../src/domain/reports/print/broken-lines.ts';
import { listCompared } from '../../../src/domain/reports/print/further.ts';
import { groupNames } from '../../../src/domain/reports/print/lines.ts';
import { findMeasure } from '../../../src/domain/reports/definition/measures.ts';
import { figureText, toLines } from '../../../src/domain/reports/print/printed-currencies.ts';
import type { PrintedDifference, PrintedLine, PrintedMeasure } from '../../../src/domain/reports/print/model.ts';
import { judgeLack, lackOfChange, printReport, formatSteps } from '../../../src/domain/reports/print/printed.ts';
import { printChange } from '../../../src/domain/reports/print/printed-change.ts';
import type { ComparisonKind, Report, ReportResult, ReportRow } from '../../../src/domain/reports/definition/report.ts';
import { alsoText, otherSpellings } from '../../../src/domain/reports/keys/spellings.ts';
import type { Settings } from '../../../src/domain/settings.ts';
import { words } from '#texts/terminal/cli.ts';
import { groupTexts as texts } from '#texts/reports/reports.ts';
import { sealLine } from '../output/lines.ts';
import { basisLines } from './foot.ts';
import { table, type Column } from '../output/table.ts';
import { groupThousands as count } from '../../../src/domain/thousands.ts';

export interface ShownReport {
  readonly report: Report;
  readonly result: ReportResult;
  readonly settings: Settings;
  readonly directory: Directory;
}

/** Each line tells its number of records, unless that was asked for as a measure. */
const countsRecords = ({ measures }: Report) => !measures.includes('records');

export function reportLines(shown: ShownReport): string[] {
  const { report, result } = shown;
  const sheets = printedMeasures(shown);
  const opened = openLines(result);
  const compared = listCompared(result).map((each) => ({
    ...each,
    printed: printedMeasures({ ...shown, result: each.result }).map((sheet) => openPrinted(sheet, opened)),
  }));
  const printed = sheets.map((each, at) =>
    toFigures(
      openPrinted(each, opened),
      compared.flatMap(({ kind, printed: all }) => (all[at] ? [{ kind, printed: all[at] }] : [])),
    ),
  );
  const groups = report.groupBy.flatMap((name) => findDimension(name) ?? []);
  const columns: Column[] = [
    ...groups.map(({ label }) => ({ head: label })),
    ...printed.flatMap((each) => toHeads(each, shown)).map((head) => ({ head, right: true })),
    ...(countsRecords(report) ? [{ head: words.records, right: true }] : []),
  ];
  const said = footNotes(report, result, sheets, shown.settings).map(({ text }) => text);
  return [...table(columns, toBody(shown, opened, printed)), ...said, ...basisLines(shown), sealLine(result)];
}

/** Every measure of a report as its table prints it. */
export function printedMeasures({ report, result, settings }: Omit<ShownReport, 'directory'>): PrintedMeasure[] {
  const measures = report.measures.flatMap((name) => findMeasure(name) ?? []);
  return printReport(measures, result, settings);
}

/** A measure with what its columns of the table are. */
interface Figures {
  readonly printed: PrintedMeasure;
  /** The same as compared with each period. */
  readonly pasts: readonly { readonly kind: ComparisonKind; readonly printed: PrintedMeasure }[];
  /** The cells of some line do not add up to its printed value: the difference gets a column. */
  readonly differsAcross: boolean;
}

function toFigures(printed: PrintedMeasure, pasts: Figures['pasts']): Figures {
  const lines = [printed.total, ...printed.subtotals, ...printed.rows];
  return {
    printed,
    pasts,
    differsAcross: lines.flatMap(toLines).some(({ across }) => across !== 0n),
  };
}

function toHeads(
  { printed, pasts, differsAcross }: Figures,
  { report, result, settings, directory }: ShownReport,
): string[] {
  const { label } = printed.measure;
  const single = report.measures.length === 1;
  const by = report.columns ?? '';
  const others = otherSpellings(result);
  const buckets = result.columns.map((column) =>
    withAlso(columnText(column, by, directory, settings), others(by, column.key)),
  );
  const across = differsAcross ? [texts.difference] : [];
  return [
    ...buckets.map((bucket) => (single ? bucket : `${bucket} ${label}`)),
    ...across,
    result.columns.length > 0 && single ? texts.totalOf(label) : label,
    ...pasts.flatMap(({ kind }) => {
      const words = pasts.length > 1 ? texts.comparedWith[kind] : texts;
      return [words.before, words.change];
    }),
  ];
}

function toBody(shown: ShownReport, { result, parents, broken }: OpenedLines, figures: readonly Figures[]): string[][] {
  const counts = countsRecords(shown.report);
  const keyed: readonly (ReportRow | undefined)[] = [undefined, ...result.subtotals, ...result.rows];
  const names = groupNames([...shown.result.subtotals, ...shown.result.rows]);
  const below = new Map<number, number[]>();
  parents.forEach((parent, line) => {
    if (parent !== undefined) below.set(parent, [...(below.get(parent) ?? []), line]);
  });
  const body: string[][] = [];
  const others = otherSpellings(result);
  const add = (line: number, depth: number) => {
    const row = keyed[line];
    const lines = below.get(line) ?? [];
    const isPart = row !== undefined && isPartOf(row, names);
    if (row)
      body.push([
        ...(isPart ? partLabels(row, names, { ...shown, others }) : toLabels(row, names, depth, { ...shown, others })),
        ...figures.flatMap((each) => cellsAt(each, line, result)),
        ...(counts ? [count(row.records)] : []),
      ]);
    for (const each of lines) add(each, depth + 1);
    const inside = broken.has(line) ? names.length - 1 : depth + 1;
    body.push(...differenceLines(figures, { at: line, lines: lines.length }, inside, names.length, result));
  };
  add(0, -1);
  const total = names.map((_, index) => (index === 0 ? texts.total : ''));
  const totalLine = [
    ...padded(total, shown.report.groupBy.length, texts.total),
    ...figures.flatMap((each) => cellsAt(each, 0, result)),
    ...(counts ? [count(result.records)] : []),
  ];
  return [...body, totalLine];
}

/** Without lines there are no names; the groups' heads are printed all the same. */
function padded(labels: readonly string[], width: number, first: string): string[] {
  if (labels.length === width) return [...labels];
  return Array.from({ length: width }, (_, index) => (index === 0 ? first : ''));
}

/** The outer groups are printed on their own line only. */
function toLabels(
  { key, folded }: ReportRow,
  names: readonly string[],
  depth: number,
  { report, settings, directory, result: { period }, others }: ShownReport & { readonly others: Others },
): string[] {
  return names.map((name, index) => {
    if (index < depth || !Object.hasOwn(key, name)) return '';
    if (index === 0 && folded !== undefined) return texts.other(count(folded), report.only);
    const own = key[name] ?? null;
    const text = keyText(name, own, directory, settings);
    const unit = findTimeUnit(name);
    // A week that crosses a month's end is in the table with only some of its days.
    const bucket = unit && own !== null ? bucketAt(own, unit, period) : null;
    if (bucket?.cut === true) return columnText(bucket, name, directory, settings);
    return withAlso(text, others(name, own));
  });
}

/** Whether a line is the part of another: its innermost group is none of the report's, or is out of turn. */
function isPartOf({ key }: ReportRow, names: readonly string[]): boolean {
  return Object.keys(key).some((name, at) => names[at] !== name);
}

/** A part stands in the innermost column, further in than the line it is of, and says what it is by. */
function partLabels(
  row: ReportRow,
  names: readonly string[],
  { settings, directory, others }: ShownReport & { readonly others: Others },
): string[] {
  const own = Object.keys(row.key);
  const by = own.at(-1) ?? '';
  const key = row.key[by] ?? null;
  const level = own.length - own.findIndex((name, at) => names[at] !== name);
  const text = withAlso(keyText(by, key, directory, settings), others(by, key));
  const label = `${'  '.repeat(level)}${words.partBy(findDimension(by)?.label ?? by, text)}`;
  return names.map((_, at) => (at === names.length - 1 ? label : ''));
}

type Others = ReturnType<typeof otherSpellings>;

/** A key with its other spellings beside it. */
function withAlso(text: string, others: readonly string[]): string {
  return others.length === 0 ? text : texts.withAlso(text, alsoText(others));
}

function lineAt({ total, subtotals, rows }: PrintedMeasure, line: number): PrintedLine {
  return (
    (line === 0 ? total : line <= subtotals.length ? subtotals[line - 1] : rows[line - 1 - subtotals.length]) ?? total
  );
}

/** Where money is of several currencies, each amount says its own. */
function cellsAt({ printed, pasts, differsAcross }: Figures, at: number, result: ReportResult): string[] {
  const { grid, measure } = printed;
  const text = (of: (line: PrintedLine) => string) => figureText(measure, lineAt(printed, at), of);
  return [
    ...result.columns.map((_, column) => text(({ cells }) => formatSteps(cells[column] ?? null, grid))),
    ...(differsAcross
      ? [text(({ across }) => (across === 0n ? '' : formatSteps(across, grid, { signed: true })))]
      : []),
    text(({ value }) => formatSteps(value, grid)),
    ...pasts.flatMap((past) => {
      const inPast = (of: (line: PrintedLine) => string) => figureText(measure, lineAt(past.printed, at), of);
      return [inPast(({ before }) => formatSteps(before, grid)), inPast(({ change }) => printChange(change, grid))];
    }),
  ];
}

const lacks = [
  { lack: 'unlisted', label: texts.notInLines },
  { lack: 'rounding', label: texts.difference },
] as const;

/** What the printed lines of all measures lack to their printed total: figures outside every line, and rounding, one line each. */
function differenceLines(
  figures: readonly Figures[],
  { at, lines }: { readonly at: number; readonly lines: number },
  depth: number,
  width: number,
  result: ReportResult,
): string[][] {
  return lacks.flatMap(({ lack, label }) => {
    const cells = figures.flatMap(({ printed, pasts, differsAcross }) => {
      const textIn = (sheet: PrintedMeasure, of: (below: PrintedDifference) => Steps | undefined, kindOf = judgeLack) =>
        figureText(printed.measure, lineAt(sheet, at), ({ below }) => {
          const steps = below === null ? undefined : of(below);
          if (steps === undefined || steps === 0n || kindOf(steps, lines) !== lack) return '';
          return formatSteps(steps, printed.grid, { signed: true });
        });
      const text = (of: (below: PrintedDifference) => Steps | undefined) => textIn(printed, of);
      return [
        ...result.columns.map((_, column) => text(({ cells }) => cells[column])),
        ...(differsAcross ? [''] : []),
        text(({ value }) => value),
        ...pasts.flatMap((past) => [
          textIn(past.printed, ({ before }) => before),
          textIn(past.printed, ({ change }) => change, lackOfChange),
        ]),
      ];
    });
    if (cells.every((each) => each === '')) return [];
    const labels = Array.from({ length: width }, (_, index) => (index === Math.min(depth, width - 1) ? label : ''));
    return [[...labels, ...cells]];
  });
}
