/** Texts of the terminal: sentences on standard error, and what to do about an error by commands. */
import { plural, requests } from '../counts.ts';

/** By error code: what to do here, as the second half of a sentence. */
export const terminalActions = {
  'key-missing': 'store one with "key set" or give it with --key-stdin',
  'key-rejected': 'store the right one with "key set"',
  'key-deactivated': 'ask for a new key and store it with "key set"',
  'service-busy': 'try again in a few minutes',
  offline: 'check the network and the address, then try again',
  'store-damaged': 'run "sync --rebuild", which sets it aside and downloads again',
  'store-format': 'install the newer version, or run "sync --rebuild", which sets it aside and downloads again',
  'store-in-use': 'close the other one and try again',
  'store-newer': 'install the newer version',
  'journal-damaged':
    'run "workspace restore" for the last good copy, or "workspace restore --rest" to continue with what can be read',
  'disk-full': 'free some space and try again',
  cancelled: 'what was finished is kept',
  'keychain-unavailable': 'give the key to each command with --key-stdin',
  'signing-key-missing': 'make one with "signing create", or export without --sign',
  'signing-unavailable': 'unlock or install a keychain, or export without --sign',
  busy: 'wait until it is done',
  'took-too-long':
    'ask for less: fewer groups, a shorter --period or a narrower --filter (words with * take the longest)',
  unexpected: 'try again, and report it if it happens again',
  'filter-invalid': 'correct --filter',
  usage: 'see --help',
  'upstream-failed': 'try again later',
  'service-changed': 'check the address, then update this program',
  'not-the-service': 'correct --base-url',
  'address-refused': 'correct --base-url',
  'workspace-bound': 'name another --workspace for the other address',
  'file-damaged': 'put a backup in its place, or move it away to start without its contents',
  'write-failed': 'choose another place with --out',
  'file-exists': 'choose another name with --out, or give --replace',
  'nothing-matched': 'choose another --period or --filter, or give --allow-empty to have a file without lines',
  'quota-exhausted': 'what was fetched is kept, run it again then',
  'service-failed': 'try again later',
} satisfies Record<string, string>;

/** A misplaced word may be a key, and messages end up in logs: a long one is not repeated. */
const shortened = (word: string) => (word.length > 16 ? `${word.slice(0, 4)}…` : word);

/** @param texts the first of them */
const notIds = (number: number, texts: readonly string[]) => {
  const quoted = texts.map((text) => `“${text.split(' ').map(shortened).join(' ')}”`).join(', ');
  const more = number > texts.length ? ` and ${number - texts.length} more` : '';
  return `${quoted}${more} ${number === 1 ? 'is not an id' : 'are not ids'}`;
};

/** Names what was probably meant. @param near undefined: nothing is similar */
export const suggest = (near: string | undefined) => (near === undefined ? '' : ` (did you mean "${near}"?)`);

