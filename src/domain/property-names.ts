/** Full names of the properties that code speaks of by themselves, each checked against the catalogue; all else derives from it. */
import { ID_PROPERTY, OWNER_PROPERTY, requireProperty, RECORD_ID_PROPERTY } from './properties.ts';

/** @param name with or without prefix */
const requireFullName = (name: string): string => requireProperty(name).name;

export const propertyNames = {
  id: ID_PROPERTY,
  recordId: RECORD_ID_PROPERTY,
  owner: OWNER_PROPERTY,
  objectType: requireFullName('assoc_obj_type'),
  objectId: requireFullName('assoc_record_id'),
  title: requireFullName('title'),
  description: requireFullName('description'),
  category: requireFullName('category_text'),
  service: requireFullName('service_name'),
  toggle: requireFullName('toggle'),
  firstStart: requireFullName('first_start_date'),
  firstEnd: requireFullName('first_end_date'),
  lastStart: requireFullName('last_start_date'),
  lastEnd: requireFullName('last_end_date'),
  week: requireFullName('week_year'),
  month: requireFullName('month_year'),
  sessions: requireFullName('num_sessions'),
  totalMinutes: requireFullName('total_minutes'),
  totalHours: requireFullName('total_hours'),
  billableMinutes: requireFullName('billable_minutes'),
  billableHours: requireFullName('billable_hours'),
  billableShare: requireFullName('billable_percentage'),
  billableRate: requireFullName('billable_rate'),
  billableAmount: requireFullName('billable_amount'),
  billableAmountAuto: requireFullName('billable_amount_auto'),
  costAmount: requireFullName('cost_amount'),
  costAmountAuto: requireFullName('cost_amount_auto'),
  marginAmount: requireFullName('margin_amount'),
  costRate: requireFullName('cost_rate'),
  created: requireFullName('sys_createdate'),
  modified: requireFullName('sys_lastmodifieddate'),
} as const;
