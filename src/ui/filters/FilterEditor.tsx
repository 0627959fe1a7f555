/** Edits one filter with its property, operator and operand; shows problems, and applies it once it is valid. */
import { Button, Group, Stack, Text, UnstyledButton, type ComboboxItem, type OptionsFilter } from '@mantine/core';
import { useState } from 'react';
import { filterTexts } from '#texts/filter.ts';
import { jsonFilterTexts } from '#texts/screens/filter-editor.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { type Filter, type Operator, operators } from '#domain/filter/model.ts';
import { readableProperties, requireFilterable, stateProperties } from '#domain/local-properties.ts';
import { isRepeated, type PropertyGroup } from '#domain/properties.ts';
import { handleSubmit } from '#ui/submit.ts';
import { Choice } from '../components/Choice.tsx';
import { useWorkspace } from '../data/queries.ts';
import { toDraft, finishDraft, createDraft, isPicked, listOperators, changeOperator, type Draft } from './draft.ts';
import { quickProperties } from './choices.ts';
import { OperandInput } from './OperandInput.tsx';
import { openJsonFilter } from './JsonFilter.tsx';
import classes from './filters.module.css';

export interface FilterEditorProps {
  /** Undefined for a new filter. */
  readonly filter?: Filter | undefined;
  /** Applies a filter while the editor stays open; undefined if nothing is ticked any more. */
  readonly onTick: (filter: Filter | undefined) => void;
  readonly onLeave: () => void;
}

export function FilterEditor({ filter, onTick, onLeave }: FilterEditorProps) {
  const { zone } = useWorkspace();
  const [draft, setDraft] = useState<Draft | undefined>(() => filter && toDraft(filter, zone));
  const [problem, setProblem] = useState('');
  const change = (next: Draft) => {
    setDraft(next);
    setProblem('');
    if (!isPicked(next) || next.propertyName !== draft?.propertyName) return;
    const answer = finishDraft(next, zone);
    if (answer.ok) onTick(answer.filter);
    else if (isPicked(draft) && finishDraft(draft, zone).ok) onTick(undefined);
  };
  const hasTicks = draft !== undefined && isPicked(draft);
  const apply = () => {
    if (!draft) return;
    const answer = finishDraft(draft, zone);
    if (!hasTicks && !answer.ok) {
      setProblem(answer.problem);
      return;
    }
    if (!hasTicks && answer.ok) onTick(answer.filter);
    onLeave();
  };
  return (
    <Stack component="form" gap="md" w={292} onSubmit={handleSubmit(apply)}>
      <Choice
        label={uiTexts.filters.property}
        placeholder={uiTexts.filters.findProperty}
        data={propertyChoices}
        value={draft?.propertyName ?? null}
        onChange={(name) => name !== null && change(createDraft(name))}
        searchable
        filter={filterChoices}
        {...(filter === undefined && { 'data-autofocus': true })}
      />
      {draft && (
        <>
          <Choice
            label={uiTexts.filters.operator}
            data={listOperatorChoices(draft.propertyName)}
            value={draft.operator}
            onChange={(chosen) => isOperator(chosen) && change(changeOperator(draft, chosen))}
            allowDeselect={false}
          />
          <OperandInput draft={draft} onChange={change} />
        </>
      )}
      {problem !== '' && (
        <Text size="xs" c="var(--bad)" role="alert">
          {problem}
        </Text>
      )}
      {(filter || !hasTicks) && (
        <Group justify="flex-end" gap="sm">
          {filter && (
            <UnstyledButton
              className={classes.clear}
              mr="auto"
              onClick={() => {
                onLeave();
                openJsonFilter();
              }}
            >
              {jsonFilterTexts.title}
            </UnstyledButton>
          )}
          {!hasTicks && (
            <Button type="submit" variant="filled" disabled={!draft}>
              {uiTexts.apply}
            </Button>
          )}
        </Group>
      )}
    </Stack>
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

/** Hides redundant properties until something is typed. */
export const filterChoices: OptionsFilter = ({ options, search }) => {
  const typed = search.trim().toLowerCase();
  const fits = ({ value, label }: ComboboxItem) =>
    typed === '' ? !isRepeated(requireFilterable(value)) : `${label} ${value}`.toLowerCase().includes(typed);
  return options
    .map((option) => ('group' in option ? { ...option, items: option.items.filter(fits) } : option))
    .filter((option) => ('group' in option ? option.items.length > 0 : fits(option)));
};

const toChoice = ({ name, label }: (typeof readableProperties)[number]) => ({ value: name, label });

export const propertyChoices = [
  { group: uiTexts.filters.often, items: quickProperties.map(requireFilterable).map(toChoice) },
  ...groupOrder.map((group) => ({
    group: uiTexts.filters.groups[group],
    items: [...readableProperties, ...stateProperties]
      .filter((property) => property.group === group && !quickProperties.includes(property.name))
      .map(toChoice),
  })),
];

function listOperatorChoices(propertyName: string) {
  const { type } = requireFilterable(propertyName);
  return listOperators(propertyName).map((operator) => ({
    value: operator,
    label: filterTexts.operator(operator, type),
  }));
}

function isOperator(text: string | null): text is Operator {
  return operators.some((operator) => operator === text);
}
