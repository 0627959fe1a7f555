/** Typed records for tests: a test gives the relevant values, the rest is unset. */
import { toUnits } from '#domain/decimal.ts';
import { requireProperty } from '#domain/properties.ts';
import type { TimeLogRecord, Value } from '#domain/record.ts';

/** Numbers as decimal texts, dates `YYYY-MM-DD`, times as ISO texts; names with or without prefix. */
export function recordOf(
  id: string,
  values: Readonly<Record<string, string | boolean>> = {},
  more: Partial<Omit<TimeLogRecord, 'id' | 'values'>> = {},
): TimeLogRecord {
  return {
    id,
    createdAt: Date.UTC(2026, 9, 1, 8),
    updatedAt: Date.UTC(2026, 9, 1, 9),
    archived: false,
    anomalies: new Map(),
    rounded: new Map(),
    extra: new Map(),
    ...more,
    values: new Map(Object.entries(values).map(([name, value]) => [requireProperty(name).name, typed(name, value)])),
  };
}

function typed(name: string, value: string | boolean): Value {
  const { type } = requireProperty(name);
  if (type === 'number') return toUnits(String(value));
  return type === 'datetime' ? Date.parse(String(value)) : value;
}
