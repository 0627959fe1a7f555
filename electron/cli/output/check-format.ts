/** Prints findings in the terminal: figures as the settings say, times in the workspace's zone. */
import { factFigures } from '../../../src/domain/checks/fact-figures.ts';
import type { FactFormat } from '../../../src/domain/checks/sentence.ts';
import { divideHalfEven, formatUnits, toUnits } from '../../../src/domain/decimal.ts';
import { chooseGrid, toSteps, formatSteps, type PrintSettings } from '../../../src/domain/reports/print/printed.ts';
import type { Settings } from '../../../src/domain/settings.ts';

/** `1234.5` → `1,234.50`. */
export function moneyText(decimal: string, settings: PrintSettings): string {
  const grid = chooseGrid('money', settings);
  return formatSteps(toSteps(decimal, grid), grid);
}

/** Minutes as hours: `1.50`, `1:30`; empty where they are unknown. */
export function hoursText(minutes: string | null, settings: PrintSettings): string {
  return formatHours(minutes === null ? null : formatUnits(divideHalfEven(toUnits(minutes), 60n)), settings);
}

export function formatHours(hours: string | null, settings: PrintSettings): string {
  const grid = chooseGrid('hours', settings);
  return formatSteps(toSteps(hours, grid), grid);
}

const UNKNOWN = '–';
const asItIs = (text: string) => text;

export type FindingSettings = PrintSettings & Pick<Settings, 'zone' | 'currency'>;

export function formatIn(settings: FindingSettings, objectName: FactFormat['objectName']): FactFormat {
  const { zone } = settings;
  const time = (timestamp: string) => timeIn(timestamp, zone);
  return {
    ...factFigures(settings),
    number: asItIs,
    day: asItIs,
    time,
    span: (start, end) => formatSpan(start, end, time),
    objectName,
  };
}

/** The day once where both times are on it: `2026-10-01 09:00 – 11:30`. */
function formatSpan(start: string | null, end: string | null, time: (timestamp: string) => string): string {
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
