/** Counts beside the values of a filter, held against a count over the sample's records that shares no code with the store. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Input } from '#contract/api.ts';
import { createSample } from '#service/sample.ts';
import type { WireValue } from '#service/upstream/upstream.ts';
import { openFirm, type AppWorld } from '#tests/support/worlds/app-world.ts';

const sample = createSample({ seed: 11, asOf: '2026-11-20', records: 3000, months: 6 });
const live = sample.records.filter(({ archivedAt }) => archivedAt === undefined);
type Properties = Readonly<Record<string, WireValue>>;
const all: readonly Properties[] = live.map(({ properties }) => properties);

const text = (value: WireValue | undefined) => (value === undefined || value === null ? '' : String(value));
/** Dates are sent as texts or as milliseconds. */
const isOctober = (of: Properties) => {
  const month = text(of['a552213_month_year']);
  return (/^\d{6,}$/.test(month) ? new Date(Number(month)).toISOString() : month).startsWith('2026-10');
};
const objectOf = (of: Properties) =>
  sample.names.objects[`${text(of['a552213_assoc_obj_type'])}:${text(of['a552213_assoc_record_id'])}`];
const clientOf = (of: Properties) => objectOf(of)?.client ?? '';
const billableOf = (of: Properties) => {
  const [minutes, hours] = [text(of['a552213_billable_minutes']), text(of['a552213_billable_hours'])];
  return String(Number(minutes === '' ? hours : minutes) !== 0);
};
const readers: Readonly<Record<string, (of: Properties) => string>> = {
  platform_owner_id: (of) => text(of['platform_owner_id']),
  client: clientOf,
  service_name: (of) => text(of['a552213_service_name']),
  category_text: (of) => text(of['a552213_category_text']),
  billable: billableOf,
};

let firm: AppWorld;
beforeAll(async () => {
  firm = await openFirm(sample);
}, 120_000);
afterAll(() => firm.dispose());

const isIn = (propertyName: string, values: string[]) => ({ propertyName, operator: 'IN' as const, values });
const [person = ''] = all.filter(isOctober).map((of) => text(of['platform_owner_id']));

function countIndependently(read: (of: Properties) => string, fits: (of: Properties) => boolean): [string, number][] {
  const counts = new Map<string, number>();
  for (const of of all) {
    const value = read(of).toLowerCase();
    if (value !== '') counts.set(value, (counts.get(value) ?? 0) + (fits(of) ? 1 : 0));
  }
  return [...counts];
}

const views: readonly [string, Omit<Input<'records.values'>, 'propertyName'>, (of: Properties) => boolean][] = [
  ['of all records', {}, () => true],
  ['of a month', { period: '2026-10' }, isOctober],
  [
    'of a month and other filters',
    {
      period: '2026-10',
      filterGroups: [{ filters: [isIn('platform_owner_id', [person]), isIn('billable', ['true'])] }],
    },
    (of) => isOctober(of) && text(of['platform_owner_id']) === person && billableOf(of) === 'true',
  ],
  [
    'of a search',
    { filterGroups: [{ filters: [{ propertyName: 'search', operator: 'FINDS', value: 'review' }] }] },
    (of) =>
      ['title', 'description', 'category_text', 'service_name'].some((name) =>
        text(of[`a552213_${name}`]).toLowerCase().includes('review'),
      ) ||
      /review/i.test(
        `${objectOf(of)?.name ?? ''} ${clientOf(of)} ${sample.names.owners[text(of['platform_owner_id'])]?.name ?? ''}`,
      ),
  ],
];

for (const [name, view, fits] of views) {
  test.each(Object.keys(readers))(`the counts of %s are those ${name}`, async (propertyName) => {
    const { values, distinct } = await firm.call('records.values', { ...view, propertyName, limit: 500 });
    const listed = values.filter(({ records }) => records > 0 || propertyName !== 'client');
    const read = readers[propertyName] ?? (() => '');
    const expected = countIndependently(read, fits).filter(([, count]) => count > 0 || propertyName !== 'client');
    expect(new Map(listed.map(({ value, records }) => [value.toLowerCase(), records]))).toEqual(new Map(expected));
    expect(distinct).toBeGreaterThanOrEqual(expected.length);
    expect(expected.some(([, count]) => count > 0)).toBe(true);
  });
}

test('billable and not billable together are every record, as the billable hours count them', async () => {
  const { values } = await firm.call('records.values', { propertyName: 'billable' });
  expect(values.reduce((sum, { records }) => sum + records, 0)).toBe(live.length);
  const report = { measures: ['records', 'billable_logged_hours'] };
  const whole = await firm.call('report.run', report);
  const filtered = (value: string) =>
    firm.call('report.run', { ...report, filterGroups: [{ filters: [isIn('billable', [value])] }] });
  const [yes, no] = [await filtered('true'), await filtered('false')];
  expect(yes.totals['billable_logged_hours']).toBe(whole.totals['billable_logged_hours']);
  expect(Number(no.totals['billable_logged_hours'] ?? 0)).toBe(0);
  expect(yes.records + no.records).toBe(live.length);
  expect(no.records).toBeGreaterThan(0);
});

test('people are found by name, inside of words, and with one wrong letter', async () => {
  const [id = '', { name }] = Object.entries(sample.names.owners).find(([, { name: own }]) =>
    /^[a-z]{5,}/i.test(own),
  ) ?? ['', { name: '' }];
  const first = name.split(' ')[0] ?? '';
  const find = async (contains: string) =>
    (await firm.call('records.values', { propertyName: 'platform_owner_id', contains })).values.map(
      ({ value }) => value,
    );
  expect(await find(name)).toContain(id);
  expect(await find(first.slice(1))).toContain(id);
  expect(await find(`${first.slice(0, 2)}${first.slice(3)}`)).toContain(id);
  const missing = await firm.call('records.values', { propertyName: 'platform_owner_id', contains: `${name} nowhere` });
  expect(missing).toMatchObject({ values: [], distinct: 0, fewer: name.toLowerCase() });
});

test('a search that finds nothing tells which of its words find something together', async () => {
  const [service = ''] = all.filter(isOctober).map((of) => text(of['a552213_service_name']));
  const words = service.split(' ');
  const search = (value: string) => [{ filters: [{ propertyName: 'search', operator: 'FINDS' as const, value }] }];
  const question = { filterGroups: search(`${service} xqzzy`), period: '2026-10' };
  expect((await firm.call('records.page', { ...question, columns: ['title'] })).total).toBe(0);
  const { sets } = await firm.call('filter.fewerWords', question);
  const page = { filterGroups: search(service), period: '2026-10', columns: ['title'] };
  const { total } = await firm.call('records.page', page);
  expect(sets[0]).toEqual({ words: service, kept: words.length, of: words.length + 1, records: total });
});
