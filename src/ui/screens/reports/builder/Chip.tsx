/** One part of a report as a chip: shows its value and opens for editing. */
import { UnstyledButton } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { Labels } from '#domain/charts/labels.ts';
import { Disclosure } from '#ui/components/Disclosure.tsx';
import type { Definition } from '#ui/routing/report-view.ts';
import type { DefinitionChange } from '../use-definition.ts';
import classes from './builder.module.css';

export interface ChipProps {
  readonly label: string;
  /** Its value; undefined for the default. */
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
          data-chip
          onClick={() => setOpened(!opened)}
        >
          <span className="quiet">{label}</span>
          {value !== undefined && <span className={classes.chipValue}> {value}</span>}
        </UnstyledButton>
      }
    >
      {children(() => setOpened(false))}
    </Disclosure>
  );
}

/** A choice that removes a part of the report. */
export const NONE = '';

export interface BuilderProps {
  readonly definition: Definition;
  readonly labels: Labels;
  /** Own measures of saved reports. */
  readonly ownMeasures?: readonly string[];
  readonly onChange: (change: DefinitionChange) => void;
}
