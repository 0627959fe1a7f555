/**
 * Shares the turns at the upstream among all instances. Each instance has a row with its running calls, which counts until its lease ends or
 * the next report replaces it. Two buckets limit the calls of all instances together. Accounts alternate across instances: each call advances
 * its account's place by one, and no account gets far ahead of one that waits elsewhere. The tables are unlogged, so they do not wait for the
 * disk. A crash of the server empties them; then no turn is granted until every instance has reported or its lease has ended.
 */
import type { QueryResultRow } from 'pg';
import { toBucket } from '#service/upstream/permits.ts';
import type { TurnGrant, TurnReport } from '#service/upstream/shared-permits.ts';

/** Serializes the reports of all instances. */
const LOCK = 7_405_218_214;

/** Reports of waiting calls expire after this time. An instance with waiting calls reports again at once. */
const WAITING = `interval '500 milliseconds'`;

/** An account may be this many calls ahead of one that waits at another instance, which will report again within moments. */
const AHEAD = 2;

/** A lease longer than twice its time is void: a clock that was set back may have lengthened it. */
export const createTurns = (schema: string) => `
  DROP TABLE IF EXISTS ${schema}.turns, ${schema}.turns_opened;
  DROP FUNCTION IF EXISTS ${schema}.report_turns;
  CREATE UNLOGGED TABLE ${schema}.turns_opened (at timestamptz NOT NULL);
  INSERT INTO ${schema}.turns_opened VALUES (clock_timestamp());
  CREATE UNLOGGED TABLE ${schema}.turns (
    instance uuid PRIMARY KEY,
    report bigint NOT NULL,
    running integer NOT NULL,
    told_at timestamptz NOT NULL,
    valid_until timestamptz NOT NULL
  ) WITH (fillfactor = 50);
  CREATE UNLOGGED TABLE ${schema}.turns_waiting (
    instance uuid NOT NULL, account bigint NOT NULL, kind text NOT NULL, count integer NOT NULL, told_at timestamptz NOT NULL
  );
  CREATE UNLOGGED TABLE ${schema}.turn_buckets (
    kind text PRIMARY KEY, tokens float8 NOT NULL, at timestamptz NOT NULL, place float8 NOT NULL
  ) WITH (fillfactor = 50);
  CREATE UNLOGGED TABLE ${schema}.turn_places (
    account bigint NOT NULL, kind text NOT NULL, place float8 NOT NULL, PRIMARY KEY (account, kind)
  ) WITH (fillfactor = 50);

  CREATE FUNCTION ${schema}.fill_bucket(which text, burst float8, per_second float8, moment timestamptz) RETURNS float8 LANGUAGE sql AS $$
    INSERT INTO ${schema}.turn_buckets AS b VALUES (which, burst, moment, 0)
    ON CONFLICT (kind) DO UPDATE
    SET tokens = least(burst, b.tokens + greatest(0, extract(epoch FROM moment - b.at)) * per_second), at = moment
    RETURNING tokens
  $$;

  CREATE FUNCTION ${schema}.report_turns(
    me uuid, my_report bigint, my_running integer, waiting jsonb, most_calls integer, call_burst float8, call_rate float8,
    search_burst float8, search_rate float8, lease interval, pause interval
  ) RETURNS TABLE (account bigint, kind text, count integer) LANGUAGE plpgsql AS $$
  #variable_conflict use_column
  DECLARE
    moment timestamptz;
    opened timestamptz;
    calls_left integer;
    call_tokens float8;
    search_tokens float8;
    wanted_kind text;
    next_account bigint;
    next_place float8;
    elsewhere float8;
    given integer := 0;
    waiting_elsewhere integer;
  BEGIN
    PERFORM pg_advisory_xact_lock(${LOCK});
    moment := clock_timestamp();
    INSERT INTO ${schema}.turns_opened SELECT moment + lease WHERE NOT EXISTS (SELECT FROM ${schema}.turns_opened);
    UPDATE ${schema}.turns_opened SET at = moment + pause WHERE pause > interval '0' AND at < moment + pause;
    SELECT o.at INTO opened FROM ${schema}.turns_opened o;

    INSERT INTO ${schema}.turns VALUES (me, my_report, my_running, moment, moment + lease)
    ON CONFLICT (instance) DO UPDATE SET report = excluded.report, running = excluded.running, told_at = excluded.told_at,
      valid_until = excluded.valid_until
    WHERE turns.report < excluded.report;
    IF NOT FOUND THEN
      RETURN;
    END IF;
    call_tokens := ${schema}.fill_bucket('call', call_burst, call_rate, moment);
    search_tokens := ${schema}.fill_bucket('search', search_burst, search_rate, moment);
    -- An account that was not waiting starts at the common place; a waiting one keeps its place.
    INSERT INTO ${schema}.turn_places AS p
    SELECT w.account, k.kind, b.place FROM jsonb_to_recordset(waiting) AS w (account bigint, reads integer, searches integer),
      LATERAL (VALUES ('read', w.reads), ('search', w.searches)) AS k (kind, count)
    JOIN ${schema}.turn_buckets b ON b.kind = CASE k.kind WHEN 'search' THEN 'search' ELSE 'call' END
    WHERE k.count > 0
    ON CONFLICT (account, kind) DO UPDATE SET place = greatest(p.place, excluded.place)
    WHERE NOT EXISTS (
      SELECT FROM ${schema}.turns_waiting w
      WHERE w.account = p.account AND w.kind = p.kind AND w.count > 0 AND w.told_at > moment - ${WAITING}
    );
    DELETE FROM ${schema}.turns_waiting w WHERE w.instance = me OR w.told_at < moment - interval '1 minute';
    INSERT INTO ${schema}.turns_waiting
    SELECT me, w.account, k.kind, k.count, moment
    FROM jsonb_to_recordset(waiting) AS w (account bigint, reads integer, searches integer),
      LATERAL (VALUES ('read', w.reads), ('search', w.searches)) AS k (kind, count)
    WHERE k.count > 0;

    SELECT most_calls - sum(t.running) INTO calls_left
    FROM ${schema}.turns t WHERE t.valid_until > moment AND t.valid_until < moment + 2 * lease;
    -- An instance that ends a call and begins the next in one report would never give its turn to a waiting instance.
    SELECT count(DISTINCT w.instance) INTO waiting_elsewhere
    FROM ${schema}.turns_waiting w WHERE w.instance <> me AND w.count > 0 AND w.told_at > moment - ${WAITING};
    IF waiting_elsewhere > 0 THEN
      calls_left := least(calls_left, ceil(most_calls::float8 / (waiting_elsewhere + 1))::integer - my_running);
    END IF;
    IF moment < opened THEN
      RETURN;
    END IF;

    FOREACH wanted_kind IN ARRAY ARRAY['search', 'read'] LOOP
      WHILE calls_left >= 1 AND call_tokens >= 1 AND (wanted_kind = 'read' OR search_tokens >= 1) LOOP
        next_account := NULL;
        SELECT w.account, p.place INTO next_account, next_place
        FROM ${schema}.turns_waiting w JOIN ${schema}.turn_places p ON p.account = w.account AND p.kind = w.kind
        WHERE w.instance = me AND w.kind = wanted_kind AND w.count > 0
        ORDER BY 2, 1 LIMIT 1;
        EXIT WHEN next_account IS NULL;
        SELECT min(p.place) INTO elsewhere
        FROM ${schema}.turns_waiting w JOIN ${schema}.turn_places p ON p.account = w.account AND p.kind = w.kind
        WHERE w.instance <> me AND w.account <> next_account AND w.kind = wanted_kind AND w.count > 0
          AND w.told_at > moment - ${WAITING};
        EXIT WHEN next_place > elsewhere + ${AHEAD};

        UPDATE ${schema}.turn_places p SET place = next_place + 1 WHERE p.account = next_account AND p.kind = wanted_kind;
        UPDATE ${schema}.turns_waiting w SET count = w.count - 1
        WHERE w.instance = me AND w.account = next_account AND w.kind = wanted_kind;
        UPDATE ${schema}.turn_buckets b SET place = greatest(b.place, next_place)
        WHERE b.kind = CASE wanted_kind WHEN 'search' THEN 'search' ELSE 'call' END;
        calls_left := calls_left - 1;
        call_tokens := call_tokens - 1;
        IF wanted_kind = 'search' THEN
          search_tokens := search_tokens - 1;
        END IF;
        given := given + 1;
        account := next_account;
        kind := wanted_kind;
        count := 1;
        RETURN NEXT;
      END LOOP;
    END LOOP;

    IF given > 0 THEN
      UPDATE ${schema}.turn_buckets b SET tokens = CASE b.kind WHEN 'call' THEN call_tokens ELSE search_tokens END;
      UPDATE ${schema}.turns t SET running = t.running + given WHERE t.instance = me;
    END IF;
    IF my_report = 1 THEN
      DELETE FROM ${schema}.turns t WHERE t.valid_until < moment - interval '1 hour';
    END IF;
  END $$;
`;

export const reportTurns = (schema: string) => `
  SELECT account, kind, sum(count)::integer AS count
  FROM ${schema}.report_turns($1, $2, $3, $4, $5, $6, $7, $8, $9, $10 * interval '1 millisecond', $11 * interval '1 millisecond')
  GROUP BY account, kind`;

export function toReportValues(instance: string, report: TurnReport): readonly unknown[] {
  const { number, running, waiting, pauseMilliseconds, limits, leaseMilliseconds } = report;
  const [calls, searches] = [toBucket(limits.callRate), toBucket(limits.searchRate)];
  return [
    instance,
    number,
    running,
    JSON.stringify(waiting),
    limits.calls,
    calls.burst,
    calls.perSecond,
    searches.burst,
    searches.perSecond,
    leaseMilliseconds,
    pauseMilliseconds,
  ];
}

export function toGrant(rows: readonly QueryResultRow[]): TurnGrant {
  return rows.map((row) => {
    const [account, count] = [Number(row['account']), Number(row['count'])];
    return row['kind'] === 'search' ? { account, reads: 0, searches: count } : { account, reads: count, searches: 0 };
  });
}
