/** What the properties of records are called: those of the service by name without its prefix, the built-in ones, and those only this computer knows. */

const duration = (label: string) => ({
  minutes: `${label} minutes`,
  hours: `${label} hours`,
  days: `${label} days`,
  years: `${label} years`,
  decades: `${label} decades`,
  centuries: `${label} centuries`,
});

export const propertyLabels = {
  record_id: 'Record ID',
  assoc_obj_type: 'Object type',
  assoc_record_id: 'Object',
  toggle: 'Toggle',
  title: 'Title',
  description: 'Description',
  category_text: 'Category',
  service_name: 'Service',
  workflow_managed_tag: 'Workflow tag',
  platform_owner_id: 'Person',

  first_start_date: 'First start',
  first_end_date: 'First end',
  last_start_date: 'Last start',
  last_end_date: 'Last end',
  week_year: 'Recorded week',
  month_year: 'Recorded month',
  num_sessions: 'Sessions',
  is_split_week_record: 'Split at week',
  is_split_month_record: 'Split at month',
  is_one_time_log_per_session_record: 'One log per session',

  total: duration('Total'),
  billable: duration('Billable'),
  isBillable: 'Billable',
  isBilled: 'Billed',
  isModified: 'Modified since billed',
  billable_percentage: 'Billable share',
  billable_rate: 'Billable rate',

  billable_amount: 'Billable value',
  cost_amount: 'Cost',
  margin_amount: 'Recorded margin',
  cost_rate: 'Cost rate',
  /** Worked out by the service beside what was recorded. */
  auto: (label: string) => `${label} (auto)`,

  created_via_service_api: 'Created via API',
  last_updated_via_service_api: 'Last updated via API',

  sys_object_id: 'ID',
  sys_createdate: 'Created',
  sys_lastmodifieddate: 'Last modified',

  client: 'Client',
  team: 'Team',
} as const;
