/** Explains a figure of a report as data: everything that determines it, ready for display. */
import { explainTexts as texts, groupTexts } from '#texts/reports/reports.ts';
import { formatUnits, toUnits } from '#domain/decimal.ts';
import { formatCount } from '#domain/locale-forms.ts';
import { findOwner, type Directory } from '#domain/people/directory.ts';
import { findComparedSpan, listPeopleWithHours } from '#domain/expected.ts';
import { addFilters, type Filter } from '#domain/filter/model.ts';
import { printFilter, type PrintOptions, formatClockTime, createOperandForms } from '#domain/filter/print.ts';
import { labelPeriod } from '#domain/time/period.ts';
import { OWNER_PROPERTY } from '#domain/properties.ts';
import type { Settings } from '#domain/settings.ts';
import { toVisibleText } from '#domain/spelling.ts';
import { drillDown, type DrillDown, type LinePlace } from './drill-down.ts';
import { findExpectedParts, type ExpectedParts } from './explained-expected.ts';
import { formatParts } from './explained-parts.ts';
import { formatColumnHeader, formatKey, findTimeUnit, createSpellingsLookup } from '../keys/key-text.ts';
import { hasChosenAmounts, type Measure } from '../definition/measures.ts';
import { formatMonthSpans } from '../keys/counterparts.ts';
import { isNoteAbout, isLeftOut, formatNote } from '../notes/notes.ts';
import type { PrintedLine, PrintedMeasure } from '../print/model.ts';
import { listLines } from '../print/broken-lines.ts';
import { chooseGrid, type PrintSettings, toSteps, formatSteps, printChange } from '../print/printed.ts';
import { hasAllRecords, type Report, type ReportNote, type ReportResult, type Figures } from '../definition/report.ts';
import type { Steps } from '../print/footing.ts';
import { formatFigure } from '../print/printed-currencies.ts';

type FactKind = keyof typeof texts.labels;

export interface Explanation {
  readonly measure: Measure;
  /** The figure's position, such as `Anna Keller · W41`, or a word for the total. */
  readonly where: string;
  /** The figure with all its digits; null if unknown. */
  readonly exact: string | null;
  readonly facts: readonly { readonly kind: FactKind; readonly label: string; readonly text: string }[];
  /** Sentences about what this figure leaves out. */
  readonly notes: readonly string[];
  /** How many records the figure counts; null if the result does not contain it (for cells of a line). */
  readonly records: number | null;
  readonly drillDown: DrillDown;
}

export interface ExplainContext {
  readonly report: Report;
  readonly result: ReportResult;
  readonly settings: Pick<
    Settings,
    'footing' | 'hoursStyle' | 'hoursDigits' | 'moneyDigits' | 'currency' | 'fiscalYearStart'
  > &
    PrintSettings;
  readonly directory: Directory;
  /** `YYYY-MM-DD` in the workspace's zone; without it, expected hours are not explained. */
  readonly today?: string | undefined;
  /** True if the result is of a compared period, whose notes were not counted, so that it may leave out people without a note. */
  readonly isBefore?: boolean;
  readonly misspelt?: PrintOptions['misspelt'];
}

type Line = ReportResult['total'] & {
  readonly key?: ReportResult['rows'][number]['key'];
  readonly folded?: number | undefined;
};

export interface ExplainedPrint {
  readonly footing: PrintedMeasure['footing'];
  readonly line?: PrintedLine | undefined;
}

/**
 * @param printed the measure as printed in the table, for its footing and its line; without it, every figure is rounded individually
 * @param place the position of the figure
 */
