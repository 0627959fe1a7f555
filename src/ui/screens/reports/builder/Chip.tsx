/** One part of a report as a chip: says what it is set to and opens to be changed. */
import { UnstyledButton } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Disclosure } from '../../../components/controls/Disclosure.tsx';
import classes from './builder.module.css';

export interface ChipProps {
  readonly label: string;
  /** What it is set to; undefined: to nothing of its own. */
  readonly value: string | undefined;
  readonly children: (close: () => void) => ReactNode;
}

export function Chip({ label, value, children }: ChipProps) {
  const [opened, setOpened] = useState(false);
  return (
    <Disclosure
      label={label}
      opened={opened}
      onChange={setOpened}
      target={
        <UnstyledButton
          className={classes.chip}
          aria-expanded={opened}
          aria-haspopup="dialog"
          data-set={value !== undefined || undefined}
          title={value === undefined ? label : `${label}: ${value}`}
          onClick={() => setOpened(!opened)}
        >
          <span className={classes.chipLabel}>{label}</span>
          {value !== undefined && <span className={classes.chipValue}> {value}</span>}
        </UnstyledButton>
      }
    >
      {children(() => setOpened(false))}
    </Disclosure>
  );
}
