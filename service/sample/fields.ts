/** Turns a draft into a record with every declared property, with numbers as text or JSON numbers, and unset values in three forms. */
import type { WireValue } from '../upstream/upstream.ts';
import type { WorldRecord } from '../upstream/world.ts';
import { formatDate, toDay, getWeekStart, getMonthStart, DAY, type DayNumber } from './calendar.ts';
import { formatCents, toDurations, formatPercent, calculatePrice } from './decimals.ts';
import type { Draft } from './work.ts';

/** Spells dates differently in one record of ten, and decimals as JSON numbers in three of ten. */
function createSpellings(bits: number) {
  const hasJsonNumbers = bits % 10 < 3;
  const dateForm = (bits >>> 8) % 10;
  const hasEpochTimes = (bits >>> 12) % 20 === 0;
  const hasJsonBooleans = (bits >>> 16) % 4 === 0;
  return {
    decimal: (text: string): WireValue => (hasJsonNumbers ? Number(text) : text),
    flag: (value: boolean): WireValue => (hasJsonBooleans ? value : String(value)),
    moment: (time: number): WireValue => (hasEpochTimes ? String(time) : new Date(time).toISOString()),
    day: (day: DayNumber): WireValue => {
      if (dateForm === 0) return formatDate(day);
      return dateForm === 1 ? String(day * DAY) : `${formatDate(day)}T00:00:00.000Z`;
    },
  };
}

/** Chooses one of the three forms of an unset value: missing, null or the empty text. */
export function chooseBlank(bits: number): undefined | null | '' {
  const forms = [undefined, null, ''] as const;
  return forms[(bits >>> 20) % 3];
}

/** `a552213_record_id` is unique, because `draft.createdAt` is. */
export function toRecord(draft: Draft, id: number): WorldRecord {
  const properties = draft.replaced ? { ...toFields(draft), ...draft.replaced } : toFields(draft);
  const isCorrected = draft.updatedAt - draft.createdAt > 1000;
  return {
    id,
    createdAt: draft.createdAt,
    updatedAt: draft.updatedAt,
    ...(draft.archivedAt === undefined ? {} : { archivedAt: draft.archivedAt }),
    properties,
    ...(isCorrected ? { earlier: { a552213_title: `${draft.title} (draft)`, a552213_description: null } } : {}),
  };
}

/**
 * The fields are one literal, so that a million records share one shape in memory. Decimals are spelled by `decimal`; whole numbers are
 * numbers. What varies is chosen by `draft.bits`, because another throw of the dice would change every record of the sample.
 */
function toFields(draft: Draft): Readonly<Record<string, WireValue>> {
  const { bits, minutes, billableMinutes, first, last } = draft;
  const { decimal, flag, moment, day } = createSpellings(bits);
  const total = toDurations(minutes);
  const billable = toDurations(billableMinutes);
  const amount = calculatePrice(billableMinutes, draft.rate);
  const cost = calculatePrice(minutes, draft.costRate);
  const isByApi = bits % 14 === 0;
  const firstDay = toDay(first.start);
  return {
    a552213_record_id: toRecordId(draft),
    a552213_assoc_obj_type: draft.object.type,
    a552213_assoc_record_id: draft.object.id,
    a552213_toggle: flag(false),
    a552213_title: draft.title,
    a552213_description: draft.remark ?? chooseBlank(bits),
    a552213_category_text: draft.category,
    a552213_service_name: draft.service,
    a552213_workflow_managed_tag: bits % 3 === 0 ? 'weekly-review' : chooseBlank(bits >>> 1),
    platform_owner_id: draft.person.id,
    a552213_first_start_date: moment(first.start),
    a552213_first_end_date: moment(first.end),
    a552213_last_start_date: moment(last.start),
    a552213_last_end_date: moment(last.end),
    a552213_week_year: day(getWeekStart(firstDay)),
    a552213_month_year: day(getMonthStart(firstDay)),
    a552213_num_sessions: draft.sessions,
    a552213_is_split_week_record: flag(draft.splitWeek),
    a552213_is_split_month_record: flag(draft.splitMonth),
    a552213_is_one_time_log_per_session_record: flag(draft.sessions === 1 && bits % 12 === 0),
    a552213_total_minutes: minutes,
    a552213_total_hours: decimal(total.hours),
    a552213_total_days: decimal(total.days),
    a552213_total_years: decimal(total.years),
    a552213_total_decades: decimal(total.decades),
    a552213_total_centuries: decimal(total.centuries),
    a552213_total_hours_auto: total.hours,
    a552213_total_days_auto: total.days,
    a552213_total_years_auto: total.years,
    a552213_total_decades_auto: total.decades,
    a552213_total_centuries_auto: total.centuries,
    a552213_billable_minutes: billableMinutes,
    a552213_billable_hours: decimal(billable.hours),
    a552213_billable_days: decimal(billable.days),
    a552213_billable_years: decimal(billable.years),
    a552213_billable_decades: decimal(billable.decades),
    a552213_billable_centuries: decimal(billable.centuries),
    a552213_billable_hours_auto: billable.hours,
    a552213_billable_days_auto: billable.days,
    a552213_billable_years_auto: billable.years,
    a552213_billable_decades_auto: billable.decades,
    a552213_billable_centuries_auto: billable.centuries,
    a552213_billable_percentage: decimal(formatPercent(billableMinutes, minutes)),
    a552213_billable_rate: decimal(formatCents(draft.rate)),
    a552213_billable_amount: decimal(formatCents(amount)),
    a552213_cost_amount: decimal(formatCents(cost)),
    a552213_margin_amount: decimal(formatCents(amount - cost)),
    a552213_billable_amount_auto: formatCents(amount),
    a552213_cost_amount_auto: formatCents(cost),
    a552213_margin_amount_auto: formatCents(amount - cost),
    a552213_cost_rate: decimal(formatCents(draft.costRate)),
    a552213_created_via_service_api: String(isByApi),
    a552213_last_updated_via_service_api: isByApi ? String(draft.updatedAt) : chooseBlank(bits >>> 2),
  };
}

/** Writes the platform's form: a number, two hyphens, the creation time. */
function toRecordId(draft: Draft): string {
  const created = new Date(draft.createdAt).toISOString();
  return `${28_000_000 + (draft.bits % 900_000)} -- ${created.slice(0, 10)} ${created.slice(11, 23)}`;
}
