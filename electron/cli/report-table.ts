/** Formats a report as a table for people: groups with subtotals, footed figures, columns and comparisons, and their basis below. */
import type { Directory } from '#domain/people/directory.ts';
import { findBucket } from '#domain/reports/definition/buckets.ts';
import { findDimension } from '#domain/reports/definition/dimensions.ts';
import { findMeasure } from '#domain/reports/definition/measures.ts';
import type {
  ComparisonKind,
  Report,
  ReportColumn,
  ReportResult,
  ReportRow,
} from '#domain/reports/definition/report.ts';
import {
  findTimeUnit,
  formatColumnHeader,
  formatKey,
  createSpellingsLookup,
  formatOtherSpellings,
} from '#domain/reports/keys/key-text.ts';
import { toBasis, type BasisContext } from '#domain/reports/notes/basis.ts';
import { listFootNotes } from '#domain/reports/notes/foot-notes.ts';
import {
  flattenLines,
  flattenPrinted,
  type FlattenedLines,
  listGroupNames,
} from '#domain/reports/print/broken-lines.ts';
import { listCompared } from '#domain/reports/print/further.ts';
import {
  hasAcrossDifference,
  shortfallLines,
  readShortfall,
  type ShortfallPlace,
} from '#domain/reports/print/lacks.ts';
import { findLine } from '#domain/exports/report-figures.ts';
import type { PrintedLine, PrintedMeasure } from '#domain/reports/print/model.ts';
import { formatFigure } from '#domain/reports/print/printed-currencies.ts';
import { formatSteps, printReport, printChange } from '#domain/reports/print/printed.ts';
import type { Settings } from '#domain/settings.ts';
import { groupThousands } from '#domain/decimal.ts';
import { groupTexts as texts } from '#texts/reports/reports.ts';
import { labels } from '#texts/terminal/cli.ts';
import { formatCompleteness } from './output/lines.ts';
import { formatTable, type Column } from './output/table.ts';

export interface AnsweredReport {
  readonly report: Report;
  readonly result: ReportResult;
  readonly settings: Settings;
  readonly directory: Directory;
}

/** Tells whether a column with the record count of each line is added, unless the report already has it as a measure. */
const hasRecordsColumn = ({ measures }: Report) => !measures.includes('records');

export function formatReport(answered: AnsweredReport): string[] {
  const { report, result, directory, settings } = answered;
  const sheets = printMeasures(answered);
  const flattened = flattenLines(result);
  const compared = listCompared(result).map(({ kind, result: previous }) => ({
    kind,
    sheets: printMeasures({ ...answered, result: previous }).map((sheet) => flattenPrinted(sheet, flattened)),
  }));
  const figures = sheets.map((sheet, index): Figures => {
    const printed = flattenPrinted(sheet, flattened);
    const comparisons = compared.flatMap(({ kind, sheets: previous }) =>
      previous[index] ? [{ kind, printed: previous[index] }] : [],
    );
    return { printed, compared: comparisons, hasAcross: hasAcrossDifference(printed) };
  });
  const groups = report.groupBy.flatMap((name) => findDimension(name) ?? []);
  const columns: Column[] = [
    ...groups.map(({ label }) => ({ header: label })),
    ...figures.flatMap((measure) => toHeaders(measure, answered)).map((header) => ({ header, right: true })),
    ...(hasRecordsColumn(report) ? [{ header: labels.records, right: true }] : []),
  ];
  const nameColumn = (column: ReportColumn) => formatColumnHeader(column, report.columns ?? '', directory, settings);
  const notes = listFootNotes(report, result, sheets, settings, { rounded: { sheets, nameColumn } });
  return [
    ...formatTable(columns, toBody(answered, flattened, figures)),
    ...notes.map(({ text }) => text),
    ...formatBasis(answered),
    formatCompleteness(result),
  ];
}

export function printMeasures({ report, result, settings }: Omit<AnsweredReport, 'directory'>): PrintedMeasure[] {
  const measures = report.measures.flatMap((name) => findMeasure(name) ?? []);
  return printReport(measures, result, settings);
}

