/** The engine equals a reckoning written from the definitions, to the last digit: random reports, filters, calendars and zones. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Snapshot } from '../../electron/snapshot/snapshot.ts';
import type { TimeLogRecord } from '../../src/domain/record.ts';
import { resolvePeriod } from '../../src/domain/period.ts';
import { checkReport } from '../../src/domain/reports/check.ts';
import { reportSchema } from '../../src/domain/reports/report.ts';
import { resolveReport } from '../../src/domain/reports/resolve.ts';
import { clear, publish, scratchSnapshot, type Scratch } from '../support/scratch-snapshot.ts';
import { seeded } from '../support/seeded.ts';
import { reportOf } from './report-parity/reference.ts';
import { askedOf, directory, TODAY, worldOf, type Asked } from './report-parity/world.ts';

/** `REPORTS=3000 SEED=7 vitest run --project integration report-parity` looks further. */
const REPORTS = Number(process.env['REPORTS'] ?? 300);
const SEED = Number(process.env['SEED'] ?? 20_261_028);
const REPORTS_A_WORLD = 30;
const RECORDS = 90;

let scratch: Scratch;
let snapshot: Snapshot;

beforeAll(async () => {
  scratch = scratchSnapshot();
  snapshot = await scratch.open();
  await snapshot.setDirectory(directory);
});
afterAll(() => scratch.dispose());

/** @returns undefined where the engine refuses. */
async function answerOf({ report, zone, settings, withCurrencies }: Asked) {
  const asked = reportSchema.parse(report);
  const checked = checkReport(asked);
  if (!checked.ok) throw new Error(checked.problem.detail);
  const period =
    asked.period === undefined
      ? undefined
      : resolvePeriod(asked.period, { today: TODAY, weekStart: settings.weekStart });
  if (period && !period.ok) throw new Error(period.problem);
  const resolved = resolveReport(checked.value, period?.value, TODAY);
  if (!resolved.ok) return undefined;
  const { calendar, period: own, comparison } = resolved.value;
  const compared = comparison?.period ?? undefined;
  const unlabelled = Object.fromEntries(
    Object.entries(directory.objects).map(([key, each]) => [key, { ...each, currency: null }]),
  );
  const { rows, subtotals, total, columns, totals, records, currencies } = await snapshot.report(checked.value, {
    zone,
    calendar,
    period: own,
    compared,
    settings,
    today: TODAY,
    directory: withCurrencies ? directory : { ...directory, objects: unlabelled },
  });
  expect(totals).toEqual(total.values);
  expect(records).toBe(total.records);
  const dates = (each: typeof own) => (each ? { from: each.from, to: each.to } : null);
  return { calendar, period: dates(own), compared: dates(compared), currencies, rows, subtotals, total, columns };
}

interface Money {
  readonly values: Readonly<Record<string, string | null>>;
  readonly currency?: string | null | undefined;
  readonly amounts?: readonly { readonly currency: string | null; readonly values: Money['values'] }[] | undefined;
}

/** What some lines have of one currency, in hundred-millionths; undefined: no line has any. */
function sumIn(lines: readonly Money[], id: string, label: string | null): bigint | undefined {
  const own = lines.flatMap(({ values, currency, amounts }) => {
    if (!amounts) return currency === label ? [values[id]] : [];
    return amounts.filter((each) => each.currency === label).map((each) => each.values[id]);
  });
  const known = own.filter((each) => typeof each === 'string');
  if (known.length === 0) return undefined;
  return known.reduce((sum, text) => {
    const [, sign = '', whole = '', decimals = ''] = /^(-?)(\d+)\.?(\d*)$/.exec(text) ?? [];
    return sum + BigInt(sign + whole + decimals.padEnd(8, '0'));
  }, 0n);
}

const sums = ['billable_value', 'recorded_cost', 'margin', 'a552213_billable_amount'];

test(`${REPORTS} random reports equal the reckoning`, { timeout: 600_000 }, async () => {
  const random = seeded(SEED);
  let records: TimeLogRecord[] = [];
  const seen = { refused: 0, rows: 0, cells: 0, compared: 0, folded: 0, expected: 0, clock: 0, recorded: 0, mixed: 0 };
  for (let number = 0; number < REPORTS; number += 1) {
    if (number % REPORTS_A_WORLD === 0) {
      await clear(snapshot, records);
      records = worldOf(random, RECORDS);
      await publish(snapshot, records);
    }
    const asked = askedOf(random);
    const answer = await answerOf(asked);
    expect(answer, `report ${number} of seed ${SEED}: ${JSON.stringify(asked)}`).toEqual(reportOf(asked, records));
    if (!answer) {
      seen.refused += 1;
      continue;
    }
    const { rows, columns, total, currencies = [] } = answer;
    for (const id of currencies.length > 1 ? asked.report.measures.filter((each) => sums.includes(each)) : []) {
      for (const label of currencies) {
        // Of each currency the lines make the total, though the whole has none.
        const own = sumIn([total], id, label);
        if (rows.length > 0) expect(sumIn(rows, id, label), `${id} in ${label}`).toBe(own);
        if (columns.length > 0) expect(sumIn(columns, id, label), `${id} in ${label}`).toBe(own);
        seen.mixed += total.amounts && own !== undefined ? 1 : 0;
      }
    }
    seen.rows += answer.rows.length;
    seen.cells += answer.rows.length * answer.columns.length;
    seen.compared += answer.compared ? 1 : 0;
    seen.folded += answer.rows.some(({ folded }) => folded !== undefined) ? 1 : 0;
    seen[answer.calendar] += 1;
    if (asked.report.measures.includes('expected_hours') && answer.total.values['expected_hours'] !== null)
      seen.expected += 1;
  }
  // Random reports that never met what they are for would prove nothing.
  for (const [what, times] of Object.entries(seen)) expect(times, what).toBeGreaterThan(REPORTS / 100);
});
