/** English of the terminal's names command. */

const entries = (count: number) => (count === 1 ? '1 entry' : `${count} entries`);

export const namesTexts = {
  action: 'Say what to do with the names: import FILE, list, or export --out FILE',
  fileMissing: 'names import needs a file',
  unreadable: (path: string, problem: string) => `${path} cannot be read (${problem})`,
  tooBig: (path: string) => `${path} is over 50 MB, too large for a list of names`,
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
