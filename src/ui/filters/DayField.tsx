/** A field for a day, with or without a time, typed in the locale's format or picked from a calendar. */
import { ActionIcon, TextInput } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { IconCalendar } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { filterEditorTexts as texts } from '#texts/screens/filter-editor.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { useWorkspace } from '#ui/data/queries.ts';
import { Calendars } from '#ui/period/Calendar.tsx';
import { fromTyped, toTyped, type DayEnd, findDay, replaceDay } from './typed-operand.ts';

export interface DayFieldProps {
  readonly type: 'date' | 'datetime';
  readonly label: string;
  readonly description?: string;
  /** The typed text, which need not be a day yet. */
  readonly value: string;
  readonly missing: DayEnd;
  readonly onChange: (typed: string) => void;
}

export function DayField({ type, label, description, value, missing, onChange }: DayFieldProps) {
  const { zone, today } = useWorkspace();
  const [opened, setOpened] = useState(false);
  const [problem, setProblem] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const day = findDay(value, type, zone);
  const shownLabel = type === 'datetime' ? texts.inZone(label, zone) : label;
  const write = (typed: string) => {
    setProblem('');
    onChange(typed);
  };
  // Shows the day in full, so that people see how it was read.
  const settle = () => {
    const read = fromTyped(value, type, zone, missing);
    if (!read.ok) setProblem(read.problem);
    else if (read.value !== '') onChange(toTyped(read.value, type, zone));
  };
  return (
    <div>
      <TextInput
        ref={field}
        label={shownLabel}
        description={description}
        placeholder={toTyped(today, 'date', zone)}
        value={value}
        error={problem}
        data-autofocus
        onChange={(event) => write(event.currentTarget.value)}
        onBlur={settle}
        rightSection={
          <ActionIcon
            size="sm"
            aria-label={texts.calendar(label)}
            title={texts.calendar(label)}
            aria-expanded={opened}
            onClick={() => setOpened(!opened)}
          >
            <IconCalendar size={15} aria-hidden />
          </ActionIcon>
        }
      />
      {opened && (
        <Calendars>
          <DatePicker
            w="fit-content"
            mt="xs"
            mx="auto"
            size="xs"
            value={day ?? null}
            defaultDate={day ?? today}
            ariaLabels={uiTexts.period.calendar}
            onChange={(chosen) => {
              if (chosen === null) return;
              write(replaceDay(value, chosen, type, { zone, missing }));
              setOpened(false);
              field.current?.focus();
            }}
          />
        </Calendars>
      )}
    </div>
  );
}
