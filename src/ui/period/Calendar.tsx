/** Calendars for picking days and months, and a field for a typed period. */
import { Button, SegmentedControl, TextInput } from '@mantine/core';
import { DatePicker, DatesProvider, MonthPicker } from '@mantine/dates';
import { useQuery } from '@tanstack/react-query';
import dayjs from 'dayjs';
import { useState, type ReactNode } from 'react';
import { resolvePeriod } from '#domain/time/period.ts';
import { monthNames, weekdayHeads, weekdayNames } from '#texts/reports/period.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { settings, useWorkspace } from '../data/queries.ts';
import { periodLabel } from '../format/figures-and-times.ts';
import type { ViewPeriod } from './view-period.ts';
import classes from './period.module.css';

interface RangeCalendarProps {
  readonly chosenPeriod: ViewPeriod;
  readonly onChange: (written: string) => void;
}

type Kind = 'months' | 'days';

/** Picks a range of months or days. */
export function RangeCalendar({ chosenPeriod: { period }, onChange }: RangeCalendarProps) {
  const workspace = useWorkspace();
  const [kind, setKind] = useState<Kind>(period?.calendar === 'recorded-month' || !period ? 'months' : 'days');
  const [chosen, setChosen] = useState<[string | null, string | null]>([period?.from ?? null, period?.to ?? null]);
  const choose = (range: [string | null, string | null]) => {
    setChosen(range);
    const [from, to] = range;
    if (from === null || to === null) return;
    const digits = kind === 'months' ? 7 : 10;
    const [first, last] = [from.slice(0, digits), to.slice(0, digits)];
    onChange(first === last ? first : `${first}..${last}`);
  };
  const shared = {
    type: 'range' as const,
    allowSingleDateInRange: true,
    value: chosen,
    onChange: choose,
    defaultDate: period?.to ?? workspace.today,
    size: 'xs' as const,
    ariaLabels: uiTexts.period.calendar,
  };
  return (
    <Calendars>
      <SegmentedControl
        fullWidth
        value={kind}
        onChange={(value) => {
          setKind(value === 'days' ? 'days' : 'months');
          setChosen([null, null]);
        }}
        data={[
          { value: 'months', label: uiTexts.period.months },
          { value: 'days', label: uiTexts.period.days },
        ]}
      />
      {kind === 'months' ? <MonthPicker {...shared} /> : <DatePicker {...shared} />}
    </Calendars>
  );
}

/** Sets the week start and language of the calendars inside. */
export function Calendars({ children }: { readonly children: ReactNode }) {
  const { data } = useQuery(settings);
  const firstDayOfWeek = data?.weekStart === 'sunday' ? 0 : 1;
  return <DatesProvider settings={{ locale: CALENDAR_WORDS, firstDayOfWeek }}>{children}</DatesProvider>;
}

/** The name under which the texts' months and weekdays are registered with dayjs. */
const CALENDAR_WORDS = 'texts';

const { sunday, monday, tuesday, wednesday, thursday, friday, saturday } = weekdayNames;

dayjs.locale(
  {
    name: CALENDAR_WORDS,
    months: [...monthNames],
    monthsShort: monthNames.map((name) => name.slice(0, 3)),
    weekdays: [sunday, monday, tuesday, wednesday, thursday, friday, saturday],
    weekdaysMin: [...weekdayHeads],
    ordinal: String,
    formats: {},
    relativeTime: {},
  },
  undefined,
  true,
);

export function WrittenPeriod({ onChange }: Pick<RangeCalendarProps, 'onChange'>) {
  const workspace = useWorkspace();
  const [text, setText] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const resolved = resolvePeriod(text, workspace);
  return (
    <form
      className={classes.written}
      onSubmit={(event) => {
        event.preventDefault();
        setSubmitted(true);
        if (resolved.ok) onChange(text.trim());
      }}
    >
      <TextInput
        label={uiTexts.period.typed}
        placeholder={uiTexts.period.typedExample}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setSubmitted(false);
        }}
        error={isSubmitted && !resolved.ok ? resolved.problem : undefined}
        description={text !== '' && resolved.ok ? periodLabel(resolved.value).dates : undefined}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      />
      <Button type="submit" disabled={text.trim() === ''}>
        {uiTexts.period.use}
      </Button>
    </form>
  );
}
