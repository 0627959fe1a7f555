/** Reads the flags of `report`, which override a preset or file. */
import { findNearestName, foldName } from '#domain/people/nearest-name.ts';
import {
  addBreakdown,
  filterFittingBreakdowns,
  toBrokenDownLine,
  type Breakdown,
} from '#domain/reports/definition/breakdowns.ts';
import { findNearestDimension, findNewProblem } from '#domain/reports/definition/check.ts';
import { builtInDimensions, findDimension } from '#domain/reports/definition/dimensions.ts';
import { findMeasure, measures as builtInMeasures } from '#domain/reports/definition/measures.ts';
import {
  comparisons,
  listedGroups,
  reportSchema,
  type ComparisonKind,
  type Report,
  type ReportInput,
  type ReportRow,
  parseOrder,
} from '#domain/reports/definition/report.ts';
import { formatKey } from '#domain/reports/keys/key-text.ts';
import { listLines } from '#domain/reports/print/broken-lines.ts';
import { groupThousands } from '#domain/decimal.ts';
import { groupTexts } from '#texts/reports/reports.ts';
import { usage } from '#texts/terminal/cli.ts';
import { reportCommandTexts as texts } from '#texts/terminal/commands.ts';
import {
  deriveOptions,
  mapOption,
  option,
  readOptions,
  refuse,
  withForm,
  type Arguments,
  type Option,
} from './option-values.ts';
import { selectionOptions } from './selection.ts';
import type { AnsweredReport } from '../report-table.ts';

const MAXIMUM_GROUPS = 3;
const NONE = 'none';
const ALL = 'all';

const withLabel = (id: string, label: string) => (foldName(id) === foldName(label) ? id : `${id} (${label})`);

const measures: Option<string[]> = (text, name) => {
  const measureNames = option.list(text, name);
  const problem = findNewProblem({ measures: measureNames });
  return problem === undefined ? measureNames : refuse(problem);
};

const groups: Option<string[]> = (text, name) => {
  const groupNames = option.list(text, name);
  return groupNames.length > MAXIMUM_GROUPS ? refuse(usage.tooManyGroups(MAXIMUM_GROUPS)) : groupNames;
};

interface Comparisons {
  readonly compare?: ComparisonKind | null;
  readonly further: ComparisonKind[] | null;
}

/** `previous`, `previous,last-year`: orders by change use the first; `none` removes all comparisons. */
const compare: Option<Comparisons> = (text, name) => {
  const comparisonNames = option.list(text, name);
  if (comparisonNames.length === 1 && comparisonNames[0] === NONE) return { compare: null, further: null };
  const [first, ...further] = comparisonNames.map(
    (word) => comparisons.find((kind) => kind === word) ?? refuse(usage.oneOf(name, [...comparisons, NONE])),
  );
  return { ...(first && { compare: first }), further: further.length > 0 ? further : null };
};

/** `billable_value:desc`, `month:asc`, `total_hours:avg`: measures have colons too. `logged_hours@2026-10-05` orders by that column. */
const order: Option<NonNullable<Report['order']>> = (text) =>
  (text.endsWith(':') ? undefined : parseOrder(text, { needsDirection: false })) ?? refuse(texts.order);

const { count } = deriveOptions(reportSchema.shape.top.unwrap(), 'count');

const only = mapOption(option.oneOf([...listedGroups, ALL]), (word) => (word === ALL ? null : word));

const reportFlags = {
  ...selectionOptions,
  'group-by': withForm(groups, {
    notes: [builtInDimensions.map(({ name, label }) => withLabel(name, label)).join(', ')],
  }),
  'columns-by': (text: string) => (text === NONE ? null : text),
  measures: withForm(measures, { notes: [builtInMeasures.map(({ id, label }) => withLabel(id, label)).join(', ')] }),
  ...deriveOptions(reportSchema, 'calendar'),
  compare,
  order,
  top: withForm((text, name) => (text === ALL ? null : { count: count(text, name) }), count.form),
  only,
};
export const reportOptions = { ...reportFlags, 'break-down': parseBreakDowns };

/** The flags under the names of a report's fields; `null` removes the value of a preset or file. */
export type ReportFlags = Partial<ReturnType<typeof readReportFlags>>;

