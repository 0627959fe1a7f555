/** Calendars for picking days and months, in the words of the texts. */
import { SegmentedControl } from '@mantine/core';
import { DatePicker, DatesProvider, MonthPicker } from '@mantine/dates';
import { useQuery } from '@tanstack/react-query';
import dayjs from 'dayjs';
import { useState, type ReactNode } from 'react';
import { monthNames, weekdayHeads, weekdayNames } from '#texts/reports/period.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { settings, useWorkspace } from '../data/queries.ts';
import type { ViewPeriod } from './view-period.ts';

interface RangeCalendarProps {
  readonly chosenPeriod: ViewPeriod;
  readonly onChange: (written: string) => void;
}

type Kind = 'months' | 'days';

/** Picks months, or days, from the first to the last. */
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

/** Around every calendar: its weeks begin as the workspace's do. */
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
