/** What `history` says. */
const value = (text: string | null) => text ?? '–';

export const historyTexts = {
  none: 'Nothing is remembered yet: the first complete download begins the history.',
  unchanged: (id: string) =>
    `Record ${id} has not changed since these records were first complete here, or is not among them.`,
  more: (listed: number, total: number) => `${listed} of ${total} are listed; --limit lists more.`,
  figureCut: 'Only the last refreshes are listed; --limit asks more of them, up to 50.',
  figureIn: '--currency tells of one of them.',
  usualLimits: ([refreshes = '', records = '', steps = '']: readonly string[]) =>
    `${refreshes} refreshes, ${records} records or ${steps} steps of a figure`,
  keepHow: (written: string, least: number, most: number) =>
    `--keep takes a whole number of months from ${least} to ${most}, or all, not “${written}”`,
  sinceAlone: '--until, --by, --currency and what selects records need --since',
  fileSince: 'A file is of what changed: --out needs --since',
  fileWhole: 'A file lists all that changed: --out takes no --by and no --limit',
  figureAlone: '--figure takes a period and a filter, but no moment: it tells of all of them',
  kept: (months: number | null) =>
    months === null
      ? 'What changed is remembered always.'
      : `What changed is remembered for ${months} months; what is older is removed for good with the next refresh or opening.`,
  idAlone: 'What became of one record takes no --since and no --figure',
  heads: {
    seenAt: 'Seen here',
    what: 'What',
    asOf: 'Records as of',
    appeared: 'New',
    changed: 'Changed',
    vanished: 'Gone',
  },
  merges: {
    first: 'complete for the first time',
    refresh: 'refresh',
    unknown: 'not known what changed',
    journal: 'names, settings or reviewed findings',
  },
  kinds: {
    appeared: 'new',
    changed: 'changed',
    vanished: 'gone from the service',
    archived: 'archived',
    restored: 'no longer archived',
  },
  change: (before: string | null, after: string | null) => `${value(before)} → ${value(after)}`,
} as const;
