/** Lists the properties of a time log, copied from section 2.2 of the interface, because the suite must not rely on the service that it checks. */

export const PREFIX = 'a552213_';
export const ID_PROPERTY = 'sys_object_id';
export const RECORD_ID_PROPERTY = `${PREFIX}record_id`;
export const TITLE_PROPERTY = `${PREFIX}title`;

export type Kind = 'text' | 'choice' | 'boolean' | 'number' | 'time' | 'midnight' | 'boolean word' | 'epoch';

const units = ['hours', 'days', 'years', 'decades', 'centuries'] as const;
const money = ['billable_amount', 'cost_amount', 'margin_amount'] as const;

const suffixes: Readonly<Record<Kind, readonly string[]>> = {
  text: [
    'record_id',
    'assoc_record_id',
    'title',
    'description',
    'category_text',
    'service_name',
    'workflow_managed_tag',
  ],
  choice: ['assoc_obj_type'],
  boolean: ['toggle', 'is_split_week_record', 'is_split_month_record', 'is_one_time_log_per_session_record'],
  number: [
    'num_sessions',
    'total_minutes',
    'billable_minutes',
    ...units.flatMap((unit) => [`total_${unit}`, `total_${unit}_auto`, `billable_${unit}`, `billable_${unit}_auto`]),
    'billable_percentage',
    'billable_rate',
    'cost_rate',
    ...money.flatMap((amount) => [amount, `${amount}_auto`]),
  ],
  time: ['first_start_date', 'first_end_date', 'last_start_date', 'last_end_date'],
  midnight: ['week_year', 'month_year'],
  'boolean word': ['created_via_service_api'],
  epoch: ['last_updated_via_service_api'],
};

export const kinds = Object.keys(suffixes).filter((kind): kind is Kind => Object.hasOwn(suffixes, kind));

export function listNames(kind: Kind): readonly string[] {
  return suffixes[kind].map((suffix) => PREFIX + suffix);
}

export const declaredNames: readonly string[] = [...kinds.flatMap(listNames), 'platform_owner_id'];

const choices = [
  'contact',
  'company',
  'deal',
  'ticket',
  'appointment',
  'course',
  'listing',
  'service',
  'project',
  'other',
];

const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

export const hasForm: Readonly<Record<Kind, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string' || typeof value === 'number',
  choice: (value) => typeof value === 'string' && choices.includes(value),
  boolean: (value) => typeof value === 'boolean' || value === 'true' || value === 'false',
  number: (value) => typeof value === 'number' || (typeof value === 'string' && DECIMAL.test(value)),
  time: (value) => typeof value === 'string' && value.length > 10 && readTime(value) !== undefined,
  midnight: (value) => {
    const moment = typeof value === 'string' ? readTime(value) : undefined;
    return moment !== undefined && moment % 86_400_000 === 0;
  },
  'boolean word': (value) => value === 'true' || value === 'false',
  epoch: (value) => typeof value === 'string' && EPOCH.test(value),
};

const TIME = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2}))?$/;

const EPOCH = /^\d{12,14}$/;

/**
 * @returns epoch milliseconds of an ISO 8601 day or time, or of a timestamp, the platform's other spelling; undefined for anything else, and
 * for days that do not exist.
 */
export function readTime(text: string): number | undefined {
  if (EPOCH.test(text)) return Number(text);
  const day = TIME.exec(text)?.[1];
  if (day === undefined) return undefined;
  const midnight = new Date(`${day}T00:00:00Z`);
  const exists = !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
  const moment = Date.parse(text);
  return exists && !Number.isNaN(moment) ? moment : undefined;
}
