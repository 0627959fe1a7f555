/** English of what the editor of a filter says about the values that are typed. */
export const filterEditorTexts = {
  inZone: (label: string, zone: string) => `${label} (${zone})`,
  twoMeanings: (text: string, whole: string, decimal: string) =>
    `“${text}” can be ${whole} or ${decimal}: write it as ${whole}, or with another digit after the decimal mark (${decimal}0).`,
  noDay: (text: string, example: string) => `“${text}” is no day: write one like ${example}.`,
  noTime: (text: string, example: string) => `“${text}” is no time: write one like ${example}.`,
  calendar: (field: string) => `${field}: choose a day in the calendar`,
  noSuchTime: (text: string, zone: string) =>
    `${text} does not exist in ${zone}, or comes twice there when the clock is changed: choose another minute.`,
} as const;
