/** Reads the details of single findings: their figures, the other records they concern, and their record's version. */
import { DuckDBDecimalValue, DuckDBListValue, type DuckDBConnection, type DuckDBValue } from '@duckdb/node-api';
import { z } from 'zod';
import type { DuplicateCheck, Fact, OverlapCheck } from '#domain/checks/check.ts';
import { toBilledFact } from '#domain/checks/money.ts';
import type { OtherRecord } from '#domain/checks/sentence.ts';
import { divideHalfEven, formatUnits } from '#domain/decimal.ts';
import { sentColumns } from '#domain/filter/billed.ts';
import { OWNER_PROPERTY, requireProperty } from '#domain/properties.ts';
import { BILLINGS_SQL } from '../database/billed-table.ts';
import { readRows } from '../database/connections.ts';
import { Params, toText } from '../database/parameters.ts';
import { readDisplayTexts } from '../database/received-values.ts';
import { findColumn, recordColumns, readableSql } from '../database/schema.ts';
import { amountSql, conditionSql } from './condition-sql.ts';
import { distinguishingColumns, type ChosenCheck } from './matches.ts';
import type { CheckTerms } from './terms.ts';

export interface FindingDetail {
  readonly id: string;
  /** The time in ISO UTC, as the service last sent it. */
  readonly updatedAt: string;
  readonly facts: Readonly<Record<string, string | null>>;
  /** At most 20 ids, ascending. */
  readonly related: readonly string[];
  /** The first related records, for sentences. */
  readonly others: readonly OtherRecord[];
}

const MAX_RELATED = 20;
const MAX_DESCRIBED = 2;
const findPropertyColumn = (name: string) => findColumn(requireProperty(name));

/** Reads records on which the check found something. Other ids are read too, with whatever values they have. */
export async function readDetails(
  connection: DuckDBConnection,
  chosenCheck: ChosenCheck,
  ids: readonly bigint[],
  terms: CheckTerms,
): Promise<FindingDetail[]> {
  if (ids.length === 0) return [];
  const { check, rule } = chosenCheck;
  const facts = (check.kind === 'record' ? rule?.facts : check.facts) ?? [];
  const { params } = terms;
  const list = facts.map((fact) => factSql(fact, terms));
  const received = `${receivedSql(chosenCheck)}, ${isBilled(chosenCheck) ? BILLINGS_SQL : 'NULL'}`;
  const rows = await readRows(
    connection,
    `SELECT id, ${recordColumns.updatedAt.sql}, ${received}${list.map((sql) => `, ${sql}`).join('')}
      FROM records WHERE id IN ${params.integerRows(ids)}`,
    params,
  );
  const related = await readRelated(connection, chosenCheck, ids, terms.thresholds);
  const takeFirst = (id: DuckDBValue | undefined) => (related.get(String(id)) ?? []).slice(0, MAX_DESCRIBED);
  const others = await readOthers(
    connection,
    rows.flatMap(([id]) => takeFirst(id)),
  );
  return rows.map(([id, updatedAt, receivedValues, billings, ...values]) => ({
    id: String(id),
    updatedAt: toText(updatedAt) ?? '',
    facts: {
      ...Object.fromEntries(facts.flatMap((fact, index) => toFactEntry(fact, values[index]))),
      ...(typeof receivedValues === 'string' && Object.fromEntries(readDisplayTexts(receivedValues))),
      ...(typeof billings === 'string' && toBilledFacts(billings)),
    },
    related: related.get(String(id)) ?? [],
    others: takeFirst(id).flatMap((relatedId) => others.get(relatedId) ?? []),
  }));
}

const otherColumns = ['first_start_date', 'first_end_date', 'assoc_obj_type', 'assoc_record_id', 'title'];

async function readOthers(
  connection: DuckDBConnection,
  ids: readonly string[],
): Promise<ReadonlyMap<string, OtherRecord>> {
  if (ids.length === 0) return new Map();
  const params = new Params();
  const list = otherColumns.map((name) => readableSql(findPropertyColumn(name))).join(', ');
  const sql = `SELECT id, ${list} FROM records WHERE id IN ${params.integerRows([...new Set(ids)].map(BigInt))}`;
  const rows = await readRows(connection, sql, params);
  return new Map(
    rows.map(([id, ...values]) => {
      const [start = null, end = null, objectType = null, object = null, title = null] = values.map(toText);
      return [String(id), { id: String(id), start, end, objectType, object, title }];
    }),
  );
}

