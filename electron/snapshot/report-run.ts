/** Answers a report from one state of the store: its cells read once, rolled up, ordered, folded and written as exact texts. */
import type { DuckDBConnection } from '@duckdb/node-api';
import { fail } from '../../src/contract/errors.ts';
import { unitsOf, type Units } from '../../src/domain/decimal.ts';
import type { Directory } from '../../src/domain/directory.ts';
import { elapsedSpan, peopleAdmitted, peopleWithHours } from '../../src/domain/expected.ts';
import type { Selection } from '../../src/domain/filter/match.ts';
import type { Period } from '../../src/domain/period.ts';
import { bucketsOf, type BucketRule } from '../../src/domain/reports/buckets.ts';
import type { CheckedReport } from '../../src/domain/reports/check.ts';
import { counterparts } from '../../src/domain/reports/counterparts.ts';
import type { Dimension } from '../../src/domain/reports/dimensions.ts';
import { expectedCells } from '../../src/domain/reports/expected-cells.ts';
import type { ReportCalendar, ReportResult } from '../../src/domain/reports/report.ts';
import { defaultSettings, type Settings } from '../../src/domain/settings.ts';
import type { Weekday } from '../../src/domain/weeks.ts';
import { resolveProblemTexts as texts } from '../../src/texts/en/dimensions.ts';
import { Params } from './params.ts';
import { valueSql, type Terms } from './report-aggregates.ts';
import { readCube, readValues, type Key } from './report-cube.ts';
import { currencySql, keySql, type Clock, type KeySql } from './report-keys.ts';
import { currenciesOf } from './report-currencies.ts';
import { writeFigures } from './report-lines.ts';
import { planReport, withSplit, type ReportPlan } from './report-plan.ts';
import { reportSql } from './report-sql.ts';
import { addValue, OWN, Tree, type Node } from './report-tree.ts';
import { columnOf } from './schema.ts';

/** What a workspace has settled, as far as figures follow from it. */
export type ReportSettings = Pick<Settings, 'weekStart' | 'fiscalYearStart' | 'amounts' | 'hoursPerDay' | 'currency'>;

export interface ReportOptions {
  /** IANA name; matters to what is on the clock only. */
  readonly zone: string;
  /** On the report's calendar. */
  readonly period?: Period | undefined;
  /** Without one the period's, without that the recorded one. */
  readonly calendar?: ReportCalendar | undefined;
  readonly settings?: ReportSettings | undefined;
  /** The weekday that the records' own weeks begin on; Monday where it is not told. */
  readonly recordedWeeks?: Weekday | undefined;
  readonly compared?: Period | undefined;
  /** For expected hours, and for currency labels. */
  readonly directory?: Directory | undefined;
  /** `YYYY-MM-DD`: expected hours end the day before. */
  readonly today?: string | undefined;
}

/** A report's figures without what is said beside them. */
export type ReportFigures = Pick<ReportResult, 'rows' | 'subtotals' | 'totals' | 'total' | 'records'> & {
  readonly columns: readonly Omit<ReportResult['columns'][number], 'complete'>[];
  /** Rows should be ordered by a column that is not there. */
  readonly isOrderAbsent: boolean;
  /** Labels of all money, null for none; undefined where all of it has the workspace's own. */
  readonly currencies: ReportResult['currencies'];
};

/** Everything a part of the answer is computed from. */
export interface Run {
  readonly report: CheckedReport;
  readonly plan: ReportPlan;
  readonly options: ReportOptions;
  readonly rule: BucketRule;
  readonly hoursPerDay: Units;
  /** Whether any money may be labelled otherwise than the workspace: the blocks' last sets are then places of labels. */
  readonly currencies: boolean;
  /** All currency labels there are, an empty one for money without; none where nothing is told by them. */
  readonly labels: readonly string[];
}

/** More cells than these are answered with a sentence. */
const MOST_CELLS = 3_000_000;

