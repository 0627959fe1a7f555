/** English for the columns of the Records table. */

export const recordsColumnsTexts = {
  inSight: (visible: number, all: number) => `${visible} of ${all}`,
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

// English for what is selected in the records table.

export const recordsSelectionTexts = {
  records: (count: string) => (count === '1' ? '1 record selected' : `${count} records selected`),
  copied: (rows: string) => (rows === '1' ? 'Copied 1 row with its heads' : `Copied ${rows} rows with their heads`),
  tooMany: (most: string) => `At most ${most} rows are copied at a time: select fewer, or export them all.`,
  notCopied: 'The clipboard refused the copy: press Ctrl+C again.',
} as const;

// English for the totals below the records: the hours as reports count them, and where the property says otherwise.

export const recordsTotalsTexts = {
  logged: 'Logged hours',
  explain: (label: string) => `Explain the total of ${label}`,
  /** @param more whether the property's sum exceeds that of the minutes */
  differs: (property: string, difference: string, more: boolean) =>
    `The sum of “${property}” is ${difference} ${more ? 'more' : 'less'}, because reports count the minutes of each record.`,
  show: (records: string) =>
    records === '1' ? 'Show the record that differs' : `Show the ${records} records that differ`,
} as const;

// English for saved views of the records.

export const recordsViewsTexts = {
  open: 'Views',
  list: 'Saved views',
  none: 'No view is saved yet: set filters, columns and order, and save them under a name.',
  name: 'Name of this view',
  save: 'Save view',
  replace: 'Replace',
  apply: (name: string) => `Show the view ${name}`,
  remove: (name: string) => `Delete the view ${name}`,
  share: (name: string) => `Write the view ${name} to a file`,
  read: 'Open a view file',
  saved: (name: string) => `Saved the view “${name}”`,
  removed: (name: string) => `Deleted the view “${name}”`,
  written: (file: string) => `Wrote ${file}`,
  refused: (file: string) => `${file} is not a view of records`,
  notJson: 'It is not readable as JSON: choose a file that was written by “Write the view to a file”.',
  tooLarge: 'It is larger than a view can be: choose a file that was written by “Write the view to a file”.',
  where: (place: string, problem: string) =>
    `${place === '' ? 'The file' : place}: ${problem}. Mend the file and open it again.`,
  noProperty: (name: string) => `${name} is not a property of records`,
} as const;
