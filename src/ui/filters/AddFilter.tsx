/** “+ Filter” and “+ Or…”: a dashed chip that opens the editor for a new condition. */
import { UnstyledButton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { Filter } from '../../domain/filter/model.ts';
import { Disclosure } from '../components/controls/Disclosure.tsx';
import { reachedBy } from '../keyboard/screen-keys.ts';
import { FilterEditor } from './FilterEditor.tsx';
import classes from './filters.module.css';

export interface AddFilterProps {
  readonly label: string;
  readonly onApply: (filter: Filter) => void;
  /** The one that a key opens. */
  readonly isFirst?: boolean;
}

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
