/** A line is its filter: what a line's key selects is what the line counts, in every spelling, for everything records are grouped by. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Snapshot } from '#electron/snapshot/snapshot.ts';
import { formatUnits } from '#domain/decimal.ts';
import type { Directory } from '#domain/people/directory.ts';
import { createMatcher, type Selection } from '#domain/filter/match.ts';
import { OWNER_PROPERTY, PREFIX, properties } from '#domain/properties.ts';
import type { TimeLogRecord, Value } from '#domain/record.ts';
import { drillDown } from '#domain/reports/explain/drill-down.ts';
import type { ReportInput } from '#domain/reports/definition/report.ts';
import { reportSchema } from '#domain/reports/definition/report.ts';
import { defaultSettings } from '#domain/settings.ts';
import { askReport } from '#tests/support/reports/asked-report.ts';
import { directoryOf } from '#tests/support/worlds/directory.ts';
import { recordOf } from '#tests/support/worlds/records.ts';
import { reportResult } from '#tests/support/reports/report-result.ts';
import { empty, clear, publish, scratchSnapshot, type Scratch } from '#tests/support/stores/scratch-snapshot.ts';
import { seeded, type Seeded } from '#tests/support/worlds/seeded.ts';
import { chooseSize } from '#tests/support/tier.ts';

let scratch: Scratch;
let snapshot: Snapshot;

beforeAll(async () => {
  scratch = scratchSnapshot();
  snapshot = await scratch.open();
});
afterEach(() => empty(snapshot));
afterAll(() => scratch.dispose());

const SERVICE = `${PREFIX}service_name`;
const service = (id: string, name: string, minutes = '60') =>
  recordOf(id, { service_name: name, total_minutes: minutes, month_year: '2026-10-01' });

describe('recorded weeks and months', () => {
  const at = (id: string, week: string, minutes: string) =>
    recordOf(id, { week_year: week, month_year: `${week.slice(0, 7)}-01`, total_minutes: minutes });

  beforeEach(() =>
    publish(snapshot, [
      at('1', '2026-09-07', '600'),
      at('2', '2026-08-03', '60'),
      at('3', '2026-10-05', '300'),
      recordOf('4', { total_minutes: '6000' }),
    ]),
  );

  test.each([
    ['month_year', ['2026-08-01', '2026-09-01', '2026-10-01', null]],
    ['week_year', ['2026-08-03', '2026-09-07', '2026-10-05', null]],
  ])('of %s are in the order of time as columns and as groups, whatever their size', async (property, inTime) => {
    const measures = ['logged_hours'];
    const columns = await askReport(snapshot, { measures, columns: property });
    expect(columns.figures.columns.map(({ key }) => key)).toEqual(inTime);
    const groups = await askReport(snapshot, { measures, groupBy: [property] });
    expect(groups.figures.rows.map(({ key }) => key[`${PREFIX}${property}`])).toEqual(inTime);
  });

  test('are by size where that is asked for', async () => {
    const { figures } = await askReport(snapshot, {
      measures: ['logged_hours'],
      groupBy: ['month_year'],
      order: { by: 'logged_hours', direction: 'descending' },
    });
    const lines = figures.rows.map(({ key }) => key[`${PREFIX}month_year`]);
    expect(lines).toEqual([null, '2026-09-01', '2026-10-01', '2026-08-01']);
  });
});

test('lines within the grouped tail are ordered by what changed since the compared period, as all others are', async () => {
  const at = (id: string, month: string, name: string, person: string, minutes: string) =>
    recordOf(id, { month_year: month, service_name: name, platform_owner_id: person, total_minutes: minutes });
  await publish(snapshot, [
    at('1', '2026-10-01', 'Kept', 'x', '6000'),
    at('2', '2026-10-01', 'Tail', 'x', '600'),
    at('3', '2026-09-01', 'Tail', 'x', '1200'),
    at('4', '2026-10-01', 'Tail', 'y', '60'),
  ]);
  const { figures } = await askReport(snapshot, {
    measures: ['logged_hours'],
    groupBy: ['service_name', OWNER_PROPERTY],
    period: '2026-10',
    compare: 'previous',
    top: { count: 1 },
    order: { by: 'logged_hours', of: 'change', direction: 'descending' },
  });
  expect(figures.rows.map(({ key }) => [key[SERVICE], key[OWNER_PROPERTY]])).toEqual([
    ['Kept', 'x'],
    [null, 'y'],
    [null, 'x'],
  ]);
});

describe('the spelling of a line', () => {
  const bySpelling = async (records: readonly TimeLogRecord[], more: Partial<ReportInput> = {}) => {
    await publish(snapshot, records);
    const { figures } = await askReport(snapshot, { measures: ['records'], groupBy: ['service_name'], ...more });
    return {
      lines: figures.rows.map(({ key, records: count }) => [key[SERVICE], count]),
      spellings: figures.spellings,
    };
  };

  test('is the one most records have, the others are named from the most frequent on', async () => {
    const written = ['audit', 'AUDIT', 'Audit', 'Audit', 'AUDIT', 'Audit', 'Tax'];
    expect(await bySpelling(written.map((name, index) => service(String(index + 1), name)))).toEqual({
      lines: [
        ['Audit', 6],
        ['Tax', 1],
      ],
      spellings: [{ group: SERVICE, key: 'Audit', others: ['AUDIT', 'audit'] }],
    });
  });

  test('of equally frequent ones is the first by code points, in a plane beyond the first too', async () => {
    // A letter of the second plane has a lower code in JavaScript’s own order than U+FF21, and a higher code point.
    const written = ['\u{1f600}a', '\u{1f600}A', 'b\uff21', 'B\uff21', 'b\uff41'];
    const { lines } = await bySpelling(written.map((name, index) => service(String(index + 1), name)));
    expect(lines).toEqual([
      ['B\uff21', 3],
      ['\u{1f600}A', 2],
    ]);
  });

  test('counts blanks, which the filter does not take off, and other letters that only look alike', async () => {
    const written = ['Audit', 'audit ', 'Audit\u00a0', 'Café', 'Cafe\u0301', 'Straße', 'STRAẞE', 'STRASSE'];
    const { lines } = await bySpelling(written.map((name, index) => service(String(index + 1), name)));
    expect(lines.map(([, count]) => count)).toEqual([2, 1, 1, 1, 1, 1, 1]);
    expect(lines[0]).toEqual(['STRAẞE', 2]);
  });

  test('of the report’s own period goes before that of the compared one, which may be the only one', async () => {
    const before = (id: string, name: string) => recordOf(id, { service_name: name, month_year: '2026-09-01' });
    const records = [
      service('1', 'Audit'),
      ...['audit', 'audit', 'TAX', 'tax', 'tax'].map((name, at) => before(String(at + 2), name)),
    ];
    const { lines, spellings } = await bySpelling(records, { period: '2026-10', compare: 'previous' });
    expect(lines).toEqual([
      ['Audit', 1],
      ['tax', 0],
    ]);
    expect(spellings).toEqual([
      { group: SERVICE, key: 'Audit', others: ['audit'] },
      { group: SERVICE, key: 'tax', others: ['TAX'] },
    ]);
  });

  test('is the same in columns as in rows, and any of its spellings names a column to order by', async () => {
    const records = [
      recordOf('1', { service_name: 'Audit', platform_owner_id: '7', total_minutes: '60' }),
      recordOf('2', { service_name: 'audit', platform_owner_id: '8', total_minutes: '120' }),
      recordOf('3', { service_name: 'Audit', platform_owner_id: '8', total_minutes: '60' }),
      recordOf('4', { service_name: 'Tax', platform_owner_id: '7', total_minutes: '600' }),
    ];
    await publish(snapshot, records);
    const { figures } = await askReport(snapshot, {
      measures: ['logged_hours'],
      groupBy: [OWNER_PROPERTY],
      columns: 'service_name',
      order: { by: 'logged_hours', column: 'AUDIT', direction: 'descending' },
    });
    expect(figures.columns.map(({ key, values }) => [key, values['logged_hours']])).toEqual([
      ['Tax', '10'],
      ['Audit', '4'],
    ]);
    expect(figures.rows.map(({ key, cells }) => [key[OWNER_PROPERTY], cells?.['logged_hours']])).toEqual([
      ['8', [null, '3']],
      ['7', ['10', '1']],
    ]);
    expect(figures.isOrderAbsent).toBe(false);
    expect(figures.spellings).toEqual([{ group: SERVICE, key: 'Audit', others: ['audit'] }]);
  });

  test('of clients and teams is the directory’s, and different values are counted as lines are', async () => {
    const directory = directoryOf({
      owners: { '7': { name: 'Ann', team: 'Tax' }, '8': { name: 'Bo', team: 'TAX' } },
      objects: { 'deal:1': { name: 'A', client: 'Acme' }, 'deal:2': { name: 'B', client: 'acme' } },
    });
    await snapshot.setDirectory(directory);
    const of = (id: string, owner: string, deal: string, name: string) =>
      recordOf(id, { platform_owner_id: owner, assoc_obj_type: 'deal', assoc_record_id: deal, service_name: name });
    await publish(snapshot, [of('1', '7', '1', 'x'), of('2', '8', '2', 'X'), of('3', '8', '2', 'y')]);
    const ask = (groupBy: string) =>
      askReport(snapshot, { measures: ['records', 'service_name:count_distinct'], groupBy: [groupBy] }, { directory });
    const lines = async (groupBy: string) =>
      (await ask(groupBy)).figures.rows.map(({ key, values }) => [key[groupBy], values]);
    const values = { records: '3', [`${SERVICE}:count_distinct`]: '2' };
    expect(await lines('client')).toEqual([['acme', values]]);
    expect(await lines('team')).toEqual([['TAX', values]]);
  });

  test('of people adds up what is expected of all that a filter takes for one', async () => {
    const week = { weeklyHours: '40' };
    const directory = directoryOf({ owners: { u7: { name: 'Ann', ...week }, U7: { name: 'Ann again', ...week } } });
    await snapshot.setDirectory(directory);
    await publish(snapshot, [recordOf('1', { platform_owner_id: 'u7', total_minutes: '60', week_year: '2026-10-05' })]);
    const { figures } = await askReport(
      snapshot,
      { measures: ['expected_hours', 'logged_hours'], groupBy: [OWNER_PROPERTY], period: '2026-W41' },
      { directory },
    );
    expect(figures.rows.map(({ key, values }) => [key[OWNER_PROPERTY], values])).toEqual([
      ['u7', { expected_hours: '80', logged_hours: '1' }],
    ]);
  });
});

/** Texts that differ by case, blanks, marks and what cannot be seen. */
const texts = [
  'Audit',
  'audit',
  'AUDIT',
  'Audit ',
  ' audit',
  'Audit\u00a0',
  'au\u200bdit',
  '\ufeffAudit',
  '\u200fAudit',
  'Audit\n',
  'Straße',
  'STRAẞE',
  'strasse',
  'ΟΔΟΣ',
  'οδος',
  'οδοσ',
  'İzmir',
  'izmir',
  'ızmir',
  'IZMIR',
  'i\u0307zmir',
  'Café',
  'CAFÉ',
  'Cafe\u0301',
  'K',
  'k',
  '\u212a',
  '\u1e9e',
  'ss',
  '\ua7cb',
  '\u0264',
  '\u{10d50}',
  '\u{10d70}',
  '日本',
  '\u{1f600}',
  "o'clock",
  '%',
  '1',
  '01',
];
const types = ['deal', 'Deal', 'company', 'odd'];

