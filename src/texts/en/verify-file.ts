/** English for `verify-file`: what is found out about an exported file. */
import { plural } from './counts.ts';

export const verifyFileTexts = {
  /** Parts of sentences, without their full stop. */
  noFile: (path: string) => `There is no file ${path}`,
  needsFile: 'Name one file to check: verify-file FILE',
  noManifest: (file: string) => `There is no manifest beside ${file}: put ${file}.manifest.json into the same folder`,
  tooLarge: (file: string) => `${file} is larger than such a file can be: ask the sender for it again`,
  badManifest: (file: string) => `The manifest ${file} cannot be read: ask the sender for it again`,

  /** @param total '' where there is none */
  checked: (title: string, period: string, records: string, total: string) =>
    `Checked: “${title}”, ${period}, ${plural(records, 'record', 'records')}${total === '' ? '' : `, ${total}`}.`,
  total: (measure: string, value: string, unit: string) => `${measure} ${value}${unit === '' ? '' : ` ${unit}`}`,
  allTime: 'all of time',
  writtenAs: (name: string) => `written as ${name}`,
  renamed: (name: string, written: string) => `ANOTHER NAME: it is called ${name} here, and was written as ${written}`,
  unnamed: 'no manifest is beside it, so that nothing tells the name it was written under',

  untouched: 'Untouched: yes, every byte is as it was signed.',
  matches: 'Matches its manifest: yes, every byte; who wrote both, only a signature shows.',
  changed: 'Matches its manifest: NO, the file is not the one its manifest was written for.',
  partsAgree: 'Matches its manifest: not known, there is none beside it. Its parts agree; that is no proof.',
  partsDiffer: 'Matches its manifest: NO, there is none beside it, and its own parts do not agree.',

  remembered: 'Matches its manifest: yes, every byte is as this computer wrote it and remembers; none is beside it.',
  onlyHash: (file: string) =>
    `There is no manifest beside ${file}, and this computer remembers none: only its hash is known.`,
  hash: (sha256: string) => `SHA-256 ${sha256}`,
  sent: {
    known: (number: string, at: string, client: string | null, who: string) =>
      `Sent: yes, it is number ${number} of the files that left, written ${at}${client === null ? '' : ` for ${client}`} by ${who} (not verified).`,
    bills: 'it bills its records',
    withdrawn: 'it was withdrawn since, and counts as not sent',
    same: 'nothing has changed in its records since',
    changed: (parts: readonly string[]) => `since then: ${parts.join(', ')}`,
    unknown: 'Sent: no file of this computer has this hash.',
    unknownDetail: 'with its manifest beside it, or in the folder it was written to, it can be checked all the same',
  },
  asThen: {
    equal: (time: string) => `As known then: equal, the records as they were here from ${time} give every byte of it.`,
    differs: (time: string, place: string, expected: string, actual: string) =>
      `As known then (from ${time}): differs here: ${place}: expected ${expected}, found ${actual}.`,
    unknown: (time: string) => `As known then (from ${time}): cannot be compared.`,
  },

  signature: {
    none: 'Signed: no, so that nothing shows who wrote it.',
    missing: 'Signed: NO, its manifest says that it is signed, and the signature is not there.',
    wrong: 'Signed: NO, its signature is of another manifest or by another key.',
    unreadable: 'Signed: NO, what stands beside it is no signature of a report.',
    /** @param own whether it is this app's key; null: there is none here */
    valid: (fingerprint: string, own: boolean | null) =>
      `Signed: yes, by ${fingerprint}, ${own === true ? "this app's key" : own === false ? "NOT this app's key" : 'and there is no key here to compare it with'}.`,
    signedByNamedKey: (fingerprint: string) => `Signed: yes, by ${fingerprint}, the key you named.`,
    notAsked: (fingerprint: string | null, key: string) =>
      `Signed: NO, not by ${key}${fingerprint === null ? '' : `, but by ${fingerprint}`}.`,
  },
  signedBy: '--signed-by is a fingerprint as "signing show" prints it: SHA256:…',

  addsUp: (lines: string) => `Adds up: yes, ${plural(lines, 'line gives', 'lines give')} the sums of its manifest.`,
  addsUpNot: 'Adds up: NO.',
  notReadBack: (format: string) => `Adds up: not checked, ${format} files are not read back.`,
  tooLong: (seconds: string) => `Adds up: not checked to its end, it takes longer than ${seconds} seconds.`,
  lines: (written: string, actual: string | null) =>
    actual === null ? `it cannot be read to its end` : `${actual} lines instead of ${written}`,
  /** @param unit `minutes`; '' where the figures show what they are */
  sum: (column: string, of: string | null, unit: string, written: string, actual: string, difference: string) =>
    `${column}${of === null ? '' : ` (${of === '' ? 'no currency' : of})`}: ${actual} instead of ${written}${unit === '' ? '' : ` ${unit}`}, ${difference}`,
  units: { hours: 'hours', minutes: 'minutes', days: 'days' },
  nothing: 'nothing',

  again: {
    equal: 'Written again: equal, every byte of the file and every field of its manifest.',
    equalButName: 'Written again: equal, every byte of the file and every field of its manifest but the name.',
    differs: (place: string, expected: string, actual: string) =>
      `Written again: differs here: ${place}: expected ${expected}, found ${actual}.`,
    /** @param difference of a file, or of the whole */
    pack: (difference: string) => `Written again: ${difference}.`,
    unknown: (reasons: readonly string[]) => `Written again: cannot be compared: ${reasons.join('; ')}.`,
  },
  /** Parts of sentences, without their full stop. */
  why: {
    missing: 'a file of it, or its manifest, is missing or cannot be read',
    conditions: 'its conditions are internal, and this computer did not write it',
    format: 'files of its format are not written any more',
    refused: 'its definition does not fit this workspace',
    'no-records': 'there are no records here',
    source: 'it is of another service',
    records: (written: string, now: string) => `its records are ${written}, those here ${now}`,
    names: 'names have changed since',
    settings: 'settings have changed since, and its manifest does not tell which',
    reviews: 'reviews or limits of checks have changed since',
    version: (written: string) => `version ${written} wrote it`,
  },
  asOf: (time: string) => `as of ${time}`,
  notComplete: 'of no complete download',
  place: {
    cell: (line: string, head: string) => `line ${line}, ${head}`,
    line: (line: string) => `line ${line}`,
    field: (line: string, field: string) => `line ${line}, “${field}”`,
    sheet: (sheet: string, cell: string) => `sheet ${sheet}, cell ${cell}`,
    part: (part: string) => `part ${part}`,
    byte: (byte: string) => `byte ${byte}`,
    manifest: (field: string) => `its manifest, “${field}”`,
  },
  ownWord:
    'its title, receiver and conditions are its own word: this computer did not write it, and nobody known has signed it',
  known: 'this computer wrote the file, with this manifest',
  untold: 'names or settings that changed since could explain it, too: the manifest of a client does not tell of them',
  newer: (asOf: string) => `the records here are ${asOf}, and give the same`,
  sameBytes: 'the records here give every byte of the file, too',
  records: (written: string, actual: string) => `the records here give ${actual} records instead of ${written}`,
  /** Asked under the file's own. */
  otherSettings: (settings: readonly string[]) =>
    `settings changed: ${settings.join(', ')}; it was written again under its own`,
  setting: (label: string, written: string, now: string) => `“${label}” was ${written}, is ${now}`,
  settingValue: (value: string) => `“${value}”`,
  notSet: 'not set',
  incomplete: 'the records here are incomplete',

  more: (number: string) => `and ${number} more`,
  empty: '(empty)',
  pack: {
    /** Parts of sentences, without their full stop. */
    noZip: (file: string) => `${file} is no whole zip file: ask the sender for it again`,
    byMonth: (folder: string) =>
      `The folder ${folder} is parted by month, which verify-file does not verify: compare its files with their SHA-256 in _manifest.json`,
    noIndex: (pack: string) => `There is no index.json in ${pack}: it is no pack, or its index was taken out`,
    badIndex: (pack: string) => `The index.json in ${pack} cannot be read: ask the sender for the pack again`,
    tooMuch: (pack: string) =>
      `The manifests in ${pack} are larger together than those of any pack: ask the sender for the pack again`,
    untouched: (files: string) => `Untouched: yes, ${plural(files, 'file is', 'files are')} as they were signed.`,
    matches: (files: string) =>
      `Matches its index: yes, ${plural(files, 'file is', 'files are')} as it has them; who wrote both, only a signature shows.`,
    touched: 'Matches its index: NO, the pack is not the one its index was written for.',
    missing: (file: string) => `${file} is missing`,
    stray: (file: string) => `${file} is no part of it`,
    changed: (file: string) => `${file} was changed`,
    addsUp: (files: string, records: string) =>
      `Adds up: yes, ${plural(files, 'file gives', 'files give')} the whole of ${plural(records, 'record', 'records')}.`,
    recordsOf: (written: string, actual: string) => `${actual} records in all files instead of ${written}`,
    uneven: (file: string) => `${file} does not give its own sums`,
    equal: 'Written again: equal, every file of the pack and the whole.',
    differing: (file: string, place: string, expected: string, actual: string) =>
      `${file} differs here: ${place}: expected ${expected}, found ${actual}`,
    whole: 'the whole',
    wrongSignature: (file: string) => `${file} is not signed as it should be`,
    saidChanged: 'The pack was changed: do not rely on it.',
    saidDiffers: 'The pack matches its index, but written again from the same records it is different.',
  },
  /** On standard error: what the exit code says. */
  saidChanged: 'The file was changed: do not rely on it.',
  saidDiffers: 'The file matches its manifest, but written again from the same records it is different.',
  saidSignature: 'Not signed as it should be: do not rely on it.',
  saidStranger:
    "The file is signed by a key that is not this app's: compare the fingerprint with its sender's, or name it with --signed-by.",
  saidUnknown: 'Nothing in it is wrong, but it could not be compared with what this computer writes.',
  saidThen: 'The file is what the records gave when it was written; today they give another.',
  saidForeign: 'Nothing is known of this file: no manifest is beside it, and this computer did not write it.',
  saidRenamed: 'The file was written under another name: make sure that it is the one you mean.',
} as const;
