/** Gives the calendars to pick days from the months and weekdays of the texts; their own are English. */
import dayjs from 'dayjs';
import { monthNames, weekdayHeads, weekdayNames } from '#texts/reports/period.ts';

/** The name under which they are registered. */
export const CALENDAR_WORDS = 'texts';

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
