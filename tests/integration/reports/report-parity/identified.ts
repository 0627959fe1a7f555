/** Conditions on what tells one record from another, ids and dates, each as a filter and in plain code. */
import type { Condition } from './world.ts';

const P = 'a552213_';
const midnight = Date.parse('2026-10-01T00:00:00Z');

export const identified: readonly Condition[] = [
  {
    filter: { propertyName: 'sys_object_id', operator: 'BETWEEN', value: '12', highValue: '70' },
    holds: ({ id }) => Number(id) >= 12 && Number(id) <= 70,
  },
  { filter: { propertyName: 'sys_object_id', operator: 'NEQ', value: '5' }, holds: ({ id }) => id !== '5' },
  {
    filter: { propertyName: 'sys_object_id', operator: 'NOT_IN', values: ['3', '14', '15', '92'] },
    holds: ({ id }) => !['3', '14', '15', '92'].includes(id),
  },
  {
    filter: { propertyName: `${P}first_start_date`, operator: 'GTE', value: '2026-10-01T00:00:00Z' },
    holds: ({ values }) => Number(values.get(`${P}first_start_date`) ?? -Infinity) >= midnight,
  },
  {
    filter: { propertyName: `${P}month_year`, operator: 'LT', value: '2026-10-01' },
    holds: ({ values }) => String(values.get(`${P}month_year`) ?? '9') < '2026-10-01',
  },
  {
    filter: { propertyName: 'sys_createdate', operator: 'LTE', value: '2026-10-01' },
    holds: ({ createdAt }) => createdAt <= midnight,
  },
  {
    filter: { propertyName: `${P}assoc_record_id`, operator: 'IN', values: ['1', '2', 'A'] },
    holds: ({ values }) => ['1', '2', 'a'].includes(String(values.get(`${P}assoc_record_id`) ?? '').toLowerCase()),
  },
];
