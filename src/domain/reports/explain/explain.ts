/** Explains a figure of a report, as data: everything it rests on. Its viewers add nothing. */
import { explainTexts as texts, groupTexts } from '#texts/reports/reports.ts';
import { formatUnits, toUnits } from '../../decimal.ts';
import { formatCount } from '../../locale-forms.ts';
import { ownerEntry, type Directory } from '../../people/directory.ts';
import { comparedSpan, peopleWithHours } from '../../expected/expected.ts';
import type { Filter } from '../../filter/model.ts';
import { clockText, operandForms } from '../../filter/operand-forms.ts';
import { printFilter } from '../../filter/print.ts';
import { labelPeriod } from '../../time/period.ts';
import { OWNER_PROPERTY } from '../../properties.ts';
import type { Settings } from '../../settings.ts';
import { visibleText } from '../../spelling.ts';
import { drillDown, type DrillDown, type Place } from './drill-down.ts';
import { changeText } from './explained-change.ts';
import { expectedParts, type ExpectedParts } from './explained-expected.ts';
import { partsText } from './explained-parts.ts';
import { columnText, keyText, findTimeUnit } from '../keys/key-text.ts';
import { usesChosenAmounts, type Measure } from '../definition/measures.ts';
import { monthSpans } from '../keys/month-spans.ts';
import { concerns, isLeftOut, noteText } from '../notes/notes.ts';
import type { PrintedLine, PrintedMeasure } from '../print/model.ts';
import { listLines } from '../print/broken-lines.ts';
import { chooseGrid, type PrintSettings } from '../print/printed.ts';
import { hasAllRecords, type Report, type ReportNote, type ReportResult } from '../definition/report.ts';
import { otherSpellings } from '../keys/spellings.ts';

type FactKind = keyof typeof texts.labels;

export interface ExplainedFact {
  readonly kind: FactKind;
  readonly label: string;
  readonly text: string;
}

export interface Explanation {
  readonly measure: Measure;
  /** `Anna Keller · W41`; the total has a word of its own. */
  readonly where: string;
  /** All its digits; null: unknown. */
  readonly exact: string | null;
  readonly facts: readonly ExplainedFact[];
  /** Sentences about what this figure leaves out. */
  readonly notes: readonly string[];
  /** How many records it counts; null where the answer does not have it (cells of a line). */
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
  /** `YYYY-MM-DD` in the workspace's zone; without it expected hours are not explained. */
  readonly today?: string | undefined;
  /** The answer is of a compared period, whose notes were not counted: it may leave people out without saying so. */
  readonly isBefore?: boolean;
}

type Line = ReportResult['total'] & {
  readonly key?: ReportResult['rows'][number]['key'];
  readonly folded?: number | undefined;
};

/** The explained figure as its table prints it. */
export interface ExplainedPrint {
  readonly footing: PrintedMeasure['footing'];
  readonly line?: PrintedLine | undefined;
}

/**
 * @param printed the measure as the table prints it, for its footing and its line; without it every figure is rounded alone
 * @param place the line by its key (none: the total) and the column by its index
 */
