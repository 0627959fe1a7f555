/** A property that is often filtered by, one click away: “Person any”. */
import { Button, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { requireReadable } from '../../domain/local-properties.ts';
import { Disclosure } from '../components/controls/Disclosure.tsx';
import { uiTexts } from '#texts/screens/ui.ts';
import { ValuesPicker } from './ValuesPicker.tsx';
import classes from './filters.module.css';

export interface QuickChipProps {
  readonly propertyName: string;
  readonly onApply: (values: readonly string[]) => void;
}

export function QuickChip({ propertyName, onApply }: QuickChipProps) {
  const [opened, setOpened] = useState(false);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const { label } = requireReadable(propertyName);
  const apply = () => {
    setOpened(false);
    if (chosen.length > 0) onApply(chosen);
  };
  const toggle = () => {
    setChosen([]);
    setOpened(!opened);
  };
  return (
    <Disclosure
      label={label}
      opened={opened}
      onChange={setOpened}
      target={
        <UnstyledButton className={`${classes.chip} ${classes.single}`} aria-expanded={opened} onClick={toggle}>
          <span className={classes.chipLabel}>{label}</span> {uiTexts.filters.any}
        </UnstyledButton>
      }
    >
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
    </Disclosure>
  );
}
