/** Spans of time by name as the two ends of a filter: days of a date, moments of a time in the workspace's zone. Pure. */
import type { PropertyType } from '../../../domain/properties.ts';
import { periodPresets, type PeriodPreset } from '../../../domain/time/period-presets.ts';
import { clockBounds, resolvePeriod, type PeriodContext } from '../../../domain/time/period.ts';

export interface TimeEnds {
  readonly value: string;
  readonly highValue: string;
}

export const timePresets: readonly PeriodPreset[] = periodPresets;

/** @returns undefined where the period does not exist */
export function endsOf(
  preset: PeriodPreset,
  type: PropertyType,
  context: PeriodContext & { readonly zone: string },
): TimeEnds | undefined {
  const resolved = resolvePeriod(preset, context);
  if (!resolved.ok) return undefined;
  const { from, to } = resolved.value;
  if (type === 'date') return { value: from, highValue: to };
  const { start, end } = clockBounds(resolved.value, context.zone);
  return { value: new Date(start).toISOString(), highValue: new Date(end - 1).toISOString() };
}
