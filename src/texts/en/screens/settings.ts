/** English for the Settings screen: the effect of each setting in one line, and what is wrong with a value. */
import { plural, requests } from '../counts.ts';

const decimals = {
  help: '0 to 4; the full value is shown on hover and in files.',
  bad: 'A whole number from 0 to 4.',
};

export const settingsTexts = {
  title: 'Settings',
  of: (workspace: string) => `of ${workspace}, for everyone who opens it here`,
  changed: (label: string, value: string) => `${label}: ${value}`,
  undone: (label: string) => `${label} is as it was.`,
  unset: 'none',

  sections: {
    calendar: { title: 'Calendar', sub: 'which day, week and year an entry counts towards' },
    figures: { title: 'Figures', sub: 'how they are printed; sums stay exact underneath' },
    money: { title: 'Amounts', sub: 'which amount of a record is its billable value' },
    fetching: { title: 'Fetching', sub: 'what spends the key’s requests' },
    memory: { title: 'Memory', sub: 'how long it is known here what changed' },
    sender: { title: 'Sender', sub: 'what heads PDFs for one client' },
    links: { title: 'Links', sub: 'from a record to its page in the CRM' },
  },

  zone: {
    label: 'Time zone',
    help: 'Decides “today” and the day of a start time. Recorded weeks and months are never shifted.',
    find: 'Find a time zone',
    none: 'No time zone has that name.',
  },
  weekStart: {
    label: 'Week starts on',
    help: 'For weeks by start time. Recorded weeks are as the service has them.',
    values: { monday: 'Monday', sunday: 'Sunday' },
  },
  fiscalYearStart: {
    label: 'Fiscal year starts in',
    help: 'Fiscal years and their quarters begin with this month. A fiscal year is named after the calendar year it begins in: from April, FY2026 is April 2026 to March 2027.',
  },
  hoursStyle: {
    label: 'Hours as',
    help: 'How seven and a half hours are written.',
    values: { decimal: '7.50', clock: '7:30' },
  },
  hoursDigits: { label: 'Decimals of hours', ...decimals },
  moneyDigits: { label: 'Decimals of money', ...decimals },
  currency: {
    label: 'Currency',
    help: 'Only a name: nothing is converted, and two currencies are never added.',
    example: 'EUR',
    bad: 'At most 12 characters.',
  },
  hoursPerDay: {
    label: 'Hours of a working day',
    help: 'Turns logged hours into working days.',
    bad: 'A number above 0.',
  },
  footing: {
    label: 'Rounding of totals',
    help: {
      exact: 'Each line is rounded by itself; a difference to the total is told.',
      'round-lines': 'Lines are rounded, and the total is their sum.',
      'largest-remainder': 'The total is rounded, and its lines are made to fit it.',
    },
    values: { exact: 'Exact', 'round-lines': 'Round lines', 'largest-remainder': 'Fit lines' },
  },
  notableChange: {
    label: 'Colour changes from',
    help: 'Percent of the earlier figure: a smaller change is neither green nor red.',
    bad: 'A number above 0.',
  },
  amounts: {
    label: 'Billable value is',
    help: 'The service keeps an amount as recorded and one it works out by itself. Compare both totals, then choose.',
    notAsked: 'Not chosen yet: the recorded amount counts.',
    values: {
      recorded: 'The recorded amount',
      auto: 'The automatic amount',
      'recorded-else-auto': 'Recorded, else automatic',
    },
    details: {
      recorded: 'billable_amount of every record',
      auto: 'billable_amount_auto of every record',
      'recorded-else-auto': 'the automatic one only where nothing was recorded',
    },
    over: (count: string) => plural(count, 'record', 'records'),
    overSoFar: (count: string) => `${plural(count, 'record', 'records')} so far`,
    differ: (amount: string, over: string) => `They differ by ${amount} over ${over}.`,
    equal: (over: string) => `They are equal over ${over}.`,
    none: 'nothing recorded',
    several: 'several currencies, not added up',
  },
  quotaLimit: {
    label: 'Requests a day',
    help: 'What your key may send. The service never tells: a thousand are usual.',
    bad: 'A whole number from 1 to a million.',
  },
  refreshWhenOlderHours: {
    label: 'Refresh on opening',
    help: 'Off: nothing is requested until you refresh. On: one refresh when the data is older than this.',
    price: (price: string) => `Each costs as much as a refresh, now ${price}.`,
    values: {
      off: 'Off',
      '4': 'Older than 4 hours',
      '12': 'Older than 12 hours',
      '24': 'Older than a day',
      '168': 'Older than a week',
    },
    other: (hours: string) => `Older than ${plural(hours, 'hour', 'hours')}`,
  },
  scrub: {
    label: 'Read old records again',
    help: 'A slice with each day’s first refresh: finds edits that counts cannot see. Everything once in about 30 days.',
    values: { off: 'Off', on: 'On' },
    price: (count: string) => `Costs about ${requests(count)} more a day.`,
    priceNone: 'What it costs is known after the first download.',
  },
  historyMonths: {
    label: 'What changed is remembered',
    help: 'Older changes are removed for good at the next refresh or opening: no earlier moment can be shown then. Sent files and closings stay.',
    all: 'Always',
    months: (count: string) => `For ${count} months`,
  },
  ownName: {
    label: 'Your own name',
    help: 'The register of sent files names you so, instead of as this computer’s system calls you. Nothing proves it.',
    example: 'Your name',
    bad: 'At most 120 characters.',
  },
  senderName: {
    label: 'Name',
    help: 'Your firm, as it signs its letters.',
    example: 'Your firm Ltd',
    bad: 'At most 120 characters.',
  },
  senderAddress: {
    label: 'Address',
    help: 'Line by line, with a phone number or a tax number where you state them.',
    example: 'Street 1\nTown',
    bad: 'At most 8 lines of 80 characters.',
  },
  senderLogo: {
    label: 'Logo',
    help: (most: string) => `A PNG, JPEG or SVG of at most ${most} kB. It goes into a saved workspace.`,
    choose: 'Choose file…',
    remove: 'Remove',
    logoPreview: 'The logo as it is kept',
    set: 'set',
    tooLarge: (bytes: string, most: string) => `The file has ${bytes} kB, and a logo at most ${most} kB.`,
    bad: 'This is no PNG, JPEG or SVG picture, or an SVG with scripts or links.',
  },
  statementNumber: {
    label: 'Number of a statement',
    help: '{client}, {period} and {reference}, your own for the client, are filled in.',
    example: '{client}-{period}',
    bad: 'At most 80 characters, with {period} in them, and no other places than {client}, {period} and {reference}.',
  },
  recordAddress: {
    label: 'Address of a record',
    help: 'Opens a record in the CRM. Write {id} where its id belongs.',
    example: 'https://crm.example.com/records/{id}',
    bad: 'An https address with {id} after the host.',
  },
} as const;

