/** One check's findings, a page or all of them, with what stands beside each. */
import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api';
import type { RecordRow } from '../../../src/contract/api.ts';
import { divideHalfEven, formatUnits } from '../../../src/domain/decimal.ts';
import { readDetails } from './finding-details.ts';
import { minutesSql, stakePer, stakeSql, type ChosenCheck } from './matches.ts';
import { chosenBy, newTerms, reviewedIds, unitsOrNull, type Look } from './query.ts';
import { foundBody } from './cache.ts';
import type { FindingsQuestion, FoundRecord, ListQuestion } from './model.ts';
import { readCount, readRows } from '../database/connections.ts';
import { selectionSql } from '../conditions/selection-sql.ts';
import { Params } from '../database/parameters.ts';
import { recordRow, rowSelectList } from '../records/record-rows.ts';

/** What a file holds is described in pieces: every value of a piece is in memory twice for a moment. */
const PIECE = 20_000;

export async function readFindings(
  look: Look,
  question: FindingsQuestion,
): Promise<{ findings: FoundRecord[]; total: number }> {
  const { connection } = look;
  const chosen = await chosenBy(look, question.check);
  const { sql, params } = await listedSql(look, chosen, question);
  const total = await readCount(connection, `${sql} SELECT count(*) FROM listed`, params);
  const page = await readRows(
    connection,
    `${sql} ${IN_ORDER} LIMIT ${params.integer(question.limit)} OFFSET ${params.integer(question.offset)}`,
    params,
  );
  return { findings: await described(look, chosen, page, question.columns), total };
}

export async function allFindings(look: Look, question: ListQuestion): Promise<FoundRecord[]> {
  const chosen = await chosenBy(look, question.check);
  const { sql, params } = await listedSql(look, chosen, question);
  const listed = await readRows(look.connection, `${sql} ${IN_ORDER}`, params);
  const found: FoundRecord[] = [];
  for (let at = 0; at < listed.length; at += PIECE)
    found.push(...(await described(look, chosen, listed.slice(at, at + PIECE), question.columns)));
  return found;
}

const IN_ORDER = `SELECT id, stake, minutes, stays FROM listed
  ORDER BY abs(stake) DESC NULLS LAST, abs(minutes) DESC NULLS LAST, id`;

/** The findings that are asked for, as a table `listed`. */
async function listedSql(look: Look, chosen: ChosenCheck, question: ListQuestion) {
  const seen = await reviewedIds(look, chosen, question);
  const terms = newTerms(look);
  const { params } = terms;
  const kept = `id ${question.reviewed ? '' : 'NOT '}IN ${params.integerRows(seen)}`;
  const found = await foundBody(look.connection, chosen, terms, look.kept);
  const sql = `WITH found AS (${found}),
      listed AS (SELECT id, ${stakeSql(chosen, terms)} AS stake, ${minutesSql(chosen, terms)} AS minutes, part = 0 AS stays
        FROM records JOIN found USING (id) WHERE ${selectionSql(question.selection, params)} AND ${kept})`;
  return { sql, params };
}

/** @param listed id, stake, minutes and whether it stays, of each */
async function described(
  look: Look,
  chosen: ChosenCheck,
  listed: readonly DuckDBValue[][],
  columns: readonly string[],
): Promise<FoundRecord[]> {
  const { connection } = look;
  const ids = listed.map(([id]) => BigInt(String(id)));
  const details = new Map((await readDetails(connection, chosen, ids, newTerms(look))).map((each) => [each.id, each]));
  const rows = await wholeRows(connection, ids, columns);
  const per = BigInt(stakePer(chosen.rule));
  return listed.flatMap(([id, stake, minutes, stays]) => {
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
        stays: stays === true,
      },
    ];
  });
}

async function wholeRows(
  connection: DuckDBConnection,
  ids: readonly bigint[],
  columns: readonly string[],
): Promise<Map<string, RecordRow>> {
  if (ids.length === 0) return new Map();
  const params = new Params();
  const sql = `SELECT ${rowSelectList(columns)} FROM records WHERE id IN ${params.integerRows(ids)}`;
  const rows = await readRows(connection, sql, params);
  return new Map(rows.map((row) => recordRow(row, columns)).map((row) => [row.id, row]));
}
