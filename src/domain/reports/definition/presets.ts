/** The built-in reports in the form of saved reports, which can also be starting points for others. */
import { notBilled } from '#domain/filter/billed.ts';
import { propertyNames } from '#domain/properties.ts';
import { presetTexts as texts } from '#texts/reports/presets.ts';
import type { ChartKind } from './chart-kinds.ts';
import { reportFileSchema, type ReportFile, type ReportInput } from './report.ts';

export const presetIds = [
  'overview',
  'people',
  'missing-time',
  'clients',
  'services',
  'categories',
  'timesheet',
  'margin',
  'rates',
  'months',
  'movers',
  'new-and-gone',
  'not-sent',
] as const;
export type PresetId = (typeof presetIds)[number];

/** Data that the workspace must have for the full preset; the rest of it works without. */
export type Need = 'weekly-hours' | 'cost' | 'value' | 'client' | 'rate';

export interface Preset {
  /** The id, which is also the name in the terminal. */
  readonly id: PresetId;
  readonly question: string;
  readonly needs: readonly Need[];
  readonly file: ReportFile;
}

interface View {
  readonly chart: ChartKind;
  readonly heat?: boolean;
}

function createPreset(id: PresetId, needs: readonly Need[], report: ReportInput, view: View): Preset {
  const { name, question } = texts[id];
  const file = reportFileSchema.parse({
    format: 'timelog-report',
    version: 1,
    name,
    description: question,
    report,
    view,
  });
  return { id, question, needs, file };
}

const PERSON = 'platform_owner_id';
const orderByLargest = (by: string) => ({ by, direction: 'descending' as const });
const hoursAndWorth = ['logged_hours', 'billable_logged_hours', 'billable_share', 'billable_value', 'effective_rate'];

export const presets: readonly Preset[] = [
  createPreset(
    'overview',
    ['value'],
    {
      measures: ['logged_hours', 'billable_logged_hours', 'nonbillable_hours', 'billable_share', 'billable_value'],
      groupBy: ['week'],
      period: 'last-13-weeks',
    },
    { chart: 'trend-bars' },
  ),
  createPreset(
    'people',
    ['weekly-hours', 'value'],
    {
      measures: [
        'logged_hours',
        'expected_hours',
        'gap_hours',
        'billable_logged_hours',
        'utilisation',
        'billable_value',
      ],
      groupBy: [PERSON],
      period: 'last-month',
      order: orderByLargest('gap_hours'),
    },
    { chart: 'bars' },
  ),
  createPreset(
    'missing-time',
    ['weekly-hours'],
    {
      measures: ['gap_hours'],
      groupBy: [PERSON],
      columns: 'week',
      period: 'last-4-weeks',
      order: orderByLargest('gap_hours'),
    },
    { chart: 'none', heat: true },
  ),
  createPreset(
    'clients',
    ['client', 'value'],
    {
      measures: ['billable_value', 'billable_logged_hours', 'effective_rate'],
      groupBy: ['client'],
      period: 'last-month',
      compare: 'previous',
      order: orderByLargest('billable_value'),
      top: { count: 10 },
    },
    { chart: 'bars' },
  ),
  createPreset(
    'services',
    ['value'],
    { measures: hoursAndWorth, groupBy: [propertyNames.service], period: 'last-month', top: { count: 15 } },
    { chart: 'bars' },
  ),
  createPreset(
    'categories',
    ['value'],
    {
      measures: ['logged_hours', 'billable_logged_hours', 'nonbillable_hours', 'billable_share', 'billable_value'],
      groupBy: [propertyNames.category],
      period: 'last-month',
      top: { count: 15 },
    },
    { chart: 'bars' },
  ),
  createPreset(
    'timesheet',
    [],
    {
      measures: ['logged_hours'],
      groupBy: [PERSON],
      columns: 'week',
      period: 'last-4-weeks',
    },
    { chart: 'none', heat: true },
  ),
  createPreset(
    'margin',
    ['cost', 'value', 'client'],
    {
      measures: ['billable_value', 'recorded_cost', 'margin', 'margin_percent'],
      groupBy: ['client'],
      period: 'last-month',
      order: orderByLargest('margin'),
      top: { count: 10 },
    },
    { chart: 'billable-cost' },
  ),
  createPreset(
    'rates',
    ['rate', 'value'],
    {
      measures: [
        `${propertyNames.billableRate}:min`,
        `${propertyNames.billableRate}:max`,
        'effective_rate',
        'billable_logged_hours',
        'billable_value',
      ],
      groupBy: [PERSON],
      period: 'last-month',
      order: orderByLargest('billable_value'),
    },
    { chart: 'bars' },
  ),
  createPreset(
    'months',
    ['value', 'cost'],
    {
      measures: [
        'logged_hours',
        'billable_logged_hours',
        'billable_value',
        'recorded_cost',
        'margin',
        'margin_percent',
      ],
      groupBy: ['month'],
      period: 'last-12-months',
    },
    { chart: 'billable-cost' },
  ),
  createPreset(
    'movers',
    ['client', 'value'],
    {
      measures: ['billable_value', 'billable_logged_hours', 'effective_rate'],
      groupBy: ['client'],
      period: 'last-month',
      compare: 'previous',
      order: { by: 'billable_value', of: 'movement', direction: 'descending' },
      top: { count: 10 },
    },
    { chart: 'bars' },
  ),
  createPreset(
    'new-and-gone',
    ['client', 'value'],
    {
      measures: ['billable_value', 'logged_hours'],
      groupBy: ['client'],
      period: 'last-3-months',
      compare: 'last-year',
      order: { by: 'billable_value', of: 'movement', direction: 'descending' },
      only: 'new-or-gone',
    },
    { chart: 'none' },
  ),
  createPreset(
    'not-sent',
    ['client', 'value'],
    {
      measures: ['billable_logged_hours', 'billable_value', 'effective_rate'],
      groupBy: ['client'],
      filterGroups: [{ filters: [...notBilled] }],
      order: orderByLargest('billable_value'),
    },
    { chart: 'bars' },
  ),
];

const byId = new Map<string, Preset>(presets.map((preset) => [preset.id, preset]));

export function findPreset(id: string): Preset | undefined {
  return byId.get(id);
}
