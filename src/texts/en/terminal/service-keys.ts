/** Texts of `serve keys`. */
export const serviceKeysTexts = {
  action:
    'Say what to do with the keys: serve keys issue, list, deactivate ID, rotate ID, or quota ID followed by a number or "default"',
  noStore: 'Name the store of the keys with --data-dir DIR, --postgres-file FILE or --postgres',
  away: 'The store of the keys cannot be reached or is locked by another program: try again',
  oneStore: 'Keys and counts are in one store: name one of --data-dir, --postgres-file and --postgres',
  noneYet: 'No key has been issued into this store yet: "serve keys issue" issues one, also while this runs.',
  badId: 'A key is named by its number, as "serve keys list" shows it',
  unknownId: (id: number) => `There is no key ${id}: "serve keys list" shows which there are`,
  notActive: (id: number) => `Key ${id} is not valid any more, so it cannot be rotated: issue another`,
  quota: 'The quota is a whole number of at least 1, or "default"',
  label: (most: number) => `--label is at most ${most} characters in one line`,
  grace: (mostDays: number) => `--grace is a time such as 30m, 24h or 7d, at most ${mostDays}d`,
  issued: (id: number, label: string) =>
    `This is key ${id}${label === '' ? '' : ` (${label})`}. It cannot be shown again: store it now.`,
  rotated: (id: number, until: string) => `Key ${id} stays valid until ${until}; both share its daily quota.`,
  deactivated: (id: number) => `Key ${id} is deactivated: running services refuse it within a second.`,
  quotaSet: (id: number, quota: number | null) =>
    quota === null ? `Key ${id} has the service's daily quota.` : `Key ${id} has ${quota} requests a day.`,
  none: 'No key has been issued yet: "serve keys issue" issues one.',
  heads: {
    id: 'Id',
    label: 'Label',
    last: 'Ends in',
    state: 'State',
    created: 'Created',
    used: 'Last used',
    today: 'Today',
    quota: 'Daily quota',
  },
  unknown: '?',
  never: 'never',
  standard: 'default',
  states: {
    valid: 'valid',
    until: (time: string) => `until ${time}`,
    ended: (time: string) => `ended ${time}`,
    deactivated: (time: string) => `deactivated ${time}`,
  },
} as const;