/** Wrong use, each a complete sentence without its full stop. */
export const usage = {
  noCommand: (names: readonly string[]) => `Name a command: ${names.join(', ')}`,
  unknownCommand: (name: string, near: string | undefined, names: readonly string[]) =>
    `There is no command "${shortened(name)}"${suggest(near)}: the commands are ${names.join(', ')}`,
  unknownOption: (option: string, near: string | undefined) =>
    `There is no option ${option}${near === undefined ? '' : ` (did you mean --${near}?)`}`,
  foreignOption: (option: string, command: string) => `${option} does not belong to ${command}`,
  valueMissing: (option: string) => `${option} needs a value`,
  valueRefused: (option: string) => `${option} takes no value`,
  repeated: (option: string) => `${option} was given twice`,
  tooManyArguments: (command: string, first: string) =>
    `${command} does not know what to do with "${shortened(first)}"`,
  formatUnknown: (command: string, formats: readonly string[]) =>
    `${command} needs --format or an --out that ends like one of ${formats.join(', ')}`,
  formatAndEnding: (format: string, file: string, isDefinitions: boolean) =>
    `${isDefinitions ? 'The definition writes' : '--format says'} ${format}, and ${file} ends as another format does: name it otherwise${isDefinitions ? ', or give --format' : ''}`,
  emptyPack: '--allow-empty is for one file: a pack has a file only where there are records',
  inDefinition: (option: string) => `${option} is what the definition says: change it there`,
  definitionUnread: (path: string) => `no definition can be read at ${path}`,
  definitionFile: (path: string, problem: string) => `${path} is not an export definition: ${problem}`,
  packAlone: (option: string) => `${option} is for the files of a pack: give --pack too`,
  packIsZip: 'a pack as a zip file is named with --out NAME.zip',
  packNoFile: 'a pack is a zip file or a folder: name it with --out NAME.zip or --out NAME',
  partitionNoFile: 'parts by month are a folder: name it with --out NAME',
  optionValue: (option: string, problem: string) => `${option} cannot be that: ${problem}`,
  needsOut: (option: string) => `${option} is for a file: name it with --out`,
  required: (option: string, command: string) => `${command} needs ${option}`,
  wholeNumber: (option: string, minimum: number, maximum: number) =>
    maximum === Number.MAX_SAFE_INTEGER
      ? `${option} needs a whole number of at least ${minimum}`
      : `${option} needs a whole number from ${minimum} to ${maximum}`,
  notNegative: (option: string) => `${option} needs a number of 0 or more`,
  oneOf: (option: string, choices: readonly string[]) => `${option} is one of ${choices.join(', ')}`,
  date: (option: string) => `${option} needs a date such as 2026-11-21`,
  workspace: 'A workspace name is any text of 1 to 200 visible characters',
  emptyList: (option: string) => `${option} names nothing`,
  property: (name: string, near: string | undefined) => `There is no property called "${name}"${suggest(near)}`,
  tooManyGroups: (maximum: number) => `--group-by takes up to ${maximum} properties`,
  sort: '--sort is a property and a direction, such as first_start_date:desc',
  sorts: (most: number) => `--sort takes at most ${most} properties`,
  filterJson: (problem: string) => `--filter is not readable as JSON (${problem})`,
  filterShape: (where: string, what: string) => `${where}: ${what}`,
  groupPlace: (number: number) => `group ${number}`,
  filterPlace: (number: number) => `filter ${number}`,
  idProperty: (choices: readonly string[]) => `--id-property is one of ${choices.join(', ')}`,
  noIds: 'Name the ids to look up, or - to read them from standard input',
  noneIsId: (number: number, texts: readonly string[]) => `Nothing to look up: ${notIds(number, texts)}`,
  tooManyIds: (maximum: number) => `One lookup takes up to ${maximum} ids`,
  keyTwice: (action: string) =>
    `--key-stdin does not go with key ${action}, which reads the key from standard input or needs none`,
  workspaceAction: 'Say what to do with the workspace: save --out FILE, load FILE, rename TITLE, or restore',
  noFile: (path: string) => `There is no file ${path}`,
  keyAction: 'Say what to do with the key: set, test or forget',
  measuresRequired: 'report needs --measures, or a report file',
  reportFile: (path: string, problem: string) => `The report file ${path} cannot be used (${problem})`,
  notJson: 'it is not JSON',
  dataFolder: (path: string, problem: string) =>
    path === ''
      ? `The usual place for data cannot be used (${problem}), so name one with --data-dir`
      : `The data directory ${path} cannot be used (${problem})`,
  outFolder: (path: string) => `There is no folder ${path} to write into`,
  noFolder: (path: string) => `There is no folder ${path}, and --out names one: make it first`,
  outIsFolder: (path: string) => `${path} is a folder, and --out names a file`,
  noAddress: (workspace: string) => `The workspace ${workspace} has no address yet, so give --base-url once`,
  sampleAddress: 'The sample workspace has its own service and takes no --base-url',
  upstreamParts:
    '--upstream serves the records of a CRM, so --records, --seed, --as-of, --records-file and --switches do not go with it',
  recordsFileParts: '--records-file serves the records of a file, so --records, --seed and --as-of do not go with it',
  recordsFile: (path: string, problem: string) => `The records of ${path} cannot be served: ${problem}`,
  unknownSwitch: (name: string, names: readonly string[]) =>
    `There is no switch ${name}: --switches takes NAME=VALUE, with the names ${names.join(', ')}`,
  upstreamAddress:
    '--upstream is the HTTPS address of the object type, such as https://api.example.com/crm/v3/objects/2-123456',
  platformPartAlone: '--token-file, --system-prefix and --owner-prefix go with --upstream only',
  tokenFileOpen: (path: string) => `Others may read ${path}, so take it back with chmod 600 and use another token`,
  tokenFileUnread: (path: string, code: string) => `The token file ${path} cannot be read (${code})`,
  tokenFileEmpty: (path: string) => `${path} has no token: write it into the file, alone`,
  tokenMissing: 'No token for the CRM was given on standard input',
  keysOnly: (option: string) => `${option} belongs to "serve keys"`,
  portTaken: (port: number) => `Cannot listen on port ${port}`,
  logRefused: (path: string) => `Cannot write the log to ${path}`,
};

