/** English for writing files: the dialog's choices, its progress, and what it says of a finished file. */
import { plural, records } from '../counts.ts';

export const exportingTexts = {
  /** The first line: who may see the file. */
  who: {
    internal: 'For internal use: it may hold cost and rates.',
    client: 'For the client: without cost and rates.',
    rates: 'For the client: with rates, without cost.',
  },
  title: (format: string) => `Export to ${format}`,
  what: (count: string) => `${records(count)} of this filter, in the order shown.`,
  report: (name: string, count: string) =>
    `“${name}” over ${records(count)}: its lines as they are shown, with its notes.`,
  partial: 'Not all records are here yet: the file is marked as partial, in its name and in its manifest.',
  columns: 'Columns',
  visibleColumns: (count: string) => `Shown, with record id and object type (${count})`,
  every: (count: string) => `All properties (${count})`,
  nothing: 'Nothing matches: choose another period or filter, or write a file without lines.',
  allowEmpty: 'Write a file without lines',
  labelled: 'Amounts have their currency beside them, in an extra column.',
  format: 'Format',
  moreFormats: 'More…',
  audience: {
    label: 'For',
    internal: { label: 'Internal use', about: 'Everything that is shown.' },
    client: {
      label: 'A client',
      about: 'Without cost, margin, descriptions, teams and everything else a client may not see.',
    },
    rates: 'The client may see rates',
    billableOnly: 'Billable entries only',
    severalClients: 'The file may hold several clients',
    /** @param names the first of them. @param hasOthers records of no client are in it, too */
    holds: (clients: number, names: readonly string[], hasOthers: boolean) => {
      const more = clients > names.length ? ` and ${clients - names.length} more` : '';
      const others = hasOthers ? ', and records of no client' : '';
      const held = clients === 1 ? 'one client' : `${clients} clients`;
      return `The file holds ${held} (${names.join(', ')}${more})${others}: its receiver sees them all. Filter by one client, write one file for each, or allow several clients.`;
    },
  },
  leaving: {
    leftOut: (count: string, hours: string) =>
      `${plural(count, 'entry without billable time stays', 'entries without billable time stay')} here: ${hours} h.`,
    noneLeftOut: 'Every entry has billable time: none is left out.',
    titles: (count: string) => plural(count, 'title leaves', 'different titles leave'),
    noTitle: '(no title)',
    more: (count: string) => `and ${count} more`,
  },
  more: 'More choices',
  fileTitle: 'Title',
  preset: { label: 'Written', choices: { excel: 'For spreadsheets', machine: 'For programs' } },
  heads: { label: 'Column heads', choices: { labels: 'Labels', names: 'Property names' } },
  times: { label: 'Times', choices: { local: 'In the time zone', utc: 'UTC' } },
  decimalMark: { label: 'Decimal mark', choices: { point: 'Point (1234.5)', comma: 'Comma (1234,5)' } },
  separator: { label: 'Between cells', choices: { comma: 'Comma', semicolon: 'Semicolon', tab: 'Tab' } },
  locale: 'Days and numbers as in',
  paper: { label: 'Paper', choices: { a4: 'A4', letter: 'US Letter' } },
  groupedBy: { label: 'Lines grouped by', choices: { service: 'Service', object: 'Project', none: 'Nothing' } },
  signature: 'A block for signatures at the end',
  sign: {
    label: 'Sign the manifest',
    about: (fingerprint: string) => `By ${fingerprint}. Anyone checks it with ssh-keygen.`,
    none: 'There is no key to sign with yet: create one in Settings.',
    unavailable: 'This system has no keychain that can keep a signing key.',
  },
  partition: {
    label: 'A file for each month',
    about: 'In a new folder with one manifest, as warehouses read it: month=2026-10/part.parquet.',
    listed: (files: string) => `One manifest, _manifest.json, lists ${plural(files, 'file', 'files')}.`,
  },
  names: 'Names of persons, objects and clients beside their ids',
  start: 'Export',
  back: 'Back',
  running: 'Writing',
  progress: (written: string, total: string) => `${written} of ${records(total)}`,
  done: 'Exported',
  /** @param what the file’s name, or the number of files */
  written: (what: string, count: string) => `Exported ${what}: ${records(count)}.`,
  details: 'Details',
  manifest: {
    file: 'File',
    records: 'Records',
    lines: 'Lines',
    columns: 'Columns',
    filter: 'Filter',
    internalFilter: 'Internal conditions apply that the file does not tell.',
    period: 'Period',
    zone: 'Time zone',
    state: 'State',
    complete: (moment: string) => `complete as of ${moment}`,
    partial: 'partial',
    unreadable: 'Unreadable',
    unreadableValues: (count: string) => `${plural(count, 'value', 'values')}, in a column of their own as received`,
    guarded: 'Guarded',
    guardedCells: (count: string) =>
      `${plural(count, 'cell', 'cells')} changed so that no spreadsheet takes ${count === '1' ? 'it' : 'them'} for a formula or a number`,
    notes: 'Notes',
    profiled: 'For',
    byProfile: (client: string, rates: boolean) =>
      `Client file as set for ${client}, ${rates ? 'with' : 'without'} rates`,
    withheld: 'Left out',
    signedBy: 'Signed by',
    /** @param clients how many */
    holds: (clients: string, withoutClient: boolean) =>
      `This file holds ${plural(clients, 'client', 'clients')}${withoutClient ? ' and records of none' : ''}: each would see the others’. Filter by one, or write one file for each.`,
    sha256: 'SHA-256',
    sums: 'Sums',
    moreSums: (count: string) => `${count} more in the manifest`,
    currency: 'Currency',
    allTime: 'all of time',
  },
  pack: {
    label: 'Files',
    one: 'One file',
    client: 'One for each client',
    person: 'One for each person',
    files: 'Files',
    count: (files: string) => plural(files, 'file', 'files'),
    more: (count: string) => `${count} more in the index`,
    /** @param clients the first of them */
    byProfiles: (clients: readonly string[], others: number) =>
      `Client files as set for ${clients.join(', ')}${others > 0 ? ` and ${others} more` : ''}`,
    as: { label: 'Written as', zip: 'A zip file', folder: 'A new folder' },
    namesAll: 'Its index names every client or person: send the files, not the whole.',
    ofNoClient: (file: string) => `${file} holds the records of no client: send it to none.`,
    notBillable: (files: readonly string[], others: number) =>
      `Nothing billable in ${files.join(', ')}${others > 0 ? ` and ${others} more` : ''}: look before sending.`,
    addsUp: 'It has an index; the files in it add up to the whole.',
  },
  manifestBeside: 'The manifest is written beside the file.',
} as const;
