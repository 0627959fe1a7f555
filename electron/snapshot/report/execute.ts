/** Answers a report from one state of the store: reads its cells once, then rolls up, orders, groups the tail and writes exact texts. */
import type { DuckDBConnection } from '@duckdb/node-api';
import { fail } from '../../../src/contract/errors.ts';
import { toUnits } from '../../../src/domain/decimal.ts';
import { comparedSpan, elapsedSpan, peopleAdmitted, peopleWithHours } from '../../../src/domain/expected/expected.ts';
import { listExpected } from '../../../src/domain/expected/who-is-expected.ts';
import type { Selection } from '../../../src/domain/filter/match.ts';
import type { Period } from '../../../src/domain/time/period.ts';
import type { CheckedReport } from '../../../src/domain/reports/definition/check.ts';
import { amountsThatCount } from '../../../src/domain/reports/definition/counted.ts';
import { expectedCells } from '../../../src/domain/reports/definition/expected-cells.ts';
import { defaultSettings } from '../../../src/domain/settings.ts';
import { resolveProblemTexts as texts } from '#texts/reports/dimensions.ts';
import { Params } from '../database/parameters.ts';
import type { Terms } from './aggregates.ts';
import { readCells, readValues, type Key } from './result-reader.ts';
import { currencySql, distinctSql, keySql, type Clock, type KeySql } from './dimensions.ts';
import { hasCurrencies, listCurrencies } from './currencies.ts';
import { writeFigures, type Wanted } from './lines.ts';
import { planReport, withSplit } from './plan.ts';
import { Columns, placing } from './places.ts';
import { Spellings } from './spellings.ts';
import { reportSql } from './statement.ts';
import { addValue, Tree, type Block } from './rollup-tree.ts';
import { columnSql } from '../database/schema.ts';
import type { ReportFigures, ReportOptions, ReportContext } from './context.ts';

/** Most cells; a report with more is refused with a sentence. */
const MOST_CELLS = 3_000_000;

/** @param wanted of its lines; undefined: all */
export async function runReport(
  connection: DuckDBConnection,
  asked: CheckedReport,
  options: ReportOptions,
  wanted?: Wanted,
): Promise<ReportFigures> {
  const { compared, further = [] } = options;
  const report = [compared, ...further].some((each) => each !== undefined) ? withSplit(asked) : asked;
  const plan = planReport(report);
  const clock = toClock(options);
  const context: ReportContext = {
    report: asked,
    plan,
    options,
    rule: {
      ...clock,
      weekStart: clock.calendar === 'recorded' ? (options.recordedWeeks ?? 'monday') : clock.weekStart,
    },
    hoursPerDay: toUnits(options.settings?.hoursPerDay ?? defaultSettings.hoursPerDay),
    labels: plan.money.length > 0 && hasCurrencies(options) ? listCurrencies(options) : [],
    spellings: listDimensions(report).map((each) => new Spellings(each)),
  };
  const columns = new Columns(context);
  const { tree, labelled } = await readTrees(connection, context, clock, options.period, columns);
  const leaves = tree.rollUp();
  if (columns.keys.length * leaves > MOST_CELLS) {
    fail({ code: 'usage', detail: texts.tooManyCells(String(leaves), String(columns.keys.length)) });
  }
  const readPast = async (period: Period | undefined) => {
    const past = period && (await readTrees(connection, context, clock, period, undefined));
    past?.tree.rollUp();
    for (const each of past?.labelled ?? []) each.rollUp();
    return { before: past?.tree, labelledBefore: past?.labelled ?? [] };
  };
  const past = await readPast(compared);
  const others: Awaited<ReturnType<typeof readPast>>[] = [];
  for (const each of further) others.push(await readPast(each));
  for (const each of labelled) each.rollUp();
  const trees = { now: tree, labelled, ...past, further: others };
  return writeFigures(context, trees, columns.keys, wanted);
}

const listDimensions = ({ groupBy, columns }: CheckedReport) => (columns ? [...groupBy, columns] : groupBy);

function toClock({ calendar, period, zone, settings }: ReportOptions): Clock {
  const { weekStart, fiscalYearStart } = settings ?? defaultSettings;
  return {
    calendar: calendar ?? (period?.calendar === 'clock' ? 'clock' : 'recorded'),
    zone,
    weekStart,
    fiscalYearStart,
  };
}

interface PeriodTrees {
  readonly tree: Tree;
  /** The same groups by the number of their currency, over its records alone: all money in them is of one currency. */
  readonly labelled: readonly Tree[];
}

