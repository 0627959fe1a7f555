/** English for saved exports on screen: saving one, the list of them, and what clients get. */

export const exportsScreenTexts = {
  open: 'Open definition file…',
  list: 'Saved exports',
  table: 'Table of saved exports',
  heads: {
    name: 'Export',
    writes: 'Writes',
    audience: 'For',
    repeats: 'Repeats',
    lastRun: 'Last run',
    next: 'Next due',
  },
  due: (day: string, more: string | null) => (more === null ? `due since ${day}` : `due since ${day}, ${more} runs`),
  never: 'never',
  lastRun: (when: string, records: string) => `${when}, ${records}`,
  partial: 'partial',
  /** A due day whose run found no record. */
  lastEmpty: (when: string, day: string) => `${when}, no records for ${day}`,
  run: 'Run',
  /** Offered where a run was refused; then it is tried again. */
  internal: { label: 'For internal use', about: 'This file alone: everything that is shown. It goes to no client.' },
  menu: (name: string) => `More for ${name}`,
  edit: 'Edit…',
  exportFile: 'Save as definition file…',
  delete: 'Delete',
  none: 'No export is saved here yet',
  noneDetail:
    'Choose “Save as…” in the dialog that exports records or a report. A saved export can be run again, here or with “export NAME” in the terminal.',
  noScheduler:
    'Nothing runs by itself: what is due is listed here. “export --due” runs it from cron, a timer or the task scheduler.',
  saved: (name: string) => `“${name}” is saved.`,
  deleted: (name: string) => `“${name}” is deleted.`,
  imported: (name: string) => `“${name}” is saved from its file.`,
  exported: (file: string) => `Definition written to ${file}.`,
  refused: 'The file could not be opened',
  tooLarge: 'it is larger than a definition',
  notJson: 'it is not JSON',
  file: (name: string) => `Last file: ${name}`,
  sha256: (hash: string) => `SHA-256: ${hash}`,
} as const;

export const saveExportTexts = {
  open: 'Save as…',
  title: 'Save this export',
  editTitle: 'Edit export',
  about: 'Keeps what is written and how, not the records. Periods such as “last month” move on with time.',
  name: 'Name',
  period: 'Period',
  repeats: 'Repeats',
  choices: { none: 'No', month: 'Every month', week: 'Every week' },
  day: 'On day',
  dayHelp: 'A shorter month: its last day.',
  weekday: 'On',
  fileName: 'File name',
  fileNameHelp: '{name} is the export’s name (of a client’s file the client’s), {period} its days.',
  save: 'Save',
  taken: 'Another saved export has this name.',
  fixedPeriod: 'Its period is fixed: each run writes the same days. Choose one like “last month” to have it move on.',
} as const;

export const profileTexts = {
  title: 'Files for clients',
  sub: 'what exports for one client take unless chosen',
  help: 'Records or a report of one client, and its file in a pack, are made for the client: without cost, margin, descriptions and teams. An export may tell less than its profile, never more.',
  client: 'Client',
  find: 'Name of a client',
  ratesShown: 'May see rates',
  format: 'Format',
  anyFormat: 'As chosen',
  letter: { open: 'Address and order…', of: (client: string) => `Address and order of ${client}` },
  address: { label: 'Address', bad: 'At most 8 lines of 80 characters.' },
  orderNumber: { label: 'Order number', bad: 'At most 80 characters.' },
  reference: { label: 'Own reference', bad: 'At most 80 characters.' },
  add: 'Add',
  remove: (client: string) => `Remove the profile of ${client}`,
  none: 'No client has a profile.',
  count: (count: string) => (count === '1' ? '1 client' : `${count} clients`),
  inForce: (client: string, rates: boolean) =>
    `By ${client}’s profile: for the client, ${rates ? 'with rates' : 'without rates'}.`,
} as const;
