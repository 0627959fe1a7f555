/** Keeps a report in the address: the preset or saved report it started from, and the changes to it. Pure. */
import { z } from 'zod';
import { filterGroupsSchema } from '#domain/filter/model.ts';
import { breakdownSchema, MAX_BREAKDOWNS } from '#domain/reports/definition/breakdowns.ts';
import { charts } from '#domain/reports/definition/chart-kinds.ts';
import { checkReport } from '#domain/reports/definition/check.ts';
import { cellPlaceSchema, type CellPlace } from '#domain/reports/definition/pins.ts';
import {
  comparisons,
  listedGroups,
  reportCalendars,
  type ComparisonKind,
  type ReportFile,
  type Report,
  formatOrder,
  parseOrder,
} from '#domain/reports/definition/report.ts';
import { isPeriod } from '../period/view-period.ts';

export type { CellPlace };

export type ReportBase =
  | { readonly kind: 'preset'; readonly name: string }
  | { readonly kind: 'saved'; readonly id: string }
  /** A new report, all parts of which are changes. Without a name it is called a new report. */
  | { readonly kind: 'blank'; readonly name?: string };

export const blankDefinition: Definition = {
  report: { measures: ['logged_hours'], groupBy: [], filterGroups: [], query: '', period: 'last-month' },
  view: { chart: 'none', heat: false },
};

/** A report's question and presentation, the parts of its file that the screen can change. */
export type Definition = Pick<ReportFile, 'report' | 'view'>;

/** One text per changed part. An absent part is unchanged, and an empty text removes the part of the base. */
type Changes = Readonly<Partial<Record<Part, string>>>;

export interface ReportView {
  readonly base: ReportBase;
  readonly changes: Changes;
  /** The keys of the groups whose rows are collapsed. */
  readonly closed: readonly string[] | 'all';
  /** The place of the figure that is explained. */
  readonly cell: CellPlace | undefined;
}

export const FIRST_PRESET = 'people';

const parts = [
  'measures',
  'rows',
  'columns',
  'period',
  'filter',
  'query',
  'calendar',
  'compare',
  'order',
  'top',
  'only',
  'parts',
  'chart',
  'heat',
] as const;
type Part = (typeof parts)[number];

const closedSchema = z.array(z.string());
/** The same in every view, so that the lines of a table stay the same, too. */
const noneClosed: readonly string[] = [];
const breakdownsSchema = z.array(breakdownSchema).max(MAX_BREAKDOWNS);

/** Skips unreadable parts, so that old links still open. */
export function parseReportView(search: string): ReportView {
  const parameters = new URLSearchParams(search);
  const changes = parts.flatMap((part) => {
    const text = parameters.get(part);
    return text === null ? [] : [[part, text] as const];
  });
  return {
    base: readBase(parameters),
    changes: Object.fromEntries(changes),
    closed:
      parameters.get('closed') === 'all' ? 'all' : (readJson(parameters.get('closed'), closedSchema) ?? noneClosed),
    cell: readJson(parameters.get('cell'), cellPlaceSchema),
  };
}

function readBase(parameters: URLSearchParams): ReportBase {
  const saved = parameters.get('saved');
  if (saved !== null) return { kind: 'saved', id: saved };
  const blank = parameters.get('new');
  if (blank !== null) return { kind: 'blank', ...(blank !== '' && { name: blank }) };
  return { kind: 'preset', name: parameters.get('preset') ?? FIRST_PRESET };
}

/** @returns the search without `?`; equal views have equal addresses */
export function formatReportView({ base, changes, closed, cell }: ReportView): string {
  const entries: [string, string][] = [];
  if (base.kind === 'saved') entries.push(['saved', base.id]);
  else if (base.kind === 'blank') entries.push(['new', base.name ?? '']);
  else if (base.name !== FIRST_PRESET) entries.push(['preset', base.name]);
  for (const part of parts) {
    const text = changes[part];
    if (text !== undefined) entries.push([part, text]);
  }
  if (closed === 'all') entries.push(['closed', 'all']);
  else if (closed.length > 0) entries.push(['closed', JSON.stringify(closed)]);
  if (cell) entries.push(['cell', JSON.stringify(cell)]);
  return new URLSearchParams(entries).toString();
}

