/** Edits one filter: property, condition, operand; says what is still wrong and applies it when it is valid. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Filter, Operator } from '../../domain/filter/model.ts';
import { operators } from '../../domain/filter/model.ts';
import { readableProperties, requireReadable } from '../../domain/local-properties.ts';
import type { PropertyGroup } from '../../domain/properties.ts';
import { filterTexts } from '#texts/filter.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { Choice } from '../components/controls/Choice.tsx';
import { useWorkspace } from '../data/open-workspace.ts';
import { toDraft, finished, newDraft, listOperators, withOperator, type Draft } from './draft.ts';
import { quickProperties } from './quick-properties.ts';
import { OperandInput } from './OperandInput.tsx';
import classes from './filters.module.css';

export interface FilterEditorProps {
  /** Undefined: a new one. */
  readonly filter?: Filter | undefined;
  readonly onApply: (filter: Filter) => void;
  readonly onRemove?: (() => void) | undefined;
}

export function FilterEditor({ filter, onApply, onRemove }: FilterEditorProps) {
  const { zone } = useWorkspace();
  const [draft, setDraft] = useState<Draft | undefined>(() => filter && toDraft(filter, zone));
  const [problem, setProblem] = useState('');
  const change = (next: Draft) => {
    setDraft(next);
    setProblem('');
  };
  const apply = () => {
    if (!draft) return;
    const answer = finished(draft, zone);
    if (answer.ok) onApply(answer.filter);
    else setProblem(answer.problem);
  };
  return (
    <form
      className={classes.editor}
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <Choice
        label={uiTexts.filters.property}
        placeholder={uiTexts.filters.findProperty}
        data={propertyChoices}
        value={draft?.propertyName ?? null}
        onChange={(name) => name !== null && change(newDraft(name))}
        searchable
        {...(filter === undefined && { 'data-autofocus': true })}
      />
      {draft && (
        <>
          <Choice
            label={uiTexts.filters.operator}
            data={operatorChoices(draft.propertyName)}
            value={draft.operator}
            onChange={(chosen) => isOperator(chosen) && change(withOperator(draft, chosen))}
            allowDeselect={false}
          />
          <OperandInput draft={draft} onChange={change} />
        </>
      )}
      {problem !== '' && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={classes.buttons}>
        {onRemove && <Button onClick={onRemove}>{uiTexts.remove}</Button>}
        <Button type="submit" variant="filled" disabled={!draft}>
          {uiTexts.apply}
        </Button>
      </div>
    </form>
  );
}

const groupOrder: readonly PropertyGroup[] = [
  'identity',
  'time',
  'totals',
  'billable',
  'money',
  'provenance',
  'system',
];

const toChoice = ({ name, label }: (typeof readableProperties)[number]) => ({ value: name, label });

const propertyChoices = [
  { group: uiTexts.filters.often, items: quickProperties.map(requireReadable).map(toChoice) },
  ...groupOrder.map((group) => ({
    group: uiTexts.filters.groups[group],
    items: readableProperties
      .filter((each) => each.group === group && !quickProperties.includes(each.name))
      .map(toChoice),
  })),
];

function operatorChoices(propertyName: string) {
  const { type } = requireReadable(propertyName);
  return listOperators(propertyName).map((operator) => ({
    value: operator,
    label: filterTexts.operator(operator, type),
  }));
}

function isOperator(text: string | null): text is Operator {
  return operators.some((each) => each === text);
}
