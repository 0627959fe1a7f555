/**
 * Turns at the upstream, shared by all instances. What each has running is a row that its next report replaces, and that counts until its lease
 * ends. The tables are unlogged: nothing of them is waited for on a disk. A crash of the server empties them, and then nothing new is given until
 * every instance has told again what it has, or has left it.
 */
import type { QueryResultRow } from 'pg';
import type { TurnGrant, TurnReport } from '../../upstream/permits/shared.ts';

/** Instances that report together do so one after the other. */
const LOCK = 7_405_218_214;

/** How old what an instance has said of those that wait may be. One that still has some asks again at once. */
const WAITING = `interval '1 second'`;

/**
 * While others wait, an instance gets its part of the whole and what they leave of theirs. A clock that is set back may lengthen a lease: a
 * longer one than twice its time is none.
 */
export const createTurns = (schema: string) => `
  CREATE UNLOGGED TABLE ${schema}.turns_opened (at timestamptz NOT NULL);
  INSERT INTO ${schema}.turns_opened VALUES (clock_timestamp());
  CREATE UNLOGGED TABLE ${schema}.turns (
    instance uuid PRIMARY KEY,
    report bigint NOT NULL,
    reads integer NOT NULL,
    searches integer NOT NULL,
    cooling timestamptz[] NOT NULL,
    reads_waiting integer NOT NULL,
    searches_waiting integer NOT NULL,
    told_at timestamptz NOT NULL,
    valid_until timestamptz NOT NULL
  ) WITH (fillfactor = 50);

  CREATE FUNCTION ${schema}.report_turns(
    me uuid, my_report bigint, my_reads integer, my_searches integer, my_cooling float8[],
    wanted_reads integer, wanted_searches integer, most_calls integer, most_searches integer, lease interval,
    OUT given_reads integer, OUT given_searches integer, OUT free_in float8
  ) LANGUAGE plpgsql AS $$
  DECLARE
    moment timestamptz;
    opened timestamptz;
    my_cooled timestamptz[];
    calls_left integer;
    searches_left integer;
  BEGIN
    PERFORM pg_advisory_xact_lock(${LOCK});
    moment := clock_timestamp();
    SELECT o.at INTO opened FROM ${schema}.turns_opened o;
    IF NOT FOUND THEN
      opened := moment + lease;
      INSERT INTO ${schema}.turns_opened VALUES (opened);
    END IF;
    my_cooled := ARRAY(SELECT moment + each * interval '1 millisecond' FROM unnest(my_cooling) each);

    WITH others AS (
      SELECT t.reads + t.searches AS calls,
        t.searches + (SELECT count(*) FROM unnest(t.cooling) each WHERE each > moment) AS searches,
        CASE WHEN t.told_at > moment - ${WAITING} THEN t.reads_waiting + t.searches_waiting ELSE 0 END AS calls_waiting,
        CASE WHEN t.told_at > moment - ${WAITING} THEN t.searches_waiting ELSE 0 END AS searches_waiting
      FROM ${schema}.turns t
      WHERE t.instance <> me AND t.valid_until > moment AND t.valid_until < moment + 2 * lease
    ), parts AS (
      SELECT ceil(most_calls::numeric / (1 + count(*) FILTER (WHERE calls + calls_waiting > 0))) AS calls,
        ceil(most_searches::numeric / (1 + count(*) FILTER (WHERE searches + searches_waiting > 0))) AS searches
      FROM others
    ), taken AS (
      SELECT my_reads + my_searches AS my_calls, my_searches + cardinality(my_cooled) AS my_searches,
        coalesce(sum(o.calls), 0) AS calls, coalesce(sum(o.searches), 0) AS searches,
        coalesce(sum(greatest(0, least(o.calls_waiting, p.calls - o.calls))), 0) AS calls_kept,
        coalesce(sum(greatest(0, least(o.searches_waiting, p.searches - o.searches))), 0) AS searches_kept
      FROM parts p LEFT JOIN others o ON true
    ), remaining AS (
      SELECT most_calls - t.my_calls - t.calls AS calls, most_searches - t.my_searches - t.searches AS searches FROM taken t
    )
    SELECT least(r.calls, greatest(p.calls - t.my_calls, r.calls - t.calls_kept)),
      least(r.searches, greatest(p.searches - t.my_searches, r.searches - t.searches_kept))
    INTO calls_left, searches_left
    FROM parts p, taken t, remaining r;

    IF moment < opened THEN
      calls_left := 0;
    END IF;
    given_searches := greatest(0, least(wanted_searches, searches_left, calls_left));
    given_reads := greatest(0, least(wanted_reads, calls_left - given_searches));

    INSERT INTO ${schema}.turns VALUES (
      me, my_report, my_reads + given_reads, my_searches + given_searches, my_cooled,
      wanted_reads - given_reads, wanted_searches - given_searches, moment, moment + lease
    )
    ON CONFLICT (instance) DO UPDATE SET report = excluded.report, reads = excluded.reads, searches = excluded.searches,
      cooling = excluded.cooling, reads_waiting = excluded.reads_waiting, searches_waiting = excluded.searches_waiting,
      told_at = excluded.told_at, valid_until = excluded.valid_until
    WHERE turns.report < excluded.report;
    IF NOT FOUND THEN
      given_reads := 0;
      given_searches := 0;
    END IF;
    IF my_report = 1 THEN
      DELETE FROM ${schema}.turns t WHERE t.valid_until < moment - interval '1 hour';
    END IF;

    SELECT extract(epoch FROM min(each) - moment) * 1000 INTO free_in
    FROM ${schema}.turns t, unnest(t.cooling) each
    WHERE each > moment AND t.valid_until > moment AND t.valid_until < moment + 2 * lease;
  END $$;
`;

export const reportTurns = (schema: string) => `
  SELECT * FROM ${schema}.report_turns($1, $2, $3, $4, $5, $6, $7, $8, $9, $10 * interval '1 millisecond')`;

export function toReportValues(instance: string, report: TurnReport): readonly unknown[] {
  const { number, reads, searches, cooling, readsWanted, searchesWanted, limits, leaseMilliseconds } = report;
  return [
    instance,
    number,
    reads,
    searches,
    cooling,
    readsWanted,
    searchesWanted,
    limits.calls,
    limits.searches,
    leaseMilliseconds,
  ];
}

export function toGrant(row: QueryResultRow | undefined): TurnGrant {
  const freeIn: unknown = row?.['free_in'];
  return {
    reads: Number(row?.['given_reads'] ?? 0),
    searches: Number(row?.['given_searches'] ?? 0),
    ...(freeIn === null || freeIn === undefined ? {} : { freeInMilliseconds: Number(freeIn) }),
  };
}
