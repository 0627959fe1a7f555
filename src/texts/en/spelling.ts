/** English for invisible characters. */

export const spellingTexts = {
  blanks: (count: number) => (count === 1 ? 'blank' : `${count} blanks`),
} as const;
