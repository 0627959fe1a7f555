/** What screens and files read: pages, distinct values, streams, coverage. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RecordPageQuery, Snapshot } from '#electron/snapshot/snapshot.ts';
import { toUnits } from '#domain/decimal.ts';
import { findMeasure } from '#domain/reports/definition/measures.ts';
import { recordOf } from '#tests/support/worlds/records.ts';
import { allRecords, clear, publish, scratchSnapshot, type Scratch } from '#tests/support/stores/scratch-snapshot.ts';

let scratch: Scratch;
let snapshot: Snapshot;

beforeAll(async () => {
  scratch = scratchSnapshot();
  snapshot = await scratch.open();
});
afterAll(() => scratch.dispose());

const everything = { filterGroups: [], query: '', zone: 'UTC' };
const ask = (question: Partial<RecordPageQuery>) =>
  snapshot.page({ ...everything, columns: ['a552213_title'], offset: 0, limit: 100, ...question });
const ids = async (question: Partial<RecordPageQuery>) => (await ask(question)).rows.map(({ id }) => id);

describe('a row', () => {
  const record = recordOf(
    '42',
    {
      title: 'Größe "x"\n🙂',
      assoc_obj_type: 'deal',
      toggle: false,
      total_minutes: '9999999999.99999999',
      billable_amount: '-3.5',
      cost_amount: '0',
      month_year: '2026-10-01',
      first_start_date: '2026-10-01T08:30:00.123Z',
    },
    {
      createdAt: Date.UTC(2026, 0, 1),
      updatedAt: Date.UTC(2026, 0, 2, 3, 4, 5, 678),
      anomalies: new Map([
        ['a552213_total_hours', '"12,5"'],
        ['a552213_week_year', '{"a":1}'],
      ]),
    },
  );
  const columns = [
    'a552213_title',
    'a552213_assoc_obj_type',
    'a552213_toggle',
    'a552213_total_minutes',
    'a552213_billable_amount',
    'a552213_cost_amount',
    'a552213_month_year',
    'a552213_first_start_date',
    'a552213_total_hours',
    'a552213_description',
    'sys_object_id',
    'sys_createdate',
    'sys_lastmodifieddate',
  ];

  test('gives exact texts, null for unset, and unreadable values as received', async () => {
    await publish(snapshot, [record]);
    expect((await ask({ columns })).rows).toEqual([
      {
        id: '42',
        values: {
          a552213_title: 'Größe "x"\n🙂',
          a552213_assoc_obj_type: 'deal',
          a552213_toggle: 'false',
          a552213_total_minutes: '9999999999.99999999',
          a552213_billable_amount: '-3.5',
          a552213_cost_amount: '0',
          a552213_month_year: '2026-10-01',
          a552213_first_start_date: '2026-10-01T08:30:00.123Z',
          a552213_total_hours: null,
          a552213_description: null,
          sys_object_id: '42',
          sys_createdate: '2026-01-01T00:00:00.000Z',
          sys_lastmodifieddate: '2026-01-02T03:04:05.678Z',
        },
        unreadable: { a552213_total_hours: '12,5' },
      },
    ]);
    expect((await ask({ columns: ['a552213_week_year'] })).rows[0]?.unreadable).toEqual({
      a552213_week_year: '{"a":1}',
    });
    await clear(snapshot, [record]);
  });

  test('a number too large for its column is kept as an anomaly, never cut', async () => {
    const large = { ...recordOf('1'), values: new Map([['a552213_total_minutes', toUnits('10000000000')]]) };
    await publish(snapshot, [large]);
    const [row] = (await ask({ columns: ['a552213_total_minutes'] })).rows;
    expect(row).toEqual({
      id: '1',
      values: { a552213_total_minutes: null },
      unreadable: { a552213_total_minutes: '10000000000' },
    });
    expect((await snapshot.summary()).anomalies).toBe(1);
    await clear(snapshot, [large]);
  });

  test.each(['\uFEFFtitle', 'a\u0000b', '\u2028', ' padded ', 'e\u0301', '\u{10FFFF}'])(
    'text %j comes back as it was',
    async (title) => {
      const held = recordOf('1', { title });
      await publish(snapshot, [held]);
      expect((await ask({})).rows[0]?.values['a552213_title']).toBe(title);
      await clear(snapshot, [held]);
    },
  );
});

describe('a page', () => {
  const records = [
    recordOf('9', { title: 'b', total_minutes: '10' }),
    recordOf('10', { title: 'A', total_minutes: '9' }),
    recordOf('11', { title: 'B', total_minutes: '10' }),
    recordOf('12', {}, { anomalies: new Map([['a552213_total_minutes', '"?"']]) }),
    recordOf('13', { title: 'a' }),
    recordOf('14', { title: 'zz', total_minutes: '99' }, { archived: true }),
  ];
  beforeAll(() => publish(snapshot, records));
  afterAll(() => clear(snapshot, records));

  test('comes by id as an integer without a sort, archived records outside', async () => {
    expect(await ids({})).toEqual(['9', '10', '11', '12', '13']);
  });

  test.each([
    ['a552213_total_minutes', 'ASCENDING', ['10', '9', '11', '12', '13']],
    ['a552213_total_minutes', 'DESCENDING', ['9', '11', '10', '12', '13']],
    ['a552213_title', 'ASCENDING', ['10', '13', '9', '11', '12']],
    ['a552213_title', 'DESCENDING', ['9', '11', '10', '13', '12']],
    ['sys_object_id', 'DESCENDING', ['13', '12', '11', '10', '9']],
  ] as const)(
    'by %s %s: unset last in both directions, case aside, ties by id',
    async (propertyName, direction, expected) => {
      expect(await ids({ sort: { propertyName, direction } })).toEqual(expected);
    },
  );

  test('by several: the next one orders what the one before holds equal', async () => {
    const sort = [
      { propertyName: 'a552213_total_minutes', direction: 'DESCENDING' as const },
      { propertyName: 'sys_object_id', direction: 'DESCENDING' as const },
    ];
    expect(await ids({ sort })).toEqual(['11', '9', '10', '13', '12']);
  });

  test('offset and limit cut, the total tells how many there are', async () => {
    const page = await ask({ offset: 1, limit: 2 });
    expect([page.rows.map(({ id }) => id), page.total]).toEqual([['10', '11'], 5]);
    expect(await ask({ offset: 99 })).toEqual({ rows: [], total: 5 });
  });

  test('the filter decides rows, total and count alike', async () => {
    const groups = [{ filters: [{ propertyName: 'a552213_total_minutes', operator: 'GTE' as const, value: '10' }] }];
    expect(await ids({ filterGroups: groups })).toEqual(['9', '11']);
    expect((await ask({ filterGroups: groups, limit: 1 })).total).toBe(2);
    expect(await snapshot.countSelected({ ...everything, filterGroups: groups })).toBe(2);
  });

  test('a value that looks like SQL is a value', async () => {
    const value = `x' OR '1'='1`;
    const groups = [{ filters: [{ propertyName: 'a552213_title', operator: 'EQ' as const, value }] }];
    expect(await ids({ filterGroups: groups })).toEqual([]);
  });
});

describe('distinct values', () => {
  const records = [
    recordOf('1', { service_name: 'Audit', toggle: true }),
    recordOf('2', { service_name: 'Tax' }),
    recordOf('3', { service_name: 'Audit' }),
    recordOf('4', { service_name: 'Advice' }),
    recordOf('5'),
    recordOf('6', { service_name: 'Audit' }, { archived: true }),
  ];
  beforeAll(() => publish(snapshot, records));
  afterAll(() => clear(snapshot, records));

  test('most frequent first, then by value; unset and archived left out', async () => {
    expect(await snapshot.distinctValues('a552213_service_name', '', 2)).toEqual({
      values: [
        { value: 'Audit', records: 2, others: [] },
        { value: 'Advice', records: 1, others: [] },
      ],
      distinct: 3,
    });
  });

  test('narrowed by a part, without regard to case', async () => {
    expect(await snapshot.distinctValues('a552213_service_name', 'AU', 10)).toEqual({
      values: [{ value: 'Audit', records: 2, others: [] }],
      distinct: 1,
    });
    expect(await snapshot.distinctValues('a552213_service_name', '%', 10)).toEqual({ values: [], distinct: 0 });
  });

  test('of any type, as text', async () => {
    expect(await snapshot.distinctValues('a552213_toggle', '', 10)).toEqual({
      values: [{ value: 'true', records: 1, others: [] }],
      distinct: 1,
    });
  });
});

describe('an extract', () => {
  const records = Array.from({ length: 5000 }, (_, index) => recordOf(String(index + 1), { title: `t${index % 7}` }));
  beforeAll(() => publish(snapshot, records));
  afterAll(() => clear(snapshot, records));

  test('gives every selected record once, in order, in chunks', async () => {
    const chunks: string[][] = [];
    const sort = { propertyName: 'a552213_title', direction: 'ASCENDING' } as const;
    await snapshot.extract({ ...allRecords(['a552213_title']), sort }, async ({ rows }) => {
      for await (const chunk of rows) chunks.push(chunk.map(({ id }) => id));
    });
    expect(chunks.length).toBeGreaterThan(1);
    const expected = records.toSorted(
      (a, b) => ((Number(a.id) - 1) % 7) - ((Number(b.id) - 1) % 7) || Number(a.id) - Number(b.id),
    );
    expect(chunks.flat()).toEqual(expected.map(({ id }) => id));
  });

  test('is one state of the store, whatever is committed meanwhile', async () => {
    const seen: string[] = [];
    const minutes = findMeasure('total_minutes');
    if (!minutes) throw new Error('There is no such measure');
    const figures = await snapshot.extract(allRecords([], [minutes]), async ({ rows, figures }) => {
      // A newer version of a record that is still to come, one more and one less.
      await publish(snapshot, [recordOf('9000'), recordOf('4000', { total_minutes: '999' })], ['4999']);
      for await (const chunk of rows) seen.push(...chunk.map(({ id }) => id));
      return figures;
    });
    expect(figures).toMatchObject({ records: 5000, totals: { a552213_total_minutes: null } });
    expect(seen).toHaveLength(5000);
    expect(seen).toContain('4999');
    expect(await snapshot.count({})).toBe(5000);
    await publish(snapshot, [recordOf('4999')], ['9000']);
  });

  test('can be left early, and the store goes on', async () => {
    await snapshot.extract(allRecords([]), async ({ rows }) => {
      for await (const chunk of rows) {
        expect(chunk.length).toBeGreaterThan(0);
        break;
      }
    });
    expect(await snapshot.count({})).toBe(5000);
  });
});

test('the summary counts live records by month, and what could not be read', async () => {
  const records = [
    recordOf(
      '1',
      { month_year: '2026-10-01' },
      {
        anomalies: new Map([
          ['a552213_total_hours', '"?"'],
          ['a552213_toggle', '"?"'],
        ]),
      },
    ),
    recordOf('2', { month_year: '2026-09-01' }, { rounded: new Map([['a552213_total_hours', '0.123456789']]) }),
    recordOf('3', {}, { extra: new Map([['__proto__', '{"a":1}']]) }),
    recordOf('4', { month_year: '2026-09-01' }, { archived: true, anomalies: new Map([['a552213_toggle', '"?"']]) }),
  ];
  await publish(snapshot, records);
  expect(await snapshot.summary()).toEqual({
    records: 3,
    archived: 1,
    anomalies: 2,
    rounded: 1,
    months: [
      { month: '2026-09-01', held: 1 },
      { month: '2026-10-01', held: 1 },
      { month: null, held: 1 },
    ],
  });
  await clear(snapshot, records);
});