export function explain(
  measure: Measure,
  place: LinePlace,
  context: ExplainContext,
  printed?: ExplainedPrint,
): Explanation {
  const { report, result } = context;
  const line = findLine(place, result);
  const readValue = (id: string) => {
    if (place.column === undefined) return line?.values[id] ?? null;
    const cell = line?.cells?.[id]?.[place.column];
    return cell ?? (place.row ? null : (result.columns[place.column]?.values[id] ?? null));
  };
  const isPartial = hasPeopleLeftOut(measure, context);
  const records = isPartial
    ? null
    : place.column === undefined
      ? (line?.records ?? 0)
      : place.row
        ? null
        : (result.columns[place.column]?.records ?? 0);
  const expected = explainExpected(measure, place, context, readValue('expected_hours'));
  const readPart = (id: string) =>
    readValue(id) ?? (id === 'expected_hours' && expected ? formatUnits(expected.hours) : null);
  // The figure of a compared period is not compared itself.
  const hasChange = place.column === undefined && context.isBefore !== true;
  const isReportTotal = !place.row && place.column === undefined;
  const leftOut = result.notes.filter((note) => isLeftOut(note, measure));
  const facts: readonly [FactKind, string | null][] = [
    ['formula', measure.formula],
    [
      'parts',
      // If amounts are separate by currency, a formula's other numbers are not in the result.
      measure.operands && measure.money && line?.amounts
        ? null
        : formatParts(measure, readPart, context.settings, {
            some: leftOut.length > 0,
            notes: isReportTotal ? result.notes : [],
          }),
    ],
    ['expected', expected?.text ?? null],
    ['group', formatPlace(place, context)],
    ['spellings', formatSpellings(place, context)],
    ['filter', formatFilter(context)],
    ['period', result.period ? formatPeriod(result.period, context) : texts.allTime],
    ['calendar', result.calendar === 'clock' ? texts.calendars.clock(result.zone) : texts.calendars.recorded],
    ['zone', texts.zone[result.calendar](result.zone)],
    ['amounts', hasChosenAmounts(measure) ? texts.amounts[result.amounts] : null],
    ['rounding', formatRounding(measure, context)],
    ['footing', formatFooting(measure, printed?.footing ?? context.settings.footing)],
    ['coverage', formatCoverage(place, result)],
    ['asOf', result.asOf === null ? texts.neverFetched : texts.asOf(formatMinute(result.asOf, context))],
    ['records', records === null ? null : formatRecords(records, leftOut, isReportTotal, context)],
    ['compared', formatComparison(context)],
    ['change', hasChange ? formatChange(measure, line, context.settings, printed?.line) : null],
  ];
  return {
    measure,
    where: formatPlace(place, context),
    exact: readValue(measure.id),
    facts: facts.flatMap(([kind, text]) => (text === null ? [] : [{ kind, label: texts.labels[kind], text }])),
    notes: result.notes
      .filter((note) => isNoteAbout(note, measure))
      .map((note) => {
        const text = formatNote(note, context.settings, [measure]);
        // Notes count the entire report, so the note beside a single line states this.
        return isReportTotal || (note.kind === 'unread-start' && isLineWithoutDate(place)) ? text : texts.ofWhole(text);
      }),
    records,
    drillDown: isPartial
      ? narrowToExpectable(drillDown(report, result, place), context)
      : drillDown(report, result, place),
  };
}

/** Returns whether the line is the one without a date in a report grouped only by time. */
function isLineWithoutDate({ row, column }: LinePlace): boolean {
  const [[name, key] = [], ...more] = Object.entries(row?.key ?? {});
  return column === undefined && more.length === 0 && key === null && findTimeUnit(name ?? '') !== undefined;
}

/** @param isReportTotal whether the figure is the report's total, for which the omissions were counted */
function formatRecords(
  records: number,
  leftOut: readonly ReportNote[],
  isReportTotal: boolean,
  { settings: { locale } }: ExplainContext,
): string {
  const all = formatCount(records, locale);
  if (leftOut.length === 0) return texts.records(all);
  const leftOutRecords = leftOut.reduce((sum, note) => sum + (note.records ?? 0), 0);
  return isReportTotal
    ? texts.recordsAmong(formatCount(records - leftOutRecords, locale), all)
    : texts.recordsLess(all);
}