interface Figures {
  readonly printed: PrintedMeasure;
  readonly compared: readonly { readonly kind: ComparisonKind; readonly printed: PrintedMeasure }[];
  /** Whether differences between the cells of a line and its value have a column. */
  readonly hasAcross: boolean;
}

function toHeaders({ printed, compared, hasAcross }: Figures, answered: AnsweredReport): string[] {
  const { report, result, settings, directory } = answered;
  const { label } = printed.measure;
  const isOnlyMeasure = report.measures.length === 1;
  const by = report.columns ?? '';
  const findSpellings = createSpellingsLookup(result);
  const buckets = result.columns.map((column) =>
    addSpellings(formatColumnHeader(column, by, directory, settings), findSpellings(by, column.key)),
  );
  return [
    ...buckets.map((bucket) => (isOnlyMeasure ? bucket : `${bucket} ${label}`)),
    ...(hasAcross ? [texts.lacks.rounding] : []),
    result.columns.length > 0 && isOnlyMeasure ? texts.totalOf(label) : label,
    ...compared.flatMap(({ kind }) => {
      const { before, change } = compared.length > 1 ? texts.comparedWith[kind] : texts;
      return [before, change];
    }),
  ];
}

function toBody(answered: AnsweredReport, flattened: FlattenedLines, figures: readonly Figures[]): string[][] {
  const { result, parents, broken } = flattened;
  const { report } = answered;
  const rows: readonly (ReportRow | undefined)[] = [undefined, ...result.subtotals, ...result.rows];
  const names = listGroupNames([...answered.result.subtotals, ...answered.result.rows]);
  const children = Map.groupBy(parents.keys(), (line) => parents[line]);
  const findSpellings = createSpellingsLookup(result);
  const listCells = (line: number, records: number) => [
    ...figures.flatMap((measure) => toCells(measure, line, result)),
    ...(hasRecordsColumn(report) ? [groupThousands(records)] : []),
  ];
  const body: string[][] = [];
  const addLine = (line: number, depth: number) => {
    const row = rows[line];
    const isPart = row !== undefined && isPartRow(row, names);
    if (row) {
      const context = { ...answered, findSpellings };
      const labels = isPart ? toPartLabels(row, names, context) : toLabels(row, names, depth, context);
      body.push([...labels, ...listCells(line, row.records)]);
    }
    for (const child of children.get(line) ?? []) addLine(child, depth + 1);
    const inside = broken.has(line) ? names.length - 1 : depth + 1;
    body.push(...formatDifferences(figures, line, inside, names.length, result));
  };
  addLine(0, -1);
  // Without lines there are no names of groups, but their headers are printed anyway.
  const totalLabels = report.groupBy.map((_, index) => (index === 0 ? texts.total : ''));
  return [...body, [...totalLabels, ...listCells(0, result.records)]];
}

interface LabelContext extends AnsweredReport {
  readonly findSpellings: ReturnType<typeof createSpellingsLookup>;
}

/** Outer groups are printed only on their own lines. */
function toLabels(
  { key, folded }: ReportRow,
  names: readonly string[],
  depth: number,
  { report, settings, directory, result: { period }, findSpellings }: LabelContext,
): string[] {
  return names.map((name, index) => {
    if (index < depth || !Object.hasOwn(key, name)) return '';
    if (index === 0 && folded !== undefined) return texts.other(groupThousands(folded), report.only);
    const value = key[name] ?? null;
    const unit = findTimeUnit(name);
    // A week that crosses a month's end is in the table with only some of its days.
    const bucket = unit && value !== null ? findBucket(value, unit, period) : null;
    if (bucket?.cut === true) return formatColumnHeader(bucket, name, directory, settings);
    return addSpellings(formatKey(name, value, directory, settings), findSpellings(name, value));
  });
}

