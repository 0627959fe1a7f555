/** The review queue as the store reckons it: counts and what is at stake by check, behaviours of all records, and pages of findings. */
import { DuckDBDecimalValue, type DuckDBConnection, type DuckDBValue } from '@duckdb/node-api';
import type { RecordRow } from '../../src/contract/api.ts';
import { behaviours } from '../../src/domain/checks/behaviours.ts';
import { checks, ruleOf, type Followers } from '../../src/domain/checks/checks.ts';
import type { Check } from '../../src/domain/checks/check.ts';
import { divideHalfEven, formatUnits, type Units } from '../../src/domain/decimal.ts';
import type { DaySpan } from '../../src/domain/expected.ts';
import { OWNER_PROPERTY } from '../../src/domain/properties.ts';
import type { Selection } from '../../src/domain/filter/match.ts';
import { detailsOf, type FindingDetail } from './checks-detail.ts';
import {
  CheckMemory,
  followersOf,
  foundAt,
  foundBody,
  measuredAt,
  type Examined,
  type Found,
  type Kept,
  type Measured,
} from './checks-memory.ts';
import { examinesSql, minutesSql, stakePer, stakeSql, type ChosenCheck } from './checks-found.ts';
import { conditionSql, type CheckTerms } from './checks-sql.ts';
import { rowsOf, type Connections } from './connections.ts';
import { selectionSql } from './filter-sql.ts';
import { Params } from './params.ts';
import { recordRow, rowSelectList, textOf } from './rows.ts';
import { columnOf, readableSql } from './schema.ts';

export type Thresholds = ReadonlyMap<string, Units>;

/** Keeps of a check's findings those a person has looked at, as they are now. */
export type IsReviewed = (detail: FindingDetail) => boolean;

/** Records with a mark, by check; whether the mark still holds is for `holds` to say. */
export interface Marked {
  readonly ids: readonly string[];
  readonly holds: IsReviewed;
}

export interface CheckFigures {
  readonly id: string;
  readonly examined: number;
  readonly open: number;
  readonly reviewed: number;
  /** Of the open ones; null: none is readable. */
  readonly value: string | null;
  readonly minutes: string | null;
  /** Over all live records, whatever is selected. */
  readonly everywhere: { readonly examined: number; readonly found: number };
}

export interface ChecksRun {
  readonly records: number;
  readonly checks: readonly CheckFigures[];
  readonly behaviours: readonly { readonly id: string; readonly of: number; readonly follow: number }[];
}

export interface RunQuestion {
  readonly selection: Selection;
  readonly thresholds: Thresholds;
  readonly marked: (check: string) => Marked;
}

export interface FindingsQuestion extends RunQuestion {
  readonly check: Check;
  readonly reviewed: boolean;
  /** Full property names. */
  readonly columns: readonly string[];
  readonly offset: number;
  readonly limit: number;
}

export interface FoundRecord extends FindingDetail {
  readonly row: RecordRow;
  readonly value: string | null;
  readonly minutes: string | null;
}

export interface LoggedByOwner {
  readonly ownerId: string;
  /** Logged in the span. */
  readonly minutes: Units;
  /** Records in the span. */
  readonly records: number;
  /** Records in the longer span. */
  readonly recently: number;
}

export interface ChecksReading {
  runChecks(question: RunQuestion): Promise<ChecksRun>;
  /** By value at stake, then by minutes, then by id. */
  findings(question: FindingsQuestion): Promise<{ findings: FoundRecord[]; total: number }>;
  loggedByOwner(span: DaySpan, recent: DaySpan, zone: string): Promise<LoggedByOwner[]>;
  /** The findings of a check among these records, as they are now: what a mark is kept for. */
  findingDetails(check: Check, ids: readonly string[], thresholds: Thresholds): Promise<FindingDetail[]>;
}

/** Everybody who has records, with what lies in two spans of recorded weeks. */
async function loggedByOwner(
  connection: DuckDBConnection,
  span: DaySpan,
  recent: DaySpan,
  zone: string,
): Promise<LoggedByOwner[]> {
  const params = new Params();
  const within = ({ from, to }: DaySpan) =>
    selectionSql({ groups: [], query: '', zone, period: { text: '', calendar: 'recorded-week', from, to } }, params);
  const owner = columnOf({ name: OWNER_PROPERTY });
  const inSpan = within(span);
  const sql = `SELECT ${readableSql(owner)} AS owner, sum(${minutesSql}) FILTER (${inSpan}), count(*) FILTER (${inSpan}),
      count(*) FILTER (${within(recent)})
    FROM records WHERE NOT archived AND ${owner.sql} IS NOT NULL GROUP BY ALL`;
  const rows = await rowsOf(connection, sql, params);
  return rows.map(([id, minutes, records, recently]) => ({
    ownerId: textOf(id) ?? '',
    minutes: unitsOrNull(minutes) ?? 0n,
    records: Number(records),
    recently: Number(recently),
  }));
}

