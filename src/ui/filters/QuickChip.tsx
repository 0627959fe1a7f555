/** A property people filter by all the time, one click away: “Person any”. */
import { Button, Popover, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { propertyOf } from '../../domain/properties.ts';
import { uiTexts } from '../../texts/en/ui.ts';
import { ValuesPicker } from './ValuesPicker.tsx';
import classes from './filters.module.css';

export interface QuickChipProps {
  readonly propertyName: string;
  readonly onApply: (values: readonly string[]) => void;
}

export function QuickChip({ propertyName, onApply }: QuickChipProps) {
  const [opened, setOpened] = useState(false);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const { label } = propertyOf(propertyName);
  const apply = () => {
    setOpened(false);
    if (chosen.length > 0) onApply(chosen);
  };
  const toggle = () => {
    setChosen([]);
    setOpened(!opened);
  };
  return (
    <Popover opened={opened} onChange={setOpened} trapFocus returnFocus withRoles={false}>
      <Popover.Target>
        <UnstyledButton className={`${classes.chip} ${classes.single}`} aria-expanded={opened} onClick={toggle}>
          <span className={classes.chipLabel}>{label}</span> {uiTexts.filters.any}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={label}>
        <form
          className={classes.editor}
          onSubmit={(event) => {
            event.preventDefault();
            apply();
          }}
        >
          <ValuesPicker propertyName={propertyName} chosen={chosen} onChange={setChosen} />
          <div className={classes.buttons}>
            <Button type="submit" variant="filled" disabled={chosen.length === 0}>
              {uiTexts.apply}
            </Button>
          </div>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