export function explain(
  measure: Measure,
  place: Place,
  context: ExplainContext,
  printed?: ExplainedPrint,
): Explanation {
  const { report, result } = context;
  const line = lineAt(place, result);
  const readValue = (id: string) => {
    if (place.column === undefined) return line?.values[id] ?? null;
    const own = line?.cells?.[id]?.[place.column];
    return own ?? (place.row ? null : (result.columns[place.column]?.values[id] ?? null));
  };
  const isPartial = leavesPeopleOut(measure, context);
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
  // The compared figure is itself compared with nothing.
  const hasChange = place.column === undefined && context.isBefore !== true;
  const isWhole = !place.row && place.column === undefined;
  const leftOut = result.notes.filter((note) => isLeftOut(note) && concerns(note, measure));
  const facts: readonly [FactKind, string | null][] = [
    ['formula', measure.formula],
    [
      'parts',
      // Of each currency alone, a formula's other numbers are not in the answer.
      measure.operands && measure.money && line?.amounts
        ? null
        : partsText(measure, readPart, context.settings, {
            some: leftOut.length > 0,
            notes: isWhole ? result.notes : [],
          }),
    ],
    ['expected', expected?.text ?? null],
    ['group', placeText(place, context)],
    ['spellings', spellingsText(place, context)],
    ['filter', filterText(context)],
    ['period', result.period ? periodText(result.period, context) : texts.allTime],
    ['calendar', result.calendar === 'clock' ? texts.calendars.clock(result.zone) : texts.calendars.recorded],
    ['zone', texts.zone[result.calendar](result.zone)],
    ['amounts', usesChosenAmounts(measure) ? texts.amounts[result.amounts] : null],
    ['rounding', roundingText(measure, context)],
    ['footing', footingText(measure, printed?.footing ?? context.settings.footing)],
    ['coverage', coverageText(place, result)],
    ['asOf', result.asOf === null ? texts.neverFetched : texts.asOf(minuteText(result.asOf, context))],
    ['records', records === null ? null : recordsText(records, leftOut, isWhole, context)],
    ['compared', comparedText(context)],
    ['change', hasChange ? changeText(measure, line, context.settings, printed?.line) : null],
  ];
  return {
    measure,
    where: placeText(place, context),
    exact: readValue(measure.id),
    facts: facts.flatMap(([kind, text]) => (text === null ? [] : [{ kind, label: texts.labels[kind], text }])),
    notes: result.notes
      .filter((note) => concerns(note, measure))
      .map((note) => {
        const text = noteText(note, context.settings);
        // They are counted over the entire report, not over this line; what is stated here concerns the line.
        return isWhole || (note.kind === 'unread-start' && isLineWithoutDate(place)) ? text : texts.ofWhole(text);
      }),
    records,
    drillDown: isPartial ? ofExpectable(drillDown(report, result, place), context) : drillDown(report, result, place),
  };
}

/** The line for no date, of a report by time alone. */
function isLineWithoutDate({ row, column }: Place): boolean {
  const [[name, key] = [], ...more] = Object.entries(row?.key ?? {});
  return column === undefined && more.length === 0 && key === null && findTimeUnit(name ?? '') !== undefined;
}

/** @param isWhole whether the omissions were counted for this very figure */
function recordsText(
  records: number,
  leftOut: readonly ReportNote[],
  isWhole: boolean,
  { settings: { locale } }: ExplainContext,
): string {
  const all = formatCount(records, locale);
  if (leftOut.length === 0) return texts.records(all);
  const others = leftOut.reduce((sum, note) => sum + (note.records ?? 0), 0);
  return isWhole ? texts.recordsAmong(formatCount(records - others, locale), all) : texts.recordsLess(all);
}

/** Rounded for each person and bucket separately, sums may differ behind the last digit. */
const NEAR = 10_000n;

/** Undefined where it differs from the answer's own expected hours: those were computed on another day. */
function explainExpected(
  { sums }: Measure,
  place: Place,
  { report, result, directory, today, isBefore, settings: { locale } }: ExplainContext,
  told: string | null,
): ExpectedParts | undefined {
  if (!Object.values(sums).some(({ kind }) => kind === 'expected')) return undefined;
  const own = expectedParts(place, { report, result, directory, today, locale, isBefore });
  if (!own || told === null) return own;
  const off = toUnits(told) - own.hours;
  return off <= NEAR && off >= -NEAR ? own : undefined;
}

/** Whether people without weekly hours have records that a figure of expected hours does not count. */
function leavesPeopleOut({ sums }: Measure, { result, isBefore = false }: ExplainContext): boolean {
  return (
    Object.values(sums).some(({ kind }) => kind === 'expected') &&
    (isBefore || result.notes.some(({ kind }) => kind === 'no-expected-hours' || kind === 'no-owner'))
  );
}

