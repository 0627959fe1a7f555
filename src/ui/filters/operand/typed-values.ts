/** Operands as a person types and reads them, and as a filter has them: numbers by the chosen locale, times by the clock of the zone. Pure. */
import { Temporal } from 'temporal-polyfill';
import { filterEditorTexts as texts } from '#texts/screens/filters/editor.ts';
import { readInstant } from '../../../domain/filter/operand.ts';
import type { PropertyType } from '../../../domain/properties.ts';
import { localizeDecimal, readDecimal } from '../../locale/forms.ts';

export type ReadValue =
  { readonly ok: true; readonly value: string } | { readonly ok: false; readonly problem: string };

/** @param zone of the workspace. @returns the operand as its field shows it; what cannot be read stays as it is. */
export function toTyped(value: string, type: PropertyType, zone: string): string {
  if (type === 'number') return /^-?\d+(\.\d+)?$/.test(value) ? localizeDecimal(value) : value;
  const instant = type === 'datetime' ? readInstant(value) : undefined;
  if (instant === undefined) return value;
  return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).toPlainDateTime().toString();
}

/** @returns the operand as a filter has it, exactly; a problem where the text has two meanings, or none. */
export function fromTyped(typed: string, type: PropertyType, zone: string): ReadValue {
  const text = typed.trim();
  if (type === 'datetime') return readClock(text, zone);
  if (type !== 'number') return { ok: true, value: text };
  const read = readDecimal(text);
  if (read === undefined) return { ok: true, value: text };
  if (typeof read === 'string') return { ok: true, value: read };
  return { ok: false, problem: texts.twoMeanings(text, localizeDecimal(read.whole), localizeDecimal(read.decimal)) };
}

const CLOCK = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?$/;

/** A time without a zone is one of the workspace's zone; others say theirs and stay as they are. */
function readClock(text: string, zone: string): ReadValue {
  if (!CLOCK.test(text)) return { ok: true, value: text };
  try {
    const clock = Temporal.PlainDateTime.from(text.replace(' ', 'T'));
    return { ok: true, value: clock.toZonedDateTime(zone, { disambiguation: 'reject' }).toInstant().toString() };
  } catch (cause) {
    if (cause instanceof RangeError) return { ok: false, problem: texts.noSuchTime(text.replace('T', ' '), zone) };
    throw cause;
  }
}
