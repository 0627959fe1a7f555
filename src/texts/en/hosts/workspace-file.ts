/** Reasons for refusing a saved workspace: each ends a sentence that names the file. */

/** Limits are whole numbers of one or the other. */
const size = (bytes: number) => (bytes >= 2 ** 30 ? `${bytes / 2 ** 30} GiB` : `${bytes / 2 ** 20} MiB`);

export const workspaceFileTexts = {
  notWhole: (path: string, why: string) => `${path} is not a complete saved workspace: ${why}`,
  unreadable: (path: string) => `${path} cannot be read`,
  older: (path: string) =>
    `${path} was saved by an earlier version, as databases, which are no longer opened: save the workspace again with this version, on the computer it is from`,
  noService: 'Only a workspace with the records of a service can be saved',
  tooLargeToSave: (what: string) => `The workspace is too large for one file: ${what}`,

  noArchive: 'it is not an archive',
  endsEarly: 'it ends too early',
  followed: 'more follows after its end',
  foreignEntry: (name: string) => `it holds ${JSON.stringify(name)}, which does not belong in one`,
  missing: (name: string) => `"${name}" is missing`,
  changed: (name: string) => `"${name}" was changed`,
  wrongSignature: 'its signature is not one of its manifest',
  badManifest: 'its manifest cannot be read',
  badColumns: 'it names unknown properties',
  oddAddress: 'its address is not written as this program writes one',
  badAddress: (reason: string) =>
    `The address in the file is not one that a key may be sent to (${reason.replace(/\.$/, '')})`,
  badLine: (name: string, line: string, what: string) => `line ${line} of "${name}" is not valid (${what})`,
  twice: (what: string) => `it holds ${what} twice`,
  otherRecords: 'its records are not those that its manifest counts',
  badState: 'its record of what was downloaded cannot be read',

  removedMeanwhile: 'What is too old to be remembered was removed meanwhile: save again.',
  badPast: 'what it remembers of the past cannot be read',
  pastTooLarge: (most: number) =>
    `a part of what it remembers of the past has more than the ${size(most)} one may have`,
  badChanges: (merge: number) => `what it remembers of the past was changed before refresh #${merge}`,
  badClosing: (step: number) => `what it remembers of closings was changed in step ${step}`,
  badSent: (file: number) => `what it remembers of sent file ${file} was changed`,

  fileTooLarge: (most: number) => `it is larger than the ${size(most)} a saved workspace may have`,
  partTooLarge: (name: string, most: number) => `"${name}" unpacks to more than the ${size(most)} a part may have`,
  tooDense: (name: string, most: string) => `"${name}" unpacks to more than ${most} times its size, which no part may`,
  tooMany: (what: string, most: string) => `it has more than the ${most} ${what} a saved workspace may have`,
  /** What there may be only so many of, or one. */
  parts: {
    entries: 'names, reports, exports and marks',
    records: 'records',
    reports: 'reports',
    reportName: 'the name of a report',
    exports: 'exports',
    exportName: 'the name of an export',
    object: (key: string) => `object ${key}`,
    owner: (id: string) => `owner ${id}`,
    removed: (id: string) => `removed ${id}`,
    report: (id: string) => `report ${id}`,
    export: (id: string) => `export ${id}`,
    mark: (check: string, id: string) => `mark ${check} ${id}`,
    settings: 'settings',
    seen: 'seen',
    state: 'state',
    values: 'values',
  },
  cells: {
    count: 'number of values',
    recordId: 'record id',
    archived: 'archived',
    created: 'created',
    modified: 'last modified',
    rounded: 'rounded',
    anomalies: 'anomalies',
    extra: 'extra',
  },
  textTooLong: (most: string) => `a text longer than ${most} characters`,
} as const;
