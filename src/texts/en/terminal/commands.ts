/** Texts of the commands `report`, `exports` and `names`, beyond what all commands share. */
import { suggest } from './cli.ts';

const quoted = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ');

export const reportCommandTexts = {
  heads: { name: 'Report', question: 'The question it answers' },
  savedHead: 'Saved report',
  savedQuestion: 'Its description',
  listAlone: (other: string) => `--list is used alone, without ${other}`,
  order:
    '--order is a measure or group and a direction, such as billable_value:desc, logged_hours@2026-10-05:desc for one column, or billable_value~change:desc for changes',
  breakDown:
    '--break-down names a line and the group of its parts, such as "Anna Keller by service_name", "Acme > Anna Keller by week" for a line inside of another, several with ";" between them, or none',
  breakDownGroup: (by: string, near: string | undefined) =>
    `Records cannot be grouped by "${by}"${suggest(near)}, so --break-down cannot take it`,
  noLine: (line: string, near: string | undefined) =>
    `No line of this report is called "${line}"${suggest(near)}: write it as the table prints it`,
  noFile: (path: string) =>
    `There is no file ${path}: give the path of a report's file, or the name of a report ("report --list" has them)`,
  folder: (path: string) => `${path} is a folder: give the path of a report's file`,
  unreadable: (path: string) => `The file ${path} could not be read: check its permissions, or give another one`,
  unknown: (name: string, near: string | undefined, presets: readonly string[], saved: readonly string[]) =>
    `There is no report called "${name}"${suggest(near)}: the reports are ${presets.join(', ')}${
      saved.length === 0 ? ', and none is saved in this workspace' : `, and saved in this workspace ${quoted(saved)}`
    }`,
  ambiguous: (name: string, names: readonly string[]) =>
    `"${name}" is the name of several saved reports (${quoted(names)}): write one exactly, or give them different names in the app`,
  hidden: (preset: string, saved: string) =>
    `This is the report "${preset}" that comes with the program; the saved report "${saved}" needs another name to be run by it.`,
  savedUnread: (why: string) => `The saved reports of this workspace could not be listed: ${why}`,
} as const;

const listSaved = (names: readonly string[]) =>
  names.length === 0 ? 'none is saved' : `there are ${names.join(', ')}`;

export const exportsTexts = {
  /** Wrong use, without a full stop. */
  unknown: (name: string, near: string | undefined, names: readonly string[]) =>
    `No export and no file is called "${name}"${suggest(near)}: ${listSaved(names)}`,
  ambiguous: (names: readonly string[]) => `Several exports are called so: ${names.join(', ')}`,
  action: 'Say what to do with saved exports: nothing to list them, add FILE, save NAME --out FILE, or remove NAME',
  fileMissing: 'exports add needs the file of a definition',
  nameMissing: (action: string) => `exports ${action} needs the name of a saved export`,
  noName: (path: string) => `${path} gives no name, so give one with --name`,
  dueAlone: (option: string) => `${option} does not go with --due, which runs each export as it was saved`,

  heads: {
    name: 'Export',
    writes: 'Writes',
    audience: 'For',
    repeats: 'Repeats',
    lastRun: 'Last run',
    file: 'File',
    records: 'Records',
    state: 'State',
    sha256: 'SHA-256',
    due: 'Due',
    next: 'Next due',
  },
  none: 'No export is saved here: save one in the app, or with "exports add FILE".',
  nothingDue: 'Nothing is due.',
  added: (name: string) => `“${name}” is saved.`,
  removed: (name: string) => `“${name}” is removed.`,
  saved: (file: string) => `Definition written to ${file}`,
  written: (name: string, day: string, records: string, file: string, isComplete: boolean) =>
    `${name}, due ${day}: ${records} records written to ${file}${isComplete ? '' : ', which is partial: it stays due'}`,
  failed: (name: string, day: string, sentence: string) => `${name}, due ${day}: ${sentence}`,
  waiting: (name: string, days: readonly string[]) => `${name} stays due for ${days.join(', ')} as well.`,
} as const;

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
    `no sheet is called "${name}"${names.length === 0 ? '' : `; they are ${names.map((sheet) => `"${sheet}"`).join(', ')}`}`,
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
