/** What a saved workspace is refused with: half sentences end "FILE is no whole saved workspace: …". */

const count = new Intl.NumberFormat('en');
const size = (bytes: number) =>
  bytes >= 2 ** 30 ? `${count.format(bytes / 2 ** 30)} GiB` : `${count.format(bytes / 2 ** 20)} MiB`;

export const workspaceFileTexts = {
  notWhole: (path: string, why: string) => `${path} is no whole saved workspace: ${why}`,
  unreadable: (path: string) => `${path} cannot be read`,
  older: (path: string) =>
    `${path} was saved by an earlier version, as databases, which are not opened any more: save the workspace again with this version, on the computer it is from`,
  noService: 'Only a workspace with the records of a service can be saved',
  tooLargeToSave: (what: string) => `The workspace is too large for one file: ${what}`,

  noArchive: 'it is no archive',
  endsEarly: 'it ends too early',
  foreignEntry: (name: string) => `it holds ${JSON.stringify(name)}, which is no part of one`,
  missing: (name: string) => `"${name}" is missing`,
  changed: (name: string) => `"${name}" was changed`,
  badManifest: 'its manifest cannot be read',
  badColumns: 'it names properties that are not known',
  oddAddress: 'its address is not written as this program writes one',
  badAddress: (reason: string) => `The address in the file is none a key may be sent to (${reason.replace(/\.$/, '')})`,
  badLine: (name: string, line: number, what: string) =>
    `line ${count.format(line)} of "${name}" is not right (${what})`,
  twice: (what: string) => `it holds ${what} twice`,
  otherRecords: 'it holds other records than it says',
  badState: 'its record of what was downloaded cannot be read',

  fileTooLarge: (most: number) => `it is larger than the ${size(most)} a saved workspace may have`,
  partTooLarge: (name: string, most: number) => `"${name}" unpacks to more than the ${size(most)} a part may have`,
  tooDense: (name: string, most: number) =>
    `"${name}" unpacks to more than ${count.format(most)} times its size, as no part may`,
  tooMany: (what: string, most: number) =>
    `it has more than the ${count.format(most)} ${what} a saved workspace may have`,
  textTooLong: (most: number) => `a text longer than ${count.format(most)} characters`,
} as const;
