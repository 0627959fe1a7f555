/** The checks on what was billed, out of the store, against a reading in plain code. */
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findCheck } from '#domain/checks/checks.ts';
import { readThresholdUnits } from '#domain/checks/check.ts';
import { formatUnits } from '#domain/decimal.ts';
import { sentColumns, type Billing } from '#domain/filter/billed.ts';
import { requireProperty } from '#domain/properties.ts';
import type { TimeLogRecord, Value } from '#domain/record.ts';
import type { Snapshot } from '#electron/snapshot/snapshot.ts';
import { witnessFindings, type WitnessBilled } from '#tests/support/stores/check-manifest.ts';
import { clear, publish, scratchSnapshot, type Scratch } from '#tests/support/stores/scratch-snapshot.ts';
import { chooseSize } from '#tests/support/tier.ts';
import { recordOf } from '#tests/support/worlds/records.ts';

let scratch: Scratch;
let snapshot: Snapshot;

beforeAll(async () => {
  scratch = scratchSnapshot();
  snapshot = await scratch.open();
});
afterAll(() => scratch.dispose());

const question = {
  selection: { filterGroups: [], query: '', zone: 'UTC' },
  thresholds: readThresholdUnits({}),
  marked: () => ({ ids: [], holds: () => false }),
};

async function findings(id: string) {
  const check = findCheck(id);
  if (!check) throw new Error(`no check ${id}`);
  return (await snapshot.findings({ ...question, check, reviewed: false, columns: [], offset: 0, limit: 500 }))
    .findings;
}

const values = fc.record({
  month_year: fc.constantFrom('2026-10-01', '2026-11-01'),
  first_start_date: fc.constantFrom('2026-10-01T08:00:00Z', '2026-10-01T08:00:00.001Z', undefined),
  title: fc.constantFrom('a', '\uFEFFa', '', 'A', undefined),
  assoc_record_id: fc.constantFrom('7', '8', undefined),
  total_hours: fc.constantFrom('0.33333333', '0.33333334', '8', undefined),
  billable_amount: fc.constantFrom('9999999999.99999999', '9999999999.99999998', '100', '-100', undefined),
});

const toRecord = (id: string, set: Readonly<Record<string, string | undefined>>) =>
  recordOf(
    id,
    Object.fromEntries(Object.entries(set).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))),
  );

/** As a file keeps it. */
function toKept(value: Value | undefined, name: string): string | null {
  if (value === undefined) return null;
  if (typeof value === 'bigint') return formatUnits(value);
  if (typeof value !== 'number') return String(value).replace(/^\uFEFF/, '');
  const time = new Date(value).toISOString();
  return requireProperty(name).type === 'date' ? time.slice(0, 10) : time;
}

const toBilling = (number: number, world: string, records: readonly TimeLogRecord[]): Billing => ({
  number,
  digest: `${number} ${world}`,
  file: `file ${number}.csv`,
  again: number > 1 ? `reason ${number}` : null,
  records: () => records.map((each) => [each.id, 0, sentColumns.map((name) => toKept(each.values.get(name), name))]),
});

let worlds = 0;

async function over(
  today: readonly TimeLogRecord[],
  files: readonly Billing[],
  work: () => Promise<void>,
): Promise<void> {
  worlds += 1;
  const version = String(worlds);
  snapshot.setBilled({ billed: () => files, version: () => version });
  await publish(snapshot, today);
  try {
    await work();
  } finally {
    await clear(snapshot, today);
  }
}

test('any record that is another than it was billed, and any in two files, is found, and no other', async () => {
  const worldsOf = fc.array(fc.tuple(values, fc.array(values, { maxLength: 3 })), {
    minLength: chooseSize(6, 1),
    maxLength: 12,
  });
  await fc.assert(
    fc.asyncProperty(worldsOf, async (all) => {
      const today = all.map(([now], at) => toRecord(String(at + 1), now));
      const billed = all.map(([, then], at) => then.map((set) => toRecord(String(at + 1), set)));
      const files = [0, 1, 2].map((file) =>
        toBilling(
          file + 1,
          String(worlds),
          billed.flatMap((own) => own[file] ?? []),
        ),
      );
      const withoutMark = (value: Value | undefined) =>
        typeof value === 'string' ? value.replace(/^\uFEFF/, '') : value;
      const witnessed: WitnessBilled = new Map(
        billed.map((own, at) => [
          String(at + 1),
          own.map((each) => new Map(sentColumns.map((name) => [name, withoutMark(each.values.get(name))]))),
        ]),
      );
      const plain = today.map((each) => ({
        ...each,
        values: new Map([...each.values].map(([name, value]) => [name, withoutMark(value) ?? value])),
      }));
      const expected = witnessFindings(plain, witnessed);
      await over(today, files, async () => {
        const run = await snapshot.runChecks(question);
        for (const id of ['sent-changed', 'billed-twice']) {
          const found = (await findings(id)).map((each) => each.id).toSorted((a, b) => Number(a) - Number(b));
          expect([id, found]).toEqual([id, expected.get(id)]);
          expect([id, run.checks.find((each) => each.id === id)?.open]).toEqual([id, found.length]);
        }
      });
    }),
    { numRuns: chooseSize(1, 200) },
  );
}, 600_000);

test('what is told of one: the last file, each value then and now, and by how much value and hours differ', async () => {
  const was = toRecord('1', { title: 'Audit', total_hours: '2', billable_amount: '200' });
  const then = toRecord('1', { title: 'Audit', total_hours: '1', billable_amount: '100' });
  const is = toRecord('1', { title: 'Audit', total_hours: '1.5', billable_amount: '170' });
  await over([is], [toBilling(1, 'told', [was]), toBilling(2, 'told', [then])], async () => {
    const [changed] = await findings('sent-changed');
    expect(changed).toMatchObject({ value: '70', minutes: '30' });
    expect(changed?.facts).toMatchObject({
      first: 'file 1.csv',
      last: 'file 2.csv',
      'billed a552213_total_hours': '1',
      a552213_total_hours: '1.5',
    });
    const [twice] = await findings('billed-twice');
    expect(twice).toMatchObject({ value: '170', facts: { last: 'file 2.csv', again: 'reason 2' } });
  });
  // What the last file says counts, and not what an earlier one does.
  for (const [now, found] of [
    [was, ['1']],
    [then, []],
  ] as const)
    await over([now], [toBilling(1, 'told', [was]), toBilling(2, 'told', [then])], async () =>
      expect((await findings('sent-changed')).map(({ id }) => id)).toEqual(found),
    );
  // The first file is withdrawn: what the second says stays as it is.
  await over([is], [toBilling(2, 'told', [then])], async () => {
    expect(await findings('billed-twice')).toEqual([]);
    expect((await findings('sent-changed')).map(({ facts }) => facts['first'])).toEqual(['file 2.csv']);
  });
  // Of a file without values it is not known what it said.
  const blank: Billing = { ...toBilling(3, 'blank', [then]), records: () => [['1', null, []]] };
  await over([is], [blank], async () => expect(await findings('sent-changed')).toEqual([]));
});
