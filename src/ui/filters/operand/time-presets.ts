/** Spans of time by name as the two ends of a filter: days of a date, times by the clock of the workspace's zone. Pure. */
import type { PropertyType } from '../../../domain/properties.ts';
import { periodPresets, type PeriodPreset } from '../../../domain/time/period-presets.ts';
import { toTyped } from './typed-values.ts';
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
  if (type === 'date') return { value: toTyped(from, type, context.zone), highValue: toTyped(to, type, context.zone) };
  const { start, end } = clockBounds(resolved.value, context.zone);
  const shown = (instant: number) => toTyped(new Date(instant).toISOString(), type, context.zone);
  return { value: shown(start), highValue: shown(end - 1) };
}