function world(random: Seeded): { records: TimeLogRecord[]; directory: Directory } {
  const name = () => random.pick(texts);
  const directory: Directory = {
    owners: Object.fromEntries(
      texts.flatMap((id) =>
        random.chance(0.4)
          ? [
              [
                id,
                {
                  name: 'N',
                  team: random.chance(0.8) ? name() : null,
                  weeklyHours: null,
                  activeFrom: null,
                  activeTo: null,
                },
              ],
            ]
          : [],
      ),
    ),
    objects: Object.fromEntries(
      types.flatMap((type) =>
        texts.flatMap((id) =>
          random.chance(0.4)
            ? [[`${type}:${id}`, { name: 'N', client: random.chance(0.8) ? name() : null, currency: null }]]
            : [],
        ),
      ),
    ),
  };
  const day = () => `2026-0${random.between(1, 4)}-0${random.between(1, 9)}`;
  const valueOf = (property: (typeof properties)[number]): Value => {
    switch (property.type) {
      case 'string':
        return name();
      case 'enumeration':
        return random.pick(types);
      case 'boolean':
        return random.chance(0.5);
      case 'date':
        return property.name === `${PREFIX}month_year` ? `${day().slice(0, 8)}01` : day();
      case 'datetime':
        return Date.parse(`${day()}T12:00:00Z`);
      case 'number':
        return BigInt(random.between(0, 10 ** 9));
    }
  };
  const records = Array.from({ length: 40 }, (_, index): TimeLogRecord => {
    const record = recordOf(String(index + 1));
    const values = new Map<string, Value>();
    const anomalies = new Map<string, string>();
    for (const property of properties) {
      if (property.group === 'system') continue;
      const dice = random.next();
      if (dice < 0.8) values.set(property.name, valueOf(property));
      // On the clock no filter tells a start that cannot be read from any other.
      else if (dice < 0.9 && property.type !== 'datetime') anomalies.set(property.name, '{"?":1}');
    }
    return { ...record, values, anomalies };
  });
  return { records, directory };
}

