/** English for `verify-file`: what is found out about an exported file. */

const plural = (number: string, one: string, many: string) => `${number} ${number === '1' ? one : many}`;

export const verifyFileTexts = {
  /** Parts of sentences, without their full stop. */
  noFile: (path: string) => `There is no file ${path}`,
  needsFile: 'Name one file to check: verify-file FILE',
  noManifest: (file: string) => `There is no manifest beside ${file}: put ${file}.manifest.json into the same folder`,
  badManifest: (file: string) => `The manifest ${file} cannot be read: ask the sender for it again`,

  untouched: 'Untouched: yes, every byte is as it was written.',
  changed: 'Untouched: NO, the file is not the one its manifest was written for.',
  sealBroken: 'Untouched: NO, the file does not bear its own seal any more.',
  noManifestBeside: 'Only by its own seal: there is no manifest beside it.',

  signature: {
    none: 'Signed: no, so that nothing shows who wrote it.',
    missing: 'Signed: NO, its manifest says that it is signed, and the signature is not there.',
    wrong: 'Signed: NO, its signature is of another manifest or by another key.',
    unreadable: 'Signed: NO, what stands beside it is no signature of a report.',
    /** @param own whether it is this app's key; null: there is none here */
    valid: (fingerprint: string, own: boolean | null) =>
      `Signed: yes, by ${fingerprint}, ${own === true ? "this app's key" : own === false ? "NOT this app's key" : 'and there is no key here to compare it with'}.`,
    asked: (fingerprint: string) => `Signed: yes, by ${fingerprint}, the key you named.`,
    notAsked: (fingerprint: string | null, wanted: string) =>
      `Signed: NO, not by ${wanted}${fingerprint === null ? '' : `, but by ${fingerprint}`}.`,
  },
  signedBy: '--signed-by is a fingerprint as "signing show" prints it: SHA256:…',

  addsUp: (lines: string) => `Adds up: yes, ${plural(lines, 'line gives', 'lines give')} the sums of its manifest.`,
  addsUpNot: 'Adds up: NO.',
  notReadBack: (format: string) => `Adds up: not checked, ${format} files are not read back; their hash is.`,
  lines: (written: string, found: string | null) =>
    found === null ? `it cannot be read to its end` : `${found} lines instead of ${written}`,
  /** @param unit `minutes`; '' where the figures show what they are */
  sum: (column: string, of: string | null, unit: string, written: string, found: string, difference: string) =>
    `${column}${of === null ? '' : ` (${of === '' ? 'no currency' : of})`}: ${found} instead of ${written}${unit === '' ? '' : ` ${unit}`}, ${difference}`,
  units: { hours: 'hours', minutes: 'minutes', days: 'days' },
  nothing: 'nothing',

  stillTrue: 'Still true today: yes, the same export gives the same lines.',
  sameTotals: 'Still true today: its totals are; its lines are not read back, and were not compared.',
  stillTrueNot: 'Still true today: NO, the same export gives something else.',
  cannotAsk: {
    'internal-filter': 'Still true today: cannot be asked, its conditions are internal and not in the file.',
    refused: 'Still true today: cannot be asked, its definition does not fit this workspace.',
  },
  records: (written: string, found: string) => `${found} records instead of ${written}`,
  otherNames: 'names have changed since',
  /** Asked under the file's own. */
  otherSettings: (settings: readonly string[]) =>
    `settings changed: ${settings.join(', ')}; asked under the file's own`,
  setting: (label: string, written: string, now: string) => `${label} was ${written}, is ${now}`,
  untoldSettings: 'settings changed, and the manifest does not tell which',
  runningOn: (day: string) => `asked as of ${day}, when its period was running`,
  incomplete: "today's records are incomplete",

  against: {
    original: 'Changed in the file:',
    today: 'What the same export gives today:',
  },
  /** @param is what stands there now. @param was what should, or what stood there */
  cell: (place: string, key: string, head: string, is: string, was: string, difference: string | null) =>
    `${place}${key === '' ? '' : ` (${key})`}, ${head}: ${is} instead of ${was}${difference === null ? '' : `, ${difference}`}`,
  line: (number: string) => `line ${number}`,
  missing: {
    original: (cells: string) => `taken out: ${cells}`,
    today: (cells: string) => `a line that the file does not have: ${cells}`,
  },
  extra: {
    original: (number: string, cells: string) => `line ${number} was put in: ${cells}`,
    today: (number: string, cells: string) => `line ${number} no more: ${cells}`,
  },
  more: (number: string) => `and ${number} more`,
  empty: '(empty)',
  plus: (difference: string) => (difference.startsWith('-') ? difference : `+${difference}`),
  pack: {
    /** Parts of sentences, without their full stop. */
    noZip: (file: string) => `${file} is no whole zip file: ask the sender for it again`,
    byMonth: (folder: string) =>
      `The folder ${folder} is parted by month, which verify-file does not verify: compare its files with their SHA-256 in _manifest.json`,
    noIndex: (pack: string) => `There is no index.json in ${pack}: it is no pack, or its index was taken out`,
    badIndex: (pack: string) => `The index.json in ${pack} cannot be read: ask the sender for the pack again`,
    untouched: (files: string) => `Untouched: yes, ${plural(files, 'file is', 'files are')} as the index has them.`,
    touched: 'Untouched: NO, the pack is not the one its index was written for.',
    missing: (file: string) => `${file} is missing`,
    stray: (file: string) => `${file} is no part of it`,
    changed: (file: string) => `${file} was changed`,
    addsUp: (files: string, records: string) =>
      `Adds up: yes, ${plural(files, 'file gives', 'files give')} the whole of ${plural(records, 'record', 'records')}.`,
    recordsOf: (written: string, found: string) => `${found} records in all files instead of ${written}`,
    uneven: (file: string) => `${file} does not give its own sums`,
    stillTrue: 'Still true today: yes, the same pack holds the same.',
    stillTrueNot: 'Still true today: NO, the same pack holds something else.',
    differing: (file: string) => `${file} differs: check it by itself to see its cells`,
    wrongSignature: (file: string) => `${file} is not signed as it should be`,
    saidChanged: 'The pack was changed: do not rely on it.',
    saidDiffers: 'The pack is untouched, but today’s records say something else.',
  },
  /** On standard error: what the exit code says. */
  saidChanged: 'The file was changed: do not rely on it.',
  saidDiffers: 'The file is untouched, but today’s records say something else.',
  saidSignature: 'The file is untouched, but not signed as it should be: do not rely on it.',
  saidStranger:
    "The file is signed by a key that is not this app's: compare the fingerprint with its sender's, or name it with --signed-by.",
  saidUnknown: 'The file is untouched; whether it is still true could not be asked.',
} as const;
