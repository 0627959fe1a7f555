/** Chooses the columns of the records table, their order and the pinned ones, and keeps them in the preferences. */
import { ActionIcon, Box, Button, Checkbox, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { IconColumns3, IconSearch, IconGripVertical, IconPin, IconPinFilled, IconX } from '@tabler/icons-react';
import { useRef, useState, type KeyboardEvent } from 'react';
import { readableProperties, CLIENT_PROPERTY } from '#domain/local-properties.ts';
import {
  type Property,
  type PropertyGroup,
  ID_PROPERTY,
  isRepeated,
  OWNER_PROPERTY,
  PREFIX,
  properties,
  RECORD_ID_PROPERTY,
  propertyNames,
} from '#domain/properties.ts';
import { Disclosure } from '#ui/components/Disclosure.tsx';
import { recordsColumnsTexts as texts } from '#texts/screens/record-columns.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { describeScreenKey } from '#ui/keyboard.ts';
import { choosePickerStep } from '#ui/filters/choices.ts';
import { useTableLayout, type Density, moveBy, moveTo } from './use-table-layout.ts';
import filters from '#ui/filters/filters.module.css';
import classes from './RecordsScreen.module.css';

const groups: readonly PropertyGroup[] = ['identity', 'time', 'totals', 'billable', 'money', 'provenance', 'system'];

const densities: readonly Density[] = ['tight', 'normal', 'roomy'];

export interface ColumnsChooserProps {
  readonly columns: readonly Property[];
  /** The columns for which the window has room. */
  readonly visibleColumns: readonly Property[];
}

export function ColumnsChooser({ columns, visibleColumns }: ColumnsChooserProps) {
  const { layout, change } = useTableLayout();
  const [opened, setOpened] = useState(false);
  const [typed, setTyped] = useState('');
  /** The column that the arrow keys have marked. */
  const [moved, setMoved] = useState<string>();
  const list = useRef<HTMLDivElement>(null);
  const leftOut = columns.filter((column) => !visibleColumns.includes(column));
  const chosen = columns.map(({ name }) => name);
  const toggle = (name: string, on: boolean) => {
    const next = on ? [...chosen, name] : chosen.filter((other) => other !== name);
    if (next.length > 0) change({ columns: next });
  };
  const search = typed.trim().toLowerCase();
  const fits = (property: Property) =>
    search === ''
      ? !isRepeated(property) || chosen.includes(property.name)
      : `${property.label} ${property.name}`.toLowerCase().includes(search);
  const fittingGroups = groups
    .map((group) => ({ group, members: readableProperties.filter((column) => column.group === group && fits(column)) }))
    .filter(({ members }) => members.length > 0);
  // While people type, the first match is marked, so that Enter ticks it.
  const fitting = fittingGroups.flatMap(({ members }) => members);
  const first = search === '' ? undefined : fitting[0];
  const marked = fitting.find(({ name }) => name === moved) ?? first;
  const changeSearch = (text: string) => {
    setTyped(text);
    setMoved(undefined);
  };
  const press = (event: KeyboardEvent) => {
    const hasModifier = event.ctrlKey || event.metaKey;
    const values = fitting.map(({ name }) => name);
    const step = choosePickerStep({ key: event.key, hasModifier }, { values, marked: marked?.name, typed });
    if (!step) return;
    event.preventDefault();
    // Each tick takes effect at once, so that on an empty field there is nothing to apply.
    if (step.kind === 'submit') setOpened(false);
    if (step.kind === 'move') {
      setMoved(step.to);
      list.current?.querySelector(`[value="${CSS.escape(step.to)}"]`)?.scrollIntoView({ block: 'nearest' });
    }
    if (step.kind === 'tick') {
      toggle(step.value, !chosen.includes(step.value));
      changeSearch('');
    }
  };
  return (
    <Disclosure
      label={uiTexts.recordsScreen.columns}
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      target={
        <Button
          {...describeScreenKey('columns')}
          leftSection={<IconColumns3 size={14} stroke={1.6} aria-hidden />}
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          {uiTexts.recordsScreen.columns}
          {leftOut.length > 0 && (
            <Text span inherit ml={5} fw={400} c="var(--ink-2)">
              {texts.inSight(visibleColumns.length, columns.length)}
            </Text>
          )}
        </Button>
      }
    >
      <Stack gap="sm" w={300}>
        <TextInput
          value={typed}
          onChange={(event) => changeSearch(event.currentTarget.value)}
          onKeyDown={press}
          aria-description={marked && uiTexts.filters.marked(marked.label)}
          placeholder={uiTexts.recordsScreen.findColumn}
          aria-label={uiTexts.recordsScreen.findColumn}
          leftSection={<IconSearch size={14} aria-hidden />}
          data-autofocus
        />
        <Group component="fieldset" gap={4} aria-label={texts.presetsLabel}>
          {columnPresets.map((preset) => (
            <Button
              key={preset}
              size="compact-xs"
              onClick={() => change({ columns: columnsOfPreset(preset), widths: {}, pinned: [] })}
            >
              {texts.presets[preset]}
            </Button>
          ))}
        </Group>
        <Box ref={list} mah="clamp(200px, 50vh - 190px, 420px)" mx={-4} px={4} style={{ overflow: 'auto' }}>
          {fittingGroups.map(({ group, members }) => (
            <Box component="fieldset" key={group} pb="sm">
              <Text component="legend" inherit className="caption" pt={6} px={6} pb={2}>
                {uiTexts.filters.groups[group]}
              </Text>
              {members.map(({ name, label }) => (
                <Checkbox
                  key={name}
                  className={filters.choice}
                  data-marked={name === marked?.name || undefined}
                  value={name}
                  label={label}
                  checked={chosen.includes(name)}
                  onChange={(event) => toggle(name, event.currentTarget.checked)}
                />
              ))}
            </Box>
          ))}
        </Box>
        {leftOut.length > 0 && (
          <Text size="xs" c="dimmed">
            {texts.leftOut(leftOut.map(({ label }) => label))}
          </Text>
        )}
        <ChosenColumns
          columns={columns}
          pinned={layout.pinned}
          onOrder={(names) => change({ columns: names })}
          onPin={(pinned) => change({ pinned })}
        />
        <SegmentedControl
          size="xs"
          aria-label={texts.density}
          value={layout.density}
          data={densities.map((value) => ({ value, label: texts.densities[value] }))}
          onChange={(value) => change({ density: value })}
        />
      </Stack>
    </Disclosure>
  );
}

interface ChosenColumnsProps {
  readonly columns: readonly Property[];
  readonly pinned: readonly string[];
  readonly onOrder: (names: string[]) => void;
  readonly onPin: (pinned: string[]) => void;
}

/** Lists the chosen columns, to be moved by dragging or by Alt and the arrows, pinned and removed. */
function ChosenColumns({ columns, pinned, onOrder, onPin }: ChosenColumnsProps) {
  const list = useRef<HTMLUListElement>(null);
  const [dragged, setDragged] = useState<string>();
  const names = columns.map(({ name }) => name);
  const press = (event: KeyboardEvent, name: string) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined;
    if (step === undefined) return;
    event.preventDefault();
    if (event.altKey) return onOrder(moveBy(names, name, step));
    const stops = [...(list.current?.querySelectorAll<HTMLElement>('[data-grip]') ?? [])];
    stops[names.indexOf(name) + step]?.focus();
  };
  return (
    <ul ref={list} className={classes.chosen} aria-label={texts.chosen}>
      {columns.map(({ name, label }, index) => {
        const isPinned = pinned.includes(name);
        return (
          // The keyboard moves a column at its grip.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
          <li
            key={name}
            className={classes.column}
            draggable
            data-dragged={dragged === name || undefined}
            onDragStart={() => setDragged(name)}
            onDragEnd={() => setDragged(undefined)}
            onDragOver={(event) => {
              if (dragged === undefined) return;
              event.preventDefault();
              if (dragged !== name) onOrder(moveTo(names, dragged, index));
            }}
          >
            <button
              type="button"
              className={classes.grip}
              data-grip
              aria-label={texts.move(label)}
              title={texts.move(label)}
              onKeyDown={(event) => press(event, name)}
            >
              <IconGripVertical size={14} aria-hidden />
            </button>
            <Text span inherit truncate flex="1">
              {label}
            </Text>
            <ActionIcon
              size={22}
              aria-label={isPinned ? texts.unpin(label) : texts.pin(label)}
              aria-pressed={isPinned}
              onClick={() => onPin(isPinned ? pinned.filter((other) => other !== name) : [...pinned, name])}
            >
              {isPinned ? <IconPinFilled size={14} aria-hidden /> : <IconPin size={14} aria-hidden />}
            </ActionIcon>
            <ActionIcon
              size={22}
              aria-label={texts.remove(label)}
              disabled={columns.length === 1}
              onClick={() => onOrder(names.filter((other) => other !== name))}
            >
              <IconX size={14} aria-hidden />
            </ActionIcon>
          </li>
        );
      })}
    </ul>
  );
}

