/** The SQL of the PostgreSQL store. Each change is one statement, which makes it atomic. */
import { ALIVE_MS } from '#service/store.ts';
import { AUDIT, SCHEMA } from './connection.ts';

const NOW = `${SCHEMA}.service_now()`;
const TODAY = `(${NOW} AT TIME ZONE 'UTC')::date`;

const toMilliseconds = (time: string) => `(extract(epoch FROM ${time}) * 1000)::bigint`;

/** The latest entry of the audit trail overrides keys that come from an older backup. */
const toColumns = (table: string) => `
  ${table}.id, coalesce(${table}.account, ${table}.id) AS account, encode(${table}.digest, 'hex') AS digest,
  ${table}.label, ${table}.owner, ${table}.last_characters, ${table}.daily_quota,
  ${toMilliseconds(`${table}.created_at`)} AS created_at, ${toMilliseconds(`${table}.deactivated_at`)} AS deactivated_at,
  ${toMilliseconds(`least(${table}.valid_until, (
    SELECT t.valid_until FROM ${AUDIT}.trail t WHERE t.digest = ${table}.digest AND t.action <> 'quota' AND ${table}.deactivated_at IS NULL
    ORDER BY t.id DESC LIMIT 1
  ))`)} AS valid_until`;

/** @param expiry the SQL of the time when the key expires. */
const addTrailEntry = (action: string, actor: string, rows: string, expiry: string) => `
  INSERT INTO ${AUDIT}.trail (at, actor, action, key, digest, label, owner, daily_quota, valid_until)
  SELECT ${NOW}, ${actor}, '${action}', id, digest, label, owner, daily_quota, ${expiry} FROM ${rows}`;