/** Applies the changes of an address to the base, and ignores unreadable ones. */
export function applyChanges(base: Definition, changes: Changes): Definition {
  const { columns, period, calendar, compare, further, order, top, only, breakdowns, ...rest } = base.report;
  const pick = <T>(part: Part, before: T | undefined, read: (text: string) => T | undefined): T | undefined => {
    const text = changes[part];
    if (text === undefined) return before;
    return text === '' ? undefined : (read(text) ?? before);
  };
  const compared = pick('compare', compare && [compare, ...(further ?? [])], readComparisons) ?? [];
  const optional = {
    columns: pick('columns', columns, (text) => text),
    period: pick('period', period, (text) => (isPeriod(text) ? text : undefined)),
    calendar: pick('calendar', calendar, (text) => reportCalendars.find((option) => option === text)),
    compare: compared[0],
    further: compared.length > 1 ? compared.slice(1) : undefined,
    order: pick('order', order, parseOrder),
    top: pick('top', top, readTop),
    only: pick('only', only, (text) => listedGroups.find((option) => option === text)),
    breakdowns: pick('parts', breakdowns, (text) => readJson(text, breakdownsSchema)),
  };
  const measures = pick('measures', rest.measures, (text) => text.split(','));
  const report = {
    ...rest,
    ...withoutUndefined(optional),
    measures: measures && measures.length > 0 ? measures : rest.measures,
    groupBy: pick('rows', rest.groupBy, (text) => text.split(',').slice(0, 3)) ?? [],
    filterGroups: pick('filter', rest.filterGroups, (text) => readJson(text, filterGroupsSchema)) ?? [],
    query: pick('query', rest.query, (text) => text) ?? '',
  };
  return {
    report: changes.order === undefined ? withoutLostOrder(report) : report,
    view: {
      ...base.view,
      chart: pick('chart', base.view.chart, (text) => charts.find((option) => option === text)) ?? 'none',
      heat: pick('heat', base.view.heat, (text) => text === 'on') ?? false,
    },
  };
}

/** Drops the base's order if the changes removed the measure or group it sorts by. */
function withoutLostOrder(report: Report): Report {
  const { order, ...rest } = report;
  return order && !checkReport(report).ok && checkReport(rest).ok ? rest : report;
}

/** @returns the changes that turn the base into this report; none if both are equal */
export function findChanges(base: Definition, now: Definition): Changes {
  const before = toTexts(base);
  const after = toTexts(now);
  return Object.fromEntries(parts.flatMap((part) => (before[part] === after[part] ? [] : [[part, after[part]]])));
}

function toTexts({ report, view }: Definition): Record<Part, string> {
  const { order, top } = report;
  return {
    measures: report.measures.join(','),
    rows: report.groupBy.join(','),
    columns: report.columns ?? '',
    period: report.period ?? '',
    filter: report.filterGroups.length === 0 ? '' : JSON.stringify(report.filterGroups),
    query: report.query,
    calendar: report.calendar ?? '',
    compare: report.compare ? [report.compare, ...(report.further ?? [])].join(',') : '',
    order: order ? formatOrder(order) : '',
    top: top ? String(top.count) : '',
    only: report.only ?? '',
    parts: report.breakdowns && report.breakdowns.length > 0 ? JSON.stringify(report.breakdowns) : '',
    chart: view.chart === 'none' ? '' : view.chart,
    heat: view.heat ? 'on' : '',
  };
}

/** @returns undefined if one of them is unknown */
function readComparisons(text: string): ComparisonKind[] | undefined {
  const kinds = text.split(',').flatMap((name) => comparisons.find((kind) => kind === name) ?? []);
  return kinds.length === text.split(',').length ? [...new Set(kinds)] : undefined;
}

function readTop(text: string): Report['top'] {
  const count = Number(text);
  return Number.isInteger(count) && count >= 1 && count <= 1000 ? { count } : undefined;
}

function readJson<T>(text: string | null, schema: z.ZodType<T>): T | undefined {
  if (text === null) return undefined;
  try {
    const parsed = schema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

type Known<T> = { [K in keyof T]: Exclude<T[K], undefined> };

/** Drops undefined parts, so that equal reports are equal objects. */
function withoutUndefined<T extends object>(values: T): Partial<Known<T>> {
  // The entries are those of T without the undefined ones; TypeScript does not follow that through fromEntries.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<Known<T>>;
}
