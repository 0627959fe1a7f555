/** English for the terminal's saved exports: what there are, what is due, what was run. */

const list = (names: readonly string[]) => (names.length === 0 ? 'none is saved' : `there are ${names.join(', ')}`);

export const exportsTexts = {
  /** Wrong use, without a full stop. */
  unknown: (name: string, near: string | undefined, names: readonly string[]) =>
    `No export and no file is called "${name}"${near === undefined ? '' : ` (did you mean "${near}"?)`}: ${list(names)}`,
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
