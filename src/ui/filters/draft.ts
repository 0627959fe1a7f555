/** A filter while it is being written: any of its parts may still be missing. Pure. */
import { checkFilterGroups } from '../../domain/filter/check.ts';
import { FINDS, type Filter, type Operator } from '../../domain/filter/model.ts';
import { operatorsFor } from '../../domain/filter/operand.ts';
import { requireReadable } from '../../domain/local-properties.ts';
import { ID_PROPERTY, type Property } from '../../domain/properties.ts';

export interface Draft {
  readonly propertyName: string;
  readonly operator: Operator;
  readonly value: string;
  readonly highValue: string;
  readonly values: readonly string[];
}

/** @returns the most useful operator for a property. */
export function firstOperator(property: Property): Operator {
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

export function newDraft(propertyName: string): Draft {
  return {
    propertyName,
    operator: firstOperator(requireReadable(propertyName)),
    value: '',
    highValue: '',
    values: [],
  };
}

/** @returns undefined for the search, which is edited in its field. */
export function toDraft({
  propertyName,
  operator,
  value = '',
  highValue = '',
  values = [],
}: Filter): Draft | undefined {
  return operator === FINDS ? undefined : { propertyName, operator, value, highValue, values };
}

/** Keeps the operand where the new operator can use it: a single value becomes a list and back. */
export function withOperator(draft: Draft, operator: Operator): Draft {
  const takesList = operator === 'IN' || operator === 'NOT_IN';
  const values = takesList && draft.values.length === 0 && draft.value !== '' ? [draft.value] : draft.values;
  const value = !takesList && draft.value === '' ? (draft.values[0] ?? '') : draft.value;
  return { ...draft, operator, values, value };
}

export type DraftAnswer =
  { readonly ok: true; readonly filter: Filter } | { readonly ok: false; readonly problem: string };

/** @returns the finished filter, or what is still wrong, in half a sentence. */
export function finished(draft: Draft): DraftAnswer {
  const { values, value, highValue, ...named } = draft;
  const operands = {
    ...(value.trim() !== '' && { value: value.trim() }),
    ...(highValue.trim() !== '' && { highValue: highValue.trim() }),
    ...(values.length > 0 && { values }),
  };
  const checked = checkFilterGroups([{ filters: [{ ...named, ...operands }] }]);
  if (!checked.ok) return { ok: false, problem: checked.problem.what };
  const filter = checked.value[0]?.filters[0];
  return filter ? { ok: true, filter } : { ok: false, problem: '' };
}

/** The operators a property takes, in the order of the catalogue. */
export function listOperators(propertyName: string): readonly Operator[] {
  return operatorsFor(requireReadable(propertyName));
}