/** Instances watch this number to know when to read the keys again. */
const raiseChanges = (changed: string) =>
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
    INSERT INTO ${SCHEMA}.keys (digest, label, last_characters, daily_quota, created_at, owner, valid_until)
    VALUES (decode($1, 'hex'), $2, $3, $4, ${NOW}, $5, to_timestamp($6::float8 / 1000))
    ON CONFLICT (digest) DO UPDATE SET deactivated_at = NULL, valid_until = excluded.valid_until, daily_quota = excluded.daily_quota,
      last_characters = excluded.last_characters
    RETURNING *
  ), noted AS (${addTrailEntry('issued', '$7', 'added', 'valid_until')}), ${raiseChanges('added')}
  SELECT id FROM added`;

export const readKey = `SELECT ${toColumns('k')} FROM ${SCHEMA}.keys k WHERE k.id = $1`;

export const replaceKey = `
  WITH old AS (
    UPDATE ${SCHEMA}.keys SET valid_until = least(valid_until, ${NOW} + $4::float8 * interval '1 millisecond')
    WHERE id = $1 AND deactivated_at IS NULL AND (valid_until IS NULL OR valid_until > ${NOW})
    RETURNING *
  ), added AS (
    INSERT INTO ${SCHEMA}.keys (digest, label, last_characters, daily_quota, created_at, account, owner, valid_until)
    SELECT decode($2, 'hex'), label, $3, daily_quota, ${NOW}, coalesce(account, id), owner, to_timestamp($6::float8 / 1000) FROM old
    RETURNING *
  ), noted_old AS (${addTrailEntry('rotated', '$5', 'old', 'valid_until')}), noted AS (${addTrailEntry('issued', '$5', 'added', 'valid_until')}),
  ${raiseChanges('added')}
  SELECT id FROM added`;

export const deactivateKey = `
  WITH changed AS (
    UPDATE ${SCHEMA}.keys SET deactivated_at = coalesce(deactivated_at, ${NOW}) WHERE id = $1 RETURNING *
  ), noted AS (${addTrailEntry('deactivated', '$2', 'changed', NOW)}), ${raiseChanges('changed')}
  SELECT id FROM changed`;

export const setQuota = `
  WITH changed AS (
    UPDATE ${SCHEMA}.keys SET daily_quota = $2
    WHERE coalesce(account, id) = (SELECT coalesce(account, id) FROM ${SCHEMA}.keys WHERE id = $1)
    RETURNING *
  ), noted AS (${addTrailEntry('quota', '$3', 'changed', 'valid_until')}), ${raiseChanges('changed')}
  SELECT id FROM changed`;

export const readTrail = `
  SELECT ${toMilliseconds('at')} AS at, actor, action, key, label, owner, daily_quota, ${toMilliseconds('valid_until')} AS valid_until
  FROM ${AUDIT}.trail ORDER BY id`;

/** When less than this remains of a quota, requests are booked one at a time, because other instances could not use bookings in advance. */
const NEAR_THE_END = 100;
const toGrant = (remaining: string) => `CASE WHEN ${remaining} < ${NEAR_THE_END} THEN 1 ELSE $3::bigint END`;

/** The requested count, $3, is at most 20, so it fits wherever 100 or more are left. */
export const take = `
  WITH today AS (
    SELECT ${NOW} AS now, ${TODAY} AS day
  ), taken AS (
    INSERT INTO ${SCHEMA}.bookings AS b (account, day, used, last_grant)
    SELECT $1::bigint, day, ${toGrant('$2::bigint')}, ${toGrant('$2::bigint')} FROM today WHERE $2::bigint > 0
    ON CONFLICT (account, day) DO UPDATE
    SET used = b.used + ${toGrant('$2::bigint - b.used')}, last_grant = ${toGrant('$2::bigint - b.used')}
    WHERE b.used < $2::bigint
    RETURNING last_grant, used
  ), opened AS (
    INSERT INTO ${SCHEMA}.open_requests AS o (instance, account, day, count, most)
    SELECT $4::uuid, $1::bigint, today.day, taken.last_grant, $2::bigint FROM taken, today
    ON CONFLICT (instance, account, day) DO UPDATE SET count = o.count + excluded.count, most = excluded.most
  ), reset AS (
    SELECT now, day, (day + 1)::timestamp AT TIME ZONE 'UTC' AS resets_at FROM today
  )
  SELECT coalesce((SELECT last_grant FROM taken), 0) AS granted, coalesce((SELECT used FROM taken), $2::bigint) AS used, to_char(day, 'YYYY-MM-DD') AS day,
    ${toMilliseconds('resets_at')} AS resets_at, floor(extract(epoch FROM resets_at - now) * 1000)::bigint AS left_milliseconds
  FROM reset`;

const close = `
  UPDATE ${SCHEMA}.open_requests SET count = count - $4::bigint
  WHERE instance = $1 AND account = $2 AND day = $3::date AND count >= $4::bigint`;

/** Changes only an unlogged table, so it does not wait for the disk. A crash of the server empties the table, and then nothing is refunded. */
export const settle = `${close} RETURNING 1`;

const toRefundSql = (count: string, most: string) => {
  const refunded = `least(${count}, greatest(0, ${most} - b.refunded), b.used)`;
  return `used = b.used - ${refunded}, refunded = b.refunded + ${refunded}`;
};

export const refund = `
  WITH closed AS (${close} RETURNING most)
  UPDATE ${SCHEMA}.bookings b SET ${toRefundSql('$4::bigint', 'closed.most')} FROM closed WHERE b.account = $2 AND b.day = $3::date`;

export const giveBack = `
  WITH closed AS (${close} RETURNING 1)
  UPDATE ${SCHEMA}.bookings b SET used = b.used - $4::bigint FROM closed
  WHERE b.account = $2 AND b.day = $3::date AND b.used >= $4::bigint`;

export const beat = `
  INSERT INTO ${SCHEMA}.instances VALUES ($1, clock_timestamp() + interval '${ALIVE_MS} milliseconds')
  ON CONFLICT (instance) DO UPDATE SET alive_until = excluded.alive_until`;

/** Runs on one instance at a time, so that no two wait for each other's rows. */
export const refundDead = `
  WITH dead AS (
    DELETE FROM ${SCHEMA}.open_requests o WHERE instance <> $1 AND pg_try_advisory_xact_lock(7405218215) AND NOT EXISTS (
      SELECT FROM ${SCHEMA}.instances i WHERE i.instance = o.instance AND i.alive_until > clock_timestamp()
    ) RETURNING account, day, count, most
  ), summed AS (
    SELECT account, day, sum(count)::bigint AS count, max(most) AS most FROM dead GROUP BY account, day
  )
  UPDATE ${SCHEMA}.bookings b SET ${toRefundSql('summed.count', 'summed.most')} FROM summed
  WHERE b.account = summed.account AND b.day = summed.day`;

/** Open requests of an instance that shuts down stay counted, because they may have been served. */
export const leave = `
  WITH gone AS (DELETE FROM ${SCHEMA}.open_requests WHERE instance = $1)
  DELETE FROM ${SCHEMA}.instances WHERE instance = $1`;

export const readUsed = `SELECT used FROM ${SCHEMA}.bookings WHERE account = $1 AND day = ${TODAY}`;

export const noteUses = `
  UPDATE ${SCHEMA}.keys SET last_used_at = greatest(last_used_at, to_timestamp(u.at / 1000))
  FROM unnest($1::bigint[], $2::float8[]) AS u (id, at) WHERE keys.id = u.id`;
