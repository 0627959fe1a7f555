/** English for the choice of how numbers and dates are written. */

export const localeTexts = {
  title: 'Numbers and dates',
  sub: 'on this computer, for every workspace',
  label: 'Written as in',
  help: 'On screen and in copied tables. Exported files have their own choices; sums stay exact underneath.',
  system: (sample: string) => `As the system · ${sample}`,
  done: (sample: string) => `Numbers and dates are now written ${sample}.`,
} as const;
