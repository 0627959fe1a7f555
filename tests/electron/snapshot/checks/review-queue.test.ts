/** The review queue out of the store, against a second evaluation of the same checks written in plain words. */
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { DuckDBConnection } from '@duckdb/node-api';
import type { ChecksQuery } from '#electron/snapshot/checks/model.ts';
import type { Snapshot } from '#electron/snapshot/snapshot.ts';
import { checks, findCheck } from '#domain/checks/checks.ts';
import { isNotice, type Check, readThresholdUnits } from '#domain/checks/check.ts';
import { divideHalfEven, formatUnits, toUnits } from '#domain/decimal.ts';
import { requireProperty } from '#domain/properties.ts';
import type { TimeLogRecord } from '#domain/record.ts';
import { witnessFindings, witnessStakes } from '#tests/support/stores/check-manifest.ts';
import { recordOf } from '#tests/support/worlds/records.ts';
import { clear, publish, scratchSnapshot, type Scratch } from '#tests/support/stores/scratch-snapshot.ts';
import { chooseSize } from '#tests/support/tier.ts';

let scratch: Scratch;
let snapshot: Snapshot;

beforeAll(async () => {
  scratch = scratchSnapshot();
  snapshot = await scratch.open();
});
afterAll(() => scratch.dispose());

const question: ChecksQuery = {
  selection: { filterGroups: [], query: '', zone: 'UTC' },
  thresholds: readThresholdUnits({}),
  marked: () => ({ ids: [], holds: () => false }),
};

function checkOf(id: string): Check {
  const found = findCheck(id);
  if (!found) throw new Error(`no check ${id}`);
  return found;
}

async function findings(id: string, more: Partial<ChecksQuery> = {}) {
  const page = { reviewed: false, columns: [requireProperty('title').name], offset: 0, limit: 500 };
  return (await snapshot.findings({ ...question, ...more, ...page, check: checkOf(id) })).findings;
}

async function over<T>(records: readonly TimeLogRecord[], work: () => Promise<T>): Promise<T> {
  await publish(snapshot, records);
  try {
    return await work();
  } finally {
    await clear(snapshot, records);
  }
}

const ids = (found: readonly { readonly id: string }[]) =>
  found.map(({ id }) => id).toSorted((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1));

