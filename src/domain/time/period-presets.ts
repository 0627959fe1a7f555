/** The periods people choose by name, in the order they are offered. Each is written as the terminal and saved reports have it. */

export const periodPresets = [
  'this-month',
  'last-month',
  'last-3-months',
  'last-12-months',
  'this-quarter',
  'last-quarter',
  'this-week',
  'last-week',
  'last-4-weeks',
  'this-year',
  'last-year',
] as const;
export type PeriodPreset = (typeof periodPresets)[number];

/** These are offered where the fiscal year is not the calendar's. */
export const fiscalPeriodPresets = [
  'this-fiscal-quarter',
  'last-fiscal-quarter',
  'this-fiscal-year',
  'last-fiscal-year',
] as const;
export type FiscalPeriodPreset = (typeof fiscalPeriodPresets)[number];
