/**
 * Runs a report on one state of the store: reads its cells once, counts each record in the cell of its keys, then rolls up, orders, groups the
 * tail and writes exact texts. Spellings of a key share a group, and a compared period's keys are mapped to the corresponding group.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import { fail } from '#contract/errors.ts';
import { toUnits } from '#domain/decimal.ts';
import {
  findComparedSpan,
  findElapsedSpan,
  listAdmittedPeople,
  listPeopleWithHours,
  listExpected,
} from '#domain/expected.ts';
import type { Period } from '#domain/time/period.ts';
import type { CheckedReport } from '#domain/reports/definition/check.ts';
import { splitIntoBuckets } from '#domain/reports/definition/buckets.ts';
import { chooseAmounts } from '#domain/records/counted.ts';
import { computeExpectedCells } from '#domain/reports/definition/expected-cells.ts';
import { pairBuckets } from '#domain/reports/keys/counterparts.ts';
import { defaultSettings } from '#domain/settings.ts';
import { resolveProblemTexts as texts } from '#texts/reports/dimensions.ts';
import { Params } from '../database/parameters.ts';
import { reportSql } from './aggregates.ts';
import { readCells, readValues, type Key } from './result-reader.ts';
import { currencySql, distinctSql, keySql, type Clock, type KeySql } from './dimensions.ts';
import { listCurrencies } from './currencies.ts';
import { writeFigures, type LineSelection } from './lines.ts';
import { planReport, addSplitMeasures, createLoggedReader } from './plan.ts';
import { Spellings, type Spelling } from './spellings.ts';
import { addValue, NO_LABEL, OWN, Tree, type Block } from './rollup-tree.ts';
import { columnSql } from '../database/schema.ts';
import type { ReportFigures, ReportOptions, ReportContext, WithoutClient } from './context.ts';

/** A report with more cells is rejected. */
const MAX_CELLS = 3_000_000;

/** @param selectedLines the lines to write; undefined for all */
export async function runReport(
  connection: DuckDBConnection,
  requestedReport: CheckedReport,
  options: ReportOptions,
  selectedLines?: LineSelection,
): Promise<ReportFigures & { readonly withoutClient: WithoutClient }> {
  const { compared, further = [] } = options;
  const report = [compared, ...further].some((comparedPeriod) => comparedPeriod !== undefined)
    ? addSplitMeasures(requestedReport)
    : requestedReport;
  const plan = planReport(report);
  const clock = toClock(options);
  const context: ReportContext = {
    report: requestedReport,
    plan,
    options,
    rule: {
      ...clock,
      weekStart: clock.calendar === 'recorded' ? (options.recordedWeeks ?? 'monday') : clock.weekStart,
    },
    hoursPerDay: toUnits(options.settings?.hoursPerDay ?? defaultSettings.hoursPerDay),
    labels: plan.money.length > 0 ? await listCurrencies(connection, options) : [],
    spellings: listDimensions(report).map((dimension) => new Spellings(dimension)),
  };
  const columns = new Columns(context);
  const { tree, labelled } = await readTrees(connection, context, clock, options.period, columns);
  const leaves = tree.rollUp();
  const withoutClient = findWithoutClient(context, tree, columns);
  if (columns.keys.length * leaves > MAX_CELLS) {
    fail({ code: 'usage', detail: texts.tooManyCells(String(leaves), String(columns.keys.length)) });
  }
  const readPastTrees = async (period: Period | undefined) => {
    const pastTrees = period && (await readTrees(connection, context, clock, period, undefined));
    pastTrees?.tree.rollUp();
    for (const labelledTree of pastTrees?.labelled ?? []) labelledTree.rollUp();
    return { before: pastTrees?.tree, labelledBefore: pastTrees?.labelled ?? [] };
  };
  const pastSides = await readPastTrees(compared);
  const furtherSides: Awaited<ReturnType<typeof readPastTrees>>[] = [];
  for (const furtherPeriod of further) furtherSides.push(await readPastTrees(furtherPeriod));
  for (const labelledTree of labelled) labelledTree.rollUp();
  const trees = { now: tree, labelled, ...pastSides, further: furtherSides };
  return { ...writeFigures(context, trees, columns.keys, selectedLines), withoutClient };
}