const amounts = ['0', '0.01', '95', '100', '120.5', '712.5', '-60', '9999999999.99999999', '30000'];
const minutes = ['0', '30', '60', '90', '-30', '1000', '9999999999', '61.00000001'];
const times = ['2026-10-01T08:00:00Z', '2026-10-01T09:00:00Z', '2026-10-01T10:00:00Z', '2026-10-02T08:30:00Z'];
const maybe = (...values: readonly (string | boolean)[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
const choices: Readonly<Record<string, fc.Arbitrary<string | boolean | undefined>>> = {
  platform_owner_id: maybe('1', '2'),
  assoc_obj_type: maybe('deal', 'company'),
  assoc_record_id: maybe('7', '8'),
  title: maybe('a', 'b'),
  record_id: maybe('k -- 1', 'K -- 1', 'k -- 1 ', 'k -- 2'),
  category_text: maybe('x'),
  toggle: maybe(true, false),
  first_start_date: maybe(...times),
  first_end_date: maybe(...times),
  last_start_date: maybe(...times),
  last_end_date: maybe(...times),
  week_year: maybe('2026-09-28', '2026-09-27'),
  month_year: maybe('2026-10-01'),
  num_sessions: maybe('1', '1', '2'),
  total_minutes: maybe(...minutes),
  billable_minutes: maybe(...minutes),
  total_hours: maybe('0.5', '1', '1.5', '1.50500001', '60'),
  billable_hours: maybe('0.5', '1', '1.505'),
  total_hours_auto: maybe('0.5', '1', '1.01'),
  total_centuries_auto: maybe('1', '2'),
  total_centuries: maybe('1', '1.004'),
  billable_rate: maybe('0', '60', '95', '-95', '9999999999.99999999'),
  cost_rate: maybe('0', '60', '120'),
  billable_amount: maybe(...amounts),
  billable_amount_auto: maybe(...amounts),
  cost_amount: maybe(...amounts),
  margin_amount: maybe(...amounts),
};

const records = fc
  .array(
    fc.record({
      values: fc.record(choices),
      rounded: fc.boolean(),
      unreadable: fc.option(
        fc.constantFrom('billable_rate', 'cost_amount', 'platform_owner_id', 'week_year', 'total_minutes'),
        { nil: undefined, freq: 6 },
      ),
    }),
    // The one list of the first tier is not a short one.
    { minLength: chooseSize(15, 1), maxLength: 25 },
  )
  .map((all) =>
    all.map(({ values, unreadable, rounded }, index) => {
      const set = Object.entries(values).filter(([name, value]) => value !== undefined && name !== unreadable);
      const anomalies = new Map(unreadable === undefined ? [] : [[requireProperty(unreadable).name, '"n/a"']]);
      return recordOf(String(index + 1), Object.fromEntries(set as [string, string | boolean][]), {
        anomalies,
        rounded: new Map(rounded ? [[requireProperty('cost_rate').name, '95.123456789']] : []),
        archived: index % 11 === 10,
      });
    }),
  );

const sumOf = (texts: readonly (string | null)[]) => {
  const known = texts.filter((text) => text !== null);
  return known.length === 0 ? null : formatUnits(known.reduce((sum, text) => sum + toUnits(text), 0n));
};

describe('the checks', () => {
  test('find on any records exactly what a second reading of them finds, and put the same at stake, however large the numbers', async () => {
    await fc.assert(
      fc.asyncProperty(records, (given) =>
        over(given, async () => {
          const expected = witnessFindings(given);
          const run = await snapshot.runChecks(question);
          expect(run.records).toBe(given.filter(({ archived }) => !archived).length);
          const stakes = witnessStakes(given);
          for (const { id } of checks) {
            const found = await findings(id);
            expect([id, ids(found)]).toEqual([id, expected.get(id)]);
            const told = run.checks.find((each) => each.id === id);
            expect([id, told?.open, told?.everywhere.found]).toEqual([id, ...Array(2).fill(expected.get(id)?.length)]);
            expect([id, told?.minutes]).toEqual([id, sumOf(found.map((each) => each.minutes))]);
            const known = stakes.get(id);
            if (!known) continue;
            expect([id, told?.value]).toEqual([id, sumOf(found.map(({ value }) => value))]);
            expect([id, new Map(found.map((each) => [each.id, [each.value, each.minutes]]))]).toEqual([id, known]);
          }
        }),
      ),
      { numRuns: chooseSize(1, 30) },
    );
  }, 120_000);

  test('many findings are summed up as few are, marked ones included', async () => {
    const FEW = chooseSize(5, 100);
    const kinds = [
      { billable_minutes: '60', billable_amount: '95.1' },
      { total_minutes: '-30', billable_amount: '-60' },
      { total_minutes: '30', billable_minutes: '90', billable_rate: '95', billable_amount: '100.12' },
      { billable_minutes: '15' },
      { total_minutes: '-5' },
    ];
    const sumUp = (times: number) => {
      const given = Array.from({ length: times * kinds.length }, (_, at) =>
        recordOf(String(at + 1), { title: String(at), ...kinds[at % kinds.length] }),
      );
      const run = async (marks: readonly string[]) => {
        const marked = () => ({ ids: marks, holds: () => true });
        const { checks: figures } = await snapshot.runChecks({ ...question, marked });
        return figures.map(({ open, reviewed, value, minutes: logged }) =>
          [String(open), String(reviewed), value, logged].map((text) => (text === null ? null : toUnits(text))),
        );
      };
      return over(given, async () => [await run([]), await run(['1', '3'])] as const);
    };
    const [[few, fewMarked], [many, manyMarked]] = [await sumUp(FEW), await sumUp(21 * FEW)];
    expect(many).toEqual(few.map((figures) => figures.map((figure) => (figure === null ? null : 21n * figure))));
    const subtract = (all: typeof few, rest: typeof few) =>
      all.map((figures, check) => figures.map((figure, at) => (figure ?? 0n) - (rest[check]?.[at] ?? 0n)));
    expect(subtract(many, manyMarked)).toEqual(subtract(few, fewMarked));
    expect(few.some(([open]) => (open ?? 0n) > 0n)).toBe(true);
    expect(fewMarked).not.toEqual(few);
  }, 60_000);

  test('of entries that are there twice all but one are at stake: the one with the largest value stays', async () => {
    const twin = {
      platform_owner_id: '1',
      first_start_date: '2026-10-01T08:00:00Z',
      total_minutes: '90',
      title: 'Audit',
    };
    const given = [
      recordOf('1', { ...twin, billable_amount: '100' }),
      recordOf('2', { ...twin, billable_amount: '150' }),
      recordOf('3', { ...twin, billable_amount: '150' }),
      recordOf('4', { ...twin, title: 'Alone', billable_amount: '9999' }),
    ];
    await over(given, async () => {
      const found = await findings('duplicate');
      expect(found.map(({ id, value, minutes: worked, stays }) => [id, value, worked, stays])).toEqual([
        ['3', '150', '90', false],
        ['1', '100', '90', false],
        ['2', '0', '0', true],
      ]);
      const { checks: figures } = await snapshot.runChecks(question);
      expect(figures.find(({ id }) => id === 'duplicate')).toMatchObject({ open: 3, value: '250', minutes: '180' });
      // In a view of one of them its own part: the views of all of them add up to the whole.
      const one = await snapshot.runChecks({ ...question, selection: { ...question.selection, query: 'alone' } });
      expect(one.checks.find(({ id }) => id === 'duplicate')).toMatchObject({ open: 0, value: null });
    });
  });

  test('of entries at the same time what was logged twice is at stake, once, with that part of the value', async () => {
    const at = (start: string, end: string, more: Record<string, string>) => ({
      platform_owner_id: '1',
      num_sessions: '1',
      first_start_date: `2026-10-01T${start}:00Z`,
      first_end_date: `2026-10-01T${end}:00Z`,
      ...more,
    });
    const given = [
      recordOf('1', at('08:00', '10:00', { total_minutes: '120', billable_amount: '200' })),
      recordOf('2', at('09:30', '11:00', { total_minutes: '90', billable_amount: '100' })),
      recordOf('3', at('08:30', '09:00', { total_minutes: '30', billable_amount: '-50' })),
    ];
    await over(given, async () => {
      const found = await findings('overlap');
      expect(found.map(({ id, value, minutes: worked, stays }) => [id, value, worked, stays])).toEqual([
        ['3', '-50', '30', false],
        // A third of 100.00, and of its 90 minutes.
        ['2', '33.33333333', '30', false],
        ['1', '0', '0', true],
      ]);
    });
  });

  test('a record ID that two live records have is found to the letter, each naming the other', async () => {
    const key = '28270412 -- 2026-03-20 04:22:15.536';
    const given = [
      recordOf('1', { record_id: key, billable_amount: '100', title: 'First' }),
      recordOf('2', { record_id: key, billable_amount: '40', title: 'Second' }),
      recordOf('3', { record_id: `${key} ` }),
      recordOf('4', { record_id: key }, { archived: true }),
      recordOf('5', { record_id: 'k' }),
      recordOf('6', { record_id: 'K' }),
      recordOf('7'),
      recordOf('8'),
    ];
    await over(given, async () => {
      const found = await findings('same-record-id');
      expect(found.map(({ id, related, value, stays }) => [id, related, value, stays])).toEqual([
        ['2', ['1'], '40', false],
        ['1', ['2'], '0', true],
      ]);
      expect(found[0]).toMatchObject({ facts: { a552213_record_id: key }, others: [{ id: '1', title: 'First' }] });
      const { checks: figures } = await snapshot.runChecks(question);
      expect(figures.find(({ id }) => id === 'same-record-id')).toMatchObject({ open: 2, examined: 5, value: '40' });
    });
  });

  test('on both sides of what is reckoned in 64 bits the same is found: whole minutes or not, large figures and small', async () => {
    const worked = ['450', '450.5', '-450', '99999', '99999.5', '123456', '-999999'];
    const rates = ['95', '9999', '9999.00000001', '12345.5', '-9999'];
    const given = worked.flatMap((minutes) =>
      rates.flatMap((rate) =>
        [0n, toUnits('0.004'), toUnits('-0.006')].map((off) => {
          const amount = divideHalfEven(toUnits(minutes) * toUnits(rate), 60n * toUnits('1')) + off;
          const priced = { billable_minutes: minutes, billable_rate: rate, billable_amount: formatUnits(amount) };
          const cost = { total_minutes: minutes, cost_rate: rate, cost_amount: formatUnits(amount - off) };
          return { ...priced, ...cost, margin_amount: '0' };
        }),
      ),
    );
    const numbered = given.map((values, index) => recordOf(String(index + 1), values));
    await over(numbered, async () => {
      const expected = witnessFindings(numbered);
      for (const id of ['amount-differs', 'cost-differs', 'margin-differs', 'enormous-hours', 'negative']) {
        expect([id, ids(await findings(id))]).toEqual([id, expected.get(id)]);
      }
      expect(expected.get('amount-differs')).toHaveLength(worked.length * rates.length);
    });
  });

  test('a difference of half a cent is rounding, a hair more is not', async () => {
    const given = [
      recordOf('1', { billable_amount: '712.505', billable_minutes: '450', billable_rate: '95' }),
      recordOf('2', { billable_amount: '712.50500001', billable_minutes: '450', billable_rate: '95' }),
    ];
    await over(given, async () => expect(ids(await findings('amount-differs'))).toEqual(['2']));
  });

  test('what differs is shown in exact figures, and what is at stake is the difference', async () => {
    const given = [recordOf('1', { billable_amount: '1500', billable_minutes: '450', billable_rate: '95' })];
    await over(given, async () => {
      const [found] = await findings('amount-differs');
      expect(found?.facts).toEqual({
        recorded: '1500',
        hours: '7.5',
        rate: '95',
        computed: '712.5',
        difference: '787.5',
      });
      expect(found?.value).toBe('787.5');
      const { checks: figures } = await snapshot.runChecks(question);
      expect(figures.find(({ id }) => id === 'amount-differs')).toMatchObject({
        open: 1,
        value: '787.5',
        minutes: null,
      });
    });
  });

  test('cost on billable hours is no finding where that is how the data reckons', async () => {
    const given = ['60', '30', '45'].map((billable, index) =>
      recordOf(String(index + 1), {
        total_minutes: '120',
        billable_minutes: billable,
        cost_rate: '60',
        cost_amount: index === 2 ? '120' : billable,
      }),
    );
    // All of it billable: both ways come to the same, so it tells nothing.
    given.push(recordOf('4', { total_minutes: '60', billable_minutes: '60', cost_rate: '60', cost_amount: '60' }));
    await over(given, async () => {
      expect(ids(await findings('cost-differs'))).toEqual(['3']);
      const { behaviours } = await snapshot.runChecks(question);
      expect(behaviours.find(({ id }) => id === 'cost-on-billable')).toMatchObject({ of: 3, follow: 2 });
    });
  });

  test('two entries of a person at the same time are told with one another, however they are cut by the view', async () => {
    const at = (start: string, end: string) => ({
      platform_owner_id: '1',
      num_sessions: '1',
      first_start_date: start,
      first_end_date: end,
    });
    const given = [
      recordOf('1', { ...at('2026-10-01T08:00:00Z', '2026-10-01T12:00:00Z'), title: 'long' }),
      recordOf('2', { ...at('2026-10-01T09:00:00Z', '2026-10-01T09:30:00Z'), title: 'inside' }),
      recordOf('3', { ...at('2026-10-01T11:00:00Z', '2026-10-01T11:30:00Z'), title: 'late inside' }),
      recordOf('4', { ...at('2026-10-01T12:00:00Z', '2026-10-01T13:00:00Z'), title: 'touching' }),
    ];
    await over(given, async () => {
      const found = await findings('overlap');
      expect(Object.fromEntries(found.map(({ id, related }) => [id, related]))).toEqual({
        1: ['2', '3'],
        2: ['1'],
        3: ['1'],
      });
      const cut = await findings('overlap', { selection: { ...question.selection, query: 'late' } });
      expect(cut.map(({ id, related }) => [id, related])).toEqual([['3', ['1']]]);
      expect(cut[0]?.others).toMatchObject([{ id: '1', start: expect.stringMatching(/^2026-10-01T/) as string }]);
    });
  });

  test('an archived record is neither looked at nor counted in how the data behaves', async () => {
    const late = { week_year: '2026-09-28', toggle: true };
    await over([recordOf('1', late), recordOf('2', late, { archived: true })], async () => {
      const { records: live, behaviours, checks: figures } = await snapshot.runChecks(question);
      expect(live).toBe(1);
      expect(behaviours.find(({ id }) => id === 'week-from-monday')).toMatchObject({ of: 1, follow: 1 });
      expect(figures.find(({ id }) => id === 'timer-on')).toMatchObject({
        open: 1,
        examined: 1,
        everywhere: { examined: 1, found: 1 },
      });
    });
  });

  test('an unset value is no value of 0: an entry without hours, rate and cost is short of a rate only if it is billable', async () => {
    await over([recordOf('1', {})], async () => {
      const { checks: figures } = await snapshot.runChecks(question);
      const open = figures.filter(({ open }) => open > 0).map(({ id }) => id);
      expect(open).toEqual(['without-minutes', 'without-month', 'without-owner', 'without-object', 'without-category']);
    });
  });

  test('thresholds are the workspace’s own', async () => {
    await over([recordOf('1', { total_minutes: '660', num_sessions: '1' })], async () => {
      expect(await findings('enormous-hours')).toEqual([]);
      expect(
        ids(await findings('enormous-hours', { thresholds: readThresholdUnits({ session_hours: '10' }) })),
      ).toEqual(['1']);
    });
  });

  test('what fires on more than a fifth of what it looked at is a notice', async () => {
    const given = Array.from({ length: 10 }, (_, index) =>
      recordOf(String(index + 1), index < 3 ? {} : { category_text: 'x' }),
    );
    await over(given, async () => {
      const { checks: figures } = await snapshot.runChecks({
        ...question,
        selection: {
          ...question.selection,
          filterGroups: [{ filters: [{ propertyName: 'sys_object_id', operator: 'EQ', value: '1' }] }],
        },
      });
      const found = figures.find(({ id }) => id === 'without-category');
      expect(found).toMatchObject({ open: 1, examined: 1, everywhere: { found: 3, examined: 10 } });
    });
    expect([isNotice(2, 10), isNotice(3, 10), isNotice(0, 0)]).toEqual([false, true, false]);
  });

  test('list what was rounded with what was received, and put no money at stake for it', async () => {
    const hours = requireProperty('total_hours').name;
    const cost = requireProperty('cost_amount').name;
    const received = new Map([
      [hours, '1.123456785'],
      [cost, '0.000000001'],
    ]);
    const given = [
      recordOf('1', { total_hours: '1.12345678', total_minutes: '67', billable_amount: '100' }, { rounded: received }),
      recordOf('2', { total_minutes: '60' }),
    ];
    await over(given, async () => {
      const [found, ...more] = await findings('rounded');
      expect(more).toEqual([]);
      expect(found).toMatchObject({ id: '1', value: '0', minutes: '67', facts: Object.fromEntries(received) });
      const { checks: figures } = await snapshot.runChecks(question);
      expect(figures.find(({ id }) => id === 'rounded')).toMatchObject({
        open: 1,
        examined: 2,
        value: '0',
      });
    });
  });

  test('look at records of ten thousand million hours without minutes', async () => {
    const given = [recordOf('1', { total_hours: '9999999999.99999999', toggle: true })];
    await over(given, async () => {
      expect(await findings('timer-on')).toMatchObject([{ id: '1', minutes: '599999999999.9999994' }]);
    });
  });

  test('what was reckoned before a change is not told after it', async () => {
    await over([recordOf('1', { toggle: true })], async () => {
      expect(ids(await findings('timer-on'))).toEqual(['1']);
      await publish(snapshot, [recordOf('1', { toggle: false }, { updatedAt: Date.UTC(2026, 9, 2) })]);
      expect(await findings('timer-on')).toEqual([]);
    });
  });

  test('reviewed ones are counted apart, and listed only where they are asked for', async () => {
    const given = [
      recordOf('1', { toggle: true, billable_amount: '10', total_minutes: '60' }),
      recordOf('2', { toggle: true, billable_amount: '5', total_minutes: '30' }),
    ];
    await over(given, async () => {
      const marked: ChecksQuery['marked'] = () => ({ ids: ['1', '99'], holds: ({ id }) => id === '1' });
      const { checks: figures } = await snapshot.runChecks({ ...question, marked });
      expect(figures.find(({ id }) => id === 'timer-on')).toMatchObject({
        open: 1,
        reviewed: 1,
        value: '5',
        minutes: '30',
      });
      expect(ids(await findings('timer-on', { marked }))).toEqual(['2']);
      const page = { check: checkOf('timer-on'), columns: [], offset: 0, limit: 10, reviewed: true };
      expect(ids((await snapshot.findings({ ...question, marked, ...page })).findings)).toEqual(['1']);
    });
  });

  test('billable time without a rate has its billable hours at stake, and money only where some is recorded all the same', async () => {
    const hours = { billable_minutes: '90', total_minutes: '120' };
    const given = [
      recordOf('1', hours),
      recordOf('2', { ...hours, billable_amount: '0', billable_rate: '0' }),
      recordOf('3', { billable_minutes: '30', total_minutes: '480', billable_amount: '47.5' }),
    ];
    await over(given, async () => {
      const found = await findings('billable-without-rate');
      expect(found.map(({ id, value, minutes: at }) => [id, value, at])).toEqual([
        ['3', '47.5', '30'],
        ['1', null, '90'],
        ['2', null, '90'],
      ]);
      const { checks: figures } = await snapshot.runChecks(question);
      expect(figures.find(({ id }) => id === 'billable-without-rate')).toMatchObject({ value: '47.5', minutes: '210' });
    });
  });

  test('a caller that leaves gets no answer, and another that waits for the same still gets one', async () => {
    await over([recordOf('1', { toggle: true })], async () => {
      const leaving = new AbortController();
      const left = snapshot.runChecks({ ...question, signal: leaving.signal });
      const waiting = snapshot.runChecks(question);
      leaving.abort();
      await expect(left).rejects.toMatchObject({ error: { code: 'cancelled' } });
      expect((await waiting).checks.find(({ id }) => id === 'timer-on')?.open).toBe(1);
      await expect(snapshot.runChecks({ ...question, signal: leaving.signal })).rejects.toMatchObject({
        error: { code: 'cancelled' },
      });
      expect(ids(await findings('timer-on'))).toEqual(['1']);
    });
  });

  test('what a caller that leaves has begun to find is found to its end, and not begun anew', async () => {
    await over([recordOf('1', { toggle: true })], async () => {
      const statements = vi.spyOn(DuckDBConnection.prototype, 'run');
      const countOverlapSearches = () => statements.mock.calls.filter(([sql]) => sql.includes('AS ended')).length;
      const leaving = new AbortController();
      const left = snapshot.runChecks({ ...question, signal: leaving.signal });
      leaving.abort();
      await expect(left).rejects.toMatchObject({ error: { code: 'cancelled' } });
      await expect.poll(countOverlapSearches).toBe(1);
      expect((await snapshot.runChecks(question)).checks.find(({ id }) => id === 'timer-on')?.open).toBe(1);
      expect(countOverlapSearches()).toBe(1);
      statements.mockRestore();
    });
  });

  test('pages are by what is at stake, then by time, then by id, and no finding is on two of them', async () => {
    const stakes = [undefined, '5', '-9', '5', undefined];
    const given = stakes.map((value, index) =>
      recordOf(String(index + 1), {
        toggle: true,
        total_minutes: String(10 * (index + 1)),
        ...(value && { billable_amount: value }),
      }),
    );
    await over(given, async () => {
      const page = { check: checkOf('timer-on'), columns: [], limit: 2, reviewed: false };
      const listed: string[] = [];
      for (const offset of [0, 2, 4]) {
        const { findings: found, total } = await snapshot.findings({ ...question, ...page, offset });
        expect(total).toBe(5);
        listed.push(...found.map(({ id }) => id));
      }
      expect(listed).toEqual(['3', '4', '2', '5', '1']);
      expect(await snapshot.findings({ ...question, ...page, offset: 9 })).toEqual({ findings: [], total: 5 });
    });
  });
});
