/** “+ Filter” and “+ Or…”, and the editor behind every chip. */
import { UnstyledButton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Disclosure } from '../components/Disclosure.tsx';
import { describeScreenKey } from '../keyboard.ts';
import { lazyComponent } from '../late.ts';
import type { Place } from './edit-groups.ts';
import { CountedProvider, useVisit, type FilterEdit } from './filter-edit.ts';
import classes from './filters.module.css';

/** Loaded when a filter is first edited, or when the page is idle. */
export const FilterEditor = lazyComponent(async () => (await import('./FilterEditor.tsx')).FilterEditor);

interface AddFilterProps {
  readonly label: string;
  /** The position of the new condition. */
  readonly next: Place;
  readonly edit: FilterEdit;
  /** Whether the keyboard shortcut for filters opens this one. */
  readonly isFirst?: boolean;
}

/** “+ Filter” and “+ Or…”: a dashed chip that opens the editor for a new condition. */
export function AddFilter({ label, next, edit, isFirst = false }: AddFilterProps) {
  const { opened, turn, counted, tick } = useVisit(next, edit);
  return (
    <Disclosure
      label={label}
      opened={opened}
      onChange={turn}
      target={
        <UnstyledButton
          className={`${classes.chip} ${classes.single} ${classes.add} screen-only`}
          {...(isFirst && describeScreenKey('filter'))}
          aria-expanded={opened}
          onClick={() => turn(!opened)}
        >
          <IconPlus size={12} stroke={2} aria-hidden /> {label}
        </UnstyledButton>
      }
    >
      <CountedProvider value={counted}>
        <FilterEditor onTick={tick} onLeave={() => turn(false)} />
      </CountedProvider>
    </Disclosure>
  );
}
