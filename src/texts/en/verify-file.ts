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
  stillTrueNot: 'Still true today: NO, the same export gives something else.',
  cannotAsk: {
    'internal-filter': 'Still true today: cannot be asked, its conditions are internal and not in the file.',
    refused: 'Still true today: cannot be asked, its definition does not fit this workspace.',
  },
  records: (written: string, found: string) => `${found} records instead of ${written}`,
  otherNames: 'names have changed since',
  otherSettings: 'settings have changed since',
  incomplete: "today's records are incomplete",

  against: {
    original: 'Changed in the file:',
    today: "In the file, beside today's export:",
  },
  cell: (place: string, key: string, head: string, inFile: string, today: string, difference: string | null) =>
    `${place}${key === '' ? '' : ` (${key})`}, ${head}: ${inFile} instead of ${today}${difference === null ? '' : `, ${difference}`}`,
  line: (number: string) => `line ${number}`,
  missing: (cells: string) => `missing: ${cells}`,
  extra: (number: string, cells: string) => `line ${number} is not in it today: ${cells}`,
  more: (number: string) => `and ${number} more`,
  empty: '(empty)',
  plus: (difference: string) => (difference.startsWith('-') ? difference : `+${difference}`),
  /** On standard error: what the exit code says. */
  saidChanged: 'The file was changed: do not rely on it.',
  saidDiffers: 'The file is untouched, but today’s records say something else.',
  saidUnknown: 'The file is untouched; whether it is still true could not be asked.',
} as const;