/** What happened, on standard error. */
export const messages = {
  keyPrompt: 'API key (not shown): ',
  tokenPrompt: 'Token of the CRM (not shown): ',
  logLinesLost: (count: number) => `${count} lines of the log could not be written.`,
  keyKept: 'The key is in the keychain.',
  keyWorks: 'The service accepts the key.',
  keyForgotten: 'The key is forgotten.',
  /** @param open the incomplete spans, as `2026-01 to 2026-06` */
  partialData: (asOf: string | null, open: readonly string[]) =>
    `The records are incomplete${asOf === null ? ' so far' : `, as of ${asOf}`}${
      open.length === 0 ? '' : ` (not complete: ${open.join(', ')})`
    }: run "sync" to complete them.`,
  span: (from: string | null, to: string | null) =>
    from === null
      ? to === null
        ? 'all months'
        : `${to} and earlier`
      : to === null
        ? `${from} and later`
        : `${from} to ${to}`,
  namesDamaged:
    'The figures are not complete, because names or settings they depend on are damaged: run "workspace restore".',
  emptyStore: 'No records are here yet: run "sync" to fetch them.',
  stoppedByLimit: 'Stopped after --max-requests: run "sync" again to continue.',
  notVerified: 'What was read is not verified as complete yet: run "sync" again in a few minutes.',
  unequal: 'The service counts more or fewer records than are held here: run "sync" to catch up.',
  notIds: (number: number, texts: readonly string[]) => `Not sent: ${notIds(number, texts)}.`,
  /** @param texts the first of them. @param reasons of each */
  notAsked: (number: number, texts: readonly string[], reasons: readonly string[]) => {
    const quoted = texts.map((text, at) => `“${text}” (${reasons[at]})`).join(', ');
    return `Not asked: ${quoted}${number > texts.length ? ` and ${number - texts.length} more` : ''}.`;
  },
  failedIds: (number: string, ids: number) => `${ids === 1 ? 'One id' : `${number} ids`} could not be read.`,
  syncProgress: (received: string, total: string | null, spent: string) =>
    `${received} ${total === null ? '' : `of ${total} `}records received, ${requests(spent)}`,
  exportProgress: (written: string, total: string) => `${written} of ${total} records written`,
  saving: (done: string, total: string) => `${done} of ${total} records saved`,
  loading: (done: string, total: string) => `${done} of ${total} records loaded`,
  leftBehind:
    'The settings "Address of a record", "Requests a day" and how long changes are remembered are not part of a file: set them in the app, or give --quota-limit.',
  belongsTo: (address: string) => `The records are from ${address}: a key for this workspace is sent there.`,
  fileSignedBy: (fingerprint: string, own: boolean) =>
    `Signed by ${fingerprint}, ${own ? 'the key of this app' : 'a key this app does not know'}.`,
  setAside: (name: string) => `The old data file is set aside as ${name}.`,
  storedKeys: 'The keys stored before stay valid but cannot be shown again: --new-key issues another.',
};