/** Tells whether a line breaks down another line: its innermost group is not one of the report's, or is out of order. */
function isPartRow({ key }: ReportRow, names: readonly string[]): boolean {
  return Object.keys(key).some((name, index) => names[index] !== name);
}

/** Puts a part in the innermost column, indented below its line and labelled with its dimension. */
function toPartLabels(
  { key }: ReportRow,
  names: readonly string[],
  { settings, directory, findSpellings }: LabelContext,
): string[] {
  const groups = Object.keys(key);
  const by = groups.at(-1) ?? '';
  const value = key[by] ?? null;
  const level = groups.length - groups.findIndex((name, index) => names[index] !== name);
  const text = addSpellings(formatKey(by, value, directory, settings), findSpellings(by, value));
  const label = `${'  '.repeat(level)}${labels.partBy(findDimension(by)?.label ?? by, text)}`;
  return names.map((_, index) => (index === names.length - 1 ? label : ''));
}

function addSpellings(text: string, spellings: readonly string[]): string {
  return spellings.length === 0 ? text : texts.withAlso(text, formatOtherSpellings(spellings));
}

const readLine = ({ total, subtotals, rows }: PrintedMeasure, line: number) => findLine(total, subtotals, rows, line);

/** Formats a line's cells in the columns of a measure. If money has multiple currencies, each amount has its own. */
function toCells({ printed, compared, hasAcross }: Figures, index: number, result: ReportResult): string[] {
  const { grid, measure } = printed;
  const format = (sheet: PrintedMeasure, read: (line: PrintedLine) => string) =>
    formatFigure(measure, readLine(sheet, index), read);
  return [
    ...result.columns.map((_, column) => format(printed, ({ cells }) => formatSteps(cells[column] ?? null, grid))),
    ...(hasAcross
      ? [format(printed, ({ across }) => (across === 0n ? '' : formatSteps(across, grid, { signed: true })))]
      : []),
    format(printed, ({ value }) => formatSteps(value, grid)),
    ...compared.flatMap(({ printed: previous }) => [
      format(previous, ({ before }) => formatSteps(before, grid)),
      format(previous, ({ change }) => printChange(change, grid)),
    ]),
  ];
}

/** Formats the differences between printed lines and their printed total: one row for figures not in any line, one for rounding. */
function formatDifferences(
  figures: readonly Figures[],
  lineIndex: number,
  depth: number,
  width: number,
  result: ReportResult,
): string[][] {
  return shortfallLines.flatMap((shortfallLine) => {
    const cells = figures.flatMap(({ printed, compared, hasAcross }) => {
      const format = (sheet: PrintedMeasure, place: ShortfallPlace) =>
        formatFigure(printed.measure, readLine(sheet, lineIndex), ({ below }) => {
          const steps = readShortfall(below, place, shortfallLine);
          return steps === 0n ? '' : formatSteps(steps, printed.grid, { signed: true });
        });
      return [
        ...result.columns.map((_, column) => format(printed, column)),
        ...(hasAcross ? [''] : []),
        format(printed, 'value'),
        ...compared.flatMap(({ printed: previous }) => [format(previous, 'before'), format(previous, 'change')]),
      ];
    });
    if (cells.every((cell) => cell === '')) return [];
    const labelIndex = Math.min(depth, width - 1);
    const labels = Array.from({ length: width }, (_, index) =>
      index === labelIndex ? texts.lacks[shortfallLine] : '',
    );
    return [[...labels, ...cells]];
  });
}

/** Formats the basis of a report's figures in one line: period, calendar, zone, weeks, figures and footing; then the comparison. */
export function formatBasis(context: BasisContext): string[] {
  const { compared, ...basis } = toBasis(context);
  const { period, calendar, zone, weeks, years, hours, currency, amounts, footing } = basis;
  const parts = [period, calendar, zone, weeks, years, hours, currency, amounts, footing];
  const first = parts.filter((part) => part !== undefined).join(', ');
  return [first, ...(compared === undefined ? [] : [capitalise(compared)])].map((line) => `${line}.`);
}

function capitalise(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
