/** Edits one filter: property, condition, operand; says what is still wrong and applies it when it is valid. */
import { Button, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { IconPlus } from '@tabler/icons-react';
import { filterTexts } from '#texts/filter.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { type Filter, type Operator, operators } from '#domain/filter/model.ts';
import { readableProperties, requireFilterable, CLIENT_PROPERTY } from '#domain/local-properties.ts';
import { type PropertyGroup, OWNER_PROPERTY } from '#domain/properties.ts';
import { propertyNames } from '#domain/property-names.ts';
import { Disclosure } from '../components/Disclosure.tsx';
import { reachedBy } from '../keyboard.ts';
import { Choice } from '../components/Choice.tsx';
import { useWorkspace } from '../data/open-workspace.ts';
import { toDraft, finishDraft, createDraft, listOperators, changeOperator, type Draft } from './draft.ts';
import { OperandInput } from './OperandInput.tsx';
import classes from './filters.module.css';

interface AddFilterProps {
  readonly label: string;
  readonly onApply: (filter: Filter) => void;
  /** The one that a key opens. */
  readonly isFirst?: boolean;
}

/** “+ Filter” and “+ Or…”: a dashed chip that opens the editor for a new condition. */
export function AddFilter({ label, onApply, isFirst = false }: AddFilterProps) {
  const [opened, setOpened] = useState(false);
  return (
    <Disclosure
      label={label}
      opened={opened}
      onChange={setOpened}
      target={
        <UnstyledButton
          className={`${classes.chip} ${classes.single} ${classes.add}`}
          {...(isFirst && reachedBy('filter'))}
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          <IconPlus size={12} stroke={2} aria-hidden /> {label}
        </UnstyledButton>
      }
    >
      <FilterEditor
        onApply={(filter) => {
          setOpened(false);
          onApply(filter);
        }}
      />
    </Disclosure>
  );
}

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
    const answer = finishDraft(draft, zone);
    if (answer.ok) onApply(answer.filter);
    else setProblem(answer.problem);
  };
  return (
    <Stack
      component="form"
      gap="md"
      w={292}
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
        onChange={(name) => name !== null && change(createDraft(name))}
        searchable
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
      <Group justify="flex-end" gap="sm">
        {onRemove && <Button onClick={onRemove}>{uiTexts.remove}</Button>}
        <Button type="submit" variant="filled" disabled={!draft}>
          {uiTexts.apply}
        </Button>
      </Group>
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

/** The properties that people filter by most: a chip each where there is room, and first among those to choose from. */
export const quickProperties: readonly string[] = [
  OWNER_PROPERTY,
  CLIENT_PROPERTY,
  propertyNames.service,
  propertyNames.category,
];

const toChoice = ({ name, label }: (typeof readableProperties)[number]) => ({ value: name, label });

const propertyChoices = [
  { group: uiTexts.filters.often, items: quickProperties.map(requireFilterable).map(toChoice) },
  ...groupOrder.map((group) => ({
    group: uiTexts.filters.groups[group],
    items: readableProperties
      .filter((each) => each.group === group && !quickProperties.includes(each.name))
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
  return operators.some((each) => each === text);
}
