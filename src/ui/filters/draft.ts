/** A filter while it is edited, when parts may be missing. Pure. */
import { checkFilterGroups } from '#domain/filter/check.ts';
import { FINDS, type Filter, type Operator } from '#domain/filter/model.ts';
import { listFittingOperators } from '#domain/filter/operand.ts';
import { writeMarked } from '#domain/locale-forms.ts';
import { pageLocale } from '../locale.ts';
import { findFilterable, requireFilterable } from '#domain/local-properties.ts';
import { ID_PROPERTY, type Property } from '#domain/properties.ts';
import { fromTyped, toTyped } from './typed-operand.ts';

export interface Draft {
  readonly propertyName: string;
  readonly operator: Operator;
  readonly value: string;
  readonly highValue: string;
  readonly values: readonly string[];
}

/** @returns the most useful operator for a property. */
export function chooseFirstOperator(property: Property): Operator {
  switch (property.type) {
    case 'string':
      return property.groupable || property.name === ID_PROPERTY ? 'IN' : 'CONTAINS_TOKEN';
    case 'enumeration':
      return 'IN';
    case 'boolean':
      return 'EQ';
    case 'number':
      return 'GT';
    case 'date':
    case 'datetime':
      return 'BETWEEN';
  }
}

export function createDraft(propertyName: string): Draft {
  return {
    propertyName,
    operator: chooseFirstOperator(requireFilterable(propertyName)),
    value: '',
    highValue: '',
    values: [],
  };
}

/** @returns undefined for the search, which has a separate field */
export function toDraft(
  { propertyName, operator, value = '', highValue = '', values = [] }: Filter,
  zone: string,
): Draft | undefined {
  if (operator === FINDS) return undefined;
  const type = findFilterable(propertyName)?.type ?? 'string';
  const typed = (text: string) => toTyped(text, type, zone);
  return { propertyName, operator, value: typed(value), highValue: typed(highValue), values: values.map(typed) };
}

/** Keeps the operand if the new operator can use it, converting between a single value and a list. */
export function changeOperator(draft: Draft, operator: Operator): Draft {
  const takesList = operator === 'IN' || operator === 'NOT_IN';
  const values = takesList && draft.values.length === 0 && draft.value !== '' ? [draft.value] : draft.values;
  const value = !takesList && draft.value === '' ? (draft.values[0] ?? '') : draft.value;
  return { ...draft, operator, values, value };
}

export type DraftAnswer =
  { readonly ok: true; readonly filter: Filter } | { readonly ok: false; readonly problem: string };

/** @param zone for times without a zone. @returns the finished filter, or a clause that describes the problem */
export function finishDraft(draft: Draft, zone: string): DraftAnswer {
  const { values, value, highValue, ...named } = draft;
  const type = findFilterable(draft.propertyName)?.type ?? 'string';
  const takesList = draft.operator === 'IN' || draft.operator === 'NOT_IN';
  const ends = takesList ? [] : draft.operator === 'BETWEEN' ? [value, highValue] : [value];
  const read: string[] = [];
  for (const [at, text] of (takesList ? values : ends).entries()) {
    // A day without a time means the entire day, so a span ends with its last moment.
    const operand = fromTyped(text, type, zone, draft.operator === 'BETWEEN' && at === 1 ? 'end' : 'start');
    if (!operand.ok) return operand;
    read.push(operand.value);
  }
  const [low = '', high = ''] = takesList ? [] : read;
  const operands = {
    ...(low !== '' && { value: low }),
    ...(high !== '' && { highValue: high }),
    ...(takesList && values.length > 0 && { values: read }),
  };
  const checked = checkFilterGroups([{ filters: [{ ...named, ...operands }] }]);
  if (!checked.ok) return { ok: false, problem: writeMarked(checked.problem.what, pageLocale()) };
  const filter = checked.value[0]?.filters[0];
  return filter ? { ok: true, filter } : { ok: false, problem: '' };
}

/** Whether values are ticked in a list, where each tick applies at once. */
export function isPicked({ propertyName, operator }: Draft): boolean {
  const { type, name } = requireFilterable(propertyName);
  if (operator === 'IN' || operator === 'NOT_IN') return type !== 'number' && type !== 'datetime';
  return (operator === 'EQ' || operator === 'NEQ') && type === 'string' && name !== ID_PROPERTY;
}

export function listOperators(propertyName: string): readonly Operator[] {
  return listFittingOperators(requireFilterable(propertyName));
}