export async function runReport(
  connection: DuckDBConnection,
  asked: CheckedReport,
  options: ReportOptions,
): Promise<ReportFigures> {
  const report = options.compared ? withSplit(asked) : asked;
  const plan = planReport(report);
  const clock = clockOf(options);
  const currencies = plan.money.length > 0 && hasCurrencies(options);
  const run: Run = {
    report: asked,
    plan,
    options,
    rule: {
      ...clock,
      weekStart: clock.calendar === 'recorded' ? (options.recordedWeeks ?? 'monday') : clock.weekStart,
    },
    hoursPerDay: unitsOf(options.settings?.hoursPerDay ?? defaultSettings.hoursPerDay),
    currencies,
    labels: currencies ? labelsOf(options) : [],
  };
  const columns = new Columns(report.columns, options.period, run.rule);
  const tree = await readTree(connection, run, clock, options.period, columns);
  const leaves = tree.rollUp();
  if (columns.keys.length * leaves > MOST_CELLS) {
    fail({ code: 'usage', detail: texts.tooManyCells(String(leaves), String(columns.keys.length)) });
  }
  const before = options.compared ? await readTree(connection, run, clock, options.compared, undefined) : undefined;
  before?.rollUp();
  const several = (currenciesOf(run, tree, before)?.length ?? 0) > 1;
  const labelled = several ? await readByLabel(connection, run, clock, options.period, columns) : [];
  const labelledBefore =
    several && options.compared ? await readByLabel(connection, run, clock, options.compared, undefined) : [];
  return writeFigures(run, { now: tree, before, labelled, labelledBefore }, columns.keys);
}

function clockOf({ calendar, period, zone, settings }: ReportOptions): Clock {
  const { weekStart, fiscalYearStart } = settings ?? defaultSettings;
  return {
    calendar: calendar ?? (period?.calendar === 'clock' ? 'clock' : 'recorded'),
    zone,
    weekStart,
    fiscalYearStart,
  };
}

/** Whether any object is labelled otherwise than the workspace. */
function hasCurrencies({ directory, settings }: ReportOptions): boolean {
  const own = settings?.currency ?? null;
  const objects = directory?.objects ?? {};
  for (const key of Object.keys(objects)) {
    const currency = objects[key]?.currency ?? null;
    if (currency !== null && currency !== own) return true;
  }
  return false;
}

function labelsOf({ directory, settings }: ReportOptions): string[] {
  const own = settings?.currency ?? '';
  const known = Object.values(directory?.objects ?? {}).flatMap(({ currency }) => currency ?? []);
  return [...new Set([own, ...known])].toSorted();
}

/** Column keys in the order they were met; the buckets of a period are there from the start. */
class Columns {
  readonly keys: Key[] = [];
  readonly #numbers = new Map<Key, number>();

  constructor(dimension: Dimension | undefined, period: Period | undefined, rule: BucketRule) {
    if (dimension?.kind !== 'time' || !period) return;
    for (const { key } of bucketsOf(period, dimension.unit, rule)) this.numberOf(key);
  }

  numberOf(key: Key): number {
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.keys.length);
    return this.keys.push(key) - 1;
  }
}

/** @param columns undefined: cells are not told apart */
async function readTree(
  connection: DuckDBConnection,
  run: Run,
  clock: Clock,
  period: Period | undefined,
  columns: Columns | undefined,
): Promise<Tree> {
  const { plan } = run;
  const question = await questionOf(connection, run, clock, period, columns);
  const { rows, column, terms, selection } = question;
  const tree = new Tree(plan.rollups, column !== undefined);
  const align = alignment(run, period);
  let last: readonly Key[] | undefined;
  let leaf: Node = tree.root;
  /** Of a row that comes cell after cell, the group is looked up once. */
  const leafOf = (keys: readonly Key[]) => {
    if (keys !== last) leaf = tree.leaf(align(keys));
    last = keys;
    return leaf;
  };
  const blockOf = (keys: readonly Key[]) => (column ? leafOf(keys).cells : leafOf(keys).own);
  const placeOf = (key: Key | undefined) => (key === undefined ? OWN : (columns?.numberOf(key) ?? OWN));

  const params = new Params();
  const sql = reportSql({ rows, column, aggregates: plan.aggregates, terms }, selection, params);
  const encodings = rows.map(({ encoding }) => encoding);
  const shape = { rows: encodings, column: column?.encoding, aggregates: plan.aggregates.length };
  await readCube(connection, sql, params, shape, (keys, key, records, sums, index) => {
    tree.put(blockOf(keys), placeOf(key), records, sums, index);
  });

  for (const [index, { key: values, only }] of setsOf(run).entries()) {
    const own = new Params();
    const statement = { rows, column, values, aggregates: [], terms, only };
    await readValues(connection, reportSql(statement, selection, own), own, shape, (keys, key, value) =>
      addValue(blockOf(keys), index, placeOf(key), value),
    );
  }

  for (const { keys, hours } of expectedOf(run, period)) {
    const block = blockOf(keys.slice(0, rows.length));
    const at = placeOf(column ? (keys[rows.length] ?? null) : undefined);
    const values = block.sums[plan.aggregates.length];
    block.records[at] ??= 0;
    if (values) values[at] = (values[at] ?? 0n) + hours;
  }
  return tree;
}