export function checksReadingOf(connections: Connections): ChecksReading {
  const memory = new CheckMemory();
  const look = async <R>({ thresholds }: Pick<RunQuestion, 'thresholds'>, work: (look: Look) => Promise<R>) =>
    connections.survey(async (connection) => {
      const kept = await memory.at(connection, thresholds);
      return work({ connection, thresholds, kept });
    });
  return {
    runChecks: (question) => look(question, (at) => runChecks(at, question)),
    findings: (question) => look(question, (at) => findings(at, question)),
    loggedByOwner: (span, recent, zone) =>
      connections.survey((connection) => loggedByOwner(connection, span, recent, zone)),
    findingDetails: (check, ids, thresholds) =>
      look({ thresholds }, async (at) => {
        const chosen = chosenOf(check, followersOf(await measured(at)));
        return detailsOf(at.connection, chosen, await foundAmong(at, chosen, ids.map(BigInt)), newTerms(at));
      }),
  };
}

/** One question's view of the store. */
interface Look {
  readonly connection: DuckDBConnection;
  readonly thresholds: Thresholds;
  readonly kept: Kept;
}

const newTerms = ({ thresholds }: Look): CheckTerms => ({ params: new Params(), thresholds });

function chosenOf(check: Check, followers: Followers): ChosenCheck {
  return { check, rule: check.kind === 'record' ? ruleOf(check, followers) : undefined };
}

/** How many records follow each behaviour, over all live records. */
function measured(look: Look): Promise<readonly Measured[]> {
  return measuredAt(look.kept, async () => {
    const terms = newTerms(look);
    const columns = behaviours.map(
      ({ of, follows }, at) =>
        `CASE WHEN ${conditionSql(of, terms)} THEN coalesce(${conditionSql(follows, terms)}, false) END AS b${at}`,
    );
    const sums = behaviours.flatMap((_, at) => [`count(b${at})`, `count(*) FILTER (b${at})`]);
    const sql = `SELECT ${sums.join(', ')} FROM (SELECT ${columns.join(', ')} FROM records WHERE NOT archived)`;
    const [row = []] = await rowsOf(look.connection, sql, terms.params);
    return behaviours.map(({ id }, at) => ({ id, of: Number(row[2 * at]), follow: Number(row[2 * at + 1]) }));
  });
}

async function runChecks(look: Look, question: RunQuestion): Promise<ChecksRun> {
  const { connection, thresholds, kept } = look;
  const rules = await measured(look);
  const chosen = checks.map((check) => chosenOf(check, followersOf(rules)));
  const everywhere: Found[] = [];
  for (const each of chosen) everywhere.push(await foundAt(connection, each, thresholds, kept));
  kept.examined ??= await examinedIn(look, chosen, { groups: [], query: '', zone: 'UTC' });
  const { records, examined } = isEverything(question.selection)
    ? kept.examined
    : await examinedIn(look, chosen, question.selection);
  const sums = await sumsOf(look, chosen, everywhere, question);
  const figures = chosen.map(({ check: { id }, rule }, at): CheckFigures => {
    const open = sums.get(`${at} false`);
    const per = BigInt(stakePer(rule));
    return {
      id,
      examined: examined.get(id) ?? 0,
      open: open?.count ?? 0,
      reviewed: sums.get(`${at} true`)?.count ?? 0,
      value: open?.value == null ? null : formatUnits(divideHalfEven(open.value, per)),
      minutes: open?.minutes == null ? null : formatUnits(open.minutes),
      everywhere: { examined: kept.examined?.examined.get(id) ?? 0, found: everywhere[at]?.count ?? 0 },
    };
  });
  return { records, checks: figures, behaviours: rules };
}

function isEverything({ groups, query, period }: Selection): boolean {
  return groups.length === 0 && query === '' && !period;
}

async function examinedIn(look: Look, chosen: readonly ChosenCheck[], selection: Selection): Promise<Examined> {
  const terms = newTerms(look);
  const counts = chosen.map((each) => `count(*) FILTER (${examinesSql(each, terms)})`);
  const sql = `SELECT count(*), ${counts.join(', ')} FROM records WHERE ${selectionSql(selection, terms.params)}`;
  const [[records, ...row] = []] = await rowsOf(look.connection, sql, terms.params);
  return {
    records: Number(records),
    examined: new Map(chosen.map(({ check }, at) => [check.id, Number(row[at])])),
  };
}

/** Sums as the store has them: `value` is times the rule's `per`. */
interface Sums {
  readonly count: number;
  readonly value: Units | null;
  readonly minutes: Units | null;
}

function unitsOrNull(value: DuckDBValue | undefined): Units | null {
  return value instanceof DuckDBDecimalValue ? value.value : null;
}

