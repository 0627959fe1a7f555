/** Chooses which properties are columns, in which order and which of them stay in sight; stored in the preferences. */
import { Button, Checkbox, SegmentedControl, Text, TextInput } from '@mantine/core';
import { IconColumns3, IconSearch } from '@tabler/icons-react';
import { useRef, useState, type KeyboardEvent } from 'react';
import { readableProperties } from '#domain/local-properties.ts';
import type { Property, PropertyGroup } from '#domain/properties.ts';
import { Disclosure } from '#ui/components/controls/Disclosure.tsx';
import { recordsColumnsTexts as texts } from '#texts/screens/records/columns.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { reachedBy } from '#ui/keyboard/screen-keys.ts';
import { choosePickerStep } from '#ui/filters/choices.ts';
import { ChosenColumns } from './ChosenColumns.tsx';
import { columnPresets, columnsOfPreset } from './presets.ts';
import { useTableLayout, type Density } from './use-table-layout.ts';
import filters from '#ui/filters/filters.module.css';
import classes from './ColumnsChooser.module.css';

const groups: readonly PropertyGroup[] = ['identity', 'time', 'totals', 'billable', 'money', 'provenance', 'system'];

const densities: readonly Density[] = ['tight', 'normal', 'roomy'];

export interface ColumnsChooserProps {
  readonly columns: readonly Property[];
  /** Those that have room. */
  readonly inSight: readonly Property[];
}

export function ColumnsChooser({ columns, inSight }: ColumnsChooserProps) {
  const { layout, change } = useTableLayout();
  const [opened, setOpened] = useState(false);
  const [typed, setTyped] = useState('');
  /** The column the arrows have marked. */
  const [moved, setMoved] = useState<string>();
  const list = useRef<HTMLDivElement>(null);
  const leftOut = columns.filter((each) => !inSight.includes(each));
  const chosen = columns.map(({ name }) => name);
  const toggle = (name: string, on: boolean) => {
    const next = on ? [...chosen, name] : chosen.filter((each) => each !== name);
    if (next.length > 0) change({ columns: next });
  };
  const wanted = typed.trim().toLowerCase();
  const fits = ({ label, name }: Property) => wanted === '' || `${label} ${name}`.toLowerCase().includes(wanted);
  const shown = groups
    .map((group) => ({ group, members: readableProperties.filter((each) => each.group === group && fits(each)) }))
    .filter(({ members }) => members.length > 0);
  // While typing, the first match is marked: Enter ticks it.
  const fitting = shown.flatMap(({ members }) => members);
  const first = wanted === '' ? undefined : fitting[0];
  const marked = fitting.find(({ name }) => name === moved) ?? first;
  const write = (text: string) => {
    setTyped(text);
    setMoved(undefined);
  };
  const press = (event: KeyboardEvent) => {
    const isFar = event.ctrlKey || event.metaKey;
    const values = fitting.map(({ name }) => name);
    const step = choosePickerStep({ key: event.key, isFar }, { values, marked: marked?.name, typed });
    if (!step) return;
    event.preventDefault();
    // Each tick takes effect at once: on an empty field there is nothing left to apply.
    if (step.kind === 'submit') setOpened(false);
    if (step.kind === 'move') {
      setMoved(step.to);
      list.current?.querySelector(`[value="${CSS.escape(step.to)}"]`)?.scrollIntoView({ block: 'nearest' });
    }
    if (step.kind === 'tick') {
      toggle(step.value, !chosen.includes(step.value));
      write('');
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
          {...reachedBy('columns')}
          leftSection={<IconColumns3 size={14} stroke={1.6} aria-hidden />}
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          {uiTexts.recordsScreen.columns}
          {leftOut.length > 0 && (
            <span className={classes.inSight}>{texts.inSight(inSight.length, columns.length)}</span>
          )}
        </Button>
      }
    >
      <div className={classes.chooser}>
        <TextInput
          value={typed}
          onChange={(event) => write(event.currentTarget.value)}
          onKeyDown={press}
          aria-description={marked && uiTexts.filters.marked(marked.label)}
          placeholder={uiTexts.recordsScreen.findColumn}
          aria-label={uiTexts.recordsScreen.findColumn}
          leftSection={<IconSearch size={14} aria-hidden />}
          data-autofocus
        />
        <fieldset className={classes.presets} aria-label={texts.presetsLabel}>
          {columnPresets.map((preset) => (
            <Button
              key={preset}
              size="compact-xs"
              onClick={() => change({ columns: columnsOfPreset(preset), widths: {}, pinned: [] })}
            >
              {texts.presets[preset]}
            </Button>
          ))}
        </fieldset>
        <div ref={list} className={classes.list}>
          {shown.map(({ group, members }) => (
            <fieldset key={group} className={classes.group}>
              <legend className={classes.legend}>{uiTexts.filters.groups[group]}</legend>
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
            </fieldset>
          ))}
        </div>
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
      </div>
    </Disclosure>
  );
}
