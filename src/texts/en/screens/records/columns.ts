/** English for the columns of the Records table. */

export const recordsColumnsTexts = {
  inSight: (shown: number, all: number) => `${shown} of ${all}`,
  leftOut: (labels: readonly string[]) =>
    `Left out while the window is narrow: ${labels.join(', ')}. Change any column, and all you chose are shown.`,
  exported: (labels: readonly string[]) => `Also ${labels.join(', ')}: left out only while the window is narrow.`,
  headDetail: (label: string) => `${label}. Click to sort; Shift and click to sort by it within the order there is.`,
  firstRow: 'First row',
  lastRow: 'Last row',
} as const;
