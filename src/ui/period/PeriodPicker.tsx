/** The period chip: one step back and forth by its arrows; presets, months, days or a written period in its dropdown. */
import { ActionIcon, UnstyledButton } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { Disclosure } from '../components/controls/Disclosure.tsx';
import { uiTexts } from '#texts/screens/ui.ts';
import { PeriodChoices } from './PeriodChoices.tsx';
import { earlier, later, type ViewPeriod } from './view-period.ts';
import classes from './period.module.css';

export interface PeriodPickerProps {
  readonly shown: ViewPeriod;
  readonly onChange: (written: string) => void;
}

export function PeriodPicker({ shown, onChange }: PeriodPickerProps) {
  const [opened, setOpened] = useState(false);
  const { period, label } = shown;
  const texts = uiTexts.period;
  return (
    <Disclosure
      label={texts.label}
      opened={opened}
      onChange={setOpened}
      target={
        <span className={classes.chip}>
          <ActionIcon
            size={24}
            aria-label={texts.earlier}
            disabled={!period}
            onClick={() => period && onChange(earlier(period))}
          >
            <IconChevronLeft size={14} aria-hidden />
          </ActionIcon>
          <UnstyledButton
            className={classes.button}
            aria-expanded={opened}
            onClick={() => setOpened(!opened)}
            data-testid="period"
          >
            <span className={classes.label}>{texts.label}</span> {label}
          </UnstyledButton>
          <ActionIcon
            size={24}
            aria-label={texts.later}
            disabled={!period}
            onClick={() => period && onChange(later(period))}
          >
            <IconChevronRight size={14} aria-hidden />
          </ActionIcon>
        </span>
      }
    >
      <PeriodChoices
        shown={shown}
        onChange={(chosen) => {
          setOpened(false);
          onChange(chosen);
        }}
      />
    </Disclosure>
  );
}
