/** Records with odd texts, numbers, times and ids, values that could not be read among them, and exports of them asked at random. */
import * as fc from 'fast-check';
import { readableProperties } from '#domain/local-properties.ts';
import { audiences, exportOptionsSchema, resolveOptions, timeStyles } from '#domain/exports/options.ts';
import type { Directory } from '#domain/people/directory.ts';
import { requireProperty } from '#domain/properties.ts';
import type { TimeLogRecord } from '#domain/record.ts';
import { amountSources } from '#domain/settings.ts';
import type { RecordsExport } from '#electron/features/exports/records.ts';
import { textPayloads } from '#tests/exports/payloads/given.ts';
import { recordOf } from '../worlds/records.ts';
import type { Seeded } from '../worlds/seeded.ts';

const names = readableProperties.map(({ name }) => name);

const oddTexts = [
  ...textPayloads,
  '',
  '#1',
  'a#b',
  "it's",
  'a,"b"',
  '\uFEFF=1+1',
  '\uFEFFplain',
  'a\u0000b',
  '\u0000',
  'line\r\nbreak',
  'tab\tand;semi',
  '\u001f\u001e\u001b',
  'Ünï çödé 😀',
  '\u2028=1',
  '\u000b-5',
  '12345 -- 2026-10-05 -- 7',
  '1 -- 2',
  'март',
  'Mar 5',
];
const zones = [
  'UTC',
  'Europe/Berlin',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Pacific/Kiritimati',
  'Australia/Lord_Howe',
];
const times = [
  '2026-10-25T00:59:59.999Z',
  '2026-10-25T01:00:00Z',
  '2026-03-29T01:00:00.5Z',
  '1890-01-01T12:00:00Z',
  '2150-07-01T23:30:00Z',
  '1970-01-01T00:00:00Z',
  '0004-02-29T10:00:00Z',
];
const numbers = [
  '0',
  '-0.5',
  '0.00000001',
  '-0.00000001',
  '9999999999.99999999',
  '-9999999999.99999999',
  '30',
  '90.5',
  '0.3',
  '0.9',
  '1.00000003',
  '12.10',
  '100',
  '-61.25',
];

/** Of their owners and objects. */
export const oddDirectory: Directory = {
  owners: {
    '1': { name: 'Ada Roth', team: '=Audit', weeklyHours: '40', activeFrom: null, activeTo: null },
    '2': { name: '0042', team: null, weeklyHours: null, activeFrom: null, activeTo: null },
  },
  objects: {
    'deal:10': { name: '=Ledger', client: 'Acme; Sons', currency: 'USD' },
    'deal:11': { name: 'Close', client: null, currency: null },
    'company:10': { name: '12-11', client: '-Brook', currency: 'CHF' },
    'company:a:b': { name: 'Colon', client: 'Colons', currency: 'EUR' },
  },
};

export function makeOddRecord(random: Seeded, at: number): TimeLogRecord {
  const anomalies = new Map<string, string>();
  const values: Record<string, string | boolean> = {};
  for (const { name, type } of readableProperties) {
    if (['client', 'team', 'sys_object_id', 'sys_created_at', 'sys_updated_at'].includes(name)) continue;
    if (random.chance(0.25)) continue;
    if (random.chance(0.02)) {
      anomalies.set(name, random.pick(['"n/a"', '1e400', '"=1;=2"', '"\\ud800"', '{"a":1}', '"1,234.50"']));
      continue;
    }
    switch (type) {
      case 'string':
      case 'enumeration':
        values[name] = random.chance(0.5)
          ? random.pick(oddTexts)
          : `${random.pick(['Call', 'Audit of', 'P'])} ${random.between(1, 40)}`;
        break;
      case 'number':
        values[name] = random.chance(0.4) ? random.pick(numbers) : `${random.between(-50_000, 900_000) / 100}`;
        break;
      case 'boolean':
        values[name] = random.chance(0.5);
        break;
      case 'date':
        values[name] = random.pick(['2026-10-01', '0001-01-01', '9999-12-31', '2024-02-29']);
        break;
      case 'datetime':
        values[name] = random.pick(times);
        break;
    }
  }
  if (random.chance(0.8)) values['platform_owner_id'] = random.pick(['1', '2', '3']);
  if (random.chance(0.8)) values['assoc_obj_type'] = random.pick(['deal', 'company', 'company:a']);
  if (random.chance(0.8)) values['assoc_record_id'] = random.pick(['10', '11', 'b', 'a:b']);
  for (const name of anomalies.keys()) delete values[name];
  return recordOf(String(at * 7 + 1), withoutUnknown(values, anomalies), { anomalies });
}

/** An unreadable value stands beside a null. */
function withoutUnknown(values: Record<string, string | boolean>, anomalies: ReadonlyMap<string, string>) {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !anomalies.has(requireProperty(name).name)));
}

const filters = fc.constantFrom(
  [],
  [{ filters: [{ propertyName: 'platform_owner_id', operator: 'EQ' as const, value: '1' }] }],
  [{ filters: [{ propertyName: 'a552213_total_minutes', operator: 'GT' as const, value: '90' }] }],
  [{ filters: [{ propertyName: 'client', operator: 'HAS_PROPERTY' as const }] }],
  [{ filters: [{ propertyName: 'platform_owner_id', operator: 'EQ' as const, value: 'nobody' }] }],
);
export const oddQuestions = fc.record({
  columns: fc.oneof(fc.constant(names), fc.uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 8 })),
  filterGroups: filters,
  sort: fc.option(
    fc.record({
      propertyName: fc.constantFrom(...names),
      direction: fc.constantFrom('ASCENDING' as const, 'DESCENDING' as const),
    }),
    { nil: undefined },
  ),
  settings: fc.record({
    zone: fc.constantFrom(...zones),
    hoursStyle: fc.constantFrom('decimal' as const, 'clock' as const),
    currency: fc.constantFrom('EUR', "O'K", null),
    amounts: fc.constantFrom(...amountSources, null),
  }),
  audience: fc.constantFrom(...audiences),
  heads: fc.constantFrom('labels' as const, 'names' as const),
  times: fc.constantFrom(...timeStyles),
  names: fc.boolean(),
});
export type OddQuestion = typeof oddQuestions extends fc.Arbitrary<infer T> ? T : never;

/** @param form the format and its own options */
export function toRecordsExport(
  { columns, filterGroups, sort, settings, ...options }: OddQuestion,
  form: object,
): RecordsExport {
  const settled = resolveOptions(exportOptionsSchema.parse({ ...options, ...form }));
  if (!settled.ok) throw new Error(settled.problem);
  return {
    selection: { filterGroups, query: '', zone: settings.zone },
    // One that a client may see, too.
    columns: options.audience === 'client' ? [...new Set([...columns, 'a552213_title'])] : columns,
    sort,
    options: settled.value,
    allowEmpty: true,
  };
}
