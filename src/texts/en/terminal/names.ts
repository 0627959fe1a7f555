/** English of the terminal's names command. */

const entries = (count: number) => (count === 1 ? '1 entry' : `${count} entries`);

const andMore = (named: readonly string[], more: number) =>
  `${named.join('; ')}${more === 0 ? '' : `; and ${more} more`}`;

export const namesTexts = {
  action: 'Say what to do with the names: import FILE, list, or export --out FILE',
  fileMissing: 'names import needs a file',
  unreadable: (path: string, problem: string) => `${path} cannot be read (${problem})`,
  tooBig: (path: string) => `${path} is over 50 MB, too large for a list of names`,
  unreadableList: (file: string, problem: string) => `${file}: ${problem}`,
  mapFirst: (file: string, doubt: string, hasHeads: boolean) =>
    `In ${file}, ${doubt}: say what the columns hold, such as --map "${hasHeads ? 'Record ID=id,Title=name' : '1=id,2=name'}"`,
  noSheet: (name: string, names: readonly string[]) =>
    `no sheet is called "${name}"${names.length === 0 ? '' : `; they are ${names.map((each) => `"${each}"`).join(', ')}`}`,
  sheet: (name: string) => `the sheet "${name}"`,
  notRead: (heads: readonly string[], more: number) => `Not read: ${andMore(heads, more)}.`,
  restored: (named: readonly string[], more: number) => `Restored: ${andMore(named, more)}.`,
  unknown: (ids: readonly string[], more: number) => `No record here has these ids: ${andMore(ids, more)}.`,
  leftOut: (named: readonly string[], more: number) => `Left out: ${andMore(named, more)}.`,
  /** What an import did, or would do. */
  imported: (added: number, changed: number, unchanged: number) =>
    `${entries(added)} added, ${changed} changed, ${unchanged} left as ${unchanged === 1 ? 'it was' : 'they were'}.`,
  wouldImport: (added: number, changed: number, unchanged: number) =>
    `It would add ${entries(added)}, change ${changed} and leave ${unchanged}. Nothing was saved.`,
  written: (count: number, path: string) => `${entries(count)} written to ${path}`,
  nobody: 'The directory is empty.',
  none: '(none)',
  added: (kind: string, id: string, name: string) => `+ ${kind} ${id}: ${name}`,
  changed: (kind: string, id: string, name: string, fields: readonly string[]) =>
    `~ ${kind} ${id}: ${name} (${fields.join('; ')})`,
  field: (column: string, before: string, after: string) => `${column} ${before} → ${after}`,
  heads: {
    kind: 'Kind',
    id: 'Id',
    name: 'Name',
    team: 'Team',
    weekly_hours: 'Weekly hours',
    active_from: 'From',
    active_to: 'To',
    absences: 'Absences',
    client: 'Client',
    currency: 'Currency',
  },
};
