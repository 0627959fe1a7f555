/** Prints a filter in words, for tables, files and Explain, and words which of its values no record has. */
import { filterTexts as texts } from '#texts/filter.ts';
import { unheldTexts } from '#texts/screens/filter-editor.ts';
import { formatUnits } from '../decimal.ts';
import { findFilterable, CLIENT_PROPERTY, requireFilterable, TEAM_PROPERTY } from '../local-properties.ts';
import type { Property } from '../properties.ts';
import { toVisibleText } from '../spelling.ts';
import { FINDS, type Filter, type FilterGroups } from './model.ts';
import { replaceSearched } from './search.ts';
import { chooseComparison, readBoolean, readDay, readInstant, readNumber } from './operand.ts';
import { Temporal } from 'temporal-polyfill';
import { formatDay, formatUngrouped } from '../locale-forms.ts';

/** How a screen formats operands. Files use the same form everywhere: plain figures, and times in UTC. */
export interface OperandForms {
  readonly figure: (decimal: string) => string;
  /** @param date `YYYY-MM-DD` */
  readonly day: (date: string) => string;
  /** @param instant epoch milliseconds. @returns its day and time in the zone, to the millisecond if needed */
  readonly time: (instant: number) => string;
  /** The time zone, which is printed beside times. */
  readonly zone: string;
}

export interface PrintOptions {
  readonly query?: string;
  readonly forms?: OperandForms;
  /** Finds the name of an id or value (a person, an object); if undefined, the value is printed. */
  readonly nameOf?: (propertyName: string, value: string) => string | undefined;
  /** Searched words that no record has, with similar words of names; a single similar word replaces the searched one. */
  readonly misspelt?: readonly { readonly word: string; readonly names: readonly string[] }[] | undefined;
}

/** @returns e.g. `Service is one of Audit, Tax and Billable hours is over 0`; `All records` if there are no conditions. */
export function printFilter(groups: FilterGroups, options: PrintOptions = {}): string {
  const printed = takeNames(groups, options).map((group) => {
    const text = texts.all(group.filters.map((filter) => printOne(filter, options)));
    return groups.length > 1 && group.filters.length > 1 ? texts.group(text) : text;
  });
  const filters = printed.length > 0 ? [texts.any(printed)] : [];
  const query = options.query ? [texts.query(options.query)] : [];
  if (filters.length + query.length === 0) return texts.everything;
  const wrapped = query.length > 0 && printed.length > 1 ? filters.map(texts.group) : filters;
  return texts.all([...wrapped, ...query]);
}

function takeNames(groups: FilterGroups, { misspelt = [] }: PrintOptions): FilterGroups {
  return misspelt.reduce(
    (replacedGroups, { word, names: [name, ...others] }) =>
      name === undefined || others.length > 0 ? replacedGroups : replaceSearched(replacedGroups, word, name),
    groups,
  );
}

/** Prints the label, the operator in words and the operands. Unknown property names are printed unchanged. */
export function printOne(filter: Filter, options: PrintOptions = {}): string {
  const { operator } = filter;
  if (operator === FINDS) return texts.finds(toVisibleText(filter.value ?? ''));
  const property = findFilterable(filter.propertyName);
  const label = property?.label ?? filter.propertyName;
  // A single yes or no is printed without the words for lists.
  const isOne = operator === 'IN' && property?.type === 'boolean' && filter.values?.length === 1;
  const words = texts.operator(isOne ? 'EQ' : operator, property?.type ?? 'string');
  const operands = printOperands(filter, (text) => printValue(filter.propertyName, text ?? '', options));
  if (operands === undefined) return `${label} ${words}`;
  const { forms } = options;
  const placed = forms && property?.type === 'datetime' ? texts.inZone(operands, forms.zone) : operands;
  return `${label} ${words} ${placed}`;
}

/** Prints one operand of a property: its name if known, otherwise the formatted value. */
export function printValue(propertyName: string, text: string, { nameOf, forms }: PrintOptions = {}): string {
  const property = findFilterable(propertyName);
  return nameOf?.(property?.name ?? propertyName, text) ?? printOperand(property, text, forms);
}

