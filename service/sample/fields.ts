/** A draft in the wire's spellings: every declared property, numbers as text or JSON numbers, blanks in their three forms. */
import type { WireValue } from '../upstream/upstream.ts';
import type { WorldRecord } from '../upstream/world.ts';
import { dateText, toDay, monday, monthStart, type DayNumber } from './calendar.ts';
import { centsText, toDurations, percentText, priceCents } from './decimals.ts';
import type { Draft } from './draft.ts';
import { DAY } from '../day.ts';

/** One record in ten spells dates differently, three in ten send decimals as JSON numbers. */
function spellings(dice: number) {
  const asNumbers = dice % 10 < 3;
  const dateForm = (dice >>> 8) % 10;
  const timesAsEpoch = (dice >>> 12) % 20 === 0;
  const asBooleans = (dice >>> 16) % 4 === 0;
  return {
    decimal: (text: string): WireValue => (asNumbers ? Number(text) : text),
    flag: (value: boolean): WireValue => (asBooleans ? value : String(value)),
    moment: (at: number): WireValue => (timesAsEpoch ? String(at) : new Date(at).toISOString()),
    day: (day: DayNumber): WireValue => {
      if (dateForm === 0) return dateText(day);
      return dateForm === 1 ? String(day * DAY) : `${dateText(day)}T00:00:00.000Z`;
    },
  };
}

/** Unset is missing, null or the empty text. */
export function blank(dice: number): undefined | null | '' {
  const forms = [undefined, null, ''] as const;
  return forms[(dice >>> 20) % 3];
}

/** @param id the record's; `draft.createdAt` is unique, so the record id is too. */
export function toRecord(draft: Draft, id: number): WorldRecord {
  const properties = draft.replaced ? { ...toFields(draft), ...draft.replaced } : toFields(draft);
  const corrected = draft.updatedAt - draft.createdAt > 1000;
  return {
    id,
    createdAt: draft.createdAt,
    updatedAt: draft.updatedAt,
    ...(draft.archivedAt === undefined ? {} : { archivedAt: draft.archivedAt }),
    properties,
    ...(corrected ? { earlier: { a552213_title: `${draft.title} (draft)`, a552213_description: null } } : {}),
  };
}

/** One literal on purpose: a million records then share one shape in memory. */
function toFields(draft: Draft): Readonly<Record<string, WireValue>> {
  const { dice, minutes, billableMinutes, first, last } = draft;
  const { decimal, flag, moment, day } = spellings(dice);
  const total = toDurations(minutes);
  const billable = toDurations(billableMinutes);
  const amount = priceCents(billableMinutes, draft.rate);
  const cost = priceCents(minutes, draft.costRate);
  const byApi = dice % 14 === 0;
  const firstDay = toDay(first.start);
  return {
    a552213_record_id: toRecordId(draft),
    a552213_assoc_obj_type: draft.object.type,
    a552213_assoc_record_id: draft.object.id,
    a552213_toggle: flag(false),
    a552213_title: draft.title,
    a552213_description: draft.remark ?? blank(dice),
    a552213_category_text: draft.category,
    a552213_service_name: draft.service,
    a552213_workflow_managed_tag: dice % 3 === 0 ? 'weekly-review' : blank(dice >>> 1),
    platform_owner_id: draft.person.id,
    a552213_first_start_date: moment(first.start),
    a552213_first_end_date: moment(first.end),
    a552213_last_start_date: moment(last.start),
    a552213_last_end_date: moment(last.end),
    a552213_week_year: day(monday(firstDay)),
    a552213_month_year: day(monthStart(firstDay)),
    a552213_num_sessions: draft.sessions,
    a552213_is_split_week_record: flag(draft.splitWeek),
    a552213_is_split_month_record: flag(draft.splitMonth),
    a552213_is_one_time_log_per_session_record: flag(draft.sessions === 1 && dice % 12 === 0),
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
    a552213_billable_percentage: decimal(percentText(billableMinutes, minutes)),
    a552213_billable_rate: decimal(centsText(draft.rate)),
    a552213_billable_amount: decimal(centsText(amount)),
    a552213_cost_amount: decimal(centsText(cost)),
    a552213_margin_amount: decimal(centsText(amount - cost)),
    a552213_billable_amount_auto: centsText(amount),
    a552213_cost_amount_auto: centsText(cost),
    a552213_margin_amount_auto: centsText(amount - cost),
    a552213_cost_rate: decimal(centsText(draft.costRate)),
    a552213_created_via_service_api: String(byApi),
    a552213_last_updated_via_service_api: byApi ? String(draft.updatedAt) : blank(dice >>> 2),
  };
}

/** As the platform writes it: a number, two hyphens, the creation time. */
function toRecordId(draft: Draft): string {
  const created = new Date(draft.createdAt).toISOString();
  return `${28_000_000 + (draft.dice % 900_000)} -- ${created.slice(0, 10)} ${created.slice(11, 23)}`;
}
