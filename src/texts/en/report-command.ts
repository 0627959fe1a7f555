/** English for the terminal's `report` command beyond what all commands share. */

export const reportCommandTexts = {
  heads: { name: 'Report', question: 'The question it answers' },
  listAlone: (other: string) => `--list stands alone, without ${other}`,
  order:
    '--order is a measure or group and a direction, such as billable_value:desc, or logged_hours@2026-10-05:desc for one column',
} as const;
