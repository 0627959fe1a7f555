/** English of what the editor of a filter says about the values that are typed. */
export const filterEditorTexts = {
  inZone: (label: string, zone: string) => `${label} (${zone})`,
  twoMeanings: (text: string, whole: string, decimal: string) =>
    `“${text}” can be ${whole} or ${decimal}: write it as ${whole}, or with another digit after the decimal mark (${decimal}0).`,
  noSuchTime: (text: string, zone: string) =>
    `${text} does not exist in ${zone}, or comes twice there when the clock is changed: choose another minute.`,
} as const;
