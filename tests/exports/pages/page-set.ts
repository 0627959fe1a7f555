/** Every kind of page the program prints, over one workspace: what a person looks through before a release. */
import type { Input } from '#contract/api.ts';
import { properties, propertyNames } from '#domain/properties.ts';
import type { ChartKind } from '#domain/reports/definition/chart-kinds.ts';
import { presets } from '#domain/reports/definition/presets.ts';
import type { ExportWorld } from '../world.ts';

export interface Printed {
  readonly name: string;
  readonly write: (world: Pick<ExportWorld, 'call'>) => Promise<unknown>;
}

type ReportAsked = Input<'export.report'>['report'];
const pdf = { format: 'pdf' } as const;

const report = (name: string, asked: ReportAsked, chart: ChartKind, title: string): Printed => ({
  name,
  write: ({ call }) => call('export.report', { ...pdf, report: asked, chart, name: title, allowEmpty: true }),
});

const records = (name: string, asked: Omit<Input<'export.run'>, 'format'>): Printed => ({
  name,
  write: ({ call }) => call('export.run', { ...pdf, ...asked, allowEmpty: true }),
});

const withHours = (printed: Printed, hoursStyle: 'clock' | 'decimal'): Printed => ({
  name: `${printed.name}-${hoursStyle}`,
  async write(world) {
    await world.call('settings.set', { hoursStyle });
    try {
      return await printed.write(world);
    } finally {
      await world.call('settings.set', { hoursStyle: 'decimal' });
    }
  },
});

/** @param span a month with records, and the days of one of its weeks */
export function listPrinted(span: {
  readonly month: string;
  readonly week: string;
  readonly client: string;
}): Printed[] {
  const { month, week, client } = span;
  const byWeek: ReportAsked = {
    measures: ['logged_hours'],
    groupBy: ['client'],
    columns: 'week',
    period: 'last-13-weeks',
  };
  const ofClient = {
    filterGroups: [{ filters: [{ propertyName: 'client', operator: 'EQ' as const, value: client }] }],
  };
  const figures: ReportAsked = {
    measures: ['logged_hours', 'billable_value', 'margin'],
    period: month,
    compare: 'previous',
  };
  const people: ReportAsked = {
    measures: ['logged_hours', 'gap_hours'],
    groupBy: ['platform_owner_id'],
    period: month,
  };
  const weekly = records('records-week', { period: week });
  return [
    ...presets.map(({ id, file }) => report(`preset-${id}`, file.report, file.view.chart, file.name)),
    ...(['trend-bars', 'trend-line', 'trend-area', 'multiples', 'bars'] as const).map((chart) =>
      report(`chart-${chart}`, byWeek, chart, chart),
    ),
    report(
      'report-long',
      { measures: ['logged_hours', 'billable_value', 'margin'], groupBy: [propertyNames.objectId] },
      'bars',
      'By object',
    ),
    report(
      'report-nested',
      { measures: ['logged_hours', 'billable_value'], groupBy: ['client', 'platform_owner_id'], period: month },
      'none',
      'Clients and people',
    ),
    weekly,
    withHours(weekly, 'clock'),
    withHours(report('people', people, 'bars', 'People'), 'clock'),
    records('records-every-column', { period: week, columns: properties.map(({ name }) => name) }),
    records('statement-client', { period: month, ...ofClient, audience: 'client', signature: true }),
    {
      name: 'statement-report',
      write: ({ call }) =>
        call('export.report', {
          ...pdf,
          report: { ...people, measures: ['logged_hours', 'billable_value'], ...ofClient },
          chart: 'bars',
          audience: 'client',
          signature: true,
          allowEmpty: true,
        }),
    },
    {
      name: 'overview',
      write: ({ call }) =>
        call('export.overview', {
          name: 'Overview',
          period: month,
          parts: [
            { title: 'Figures', report: figures, isFigures: true },
            { title: 'People', report: people, chart: 'bars' },
            { title: 'Needs attention' },
            { title: '13 weeks', report: { ...byWeek, groupBy: ['week'], columns: undefined }, chart: 'trend-bars' },
            { title: 'Clients', report: { ...figures, groupBy: ['client'], compare: undefined }, chart: 'bars' },
          ],
        }),
    },
    { name: 'check-all', write: ({ call }) => call('checks.export', { ...pdf, period: month }) },
    {
      name: 'check-one',
      write: ({ call }) => call('checks.export', { ...pdf, period: month, check: 'amount-differs' }),
    },
  ];
}
