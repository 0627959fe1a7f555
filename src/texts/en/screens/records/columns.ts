/** English for the columns of the Records table. */

export const recordsColumnsTexts = {
  inSight: (shown: number, all: number) => `${shown} of ${all}`,
  leftOut: (labels: readonly string[]) =>
    `Left out while the window is narrow: ${labels.join(', ')}. Change any column, and all you chose are shown.`,
  exported: (labels: readonly string[]) => `Also ${labels.join(', ')}: left out only while the window is narrow.`,
  headDetail: (label: string) => `${label}. Click to sort; Shift and click to sort by it within the order there is.`,
  chosen: 'Chosen columns in their order',
  move: (label: string) => `Move ${label}: drag, or Alt and the arrow keys`,
  pin: (label: string) => `Keep ${label} in sight`,
  unpin: (label: string) => `Let ${label} scroll`,
  remove: (label: string) => `Remove ${label}`,
  presetsLabel: 'Sets of columns',
  presets: { standard: 'Default columns', billing: 'Billing', time: 'Time', provenance: 'Provenance' },
  density: 'Height of rows',
  densities: { tight: 'Tight', normal: 'Normal', roomy: 'Roomy' },
  resize: (label: string) =>
    `Width of ${label}: drag, or Alt and the arrow keys on its head; a double click sets it back`,
  noClient: 'No client is named for this object',
  firstRow: 'First row',
  lastRow: 'Last row',
} as const;