/** @param columns undefined: cells are not told apart */
async function readTrees(
  connection: DuckDBConnection,
  context: ReportContext,
  clock: Clock,
  period: Period | undefined,
  columns: Columns | undefined,
): Promise<PeriodTrees> {
  const { plan, labels, options } = context;
  const { rows, column, terms, selection } = await toQuestion(connection, context, clock, period, columns);
  const isLabelled = labels.length > 0;
  const growTree = (money: readonly number[]) => new Tree(plan.rollups, column !== undefined, money);
  const tree = growTree(isLabelled ? plan.money : []);
  const labelled = labels.map(() => growTree([]));
  const place = placing(context, period, columns);
  const into = blocks(tree, column !== undefined);
  const intoLabelled = labelled.map((each) => blocks(each, column !== undefined));

  const params = new Params();
  const keyed = isLabelled ? [currencySql(options.settings?.currency ?? ''), ...rows] : rows;
  const { among } = options;
  const sql = reportSql({ rows: keyed, column, aggregates: plan.aggregates, terms, among }, selection, params);
  const encodings = (keys: readonly KeySql[]) => keys.map(({ encoding }) => encoding);
  const shape = { rows: encodings(keyed), column: column?.encoding, aggregates: plan.aggregates.length };
  await readCells(connection, sql, params, shape, (keys, key, records, sums, index) => {
    const { path, at, label } = place(keys, key, records);
    tree.put(into(path), at, records, sums, index, label);
    const own = intoLabelled[label - 1]?.(path);
    if (own) labelled[label - 1]?.put(own, at, records, sums, index);
  });

  const unlabelled = { ...shape, rows: encodings(rows) };
  const placeValue = placing({ ...context, labels: [] }, period, columns);
  for (const [index, name] of plan.distinct.entries()) {
    const own = new Params();
    const only = `${columnSql(name)} IS NOT NULL`;
    const statement = { rows, column, values: distinctSql(name), aggregates: [], terms, among, only };
    await readValues(connection, reportSql(statement, selection, own), own, unlabelled, (keys, key, value) => {
      const { path, at } = placeValue(keys, key, 0);
      addValue(into(path), index, at, value);
    });
  }

  for (const { keys, hours } of readExpected(context, period)) {
    const { path, at } = placeValue(keys.slice(0, rows.length), column ? (keys[rows.length] ?? null) : undefined, 0);
    const block = into(path);
    const values = block.sums[plan.aggregates.length];
    block.records[at] ??= 0;
    if (values) values[at] = (values[at] ?? 0n) + hours;
  }
  return { tree, labelled };
}

/** Finds the figures of a group by its keys. Of a row that comes cell after cell, the group is looked up once. */
function blocks(tree: Tree, hasCells: boolean): (path: readonly Key[]) => Block {
  let last: readonly Key[] | undefined;
  let block: Block = tree.root.own;
  return (path) => {
    if (path === last) return block;
    last = path;
    const leaf = tree.leaf(path);
    block = hasCells ? leaf.cells : leaf.own;
    return block;
  };
}

interface Question {
  readonly rows: readonly KeySql[];
  readonly column: KeySql | undefined;
  readonly terms: Terms;
  readonly selection: Selection;
}

async function toQuestion(
  connection: DuckDBConnection,
  { report, plan, options }: ReportContext,
  clock: Clock,
  period: Period | undefined,
  columns: Columns | undefined,
): Promise<Question> {
  const { zone, settings, directory, today } = options;
  const rows: KeySql[] = [];
  for (const each of report.groupBy) rows.push(await keySql(connection, each, clock, period));
  return {
    rows,
    column: columns && report.columns ? await keySql(connection, report.columns, clock, period) : undefined,
    terms: {
      amounts: amountsThatCount(settings?.amounts),
      expectable:
        plan.needsExpected && directory && period ? peopleWithHours(directory, comparedSpan(period, today)) : [],
    },
    selection: { filterGroups: report.filterGroups, query: report.query, period, zone },
  };
}

function readExpected(
  { report, plan, options, rule }: ReportContext,
  period: Period | undefined,
): ReturnType<typeof expectedCells> | [] {
  const { directory, today } = options;
  if (!plan.needsExpected || !directory || !period) return [];
  const span = today === undefined ? period : elapsedSpan(period, today);
  if (!span) return [];
  const dimensions = report.columns ? [...report.groupBy, report.columns] : report.groupBy;
  const expected = listExpected(directory, peopleAdmitted(directory, report.filterGroups), [], span);
  const people = expected.flatMap(({ ownerId, hours }) => (hours === null ? [] : [ownerId]));
  return expectedCells(directory, people, span, dimensions, rule);
}
