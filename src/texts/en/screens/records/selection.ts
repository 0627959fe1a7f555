/** English for what is selected in the records table. */

export const recordsSelectionTexts = {
  records: (count: string) => (count === '1' ? '1 record selected' : `${count} records selected`),
  copied: (rows: string) => (rows === '1' ? 'Copied 1 row with its heads' : `Copied ${rows} rows with their heads`),
  tooMany: (most: string) => `At most ${most} rows are copied at a time: select fewer, or export them all.`,
  notCopied: 'The clipboard refused the copy: press Ctrl+C again.',
} as const;
