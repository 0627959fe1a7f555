/** The SQL of the PostgreSQL store. Each change is one statement, so that it happens as a whole or not at all. */
import { SCHEMA } from './schema.ts';

const NOW = `${SCHEMA}.service_now()`;
const TODAY = `(${NOW} AT TIME ZONE 'UTC')::date`;

const toMilliseconds = (time: string) => `(extract(epoch FROM ${time}) * 1000)::bigint`;

const toColumns = (table: string) => `
  ${table}.id, coalesce(${table}.account, ${table}.id) AS account, encode(${table}.digest, 'hex') AS digest,
  ${table}.label, ${table}.last_characters, ${table}.daily_quota,
  ${toMilliseconds(`${table}.created_at`)} AS created_at, ${toMilliseconds(`${table}.deactivated_at`)} AS deactivated_at,
  ${toMilliseconds(`${table}.valid_until`)} AS valid_until`;

/** Instances look at this number to know whether to read the keys anew. */
const raise = (changed: string) =>
  `raised AS (UPDATE ${SCHEMA}.state SET changes = changes + 1 WHERE EXISTS (SELECT FROM ${changed}))`;

export const readChanges = `SELECT changes FROM ${SCHEMA}.state`;

export const readKeys = `SELECT ${toColumns('k')} FROM ${SCHEMA}.keys k ORDER BY k.id`;

export const listKeys = `
  SELECT ${toColumns('k')}, ${toMilliseconds('k.last_used_at')} AS last_used_at, coalesce(b.used, 0) AS used
  FROM ${SCHEMA}.keys k
  LEFT JOIN ${SCHEMA}.bookings b ON b.account = coalesce(k.account, k.id) AND b.day = ${TODAY}
  ORDER BY k.id`;

export const addKey = `
  WITH added AS (
    INSERT INTO ${SCHEMA}.keys (digest, label, last_characters, daily_quota, created_at)
    VALUES (decode($1, 'hex'), $2, $3, $4, ${NOW})
    ON CONFLICT (digest) DO UPDATE SET deactivated_at = NULL, valid_until = NULL, daily_quota = excluded.daily_quota,
      last_characters = excluded.last_characters
    RETURNING *
  ), ${raise('added')}
  SELECT ${toColumns('added')} FROM added`;

export const replaceKey = `
  WITH old AS (
    UPDATE ${SCHEMA}.keys SET valid_until = least(valid_until, ${NOW} + $4::float8 * interval '1 millisecond')
    WHERE id = $1 AND deactivated_at IS NULL AND (valid_until IS NULL OR valid_until > ${NOW})
    RETURNING *
  ), added AS (
    INSERT INTO ${SCHEMA}.keys (digest, label, last_characters, daily_quota, created_at, account)
    SELECT decode($2, 'hex'), label, $3, daily_quota, ${NOW}, coalesce(account, id) FROM old
    RETURNING *
  ), ${raise('added')}
  SELECT ${toColumns('added')} FROM added`;

export const deactivateKey = `
  WITH changed AS (
    UPDATE ${SCHEMA}.keys SET deactivated_at = coalesce(deactivated_at, ${NOW}) WHERE id = $1 RETURNING id
  ), ${raise('changed')}
  SELECT id FROM changed`;

export const setQuota = `
  WITH changed AS (
    UPDATE ${SCHEMA}.keys SET daily_quota = $2
    WHERE coalesce(account, id) = (SELECT coalesce(account, id) FROM ${SCHEMA}.keys WHERE id = $1)
    RETURNING id
  ), ${raise('changed')}
  SELECT id FROM changed`;

/** What is booked ahead by one instance is lost to the others until it is handed back: near the end, one at a time. */
const NEAR_THE_END = 100;
const toGrant = (left: string) => `CASE WHEN ${left} < ${NEAR_THE_END} THEN 1 ELSE $3::bigint END`;

/** $3, the requests wanted, is at most 20: where 100 or more are left it fits. */
export const take = `
  WITH today AS (
    SELECT ${NOW} AS now, ${TODAY} AS day
  ), taken AS (
    INSERT INTO ${SCHEMA}.bookings AS b (account, day, used, last_grant)
    SELECT $1::bigint, day, ${toGrant('$2::bigint')}, ${toGrant('$2::bigint')} FROM today WHERE $2::bigint > 0
    ON CONFLICT (account, day) DO UPDATE
    SET used = b.used + ${toGrant('$2::bigint - b.used')}, last_grant = ${toGrant('$2::bigint - b.used')}
    WHERE b.used < $2::bigint
    RETURNING last_grant
  ), reset AS (
    SELECT now, day, (day + 1)::timestamp AT TIME ZONE 'UTC' AS resets_at FROM today
  )
  SELECT coalesce((SELECT last_grant FROM taken), 0) AS granted, to_char(day, 'YYYY-MM-DD') AS day,
    ${toMilliseconds('resets_at')} AS resets_at, floor(extract(epoch FROM resets_at - now) * 1000)::bigint AS left_milliseconds
  FROM reset`;

export const giveBack = `
  UPDATE ${SCHEMA}.bookings SET used = used - $3::bigint WHERE account = $1 AND day = $2::date AND used >= $3::bigint`;

export const readUsed = `SELECT used FROM ${SCHEMA}.bookings WHERE account = $1 AND day = ${TODAY}`;

export const noteUses = `
  UPDATE ${SCHEMA}.keys SET last_used_at = greatest(last_used_at, to_timestamp(u.at / 1000))
  FROM unnest($1::bigint[], $2::float8[]) AS u (id, at) WHERE keys.id = u.id`;