/** Sums may differ slightly, because they are rounded separately for each person and bucket. */
const NEAR = 10_000n;

/** @returns undefined if the parts differ from the result's expected hours, which were then computed on a different day */
function explainExpected(
  { sums }: Measure,
  place: LinePlace,
  { report, result, directory, today, isBefore, settings: { locale } }: ExplainContext,
  reportedHours: string | null,
): ExpectedParts | undefined {
  if (!Object.values(sums).some(({ kind }) => kind === 'expected')) return undefined;
  const parts = findExpectedParts(place, { report, result, directory, today, locale, isBefore });
  if (!parts || reportedHours === null) return parts;
  const deviation = toUnits(reportedHours) - parts.hours;
  return deviation <= NEAR && deviation >= -NEAR ? parts : undefined;
}

/** Returns whether people without weekly hours have records that a figure of expected hours does not count. */
function hasPeopleLeftOut({ sums }: Measure, { result, isBefore = false }: ExplainContext): boolean {
  return (
    Object.values(sums).some(({ kind }) => kind === 'expected') &&
    (isBefore || result.notes.some(({ kind }) => kind === 'no-expected-hours' || kind === 'no-owner'))
  );
}

/** Narrows a selection to people whose weekly hours are known, whose records a figure of expected hours counts. */
function narrowToExpectable(selection: DrillDown, { directory, result: { period }, today }: ExplainContext): DrillDown {
  const values = period ? listPeopleWithHours(directory, findComparedSpan(period, today)) : [];
  if (values.length === 0) return selection;
  const peopleFilter: Filter = { propertyName: OWNER_PROPERTY, operator: 'IN', values };
  return { ...selection, filterGroups: addFilters(selection.filterGroups, [peopleFilter]) };
}

function findLine({ row }: LinePlace, result: ReportResult): Line | undefined {
  if (!row) return result.total;
  const isSameLine = (line: Line) =>
    line.folded === row.folded &&
    Object.keys(line.key ?? {}).length === Object.keys(row.key).length &&
    Object.entries(row.key).every(([name, key]) => line.key?.[name] === key);
  return listLines(result).find(isSameLine);
}

function formatPlace({ row, column }: LinePlace, { report, result, settings, directory }: ExplainContext): string {
  const parts = Object.entries(row?.key ?? {}).map(([name, key], depth) =>
    depth === 0 && row?.folded !== undefined
      ? groupTexts.other(formatCount(row.folded, settings.locale), report.only)
      : formatKey(name, key, directory, settings),
  );
  const reportColumn = column === undefined ? undefined : result.columns[column];
  if (reportColumn && report.columns !== undefined)
    parts.push(formatColumnHeader(reportColumn, report.columns, directory, settings));
  return parts.length === 0 ? texts.wholeReport : parts.join(' · ');
}

/** Lists every spelling of the line's records except the printed one. */
function formatSpellings({ row, column }: LinePlace, { report, result }: ExplainContext): string | null {
  const findOtherSpellings = createSpellingsLookup(result);
  const keys = Object.entries(row?.key ?? {});
  const reportColumn = column === undefined ? undefined : result.columns[column];
  if (reportColumn && report.columns !== undefined) keys.push([report.columns, reportColumn.key]);
  const all = keys.flatMap(([name, key]) => findOtherSpellings(name, key).map(toVisibleText));
  return all.length === 0 ? null : all.join(', ');
}

function createNameLookup(directory: Directory) {
  return (propertyName: string, value: string): string | undefined =>
    propertyName === OWNER_PROPERTY ? findOwner(directory, value)?.name : undefined;
}

function formatFilter({
  report: { filterGroups, query },
  result,
  settings,
  directory,
  misspelt,
}: ExplainContext): string {
  const forms = createOperandForms(result.zone, settings.locale);
  return printFilter(filterGroups, { query, forms, misspelt, nameOf: createNameLookup(directory) });
}

