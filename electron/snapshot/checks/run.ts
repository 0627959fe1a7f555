/** Runs every check at once: how many records it examined, how many findings are open, what is at stake. */
import { checks } from '../../../src/domain/checks/checks.ts';
import { divideHalfEven, formatUnits, type Units } from '../../../src/domain/decimal.ts';
import type { Selection } from '../../../src/domain/filter/match.ts';
import { examinesSql, minutesSql, stakePer, stakeSql, type ChosenCheck } from './matches.ts';
import { toChosenCheck, newTerms, reviewedIds, tallied, unitsOrNull, type Look } from './query.ts';
import { mapFollowers, foundAt, foundBody } from './cache.ts';
import type { CheckFigures, ChecksRun, RunQuestion } from './model.ts';
import type { Found, Tally } from './statistics.ts';
import { readRows } from '../database/connections.ts';
import { selectionSql } from '../conditions/selection-sql.ts';

export async function runChecks(look: Look, question: RunQuestion): Promise<ChecksRun> {
  const { connection, thresholds, kept } = look;
  const tally = await tallied(look);
  const chosen = checks.map((check) => toChosenCheck(check, mapFollowers(tally.behaviours)));
  const everywhere: Found[] = [];
  for (const each of chosen) everywhere.push(await foundAt(connection, each, thresholds, kept));
  const all = countExamined(tally, chosen);
  const { records, examined } = isEverything(question.selection)
    ? all
    : await examinedIn(look, chosen, question.selection);
  const sums = await readSums(look, chosen, everywhere, question);
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
      everywhere: { examined: all.examined.get(id) ?? 0, found: everywhere[at]?.count ?? 0 },
    };
  });
  return { records, checks: figures, behaviours: tally.behaviours };
}

function isEverything({ filterGroups, query, period }: Selection): boolean {
  return filterGroups.length === 0 && query === '' && !period;
}

/** Live records, and how many of them each check could look at. */
interface Examined {
  readonly records: number;
  readonly examined: ReadonlyMap<string, number>;
}

function countExamined({ records, rules }: Tally, chosen: readonly ChosenCheck[]): Examined {
  const examined = chosen.map(({ check, rule }) => {
    const at = check.kind === 'record' ? check.rules.findIndex((each) => each === rule) : 0;
    return [check.id, rules.get(check.id)?.[at]?.examined ?? 0] as const;
  });
  return { records, examined: new Map(examined) };
}

async function examinedIn(look: Look, chosen: readonly ChosenCheck[], selection: Selection): Promise<Examined> {
  const terms = newTerms(look);
  const counts = chosen.map((each) => `count(*) FILTER (${examinesSql(each, terms)})`);
  const sql = `SELECT count(*), ${counts.join(', ')} FROM records WHERE ${selectionSql(selection, terms.params)}`;
  const [[records, ...row] = []] = await readRows(look.connection, sql, terms.params);
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

/** By the check's position and whether its findings were reviewed: `3 false`. Only checks that found something are in it. */
async function readSums(
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
    parts.push(`SELECT ${at} AS place, id, part, whole, id IN ${seen} AS seen FROM (${found})`);
  }
  if (parts.length === 0) return new Map();
  const stakes = chosen.map((each, at) => `WHEN ${at} THEN ${stakeSql(each, terms)}`);
  const minutes = chosen.map((each, at) => `WHEN ${at} THEN ${minutesSql(each, terms)}`);
  const sql = `WITH every AS (${parts.join(' UNION ALL ')})
    SELECT place, seen, count(*), sum(CASE place ${stakes.join(' ')} END), sum(CASE place ${minutes.join(' ')} END)
    FROM every JOIN records USING (id) WHERE ${selectionSql(question.selection, params)} GROUP BY place, seen`;
  const rows = await readRows(look.connection, sql, params);
  return new Map(
    rows.map(([at, seen, count, value, minutes]) => [
      `${Number(at)} ${String(seen)}`,
      { count: Number(count), value: unitsOrNull(value), minutes: unitsOrNull(minutes) },
    ]),
  );
}
