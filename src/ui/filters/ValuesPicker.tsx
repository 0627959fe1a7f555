/** Picks values of a property from those that occur, the most frequent first, with names for ids. */
import { Checkbox, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type KeyboardEvent } from 'react';
import type { Output } from '#contract/api.ts';
import { listSearchWords } from '#domain/filter/search.ts';
import { chooseComparison } from '#domain/filter/operand.ts';
import { foldCase } from '#domain/filter/text.ts';
import { formatOtherSpellings } from '#domain/reports/keys/key-text.ts';
import { requireFilterable } from '#domain/local-properties.ts';
import { filterTexts } from '#texts/filter.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { count, dayText } from '../format/figures-and-times.ts';
import { useNames } from '../names.ts';
import { propertyValues } from '../data/queries.ts';
import { listChoices, choosePickerStep, describeState } from './choices.ts';
import { useCounted } from './filter-edit.ts';
import classes from './filters.module.css';

const MAX = 500;

export interface ValuesPickerProps {
  readonly propertyName: string;
  readonly chosen: readonly string[];
  readonly onChange: (values: string[]) => void;
  /** Called when the pointer is on a control that would choose these values. */
  readonly onNear?: (values: readonly string[]) => void;
}

export function ValuesPicker({ propertyName, chosen, onChange, onNear }: ValuesPickerProps) {
  const property = requireFilterable(propertyName);
  const [typed, setTyped] = useState('');
  /** The value marked with the arrow keys. */
  const [keyMarked, setKeyMarked] = useState<string>();
  const list = useRef<HTMLFieldSetElement>(null);
  const [search] = useDebouncedValue(typed, 180);
  const [first] = useState(chosen);
  const { nameOf } = useNames();
  const counted = useCounted();
  const isYesNo = property.type === 'boolean';
  const all = useQuery(propertyValues({ ...counted, propertyName, limit: MAX }));
  const tooMany = (all.data?.distinct ?? 0) > MAX;
  const narrowed = useQuery({
    ...propertyValues({ ...counted, propertyName, contains: search, limit: MAX }),
    enabled: tooMany && search !== '',
  });
  const answer = tooMany && search !== '' ? narrowed.data : all.data;
  const nameValue = (value: string) => {
    if (isYesNo) return filterTexts.booleans[value === 'true' ? 'true' : 'false'];
    return nameOf(propertyName, value) ?? (property.type === 'date' ? dayText(value) : undefined);
  };
  const listed = listChoices({
    options: property.options ?? [],
    occurring: isYesNo ? listYesNo(answer?.values ?? []) : (answer?.values ?? []),
    chosen,
    first: isYesNo ? [] : first,
    typed,
    nameOf: nameValue,
    fold: chooseComparison(property) === 'string' ? foldCase : undefined,
  });
  const { choices, fitting } = listed;
  const fewer = listed.fewer ?? answer?.fewer ?? null;
  // While people type, the first match is marked, so that Enter ticks it.
  const firstFitting = typed.trim() === '' ? undefined : fitting[0];
  const marked = keyMarked !== undefined && fitting.includes(keyMarked) ? keyMarked : firstFitting;
  const applyTick = (value: string, on: boolean) =>
    on ? [...chosen, value] : chosen.filter((other) => other !== value);
  const toggle = (value: string, on: boolean) => onChange(applyTick(value, on));
  const findLabel = (value: string) => choices.find((choice) => choice.value === value)?.label ?? value;
  const write = (text: string) => {
    setTyped(text);
    setKeyMarked(undefined);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const hasModifier = event.ctrlKey || event.metaKey;
    const step = choosePickerStep({ key: event.key, hasModifier }, { values: fitting, marked, typed });
    if (!step) return;
    event.preventDefault();
    if (step.kind === 'submit') event.currentTarget.form?.requestSubmit();
    if (step.kind === 'move') {
      setKeyMarked(step.to);
      const option = list.current?.querySelector(`[value="${CSS.escape(step.to)}"]`);
      option?.scrollIntoView({ block: 'nearest' });
    }
    if (step.kind === 'tick') {
      toggle(step.value, !chosen.includes(step.value));
      // The field is emptied for the next value; Enter on an empty field applies.
      write('');
    }
  };
  return (
    <Stack gap="sm">
      {!isYesNo && (
        <TextInput
          value={typed}
          onChange={(event) => write(event.currentTarget.value)}
          onKeyDown={press}
          aria-description={marked === undefined ? undefined : uiTexts.filters.marked(findLabel(marked))}
          placeholder={uiTexts.filters.findValue}
          aria-label={uiTexts.filters.findValue}
          leftSection={<IconSearch size={14} aria-hidden />}
          data-autofocus
        />
      )}
      <fieldset
        ref={list}
        className={classes.choices}
        data-few={isYesNo || undefined}
        aria-label={uiTexts.filters.values}
      >
        {choices.map(({ value, label, records, others }, index) => (
          <Checkbox
            key={value}
            className={classes.choice}
            data-marked={value === marked || undefined}
            value={value}
            {...(isYesNo && index === 0 && { 'data-autofocus': true })}
            checked={chosen.includes(value)}
            onChange={(event) => toggle(value, event.currentTarget.checked)}
            onMouseEnter={() => onNear?.(applyTick(value, !chosen.includes(value)))}
            label={
              <>
                <span
                  className={classes.choiceLabel}
                  title={[label, formatOtherSpellings(others)].filter(Boolean).join(', ')}
                >
                  {label}
                  {others.length > 0 && (
                    <Text component="span" size="xs" c="var(--ink-2)" ml="sm">
                      {formatOtherSpellings(others)}
                    </Text>
                  )}
                </span>
                {records !== undefined && (
                  <Text component="span" size="xs" c="dimmed" className="figure">
                    {count(records)}
                  </Text>
                )}
              </>
            }
          />
        ))}
        {fitting.length === 0 && !all.isPending && <p className="quiet">{uiTexts.filters.noValues}</p>}
        {fewer !== null && typed.trim() !== '' && (
          <UnstyledButton className={classes.clear} onClick={() => write(fewer)}>
            {uiTexts.filters.fewerWords(fewer, countWords(fewer), countWords(typed))}
          </UnstyledButton>
        )}
      </fieldset>
      {describeState(propertyName) && (
        <Text size="xs" c="dimmed">
          {describeState(propertyName)}
        </Text>
      )}
      {tooMany && (
        <Text size="xs" c="dimmed">
          {uiTexts.filters.moreValues(count(all.data?.distinct ?? 0))}
        </Text>
      )}
    </Stack>
  );
}

const countWords = (text: string) => count(listSearchWords(text).length);

/** Lists yes before no, even if no record has one of them. */
function listYesNo(values: Output<'records.values'>['values']): Output<'records.values'>['values'] {
  return ['true', 'false'].map(
    (value) => values.find((entry) => entry.value === value) ?? { value, records: 0, others: [] },
  );
}