const MINUTE_MS = 60_000;

/** Formats as `20 Nov 2026 09:15` in the result's zone. */
function formatMinute(timestamp: string, { result: { zone }, settings: { locale } }: ExplainContext): string {
  return formatClockTime(Math.floor(Date.parse(timestamp) / MINUTE_MS) * MINUTE_MS, zone, locale);
}

function formatPeriod(period: NonNullable<ReportResult['period']>, { settings }: ExplainContext): string {
  const { full, calendar } = labelPeriod(period, settings.locale);
  return `${full}, ${calendar}`;
}

function formatRounding({ unit }: Measure, { settings }: ExplainContext): string {
  const { style, digits } = chooseGrid(unit, settings);
  return style === 'clock' ? texts.rounding.clock : texts.rounding.decimals(digits);
}

function formatFooting({ additive }: Measure, footing: PrintedMeasure['footing']): string {
  if (!additive) return texts.footing.itself;
  return footing === 'itself' ? texts.footing.unlike : texts.footing[footing];
}

function formatCoverage({ column }: LinePlace, result: ReportResult): string {
  const { missing, columns } = result;
  const covered = (column === undefined ? undefined : columns[column]) ?? result;
  if (hasAllRecords(covered)) return covered.complete ? texts.coverage.complete : texts.coverage.damaged;
  return missing.length === 0 ? texts.coverage.partial : texts.coverage.missing(formatMonthSpans(missing));
}

function formatComparison({ result: { comparison }, settings: { locale } }: ExplainContext): string | null {
  if (!comparison) return null;
  const { period, elapsedDays, refused } = comparison;
  if (!period) return refused;
  const { dates } = labelPeriod(period, locale);
  return elapsedDays === null ? dates : texts.elapsed(dates, formatCount(elapsedDays, locale));
}

// The change of a figure, with the same figures as in the table.

type ComparedLine = Pick<ReportResult['total'], 'values' | 'records' | 'before' | 'split'>;

/** Formats the printed figure before, now and the difference; for billable value also the effects of hours and rate. */
function formatChange(
  measure: Measure,
  line: ComparedLine | undefined,
  settings: PrintSettings,
  printed: PrintedLine | undefined,
): string | null {
  const grid = chooseGrid(measure.unit, settings);
  const readSteps = (figures: Figures | null | undefined) => toSteps(figures?.values[measure.id] ?? null, grid);
  const printedLine = printed ?? roundAlone(readSteps(line), readSteps(line?.before));
  const formatPart = (print: typeof formatSteps, steps: (part: PrintedLine) => Steps | null) =>
    formatFigure(measure, printedLine, (part) => print(steps(part), grid, { minus: '−' }));
  const [now, before, changed] = [
    formatPart(formatSteps, ({ value }) => value),
    formatPart(formatSteps, (part) => part.before),
    formatPart(printChange, (part) => part.change),
  ];
  if (now === '' || before === '' || changed === '') return null;
  const change = texts.change(now, before, changed);
  const byHours = measure.id === 'billable_value' ? toSteps(line?.split?.hours ?? null, grid) : null;
  if (byHours === null || printedLine.change === null) return change;
  const printSigned = (steps: Steps) => printChange(steps, grid, { minus: '−' });
  const other = toSteps(line?.split?.other ?? null, grid);
  const byRate = printedLine.change - byHours - (other ?? 0n);
  return `${change}; ${texts.split(printSigned(byHours), printSigned(byRate), other === null ? undefined : printSigned(other))}`;
}

/** Rounds figures outside tables. The difference is that of the printed figures, as in tables. */
function roundAlone(value: Steps | null, before: Steps | null): PrintedLine {
  const change = value === null || before === null ? null : value - before;
  return { value, before, change, cells: [], below: null, across: 0n };
}