function factSql({ amount, when }: Fact, terms: CheckTerms): string {
  const sql = amount.kind === 'value' ? readableSql(findPropertyColumn(amount.property)) : amountSql(amount, terms);
  return when ? `CASE WHEN ${conditionSql(when, terms)} THEN ${sql} END` : sql;
}

/** Leaves out a figure whose condition does not hold. */
function toFactEntry({ name, per = 1, when }: Fact, value: DuckDBValue | undefined): [string, string | null][] {
  const text = formatFact(value, per);
  return when && text === null ? [] : [[name, text]];
}

/** The store's products have 16 decimals; people and files get 8, rounded half-even. */
function formatFact(value: DuckDBValue | undefined, per: number): string | null {
  if (!(value instanceof DuckDBDecimalValue)) return toText(value);
  return formatUnits(divideHalfEven(value.value * 10n ** 8n, 10n ** BigInt(value.scale) * BigInt(per)));
}

/** Selects the received values, which checks on them describe. */
function receivedSql({ rule }: ChosenCheck): string {
  const kind = rule?.condition.kind;
  if (kind === 'unreadable') return recordColumns.anomalies.sql;
  return kind === 'rounded' ? recordColumns.rounded.sql : 'NULL';
}

const isBilled = ({ rule }: ChosenCheck) =>
  rule?.condition.kind === 'changed-since-billed' || rule?.condition.kind === 'billed-twice';

const billingsSchema = z.object({
  first: z.string(),
  last: z.string(),
  again: z.string().nullable(),
  was: z.array(z.string().nullable()),
});

function toBilledFacts(text: string): Record<string, string | null> {
  const { was, ...files } = billingsSchema.parse(JSON.parse(text));
  return {
    ...files,
    ...Object.fromEntries(sentColumns.map((name, index) => [toBilledFact(name), was[index] ?? null])),
  };
}

async function readRelated(
  connection: DuckDBConnection,
  { check }: ChosenCheck,
  ids: readonly bigint[],
  thresholds: CheckTerms['thresholds'],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (check.kind === 'record') return new Map();
  const params = new Params();
  const examined = conditionSql(check.scope, { params, thresholds });
  const rows = await readRows(
    connection,
    `WITH examined AS (SELECT * FROM records WHERE NOT archived AND ${examined})
      SELECT a.id, list(b.id ORDER BY b.id)[1:${MAX_RELATED}]
      FROM examined AS a JOIN examined AS b ON b.id <> a.id AND ${relatedSql(check)}
      WHERE a.id IN ${params.integerRows(ids)} GROUP BY a.id`,
    params,
  );
  return new Map(
    rows.map(([id, others]) => [String(id), others instanceof DuckDBListValue ? others.items.map(String) : []]),
  );
}

/** Compiles whether one of two examined records `a` and `b` concerns the other. */
function relatedSql(check: OverlapCheck | DuplicateCheck): string {
  const equalSql = (names: readonly string[]) =>
    names.map((name) => `b.${name} IS NOT DISTINCT FROM a.${name}`).join(' AND ');
  if (check.kind === 'duplicate') {
    const sameSql = check.requiredEqual
      .map((name) => `b.${findPropertyColumn(name).sql} = a.${findPropertyColumn(name).sql}`)
      .join(' AND ');
    return [
      sameSql,
      ...(check.equalOrUnset.length === 0
        ? []
        : [equalSql(check.equalOrUnset.map((name) => findPropertyColumn(name).sql))]),
    ].join(' AND ');
  }
  const owner = findPropertyColumn(OWNER_PROPERTY).sql;
  const starts = findPropertyColumn('first_start_date').sql;
  const ends = findPropertyColumn('first_end_date').sql;
  const minutes = findPropertyColumn('total_minutes').sql;
  return `b.${owner} = a.${owner} AND b.${starts} < a.${ends} AND a.${starts} < b.${ends}
    AND NOT (${equalSql([starts, ends, minutes, ...distinguishingColumns])})`;
}
