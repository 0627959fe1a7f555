/** What a random export asks for: how the workspace counts, what is written, and how. */
import type { Input } from '#contract/api.ts';
import { exportFormats, type ExportFormat } from '#domain/export-formats.ts';
import { properties } from '#domain/properties.ts';
import { amountSources, footings } from '#domain/settings.ts';
import type { Seeded } from '../support/worlds/seeded.ts';
import { readers } from './readers.ts';

export interface RandomExport {
  readonly settings: Input<'settings.set'>;
  readonly options: Pick<
    Input<'export.run'>,
    'format' | 'preset' | 'heads' | 'times' | 'names' | 'separator' | 'decimalMark' | 'audience' | 'rates'
  >;
  readonly records?: Pick<Input<'export.run'>, 'columns' | 'filterGroups' | 'period' | 'sort'>;
  readonly report?: Input<'report.run'>;
}

/** All that can be read back. */
export const readableFormats = exportFormats.filter((format) => readers[format] !== undefined);
const zones = ['UTC', 'Europe/Zurich', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Kiritimati'];
const measures = [
  'logged_hours',
  'billable_logged_hours',
  'nonbillable_hours',
  'billable_share',
  'billable_value',
  'recorded_cost',
  'margin',
  'margin_percent',
  'effective_rate',
  'owners',
  'total_minutes',
  'cost_amount',
] as const;
const groups = [
  'category_text',
  'service_name',
  'platform_owner_id',
  'object',
  'client',
  'month',
  'assoc_obj_type',
] as const;
const periods = ['2026-10', '2026-09..2026-11', '2026-10-05..2026-10-20', 'this-month'] as const;

const some = <T>(random: Seeded, items: readonly T[], most: number): T[] => {
  const count = random.between(1, most);
  return [...new Set(Array.from({ length: count }, () => random.pick(items)))];
};

export function randomExport(random: Seeded, format: ExportFormat): RandomExport {
  const preset = random.pick(readers[format]?.presets ?? []);
  const decimalMark = random.pick(['point', 'comma'] as const);
  const separator =
    decimalMark === 'comma'
      ? random.pick(['semicolon', 'tab'] as const)
      : random.pick(['comma', 'semicolon', 'tab'] as const);
  const shared = {
    settings: {
      zone: random.pick(zones),
      footing: random.pick(footings),
      amounts: random.pick([...amountSources, null]),
      currency: random.pick(['EUR', null]),
      hoursStyle: random.pick(['decimal', 'clock'] as const),
      hoursDigits: random.between(0, 4),
      moneyDigits: random.between(0, 4),
    },
    options: {
      format,
      ...(format === 'csv' && { preset }),
      heads: random.pick(['labels', 'names'] as const),
      times: random.pick(['local', 'utc'] as const),
      names: random.chance(0.5),
      ...(format === 'csv' && preset === 'excel' && { separator }),
      ...((format === 'pdf' || format === 'html' || (format === 'csv' && preset === 'excel')) && { decimalMark }),
      ...(random.chance(0.3) ? { audience: 'client' as const, rates: random.chance(0.3) } : {}),
    },
  };
  const filterGroups = random.chance(0.4)
    ? [
        {
          filters: [{ propertyName: 'service_name', operator: 'EQ' as const, value: random.pick(['Books', 'Advice']) }],
        },
      ]
    : [];
  const period = random.chance(0.5) ? { period: random.pick(periods) } : {};
  if (random.chance(0.5)) {
    const columns = random.chance(0.3)
      ? {}
      : { columns: ['title', ...some(random, properties, 9).map(({ name }) => name)] };
    const sort = random.chance(0.3)
      ? { sort: { propertyName: 'billable_amount', direction: 'DESCENDING' as const } }
      : {};
    return { ...shared, records: { ...columns, filterGroups, ...period, ...sort } };
  }
  const groupBy = random.chance(0.15) ? [] : some(random, groups, 3);
  const rest = groups.filter((each) => !groupBy.includes(each));
  const columns = random.chance(0.4) ? random.pick(rest) : undefined;
  // Hours are expected of people, within a period and whatever their records say.
  const expects =
    filterGroups.length === 0 &&
    'period' in period &&
    columns === undefined &&
    groupBy.every((each) => each === 'platform_owner_id');
  const compares = 'period' in period && random.chance(0.4);
  return {
    ...shared,
    report: {
      measures: ['records', ...some(random, expects ? [...measures, 'expected_hours'] : measures, 4)],
      groupBy,
      ...(columns !== undefined && { columns }),
      filterGroups,
      ...period,
      ...(compares && { compare: random.pick(['previous', 'last-year'] as const) }),
      ...(groupBy.length > 0 && random.chance(0.3) && { top: { count: 2 } }),
    },
  };
}
