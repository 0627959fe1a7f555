/** A period as text that means the same on every day. Pure. */
import { isFiscal, type Period } from './period.ts';

/**
 * The period by its dates, as short as possible: `2026-10`, `2026-07..2026-09`, `2026-10-05..2026-10-11`; a fiscal one by its name. An
 * address, a question and a file then mean the same tomorrow; “last month” would not.
 */
export function formatPeriodDates(period: Period): string {
  if (isFiscal(period)) return period.text;
  const { calendar, from, to } = period;
  const digits = calendar === 'recorded-month' ? 'YYYY-MM'.length : 'YYYY-MM-DD'.length;
  const [first, last] = [from.slice(0, digits), to.slice(0, digits)];
  return first === last ? first : `${first}..${last}`;
}