/** Words on standard output. */
export const labels = {
  none: '(none)',
  total: 'Total',
  records: 'Records',
  partBy: (group: string, part: string) => `${group}: ${part}`,
  columns: {
    from: 'From',
    to: 'To',
    held: 'Held',
    total: 'Service has',
    coverage: 'Coverage',
    sealed: 'sealed',
    open: 'open',
    noBound: '…',
  },
  waiting: (records: string) => `${records} newer records are waiting until a refresh is complete.`,
  complete: (asOf: string) => `Complete as of ${asOf}.`,
  asKnown: (moment: string) => ` As known on ${moment}.`,
  fromFile: (moment: string) => ` From a file of ${moment}, not yet read from the service.`,
  damaged: (asOf: string) => `Names or settings damaged; every record is here as of ${asOf}.`,
  partial: (asOf: string | null) => (asOf === null ? 'Partial.' : `Partial, as of ${asOf}.`),
  quota: (used: number, limit: number, resetsAt: string) =>
    `${used} requests tried from this computer today, at most ${Math.max(0, limit - used)} left, resets ${resetsAt}.`,
  nextPage: (after: string) => `Next page: --after ${after}`,
  matches: (total: string) => `${total} records match.`,
  price: (least: string, most: string | null) => {
    if (most === null) return `This sync: at least ${requests(least)}; the total is known after the first.`;
    return least === most ? `This sync: ${requests(most)}.` : `This sync: ${least} to ${requests(most)}.`;
  },
  priceSpent: (spent: string) => `Finding the price took ${requests(spent)}.`,
  upToDate: (spent: string) => `Up to date, with ${requests(spent)}.`,
  synced: (received: string, spent: string) => `${received} records received with ${requests(spent)}.`,
  held: (records: string, total: string | null) =>
    total === null ? `${records} records held.` : `${records} of ${total} records held.`,
  resumes: (at: string) => `Run "sync" again after ${at} to continue.`,
  verified: (held: string, total: string) => `Held here ${held}, counted by the service ${total}.`,
  renamed: (before: string, label: string) => `The workspace “${before}” is called “${label}” now.`,
  written: (records: string, file: string) => `${records} records written to ${file}`,
  writtenReport: (lines: string, file: string) => `${lines} lines written to ${file}`,
  writtenPack: (files: string, records: string, file: string) =>
    `${plural(files, 'file', 'files')} with ${records} records written to ${file}`,
  billedBefore: (
    name: string,
    { records, file, at }: { readonly records: number; readonly file: string; readonly at: string },
  ) =>
    `${name} has ${records === 1 ? 'a record that is' : `${records} records that are`} billed already by ${file} of ${at.slice(0, 10)}.`,
  holds: (clients: string, withoutClient: boolean) =>
    `The file holds ${plural(clients, 'client', 'clients')}${withoutClient ? ' and records of none' : ''}: send it to none of them, or filter by one; --pack client writes a file for each.`,
  ofNoClient: (file: string) => `${file} holds the records of no client: send it to none.`,
  notBillable: (files: readonly string[]) => `Nothing billable in ${files.join(', ')}: look before sending.`,
  signed: (fingerprint: string) => `Signed by ${fingerprint}`,
  guarded: (cells: string) =>
    `${plural(cells, 'cell', 'cells')} changed so that no spreadsheet takes them for a formula or a number`,
  profiled: (clients: readonly string[], rates: boolean) =>
    `By the profile of ${clients.join(', ')}: for a client, ${rates ? 'with' : 'without'} rates`,
  profiledFiles: (clients: readonly string[]) => `Files by the profile of their client: ${clients.join(', ')}`,
  withheld: (names: readonly string[]) => `Left out, since a client receives it: ${names.join(', ')}`,
  unreadableInFile: (values: string) => `Unreadable values: ${values}. They are in a column of their own, as received.`,
  unreadable: (count: string) => `${count} values could not be read and are kept as received.`,
  missing: (ids: string) => `Not found: ${ids}`,
  nothingFound: 'None of these ids was found: check them, or whether they are of another kind (--id-property).',
  emptyPage: 'No record on this page.',
  /** Heads the ids of a page of records. */
  id: 'id',
};