/** The records of people whose weekly hours are known: those that a figure of expected hours counts. */
function ofExpectable(all: DrillDown, { directory, result: { period }, today }: ExplainContext): DrillDown {
  const values = period ? peopleWithHours(directory, comparedSpan(period, today)) : [];
  if (values.length === 0) return all;
  const only: Filter = { propertyName: OWNER_PROPERTY, operator: 'IN', values };
  const groups = all.filterGroups.length === 0 ? [{ filters: [] }] : all.filterGroups;
  return { ...all, filterGroups: groups.map(({ filters }) => ({ filters: [...filters, only] })) };
}

function lineAt({ row }: Place, result: ReportResult): Line | undefined {
  if (!row) return result.total;
  const same = (line: Line) =>
    line.folded === row.folded &&
    Object.keys(line.key ?? {}).length === Object.keys(row.key).length &&
    Object.entries(row.key).every(([name, key]) => line.key?.[name] === key);
  return listLines(result).find(same);
}

function placeText({ row, column }: Place, { report, result, settings, directory }: ExplainContext): string {
  const parts = Object.entries(row?.key ?? {}).map(([name, key], depth) =>
    depth === 0 && row?.folded !== undefined
      ? groupTexts.other(formatCount(row.folded, settings.locale), report.only)
      : keyText(name, key, directory, settings),
  );
  const at = column === undefined ? undefined : result.columns[column];
  if (at && report.columns !== undefined) parts.push(columnText(at, report.columns, directory, settings));
  return parts.length === 0 ? texts.wholeReport : parts.join(' · ');
}

/** Every spelling of the line's records besides the printed one. */
function spellingsText({ row, column }: Place, { report, result }: ExplainContext): string | null {
  const others = otherSpellings(result);
  const keys = Object.entries(row?.key ?? {});
  const at = column === undefined ? undefined : result.columns[column];
  if (at && report.columns !== undefined) keys.push([report.columns, at.key]);
  const all = keys.flatMap(([name, key]) => others(name, key).map(visibleText));
  return all.length === 0 ? null : all.join(', ');
}

function nameIn(directory: Directory) {
  return (propertyName: string, value: string): string | undefined =>
    propertyName === OWNER_PROPERTY ? ownerEntry(directory, value)?.name : undefined;
}

function filterText({ report: { filterGroups, query }, result, settings, directory }: ExplainContext): string {
  const forms = operandForms(result.zone, settings.locale);
  return printFilter(filterGroups, { query, forms, nameOf: nameIn(directory) });
}

const MINUTE_MS = 60_000;

/** `20 Nov 2026 09:15`, on the zone's clocks. */
function minuteText(timestamp: string, { result: { zone }, settings: { locale } }: ExplainContext): string {
  return clockText(Math.floor(Date.parse(timestamp) / MINUTE_MS) * MINUTE_MS, zone, locale);
}

function periodText(period: NonNullable<ReportResult['period']>, { settings }: ExplainContext): string {
  const { full, calendar } = labelPeriod(period, settings.locale);
  return `${full}, ${calendar}`;
}

function roundingText({ unit }: Measure, { settings }: ExplainContext): string {
  const { style, digits } = chooseGrid(unit, settings);
  return style === 'clock' ? texts.rounding.clock : texts.rounding.decimals(digits);
}

function footingText({ additive }: Measure, footing: PrintedMeasure['footing']): string {
  if (!additive) return texts.footing.itself;
  return footing === 'itself' ? texts.footing.unlike : texts.footing[footing];
}

function coverageText({ column }: Place, result: ReportResult): string {
  const { missing, columns } = result;
  const told = (column === undefined ? undefined : columns[column]) ?? result;
  if (hasAllRecords(told)) return told.complete ? texts.coverage.complete : texts.coverage.damaged;
  return missing.length === 0 ? texts.coverage.partial : texts.coverage.missing(monthSpans(missing));
}

function comparedText({ result: { comparison }, settings: { locale } }: ExplainContext): string | null {
  if (!comparison) return null;
  const { period, elapsedDays, refused } = comparison;
  if (!period) return refused;
  const { dates } = labelPeriod(period, locale);
  return elapsedDays === null ? dates : texts.elapsed(dates, formatCount(elapsedDays, locale));
}