/** @throws AppFailure `usage`, `filter-invalid` */
export function readReportFlags(args: Arguments) {
  const { filter: filterGroups, columnsBy: columns, compare: compared, ...flags } = readOptions(args, reportFlags);
  return { ...flags, ...(filterGroups && { filterGroups }), ...(columns !== undefined && { columns }), ...compared };
}

/** Also removes an order by a removed measure, and a top without groups. */
export function applyFlags(base: Partial<Report>, flags: ReportFlags): Partial<ReportInput> {
  const setFlags = Object.entries({ ...base, ...flags }).filter(([, value]) => value !== null);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- both are parts of a report, and what was null is gone
  const merged = Object.fromEntries(setFlags) as Partial<ReportInput>;
  const isOrderGone =
    merged.order !== undefined &&
    (!isInReport(merged.order.by, merged) || (merged.order.column !== undefined && merged.columns !== base.columns));
  const isChangeGone = merged.compare === undefined;
  if (!flags.order && (isOrderGone || (merged.order?.of !== undefined && isChangeGone))) delete merged.order;
  if (flags.only === undefined && (isChangeGone || merged.groupBy?.length === 0)) delete merged.only;
  if (flags.top === undefined && merged.groupBy?.length === 0) delete merged.top;
  const { groupBy = [], columns, breakdowns } = merged;
  if (breakdowns) merged.breakdowns = filterFittingBreakdowns({ groupBy, columns, breakdowns });
  return merged;
}

function isInReport(orderName: string, { measures: measureNames = [], groupBy = [] }: Partial<ReportInput>): boolean {
  const measure = findMeasure(orderName)?.id;
  const group = findDimension(orderName)?.name;
  return (
    measureNames.some((name) => measure !== undefined && findMeasure(name)?.id === measure) ||
    groupBy.some((name) => group !== undefined && findDimension(name)?.name === group)
  );
}

/** The line's path as the user wrote it, and the full name of the dimension that breaks it down. */
export interface WrittenBreakdown {
  readonly path: readonly string[];
  readonly by: string;
}

/** @returns an empty list for `none`. @throws AppFailure `usage` */
function parseBreakDowns(text: string): WrittenBreakdown[] {
  if (text.trim().toLowerCase() === NONE) return [];
  return text.split(';').map((part) => {
    const { line, by = '' } = /^\s*(?<line>.*\S)\s+by\s+(?<by>\S+)\s*$/i.exec(part)?.groups ?? {};
    if (line === undefined) return refuse(texts.breakDown);
    const dimension = findDimension(by) ?? refuse(texts.breakDownGroup(by, findNearestDimension(by)));
    return { path: line.split('>').map((name) => name.trim()), by: dimension.name };
  });
}

/**
 * Adds a break-down of the named line to a report whose answer has the break-downs so far.
 * @throws AppFailure `usage` if no line has that name
 */
export function addBreakDown({ path, by }: WrittenBreakdown, answered: AnsweredReport): Breakdown[] {
  const lines = listLines(answered.result);
  const match = lines.find((line) => matchesPath(line, path, answered));
  if (!match) {
    const names = lines.map((line) => listPrintedNames(line, answered).join(' > '));
    return refuse(texts.noLine(path.join(' > '), findNearestName(path.join(' > '), [...new Set(names)])));
  }
  const names = Object.keys(match.key);
  const keys = names.map((name) => match.key[name] ?? null);
  const line = toBrokenDownLine(keys, names, match.folded !== undefined);
  return addBreakdown(answered.report.breakdowns ?? [], { ...line, by });
}

/** A line can be named as the table prints it, or by its keys. */
function matchesPath(line: ReportRow, path: readonly string[], answered: AnsweredReport): boolean {
  const keys = Object.values(line.key);
  const names = listPrintedNames(line, answered);
  return (
    keys.length === path.length &&
    path.every((part, index) => [names[index], keys[index]].some((name) => foldName(name ?? '') === foldName(part)))
  );
}

function listPrintedNames({ key, folded }: ReportRow, { report, directory, settings }: AnsweredReport): string[] {
  return Object.entries(key).map(([name, value], index) =>
    index === 0 && folded !== undefined
      ? groupTexts.other(groupThousands(folded), report.only)
      : formatKey(name, value, directory, settings),
  );
}
