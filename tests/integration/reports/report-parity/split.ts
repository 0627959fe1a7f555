/** What a change in billable value is told as, by its definition. */
import type { Setting } from './calendar.ts';
import type { Content } from './figures.ts';
import { labelsIn } from './labels.ts';
import { minus, over, rounded, textOf, units } from './fraction.ts';
import { amountOf, billable, sumOf, where } from './times.ts';

/** The change in value: what other hours brought at the old rate, what another rate brought, and what came or went without hours. */
export function splitOf(own: Content, had: Content, setting: Setting) {
  const value = amountOf('billable', setting);
  const told = ({ records }: Content) => {
    const rated = where(records, billable, value);
    return { all: sumOf(records, value), worth: sumOf(rated, value), minutes: sumOf(rated, billable) };
  };
  const [now, then] = [told(own), told(had)];
  if (!now.all || !now.worth || !now.minutes || !then.all || !then.worth || !then.minutes) return null;
  const both = labelsIn([...own.records, ...had.records], setting, ['billable_value']);
  if (setting.asked.withCurrencies && both.length > 1) return null;
  const more = minus(now.minutes, then.minutes);
  const exactly = over({ n: more.n * then.worth.n, d: more.d * then.worth.d }, then.minutes);
  if (!exactly) return null;
  const hours = units(rounded(exactly));
  const rated = minus(now.worth, then.worth);
  const other = minus(minus(now.all, then.all), rated);
  return {
    hours: textOf(hours),
    rate: textOf(minus(rated, hours)),
    ...(other.n === 0n ? {} : { other: textOf(other) }),
  };
}
