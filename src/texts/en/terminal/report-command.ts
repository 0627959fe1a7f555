/** English for the terminal's `report` command beyond what all commands share. */

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
  breakDownGroup: (by: string) => `Records cannot be grouped by "${by}", so --break-down cannot take it`,
  noLine: (line: string, near: string | undefined) =>
    `No line of this report is called "${line}"${near === undefined ? '' : ` (did you mean "${near}"?)`}: write it as the table prints it`,
  noFile: (path: string) =>
    `There is no file ${path}: give the path of a report's file, or the name of a report ("report --list" has them)`,
  folder: (path: string) => `${path} is a folder: give the path of a report's file`,
  unreadable: (path: string) => `The file ${path} could not be read: check its permissions, or give another one`,
  unknown: (name: string, near: string | undefined, presets: readonly string[], saved: readonly string[]) =>
    `There is no report called "${name}"${near === undefined ? '' : ` (did you mean "${near}"?)`}: the reports are ${presets.join(', ')}${
      saved.length === 0 ? ', and none is saved in this workspace' : `, and saved in this workspace ${quoted(saved)}`
    }`,
  ambiguous: (name: string, names: readonly string[]) =>
    `"${name}" is the name of several saved reports (${quoted(names)}): write one exactly, or give them different names in the app`,
  hidden: (preset: string, saved: string) =>
    `This is the report "${preset}" that comes with the program; the saved report "${saved}" needs another name to be run by it.`,
  savedUnread: (why: string) => `The saved reports of this workspace could not be listed: ${why}`,
} as const;
