/** The field for a filter's operand, depending on the property's type and the operator. */
import { SegmentedControl, SimpleGrid, Text, Textarea, TextInput, UnstyledButton, Group } from '@mantine/core';
import { requireFilterable } from '#domain/local-properties.ts';
import { ID_PROPERTY, type Property, type PropertyType, type PropertyUnit } from '#domain/properties.ts';
import { filterEditorTexts } from '#texts/screens/filter-editor.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { useWorkspace } from '../data/queries.ts';
import { DayField } from './DayField.tsx';
import { type DayEnd, findTimeEnds, timePresets, type TimeEnds } from './typed-operand.ts';
import { readDay } from '../locale.ts';
import { Choice } from '../components/Choice.tsx';
import type { Draft } from './draft.ts';
import { ValuesPicker } from './ValuesPicker.tsx';
import { formatUnit } from '#domain/reports/print/printed.ts';
import classes from './filters.module.css';

export interface OperandInputProps {
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
}

export function OperandInput({ draft, onChange }: OperandInputProps) {
  const property = requireFilterable(draft.propertyName);
  switch (draft.operator) {
    case 'HAS_PROPERTY':
    case 'NOT_HAS_PROPERTY':
      return null;
    case 'IN':
    case 'NOT_IN':
      return <ListOperand property={property} draft={draft} onChange={onChange} />;
    case 'BETWEEN':
      return (
        <>
          {(property.type === 'date' || property.type === 'datetime') && (
            <TimePresets
              type={property.type}
              ends={draft}
              onChoose={({ value, highValue }) => onChange({ ...draft, value, highValue })}
            />
          )}
          <SimpleGrid cols={property.type === 'datetime' ? 1 : 2} spacing="sm" verticalSpacing="sm">
            <OneOperand
              property={property}
              label={uiTexts.filters.from}
              value={draft.value}
              onChange={(value) => onChange({ ...draft, value })}
            />
            <OneOperand
              property={property}
              label={uiTexts.filters.to}
              value={draft.highValue}
              missing="end"
              onChange={(highValue) => onChange({ ...draft, highValue })}
            />
          </SimpleGrid>
        </>
      );
    case 'EQ':
    case 'NEQ':
      if (property.type === 'string' && property.name !== ID_PROPERTY) {
        return (
          <ValuesPicker
            propertyName={property.name}
            chosen={draft.value === '' ? [] : [draft.value]}
            // The operator takes one value, so a new one replaces it.
            onChange={(values) => onChange({ ...draft, value: values.at(-1) ?? '' })}
          />
        );
      }
      return <ValueOperand property={property} draft={draft} onChange={onChange} />;
    case 'LT':
    case 'LTE':
    case 'GT':
    case 'GTE':
    case 'CONTAINS_TOKEN':
    case 'NOT_CONTAINS_TOKEN':
      return <ValueOperand property={property} draft={draft} onChange={onChange} />;
  }
}

function ValueOperand({ property, draft, onChange }: OperandInputProps & { readonly property: Property }) {
  return (
    <OneOperand
      property={property}
      label={uiTexts.filters.value}
      value={draft.value}
      onChange={(value) => onChange({ ...draft, value })}
    />
  );
}

/** Numbers and times are typed one per line, because there are too many to pick from. */
function ListOperand({ property, draft, onChange }: OperandInputProps & { readonly property: Property }) {
  const { zone } = useWorkspace();
  if (property.type !== 'number' && property.type !== 'datetime') {
    return (
      <ValuesPicker
        propertyName={property.name}
        chosen={property.type === 'date' ? draft.values.map((day) => readDay(day) ?? day) : draft.values}
        onChange={(values) => onChange({ ...draft, values })}
      />
    );
  }
  return (
    <Textarea
      label={
        property.type === 'datetime' ? filterEditorTexts.inZone(uiTexts.filters.oneEach, zone) : uiTexts.filters.oneEach
      }
      rows={4}
      data-autofocus
      value={draft.values.join('\n')}
      onChange={(event) => onChange({ ...draft, values: event.currentTarget.value.split('\n') })}
    />
  );
}

interface OneOperandProps {
  readonly property: Property;
  readonly label: string;
  readonly value: string;
  /** The moment of a day that applies if no time is typed. */
  readonly missing?: DayEnd;
  readonly onChange: (value: string) => void;
}

function OneOperand({ property, label, value, missing = 'start', onChange }: OneOperandProps) {
  if (property.type === 'boolean') {
    return (
      <SegmentedControl
        aria-label={label}
        value={value}
        onChange={onChange}
        data={[
          { value: 'true', label: uiTexts.yes },
          { value: 'false', label: uiTexts.no },
        ]}
      />
    );
  }
  if (property.type === 'enumeration') {
    return (
      <Choice
        label={label}
        data={[...(property.options ?? [])]}
        value={value === '' ? null : value}
        onChange={(chosen) => onChange(chosen ?? '')}
      />
    );
  }
  if (property.type === 'date' || property.type === 'datetime')
    return <DayField type={property.type} label={label} value={value} missing={missing} onChange={onChange} />;
  return <TypedOperand property={property} label={label} value={value} onChange={onChange} />;
}

/** A field for texts, or for numbers with their unit. */
function TypedOperand({ property, label, value, onChange }: OneOperandProps) {
  const { currency } = useWorkspace();
  const unit = property.unit === undefined ? '' : formatPropertyUnit(property.unit, currency);
  return (
    <TextInput
      label={label}
      value={value}
      data-autofocus
      {...(property.type === 'number' && { inputMode: 'decimal' as const })}
      {...(unit !== '' && {
        rightSection: (
          <Text component="span" size="xs" c="dimmed">
            {unit}
          </Text>
        ),
        rightSectionWidth: 56,
      })}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

interface TimePresetsProps {
  readonly type: PropertyType;
  readonly ends: TimeEnds;
  readonly onChoose: (ends: TimeEnds) => void;
}

/** Fills both ends of a span with the current dates of a preset. */
function TimePresets({ type, ends, onChoose }: TimePresetsProps) {
  const workspace = useWorkspace();
  return (
    <Group component="fieldset" gap={4} align="stretch" aria-label={uiTexts.filters.spans}>
      {timePresets.map((preset) => {
        const presetEnds = findTimeEnds(preset, type, workspace);
        return (
          presetEnds && (
            <UnstyledButton
              key={preset}
              className={classes.preset}
              aria-pressed={presetEnds.value === ends.value && presetEnds.highValue === ends.highValue}
              onClick={() => onChoose(presetEnds)}
            >
              {uiTexts.period.presets[preset]}
            </UnstyledButton>
          )
        );
      })}
    </Group>
  );
}

/** @param currency the workspace's; null if unknown */
function formatPropertyUnit(unit: PropertyUnit, currency: string | null): string {
  return unit === 'years' || unit === 'decades' || unit === 'centuries'
    ? uiTexts.units[unit]
    : formatUnit(unit, currency);
}
