/** “+ Filter” and “+ Or…”: a dashed chip that opens the editor for a new condition. */
import { Popover, UnstyledButton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { Filter } from '../../domain/filter/model.ts';
import { FilterEditor } from './FilterEditor.tsx';
import classes from './filters.module.css';

export function AddFilter({ label, onApply }: { readonly label: string; readonly onApply: (filter: Filter) => void }) {
  const [opened, setOpened] = useState(false);
  return (
    <Popover opened={opened} onChange={setOpened} trapFocus returnFocus withRoles={false}>
      <Popover.Target>
        <UnstyledButton
          className={`${classes.chip} ${classes.single} ${classes.add}`}
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          <IconPlus size={12} stroke={2} aria-hidden /> {label}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={label}>
        <FilterEditor
          onApply={(filter) => {
            setOpened(false);
            onApply(filter);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
