/** Reads one check's findings, a page or all of them, with the details of each. */
import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api';
import type { RecordRow } from '#contract/api.ts';
import { divideHalfEven, formatUnits } from '#domain/decimal.ts';
import { readDetails } from './finding-details.ts';
import { minutesSql, findStakeDivisor, stakeSql, type ChosenCheck } from './matches.ts';
import { chooseCheck, createTerms, findReviewedIds, toUnitsOrNull, type CheckReading } from './run.ts';
import { foundRecordsSql } from './cache.ts';
import type { FindingsPageQuery, FoundRecord, FindingsListQuery } from './model.ts';
import { readCount, readRows } from '../database/connections.ts';
import { selectionSql } from '../conditions/selection-sql.ts';
import { Params } from '../database/parameters.ts';
import { toRecordRow, rowColumnsSql } from '../joined-rows.ts';

/** A file's findings are described in batches, because every value of a batch is in memory twice for a moment. */
const BATCH_SIZE = 20_000;

export async function readFindings(
  reading: CheckReading,
  query: FindingsPageQuery,
): Promise<{ findings: FoundRecord[]; total: number }> {
  const { connection } = reading;
  const chosenCheck = await chooseCheck(reading, query.check);
  const { sql, params } = await listedSql(reading, chosenCheck, query);
  const total = await readCount(connection, `${sql} SELECT count(*) FROM listed`, params);
  const page = await readRows(
    connection,
    `${sql} ${IN_ORDER} LIMIT ${params.integer(query.limit)} OFFSET ${params.integer(query.offset)}`,
    params,
  );
  return { findings: await describeFindings(reading, chosenCheck, page, query.columns), total };
}

export async function readAllFindings(reading: CheckReading, query: FindingsListQuery): Promise<FoundRecord[]> {
  const chosenCheck = await chooseCheck(reading, query.check);
  const { sql, params } = await listedSql(reading, chosenCheck, query);
  const rows = await readRows(reading.connection, `${sql} ${IN_ORDER}`, params);
  const records: FoundRecord[] = [];
  for (let start = 0; start < rows.length; start += BATCH_SIZE)
    records.push(
      ...(await describeFindings(reading, chosenCheck, rows.slice(start, start + BATCH_SIZE), query.columns)),
    );
  return records;
}

const IN_ORDER = `SELECT id, stake, minutes, stays FROM listed
  ORDER BY abs(stake) DESC NULLS LAST, abs(minutes) DESC NULLS LAST, id`;

async function listedSql(reading: CheckReading, chosenCheck: ChosenCheck, query: FindingsListQuery) {
  const reviewed = await findReviewedIds(reading, chosenCheck, query);
  const terms = createTerms(reading);
  const { params } = terms;
  const matchesMark = `id ${query.reviewed ? '' : 'NOT '}IN ${params.integerRows(reviewed)}`;
  const foundSql = await foundRecordsSql(reading.connection, chosenCheck, terms, reading.results);
  const sql = `WITH found AS (${foundSql}),
      listed AS (SELECT id, ${stakeSql(chosenCheck, terms)} AS stake, ${minutesSql(chosenCheck, terms)} AS minutes, part = 0 AS stays
        FROM records JOIN found USING (id) WHERE ${selectionSql(query.selection, params)} AND ${matchesMark})`;
  return { sql, params };
}

/** @param listedRows the id, stake, minutes and `stays` of each finding */
async function describeFindings(
  reading: CheckReading,
  chosenCheck: ChosenCheck,
  listedRows: readonly DuckDBValue[][],
  columns: readonly string[],
): Promise<FoundRecord[]> {
  const { connection } = reading;
  const ids = listedRows.map(([id]) => BigInt(String(id)));
  const details = new Map(
    (await readDetails(connection, chosenCheck, ids, createTerms(reading))).map((detail) => [detail.id, detail]),
  );
  const rows = await readRecordRows(connection, ids, columns);
  const per = BigInt(findStakeDivisor(chosenCheck.rule));
  return listedRows.flatMap(([id, stake, minutes, stays]) => {
    const detail = details.get(String(id));
    const row = rows.get(String(id));
    if (!detail || !row) return [];
    const value = toUnitsOrNull(stake);
    const logged = toUnitsOrNull(minutes);
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

async function readRecordRows(
  connection: DuckDBConnection,
  ids: readonly bigint[],
  columns: readonly string[],
): Promise<Map<string, RecordRow>> {
  if (ids.length === 0) return new Map();
  const params = new Params();
  const sql = `SELECT ${rowColumnsSql(columns)} FROM records WHERE id IN ${params.integerRows(ids)}`;
  const rows = await readRows(connection, sql, params);
  return new Map(rows.map((row) => toRecordRow(row, columns)).map((row) => [row.id, row]));
}
