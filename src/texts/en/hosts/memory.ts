/** Why a moment of the past cannot be shown. Times are UTC timestamps. */
const day = (timestamp: string) => `${timestamp.slice(0, 10)} ${timestamp.slice(11, 16)} UTC`;

export const memoryTexts = {
  nothingYet: 'Nothing is remembered here yet: download the records first.',
  before: (first: string) => `Nothing is known of before ${day(first)}, when these records were first complete here.`,
  removed: (first: string) =>
    `What was known before ${day(first)} was removed, as the settings have it: ask of a later moment.`,
  begins: (first: string) => `What was known before ${day(first)} was removed, as the settings have it.`,
  unknown: (from: string, to: string) =>
    `What changed between ${day(from)} and ${day(to)} is not known, so no earlier moment can be shown.`,
  notCarried:
    'The records here are not those that are remembered, so no earlier moment can be shown until they are complete again.',
  noMerge: (text: string) => `There is no refresh ${text} here.`,
  noMoment: (text: string) =>
    `“${text}” is no moment: give a day as 2026-10-31, a time as 2026-10-31T18:00Z, or a refresh as #12.`,
  savedExport: '--as-known does not go with a saved export, which is of today: export its definition as a file.',
  setAside: (file: string) =>
    `A damaged file of what is remembered was set aside as ${file}: what it held of the time before is missing here.`,
  figureSeveral: (currencies: readonly (string | null)[]) =>
    `Its amounts are in several currencies, which are never added up: ${currencies.map((one) => one ?? 'none').join(', ')}.`,
  sinceWhat: 'What changed is asked since a moment, or since a file was sent: name one.',
  withoutValues: (file: string) =>
    `The records here are not those that are remembered, and of ${file} only the ids were kept, so what changed since is not known.`,
  backwards: 'The later moment comes before the earlier one: exchange them.',
  readOnly: 'The past cannot be changed: go back to today first.',
} as const;