/** The same groups, a tree for the records of each currency label, by the label's number: what is money in them is of one label. */
async function readByLabel(
  connection: DuckDBConnection,
  run: Run,
  clock: Clock,
  period: Period | undefined,
  columns: Columns | undefined,
): Promise<Tree[]> {
  const { plan, labels, options } = run;
  const { rows, column, terms, selection } = await questionOf(connection, run, clock, period, columns);
  const align = alignment(run, period);
  const trees = labels.map(() => new Tree(plan.rollups, column !== undefined));
  const keys = [currencySql(options.settings?.currency ?? '', labels), ...rows];
  const params = new Params();
  const sql = reportSql({ rows: keys, column, aggregates: plan.aggregates, terms }, selection, params);
  const encodings = keys.map(({ encoding }) => encoding);
  const shape = { rows: encodings, column: column?.encoding, aggregates: plan.aggregates.length };
  await readCube(connection, sql, params, shape, ([label, ...path], key, records, sums, index) => {
    const tree = trees[labels.indexOf(label ?? '')];
    const leaf = tree?.leaf(align(path));
    if (!tree || !leaf) return;
    const at = key === undefined ? OWN : (columns?.numberOf(key) ?? OWN);
    tree.put(column ? leaf.cells : leaf.own, at, records, sums, index);
  });
  for (const tree of trees) tree.rollUp();
  return trees;
}

interface Question {
  readonly rows: readonly KeySql[];
  readonly column: KeySql | undefined;
  readonly terms: Terms;
  readonly selection: Selection;
}

async function questionOf(
  connection: DuckDBConnection,
  { report, plan, options }: Run,
  clock: Clock,
  period: Period | undefined,
  columns: Columns | undefined,
): Promise<Question> {
  const { zone, settings, directory } = options;
  const rows: KeySql[] = [];
  for (const each of report.groupBy) rows.push(await keySql(connection, each, clock, period));
  return {
    rows,
    column: columns && report.columns ? await keySql(connection, report.columns, clock, period) : undefined,
    terms: {
      amounts: settings?.amounts ?? 'recorded',
      expectable: plan.needsExpected && directory ? peopleWithHours(directory) : [],
    },
    selection: { groups: report.filterGroups, query: report.query, period, zone },
  };
}

interface CountedSet {
  readonly key: KeySql;
  readonly only: string;
}

/** Different values and, after them, currency labels. */
function setsOf({ plan, currencies, labels, options }: Run): CountedSet[] {
  const sets: CountedSet[] = plan.distinct.map((name) => {
    const { sql } = columnOf({ name });
    return { key: { raw: [`CAST(${sql} AS VARCHAR)`], encoding: 'text' }, only: `${sql} IS NOT NULL` };
  });
  if (!currencies) return sets;
  const amounts = options.settings?.amounts ?? 'recorded';
  const only = `(${plan.money.map((name) => `${valueSql(name, amounts)} IS NOT NULL`).join(' OR ')})`;
  return [...sets, { key: currencySql(options.settings?.currency ?? '', labels), only }];
}

function expectedOf(
  { report, plan, options, rule }: Run,
  period: Period | undefined,
): ReturnType<typeof expectedCells> | [] {
  const { directory, today } = options;
  if (!plan.needsExpected || !directory || !period) return [];
  const span = today === undefined ? period : elapsedSpan(period, today);
  if (!span) return [];
  const dimensions = report.columns ? [...report.groupBy, report.columns] : report.groupBy;
  return expectedCells(directory, peopleAdmitted(directory, report.filterGroups), span, dimensions, rule);
}

/** Keys of a compared period's time buckets become those of the same place in the report's own. */
function alignment(
  { report, options, rule }: Run,
  period: Period | undefined,
): (keys: readonly Key[]) => readonly Key[] {
  const own = options.period;
  if (!period || !own || period === own) return (keys) => keys;
  const moved = report.groupBy.map((dimension) => {
    if (dimension.kind !== 'time') return undefined;
    return counterparts(own, period, dimension.unit, rule).beside;
  });
  if (moved.every((each) => each === undefined)) return (keys) => keys;
  return (keys) => keys.map((key, index) => (key === null ? null : (moved[index]?.get(key) ?? key)));
}