interface Refused {
  readonly name:
    | Exclude<keyof typeof settingsTexts, 'title' | 'of' | 'changed' | 'undo' | 'undone' | 'unset' | 'sections'>
    | 'thresholds'
    | 'clientProfiles';
  readonly text: string;
}

/** What a setting is called. */
export const settingLabel = (name: Refused['name']) =>
  name === 'thresholds'
    ? 'Amounts in checks'
    : name === 'clientProfiles'
      ? 'Files for clients'
      : settingsTexts[name].label;

const labelOf = ({ name }: Refused) => settingLabel(name);
const screenOf = ({ name }: Refused) => (name === 'thresholds' ? 'To check' : 'Settings');

/** Of settings that were kept by rules of before and are not accepted any more: on the Settings screen and in the terminal. */
export const refusedSettingTexts = {
  /** Without a full stop. */
  what: (refused: Refused) =>
    `${labelOf(refused)}: “${refused.text}” was set earlier, is not accepted any more and counts as not set`,
  notice: 'What was set stays until you set another.',
  /** Beside the field that shows it. */
  field: (form: string) => `Not accepted any more, so it counts as not set. ${form}`,
  notSaved: (all: readonly Refused[]) => {
    const why = all.length === 1 ? 'it is not accepted any more' : 'they are not accepted any more';
    return `Not in the file, because ${why}: ${all.map((setting) => `${labelOf(setting)} “${setting.text}”`).join(', ')}.`;
  },
  /** Beside a choice of which none is made. */
  choose: (inForce: string) => `Not accepted any more: “${inForce}” applies until you choose.`,
  /** Without a full stop. */
  correct: (refused: Refused) => `${refusedSettingTexts.what(refused)}. Correct it on the ${screenOf(refused)} screen`,
  terminal: (refused: Refused) =>
    `${refusedSettingTexts.what(refused)}; correct it on the ${screenOf(refused)} screen.`,
} as const;

/** The key that signs exported files. */
export const signingKeyTexts = {
  title: 'Signature',
  sub: 'shows receivers that a file is yours',
  none: 'There is no key yet. Its private half is kept in the system’s keychain and nowhere else; files are signed where you ask for it.',
  unavailable: 'This system has no keychain that can keep a signing key, so files cannot be signed here.',
  create: 'Create a key',
  fingerprint: { label: 'Fingerprint', help: 'What receivers compare, on the phone for instance.' },
  allowedSigner: {
    label: 'Line for allowed_signers',
    help: 'With it ssh-keygen -Y verify knows your signatures. Hand it on by another way than the files.',
  },
  copy: (label: string) => `Copy ${label}`,
  copyShort: 'Copy',
  keep: {
    label: 'A copy for a safe place',
    help: 'The key cannot be made again. Whoever has the copy can sign in your name.',
    button: 'Save a copy…',
    saved: (file: string) => `A copy of the key is in ${file}.`,
  },
  forget: {
    label: 'Forget the key',
    help: 'What it signed can still be checked. Nothing can be signed by it any more.',
    sure: 'This cannot be undone: a new key has another fingerprint, which every receiver needs anew.',
    button: 'Forget…',
    confirm: 'Forget the key',
  },
} as const;

// English for the choice of how numbers and dates are written.

export const localeTexts = {
  title: 'Numbers and dates',
  sub: 'on this computer, for every workspace',
  label: 'Written as in',
  help: 'On screen and in copied tables. Exported files have their own choices; sums stay exact underneath.',
  system: (sample: string) => `As the system · ${sample}`,
  done: (sample: string) => `Numbers and dates are now written ${sample}.`,
} as const;
