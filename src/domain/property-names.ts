/** Full names of the properties that code speaks of by themselves, each checked against the catalogue; all else derives from it. */
import { ID_PROPERTY, OWNER_PROPERTY, requireProperty, RECORD_ID_PROPERTY } from './properties.ts';

/** @param name with or without prefix */
const named = (name: string): string => requireProperty(name).name;

export const propertyNames = {
  id: ID_PROPERTY,
  recordId: RECORD_ID_PROPERTY,
  owner: OWNER_PROPERTY,
  objectType: named('assoc_obj_type'),
  objectId: named('assoc_record_id'),
  title: named('title'),
  description: named('description'),
  category: named('category_text'),
  service: named('service_name'),
  toggle: named('toggle'),
  firstStart: named('first_start_date'),
  firstEnd: named('first_end_date'),
  lastStart: named('last_start_date'),
  lastEnd: named('last_end_date'),
  week: named('week_year'),
  month: named('month_year'),
  sessions: named('num_sessions'),
  totalMinutes: named('total_minutes'),
  totalHours: named('total_hours'),
  billableMinutes: named('billable_minutes'),
  billableHours: named('billable_hours'),
  billableShare: named('billable_percentage'),
  billableRate: named('billable_rate'),
  billableAmount: named('billable_amount'),
  billableAmountAuto: named('billable_amount_auto'),
  costAmount: named('cost_amount'),
  costAmountAuto: named('cost_amount_auto'),
  marginAmount: named('margin_amount'),
  costRate: named('cost_rate'),
  created: named('sys_createdate'),
  modified: named('sys_lastmodifieddate'),
} as const;
