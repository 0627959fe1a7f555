/** A page of one check's findings, with what stands beside each. */
import type { DuckDBConnection } from '@duckdb/node-api';
import type { RecordRow } from '../../../src/contract/api.ts';
import { divideHalfEven, formatUnits } from '../../../src/domain/decimal.ts';
import { readDetails } from './finding-details.ts';
import { minutesSql, stakePer, stakeSql } from './matches.ts';
import { chosenBy, newTerms, reviewedIds, unitsOrNull, type Look } from './query.ts';
import { foundBody } from './cache.ts';
import type { FindingsQuestion, FoundRecord } from './model.ts';
import { readCount, readRows } from '../database/connections.ts';
import { selectionSql } from '../conditions/selection-sql.ts';
import { Params } from '../database/parameters.ts';
import { recordRow, rowSelectList } from '../records/record-rows.ts';

export async function readFindings(
  look: Look,
  question: FindingsQuestion,
): Promise<{ findings: FoundRecord[]; total: number }> {
  const { connection } = look;
  const { check, selection, columns } = question;
  const chosen = await chosenBy(look, check);
  const seen = await reviewedIds(look, chosen, question);
  const terms = newTerms(look);
  const { params } = terms;
  const kept = `id ${question.reviewed ? '' : 'NOT '}IN ${params.integerRows(seen)}`;
  const listed = `WITH found AS (${await foundBody(connection, chosen, terms, look.kept)}),
      listed AS (SELECT id, ${stakeSql(chosen, terms)} AS stake, ${minutesSql(chosen, terms)} AS minutes, part = 0 AS stays
        FROM records JOIN found USING (id) WHERE ${selectionSql(selection, params)} AND ${kept})`;
  const total = await readCount(connection, `${listed} SELECT count(*) FROM listed`, params);
  const page = await readRows(
    connection,
    `${listed} SELECT id, stake, minutes, stays FROM listed
      ORDER BY abs(stake) DESC NULLS LAST, abs(minutes) DESC NULLS LAST, id
      LIMIT ${params.integer(question.limit)} OFFSET ${params.integer(question.offset)}`,
    params,
  );
  const ids = page.map(([id]) => BigInt(String(id)));
  const details = new Map((await readDetails(connection, chosen, ids, newTerms(look))).map((each) => [each.id, each]));
  const rows = await wholeRows(connection, ids, columns);
  const per = BigInt(stakePer(chosen.rule));
  const found = page.flatMap(([id, stake, minutes, stays]) => {
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
  return { findings: found, total };
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