export const columnPresets = ['standard', 'billing', 'time', 'provenance'] as const;
type ColumnPreset = (typeof columnPresets)[number];

const identifying = [propertyNames.firstStart, OWNER_PROPERTY, CLIENT_PROPERTY];
const listGroup = (group: string): string[] =>
  properties.filter((property) => property.group === group).map(({ name }) => name);

/** Sets of columns for common questions: what is billed, when it was done, where it comes from. */
const presets: Readonly<Record<Exclude<ColumnPreset, 'standard'>, readonly string[]>> = {
  billing: [
    ...identifying,
    propertyNames.title,
    propertyNames.billableHours,
    propertyNames.billableRate,
    propertyNames.billableAmount,
    `${PREFIX}cost_rate`,
    propertyNames.costAmount,
    `${PREFIX}margin_amount`,
    `${PREFIX}margin_percentage`,
  ],
  time: [...identifying, propertyNames.title, ...listGroup('time'), `${PREFIX}total_minutes`, propertyNames.totalHours],
  provenance: [ID_PROPERTY, RECORD_ID_PROPERTY, ...identifying, ...listGroup('provenance'), ...listGroup('system')],
};

/** @returns null for the default columns, some of which a narrow window leaves out */
export function columnsOfPreset(preset: ColumnPreset): string[] | null {
  if (preset === 'standard') return null;
  const known = new Set([CLIENT_PROPERTY, ...properties.map(({ name }) => name)]);
  return [...new Set(presets[preset])].filter((name) => known.has(name));
}
