/** What `serve` says of where it is to be reached, of its configuration and of its keys. */

export const exposureTexts = {
  noHost: (host: string) => `This computer has no address ${host} to listen on`,
  inTheClear: (host: string) =>
    `Keys and records would travel in the clear from ${host}: put a proxy with TLS in front, such as the nginx of service/deploy/, and give --behind-proxy`,
  noPublicUrl: 'Links need the address that callers use: give it as --public-url, such as https://timelogs.example.com',
  publicUrl: '--public-url is an HTTPS address, such as https://timelogs.example.com or https://example.com/timelogs',
  adminHost: '--admin-host says where the port of --admin-port is: give both',
  trustedProxies: '--trusted-proxies lists addresses or networks with commas between them, such as 10.0.0.0/8,::1',
  rate: (option: string) => `${option} is a number of calls and of seconds, such as 100/10`,
};

export const configTexts = {
  noFile: (path: string) => `The configuration ${path} cannot be read`,
  tooLarge: (path: string) => `The configuration ${path} is larger than 64 KiB: name the file with the options`,
  noJson: (path: string) => `The configuration ${path} is not JSON`,
  noObject: (path: string) => `The configuration ${path} is not one JSON object of options`,
  unknown: (path: string, name: string, nearest: string | undefined) =>
    `The configuration ${path} names "${name}", which is no option of serve${nearest === undefined ? '' : `: did you mean "${nearest}"?`}`,
  noSwitch: (path: string, name: string) => `In the configuration ${path}, "${name}" is true or false`,
  noText: (path: string, name: string) => `In the configuration ${path}, "${name}" is a text or a number`,
};

export const serviceKeysTexts = {
  action:
    'Say what to do with the keys: serve keys issue, list, trail, deactivate ID, rotate ID, or quota ID followed by a number or "default"',
  noStore: 'Name the store of the keys with --data-dir DIR, --postgres-file FILE or --postgres',
  away: 'The store of the keys cannot be reached or is locked by another program: try again',
  oneStore: 'Keys and counts are in one store: name one of --data-dir, --postgres-file and --postgres',
  noneYet: 'No key has been issued into this store yet: "serve keys issue" issues one, also while this runs.',
  badId: 'A key is named by its number, as "serve keys list" shows it',
  unknownId: (id: number) => `There is no key ${id}: "serve keys list" shows which there are`,
  notActive: (id: number) => `Key ${id} is not valid any more, so it cannot be rotated: issue another`,
  quota: 'The quota is a whole number of at least 1, or "default"',
  label: (option: string, most: number) => `${option} is at most ${most} characters in one line`,
  time: (option: string, mostDays: number) => `${option} is a time such as 30m, 24h or 7d, at most ${mostDays}d`,
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
    owner: 'Owner',
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