function printOperands({ operator, value, highValue, values }: Filter, print: (text: string | undefined) => string) {
  if (operator === 'HAS_PROPERTY' || operator === 'NOT_HAS_PROPERTY') return undefined;
  if (operator === 'IN' || operator === 'NOT_IN') return texts.list((values ?? []).map(print));
  return operator === 'BETWEEN' ? texts.between(print(value), print(highValue)) : print(value);
}

function printOperand(property: Property | undefined, text: string, forms: OperandForms | undefined): string {
  switch (property ? chooseComparison(property) : 'string') {
    case 'number': {
      const units = readNumber(text);
      if (units === undefined) return text;
      return forms ? forms.figure(formatUnits(units)) : formatUnits(units);
    }
    case 'boolean': {
      const value = readBoolean(text);
      return value === undefined ? text : texts.booleans[value ? 'true' : 'false'];
    }
    case 'date':
      return forms ? printDay(text, forms) : printInstant(text);
    case 'datetime':
      return forms ? printTime(text, forms) : printInstant(text);
    case 'string':
    case 'enumeration':
      return toVisibleText(text);
    case 'id':
      return text;
  }
}

/** Prints a time as its UTC day, as it is compared, because a date property has only days. */
function printDay(text: string, { day }: OperandForms): string {
  const midnight = readDay(text);
  return midnight === undefined ? text : day(new Date(midnight).toISOString().slice(0, 10));
}

function printTime(text: string, { time }: OperandForms): string {
  const instant = readInstant(text);
  return instant === undefined ? text : time(instant);
}

/** Prints a midnight as its date, and any other time in UTC to the minute or with all its digits. */
function printInstant(text: string): string {
  const instant = readInstant(text);
  if (instant === undefined) return text;
  const iso = new Date(instant).toISOString();
  return iso.replace('T00:00:00.000Z', '').replace(':00.000Z', ' UTC').replace('T', ' ').replace('Z', ' UTC');
}

interface UnheldValue {
  readonly propertyName: string;
  readonly value: string;
  readonly isKnown: boolean;
  readonly near: { readonly value: string; readonly name: string | null } | null;
}

/** Words that no record has a value in a filter. */
export function formatUnheldValue({ propertyName, value, isKnown, near }: UnheldValue): string {
  const { label } = requireFilterable(propertyName);
  const visibleValue = toVisibleText(value);
  const nearest = near && formatNearValue(near);
  switch (propertyName) {
    case CLIENT_PROPERTY:
      return isKnown ? unheldTexts.noRecord(label, visibleValue) : unheldTexts.noClient(visibleValue, nearest);
    case TEAM_PROPERTY:
      return isKnown ? unheldTexts.noRecord(label, visibleValue) : unheldTexts.noTeam(visibleValue, nearest);
    default:
      return unheldTexts.none(label, visibleValue, isKnown ? null : nearest);
  }
}

/** Words how a searched word was read, or which names it may mean. */
export function formatMisspelt({ word, names }: { readonly word: string; readonly names: readonly string[] }): string {
  const [name = '', ...others] = names.map(toVisibleText);
  return others.length === 0 ? unheldTexts.taken(word, name) : unheldTexts.several(word, [name, ...others]);
}

/** Formats as `“Acme”` or `7 (Zoë)`. */
export function formatNearValue({ value, name }: NonNullable<UnheldValue['near']>): string {
  return name === null ? unheldTexts.quoted(toVisibleText(value)) : unheldTexts.named(value, toVisibleText(name));
}

// The forms of operands on screens: figures and days in the chosen locale, times in a named zone.

export function createOperandForms(zone: string, locale?: string): OperandForms {
  return {
    figure: (decimal) => formatUngrouped(decimal, locale),
    day: (date) => formatDay(date, locale),
    time: (instant) => formatClockTime(instant, zone, locale),
    zone,
  };
}

/** Formats an instant in a time zone: to the minute if it is a full minute, otherwise exactly, `31 Oct 2026 23:59:59.999`. */
export function formatClockTime(instant: number, zone: string, locale?: string): string {
  const clock = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).toPlainDateTime();
  const isMinute = clock.second === 0 && clock.millisecond === 0;
  const time = clock.toPlainTime().toString(isMinute ? { smallestUnit: 'minute' } : {});
  return `${formatDay(clock.toPlainDate().toString(), locale)} ${time}`;
}
