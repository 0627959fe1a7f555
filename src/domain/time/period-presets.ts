/** The named periods that people can choose, in the order in which they are offered, as written in the terminal and saved reports. */

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

/** Offered if the fiscal year differs from the calendar year. */
export const fiscalPeriodPresets = [
  'this-fiscal-quarter',
  'last-fiscal-quarter',
  'this-fiscal-year',
  'last-fiscal-year',
] as const;
export type FiscalPeriodPreset = (typeof fiscalPeriodPresets)[number];
