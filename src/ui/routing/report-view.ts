/** A report in the address: its origin (a preset, a saved one) and the changes since. Pure: text in, text out. */
import { z } from 'zod';
import { filterGroupsSchema } from '#domain/filter/model.ts';
import { breakdownSchema, MOST_BREAKDOWNS } from '#domain/reports/definition/breakdowns.ts';
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
  /** A new one: everything it shows is a change. Without a name it has that of a new report. */
  | { readonly kind: 'blank'; readonly name?: string };

/** What a new report begins with. */
export const blankDefinition: Definition = {
  report: { measures: ['logged_hours'], groupBy: [], filterGroups: [], query: '', period: 'last-month' },
  view: { chart: 'none', heat: false },
};

/** A report's question and presentation; the part of a file that can be changed on the screen. */
export type Definition = Pick<ReportFile, 'report' | 'view'>;

/** One text for each changed part; an absent part is as in the base. An empty text: the base's is removed. */
type Changes = Readonly<Partial<Record<Part, string>>>;

export interface ReportView {
  readonly base: ReportBase;
  readonly changes: Changes;
  /** Groups whose rows are collapsed, by their keys; `all`: every group. */
  readonly closed: readonly string[] | 'all';
  /** The explained figure. */
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
const breakdownsSchema = z.array(breakdownSchema).max(MOST_BREAKDOWNS);

/** Unreadable parts are left out: an old link still opens. */
export function parseReportView(search: string): ReportView {
  const given = new URLSearchParams(search);
  const changes = parts.flatMap((part) => {
    const text = given.get(part);
    return text === null ? [] : [[part, text] as const];
  });
  return {
    base: readBase(given),
    changes: Object.fromEntries(changes),
    closed: given.get('closed') === 'all' ? 'all' : (readJson(given.get('closed'), closedSchema) ?? []),
    cell: readJson(given.get('cell'), cellPlaceSchema),
  };
}

function readBase(given: URLSearchParams): ReportBase {
  const saved = given.get('saved');
  if (saved !== null) return { kind: 'saved', id: saved };
  const blank = given.get('new');
  if (blank !== null) return { kind: 'blank', ...(blank !== '' && { name: blank }) };
  return { kind: 'preset', name: given.get('preset') ?? FIRST_PRESET };
}

/** @returns the search without `?`; equal views have equal addresses. */
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

/** The base with an address's changes. An unreadable change is ignored. */
export function applyChanges(base: Definition, changes: Changes): Definition {
  const { columns, period, calendar, compare, further, order, top, only, breakdowns, ...rest } = base.report;
  const pick = <T>(part: Part, was: T | undefined, read: (text: string) => T | undefined): T | undefined => {
    const text = changes[part];
    if (text === undefined) return was;
    return text === '' ? undefined : (read(text) ?? was);
  };
  const compared = pick('compare', compare && [compare, ...(further ?? [])], readComparisons) ?? [];
  const optional = {
    columns: pick('columns', columns, (text) => text),
    period: pick('period', period, (text) => (isPeriod(text) ? text : undefined)),
    calendar: pick('calendar', calendar, (text) => reportCalendars.find((each) => each === text)),
    compare: compared[0],
    further: compared.length > 1 ? compared.slice(1) : undefined,
    order: pick('order', order, parseOrder),
    top: pick('top', top, readTop),
    only: pick('only', only, (text) => listedGroups.find((each) => each === text)),
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
      chart: pick('chart', base.view.chart, (text) => charts.find((each) => each === text)) ?? 'none',
      heat: pick('heat', base.view.heat, (text) => text === 'on') ?? false,
    },
  };
}

/** Without an order that was the base's alone, when what it goes by is no part of the report any more. */
function withoutLostOrder(report: Report): Report {
  const { order, ...rest } = report;
  return order && !checkReport(report).ok && checkReport(rest).ok ? rest : report;
}

/** The parts an address needs so that the base becomes this; none where both are equal. */
export function changesFrom(base: Definition, now: Definition): Changes {
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

/** @returns undefined where one of them is unknown */
function readComparisons(text: string): ComparisonKind[] | undefined {
  const kinds = text.split(',').flatMap((each) => comparisons.find((kind) => kind === each) ?? []);
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

/** Drops undefined parts: equal reports are equal objects. */
function withoutUndefined<T extends object>(given: T): Partial<Known<T>> {
  // The entries are those of T without the undefined ones; TypeScript does not follow that through fromEntries.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<Known<T>>;
}
