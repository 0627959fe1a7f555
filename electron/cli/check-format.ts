/** How findings are written in the terminal: figures with thousands apart, times in the workspace's zone. */
import type { FactFormat } from '../../src/domain/checks/sentence.ts';
import { divideHalfEven, formatUnits, roundUnits, unitsOf } from '../../src/domain/decimal.ts';

/** `1234.5` → `1,234.50`. */
export function two(decimal: string): string {
  const [whole = '', fraction = ''] = formatUnits(roundUnits(unitsOf(decimal), 2)).split('.');
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${fraction.padEnd(2, '0')}`;
}

/** Minutes to hours with two decimals. */
export function hoursText(minutes: string): string {
  return two(formatUnits(divideHalfEven(unitsOf(minutes), 60n)));
}

const UNKNOWN = '–';
const asItIs = (text: string) => text;

export function formatIn(zone: string, objectName: FactFormat['objectName']): FactFormat {
  const time = (timestamp: string) => timeIn(timestamp, zone);
  return {
    money: two,
    hours: two,
    number: asItIs,
    day: asItIs,
    time,
    span: (start, end) => spanOf(start, end, time),
    objectName,
  };
}

/** The day once where both lie on it: `2026-10-01 09:00 – 11:30`. */
function spanOf(start: string | null, end: string | null, time: (timestamp: string) => string): string {
  const [from, to] = [start, end].map((each) => (each === null ? UNKNOWN : time(each)));
  const [day, clock] = (to ?? '').split(' ');
  return clock !== undefined && from?.startsWith(`${day} `) === true ? `${from} – ${clock}` : `${from} – ${to}`;
}

/** An ISO time as `2026-10-01 09:00` in the zone. */
function timeIn(timestamp: string, zone: string): string {
  const instant = Date.parse(timestamp);
  if (Number.isNaN(instant)) return timestamp;
  // Swedish dates are written YYYY-MM-DD HH:MM.
  return new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).format(instant);
}