/** By the check's place and whether its findings were reviewed: `3 false`. Only checks that found something are in it. */
async function sumsOf(
  look: Look,
  chosen: readonly ChosenCheck[],
  everywhere: readonly Found[],
  question: RunQuestion,
): Promise<ReadonlyMap<string, Sums>> {
  const terms = newTerms(look);
  const { params } = terms;
  const parts: string[] = [];
  for (const [at, each] of chosen.entries()) {
    if (everywhere[at]?.count === 0) continue;
    const seen = params.integerRows(await reviewedIds(look, each, question));
    const found = await foundBody(look.connection, each, terms, look.kept);
    parts.push(`SELECT ${at} AS place, id, id IN ${seen} AS seen FROM (${found})`);
  }
  if (parts.length === 0) return new Map();
  const stakes = chosen.map(({ rule }, at) => `WHEN ${at} THEN ${stakeSql(rule, terms)}`);
  const sql = `WITH every AS (${parts.join(' UNION ALL ')})
    SELECT place, seen, count(*), sum(CASE place ${stakes.join(' ')} END), sum(${minutesSql})
    FROM every JOIN records USING (id) WHERE ${selectionSql(question.selection, params)} GROUP BY place, seen`;
  const rows = await rowsOf(look.connection, sql, params);
  return new Map(
    rows.map(([at, seen, count, value, minutes]) => [
      `${Number(at)} ${String(seen)}`,
      { count: Number(count), value: unitsOrNull(value), minutes: unitsOrNull(minutes) },
    ]),
  );
}

/** Of the marked records those on which the check finds today what it found when they were marked. */
async function reviewedIds(look: Look, chosen: ChosenCheck, { marked }: RunQuestion): Promise<bigint[]> {
  const { ids, holds } = marked(chosen.check.id);
  if (ids.length === 0) return [];
  const held = await foundAmong(look, chosen, ids.map(BigInt));
  const details = await detailsOf(look.connection, chosen, held, newTerms(look));
  return details.filter(holds).map(({ id }) => BigInt(id));
}

async function foundAmong(look: Look, chosen: ChosenCheck, ids: readonly bigint[]): Promise<bigint[]> {
  if (ids.length === 0) return [];
  const terms = newTerms(look);
  const found = await foundBody(look.connection, chosen, terms, look.kept);
  const sql = `WITH found AS (${found}) SELECT id FROM found WHERE id IN ${terms.params.integerRows(ids)}`;
  return (await rowsOf(look.connection, sql, terms.params)).map(([id]) => BigInt(String(id)));
}

async function findings(look: Look, question: FindingsQuestion): Promise<{ findings: FoundRecord[]; total: number }> {
  const { connection } = look;
  const { check, selection, columns } = question;
  const chosen = chosenOf(check, followersOf(await measured(look)));
  const seen = await reviewedIds(look, chosen, question);
  const terms = newTerms(look);
  const { params } = terms;
  const kept = `id ${question.reviewed ? '' : 'NOT '}IN ${params.integerRows(seen)}`;
  const page = await rowsOf(
    connection,
    `WITH found AS (${await foundBody(connection, chosen, terms, look.kept)}),
      listed AS (SELECT id, ${stakeSql(chosen.rule, terms)} AS stake, ${minutesSql} AS minutes
        FROM records WHERE ${selectionSql(selection, params)} AND id IN (SELECT id FROM found) AND ${kept})
      SELECT id, stake, minutes, count(*) OVER () FROM listed
      ORDER BY abs(stake) DESC NULLS LAST, abs(minutes) DESC NULLS LAST, id
      LIMIT ${params.integer(question.limit)} OFFSET ${params.integer(question.offset)}`,
    params,
  );
  const ids = page.map(([id]) => BigInt(String(id)));
  const details = new Map((await detailsOf(connection, chosen, ids, newTerms(look))).map((each) => [each.id, each]));
  const rows = await wholeRows(connection, ids, columns);
  const per = BigInt(stakePer(chosen.rule));
  const found = page.flatMap(([id, stake, minutes]) => {
    const detail = details.get(String(id));
    const row = rows.get(String(id));
    if (!detail || !row) return [];
    const value = unitsOrNull(stake);
    const logged = unitsOrNull(minutes);
    return [
      {
        ...detail,
        row,
        value: value === null ? null : formatUnits(divideHalfEven(value, per)),
        minutes: logged === null ? null : formatUnits(logged),
      },
    ];
  });
  return { findings: found, total: Number(page[0]?.[3] ?? 0) };
}

async function wholeRows(
  connection: DuckDBConnection,
  ids: readonly bigint[],
  columns: readonly string[],
): Promise<Map<string, RecordRow>> {
  if (ids.length === 0) return new Map();
  const params = new Params();
  const sql = `SELECT ${rowSelectList(columns)} FROM records WHERE id IN ${params.integerRows(ids)}`;
  const rows = await rowsOf(connection, sql, params);
  return new Map(rows.map((row) => recordRow(row, columns)).map((row) => [row.id, row]));
}
