/** English for what cannot be seen in a text. */

export const spellingTexts = {
  blanks: (count: number) => (count === 1 ? 'blank' : `${count} blanks`),
} as const;