const groupable = [
  'client',
  'team',
  'object',
  ...properties.filter((each) => each.groupable).map(({ name }) => name),
  'day',
  'week',
  'month',
  'quarter',
  'year',
];
const AMOUNT = `${PREFIX}billable_amount`;

const sumOf = (records: readonly TimeLogRecord[]): string | null => {
  const known = records.flatMap(({ values }) => {
    const value = values.get(AMOUNT);
    return typeof value === 'bigint' ? [value] : [];
  });
  return known.length === 0 ? null : formatUnits(known.reduce((sum, each) => sum + each, 0n));
};

const ROUNDS = chooseSize(1, 8);
/** Of so many lines the store is asked for one. */
const ASKED_OF = chooseSize(12, 4);

test('a line’s filter selects exactly what the line counts, and the lines together everything once, for every group', async () => {
  const random = seeded(20_261_122);
  let spelt = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const { records, directory } = world(random);
    await snapshot.setDirectory(directory);
    await publish(snapshot, records);
    for (const name of groupable) {
      const calendar = name === 'day' ? 'clock' : 'recorded';
      const report = reportSchema.parse({ measures: ['records', AMOUNT], groupBy: [name], calendar });
      const { figures, notes } = await askReport(snapshot, report, { directory });
      const result = reportResult({ ...figures, columns: [], calendar, notes: [...notes] });
      spelt += figures.spellings?.length ?? 0;
      const seen: string[] = [];
      for (const [index, row] of result.rows.entries()) {
        const { filterGroups, query } = drillDown(report, result, { row });
        const selection: Selection = { filterGroups: filterGroups, query, zone: 'UTC' };
        const inMemory = records.filter(createMatcher(selection, directory));
        const where = `${name} ${JSON.stringify(row.key)} of round ${round}`;
        expect([inMemory.length, sumOf(inMemory)], where).toEqual([row.records, row.values[AMOUNT]]);
        seen.push(...inMemory.map(({ id }) => id));
        // The store reads the same filter in its own way; a part of the lines shows that.
        if (index % ASKED_OF !== round % ASKED_OF) continue;
        const selected = { ...report, groupBy: [], filterGroups };
        const { figures: alone } = await askReport(snapshot, selected, { directory, settings: defaultSettings });
        expect([alone.records, alone.totals[AMOUNT]], where).toEqual([row.records, row.values[AMOUNT]]);
      }
      expect(seen.toSorted(), name).toEqual(records.map(({ id }) => id).toSorted());
    }
    await clear(snapshot, records);
  }
  expect(spelt).toBeGreaterThan(6 * ROUNDS);
});