function findWithoutClient(
  { report: { groupBy, columns: columnGroup }, plan }: ReportContext,
  { root }: Tree,
  columns: Columns,
): WithoutClient {
  const readLogged = createLoggedReader(plan);
  const depth = groupBy.findIndex(({ kind }) => kind === 'client');
  if (depth >= 0) {
    let groups = [root];
    for (let level = 0; level <= depth; level += 1) groups = groups.flatMap(({ children }) => [...children.values()]);
    const unset = groups.filter(({ key }) => key === null).map(({ own }) => own);
    const minutes = unset.flatMap((block) => readLogged(block, OWN) ?? []);
    return {
      records: unset.reduce((sum, { records }) => sum + (records[OWN] ?? 0), 0),
      minutes: minutes.length === 0 ? null : minutes.reduce((sum, part) => sum + part),
    };
  }
  if (columnGroup?.kind !== 'client') return undefined;
  const column = columns.keys.indexOf(null);
  return { records: root.cells.records[column] ?? 0, minutes: readLogged(root.cells, column) };
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

/**
 * @param columns undefined if cells are not distinguished
 * @returns all groups, and the same groups over the records of one currency each, by the currency's number
 */
async function readTrees(
  connection: DuckDBConnection,
  context: ReportContext,
  clock: Clock,
  period: Period | undefined,
  columns: Columns | undefined,
) {
  const { plan, labels, options } = context;
  const { rows, column, terms, selection } = await compileReport(connection, context, clock, period, columns);
  const isLabelled = labels.length > 0;
  const createTree = (money: readonly number[]) => new Tree(plan.rollups, column !== undefined, money);
  const tree = createTree(isLabelled ? plan.money : []);
  const labelled = labels.map(() => createTree([]));
  const findCell = createCellFinder(context, period, columns);
  const findBlock = createBlockFinder(tree, column !== undefined);
  const findLabelledBlock = labelled.map((labelledTree) => createBlockFinder(labelledTree, column !== undefined));

  const params = new Params();
  const keys = isLabelled ? [currencySql(options.settings?.currency ?? ''), ...rows] : rows;
  const { among } = options;
  const sql = reportSql({ rows: keys, column, aggregates: plan.aggregates, terms, among }, selection, params);
  const listEncodings = (keySqls: readonly KeySql[]) => keySqls.map(({ encoding }) => encoding);
  const shape = { rows: listEncodings(keys), column: column?.encoding, aggregates: plan.aggregates.length };
  await readCells(connection, sql, params, shape, (rowKeys, columnKey, records, sums, index) => {
    const { path, at, label } = findCell(rowKeys, columnKey, records);
    tree.add(findBlock(path), at, records, sums, index, label);
    const block = findLabelledBlock[label - 1]?.(path);
    if (block) labelled[label - 1]?.add(block, at, records, sums, index);
  });

  const unlabelled = { ...shape, rows: listEncodings(rows) };
  const findUnlabelledCell = createCellFinder({ ...context, labels: [] }, period, columns);
  for (const [index, name] of plan.distinct.entries()) {
    const valueParams = new Params();
    const condition = `${columnSql(name)} IS NOT NULL`;
    const statement = { rows, column, values: distinctSql(name), aggregates: [], terms, among, condition };
    await readValues(
      connection,
      reportSql(statement, selection, valueParams),
      valueParams,
      unlabelled,
      (rowKeys, columnKey, value) => {
        const { path, at } = findUnlabelledCell(rowKeys, columnKey, 0);
        addValue(findBlock(path), index, at, value);
      },
    );
  }

  for (const { keys: cellKeys, hours } of listExpectedCells(context, period)) {
    const columnKey = column ? (cellKeys[rows.length] ?? null) : undefined;
    const { path, at } = findUnlabelledCell(cellKeys.slice(0, rows.length), columnKey, 0);
    const block = findBlock(path);
    const values = block.sums[plan.aggregates.length];
    block.records[at] ??= 0;
    if (values) values[at] = (values[at] ?? 0n) + hours;
  }
  return { tree, labelled };
}

/** Creates the lookup of a group's figures by its keys, which looks up a row's group only once for all its cells. */
function createBlockFinder(tree: Tree, hasCells: boolean): (path: readonly Key[]) => Block {
  let lastPath: readonly Key[] | undefined;
  let block: Block = tree.root.own;
  return (path) => {
    if (path === lastPath) return block;
    lastPath = path;
    const leaf = tree.ensureLeaf(path);
    block = hasCells ? leaf.cells : leaf.own;
    return block;
  };
}

async function compileReport(
  connection: DuckDBConnection,
  { report, plan, options }: ReportContext,
  clock: Clock,
  period: Period | undefined,
  columns: Columns | undefined,
) {
  const { zone, settings, directory, today } = options;
  const rows: KeySql[] = [];
  for (const dimension of report.groupBy) rows.push(await keySql(connection, dimension, clock, period));
  return {
    rows,
    column: columns && report.columns ? await keySql(connection, report.columns, clock, period) : undefined,
    terms: {
      amounts: chooseAmounts(settings?.amounts),
      expectable:
        plan.needsExpected && directory && period
          ? listPeopleWithHours(directory, findComparedSpan(period, today))
          : [],
    },
    selection: { filterGroups: report.filterGroups, query: report.query, period, zone },
  };
}

function listExpectedCells(
  { report, plan, options, rule }: ReportContext,
  period: Period | undefined,
): ReturnType<typeof computeExpectedCells> | [] {
  const { directory, today } = options;
  if (!plan.needsExpected || !directory || !period) return [];
  const span = today === undefined ? period : findElapsedSpan(period, today);
  if (!span) return [];
  const dimensions = report.columns ? [...report.groupBy, report.columns] : report.groupBy;
  const expected = listExpected(directory, listAdmittedPeople(directory, report.filterGroups), [], span);
  const people = expected.flatMap(({ ownerId, hours }) => (hours === null ? [] : [ownerId]));
  return computeExpectedCells(directory, people, span, dimensions, rule);
}

/** Numbers the column keys in the order of occurrence, all spellings of a key as one. The buckets of a period come first. */
class Columns {
  readonly keys: Key[] = [];
  readonly #numbers = new Map<Key, number>();

  constructor({ report: { columns }, options: { period }, rule }: ReportContext) {
    if (columns?.kind !== 'time' || !period) return;
    for (const { key } of splitIntoBuckets(period, columns.unit, rule)) this.toNumber(key);
  }

  toNumber(key: Key): number {
    const existingNumber = this.#numbers.get(key);
    if (existingNumber !== undefined) return existingNumber;
    this.#numbers.set(key, this.keys.length);
    return this.keys.push(key) - 1;
  }
}

interface Cell {
  readonly path: readonly Key[];
  /** The position in the group's block. */
  readonly at: number;
  readonly label: number;
}

/** Creates the lookup of a cell by its keys. With currencies, the first key is the currency. */
function createCellFinder(context: ReportContext, period: Period | undefined, columns: Columns | undefined) {
  const { labels, spellings, report, options } = context;
  const columnSpellings = report.columns && columns ? spellings.at(-1) : undefined;
  const isBefore = period !== options.period;
  const align = createAlignment(context, period);
  const countRecords = (spelling: Spelling | undefined, records: number) => {
    if (spelling) spelling[isBefore ? 'before' : 'now'] += records;
  };
  let lastKeys: readonly Key[] | undefined;
  let row: Omit<Cell, 'at'> & { readonly spelt: readonly (Spelling | undefined)[] } = {
    path: [],
    label: NO_LABEL,
    spelt: [],
  };
  /** Looks up a row's keys only once for all its cells. */
  const findRow = (keys: readonly Key[]) => {
    if (keys === lastKeys) return row;
    lastKeys = keys;
    const [label, ...rest] = labels.length > 0 ? keys : [null, ...keys];
    const spelt = rest.map((key, index) => spellings[index]?.findSpelling(key));
    const path = align(rest.map((key, index) => (spelt[index] ? spelt[index].key : key)));
    row = { path, spelt, label: labels.indexOf(label ?? '') + 1 };
    return row;
  };
  return (keys: readonly Key[], key: Key | undefined, records: number): Cell => {
    const { path, spelt, label } = findRow(keys);
    for (const spelling of spelt) countRecords(spelling, records);
    if (key === undefined || !columns) return { path, label, at: OWN };
    const column = columnSpellings?.findSpelling(key);
    countRecords(column, records);
    return { path, label, at: columns.toNumber(column ? column.key : key) };
  };
}

/** Maps a compared period's time buckets to the keys at the same positions in the report's period. */
function createAlignment(
  { report, options, rule }: ReportContext,
  period: Period | undefined,
): (keys: readonly Key[]) => readonly Key[] {
  const ownPeriod = options.period;
  if (!period || !ownPeriod || period === ownPeriod) return (keys) => keys;
  const keysByBucket = report.groupBy.map((dimension) => {
    if (dimension.kind !== 'time') return undefined;
    return pairBuckets(ownPeriod, period, dimension.unit, rule).pairs;
  });
  if (keysByBucket.every((keyMap) => keyMap === undefined)) return (keys) => keys;
  return (keys) => keys.map((key, index) => (key === null ? null : (keysByBucket[index]?.get(key) ?? key)));
}
