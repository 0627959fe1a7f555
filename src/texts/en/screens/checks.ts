/** English of the review queue: what each check examines and why, and what can be done about what it found. */
import { plural, records, requests } from '../counts.ts';

const findings = (count: string) => plural(count, 'finding', 'findings');

interface CheckText {
  readonly label: string;
  /** In the narrow list. */
  readonly short?: string;
  readonly detail: string;
}

const texts = {
  'billable-without-rate': {
    label: 'Billable without a rate',
    short: 'Billable, no rate',
    detail:
      'Billable time, and no billable rate or a rate of 0: it would be billed at nothing. At stake are its billable hours; money only where a value is recorded all the same, because the right rate is not known here.',
  },
  'amount-differs': {
    label: 'Value differs from hours × rate',
    short: 'Value differs',
    detail: 'The recorded billable value is not the time multiplied by the billable rate.',
  },
  'cost-differs': {
    label: 'Cost differs from hours × cost rate',
    short: 'Cost differs',
    detail: 'The recorded cost is not the time multiplied by the cost rate.',
  },
  'margin-differs': {
    label: 'Margin differs from value − cost',
    short: 'Margin differs',
    detail: 'The recorded margin is not the billable value less the cost.',
  },
  'cost-unknown': {
    label: 'No cost',
    detail: 'Time was logged, but no cost. Margins leave such records out.',
  },
  'billable-over-total': {
    label: 'More billable than logged',
    short: 'Billable over total',
    detail: 'The billable time is longer than the total time.',
  },
  'enormous-amount': { label: 'Very large value', detail: 'The billable value of one entry is above what you allow.' },
  negative: {
    label: 'Negative',
    detail: 'Time, a rate, a value or a cost below 0. A correction may be intended: mark it as reviewed.',
  },
  'sent-changed': {
    label: 'Sent, and changed since',
    short: 'Changed since sent',
    detail:
      'Records that a file bills, or that are marked as billed elsewhere, with another value today than in the last such file, whether or not their time of modification says so. At stake is by how much their value and hours differ. Records that are gone are told by the file’s own changes.',
  },
  'billed-twice': {
    label: 'Billed twice',
    detail:
      'Records in more than one file that bills, which needs a reason each time. At stake is their value, once more. Withdraw the file that did not leave.',
  },
  'hours-differ': {
    label: 'Hours differ from minutes',
    short: 'Hours differ',
    detail: 'The recorded hours are not the recorded minutes divided by 60. Reports count minutes.',
  },
  'enormous-hours': {
    label: 'Very long entry',
    detail: 'More hours than you allow for one session, or for an entry of several.',
  },
  'end-before-start': { label: 'End before start', detail: 'An end is before its start.' },
  overlap: {
    label: 'Two at the same time',
    short: 'Two at once',
    detail:
      'Entries of one person whose times overlap. Only entries of a single session are looked at: of others the times in between are not known. At stake is the time logged twice: the part of each entry within one begun before it, and that part of its value.',
  },
  'timer-on': {
    label: 'Timer may still run',
    detail: 'The toggle is on. That it means a running timer is our guess: the service does not say.',
  },
  'without-minutes': { label: 'No minutes', detail: 'The total minutes are not set. Reports count its hours instead.' },
  'without-month': {
    label: 'No month or week',
    detail: 'The recorded month or week is not set: reports by month or week leave this record out.',
  },
  'without-owner': { label: 'No person', detail: 'No owner is set: the hours belong to nobody.' },
  'without-object': { label: 'No client', detail: 'No associated object: the hours belong to no client.' },
  'without-category': { label: 'No category', detail: 'The category is not set.' },
  'twin-differs': {
    label: 'Differs from its “auto” value',
    short: 'Auto value differs',
    detail: 'A value and the automatic one beside it are not the same. Which of the two counts is a setting.',
  },
  duplicate: {
    label: 'Possible duplicates',
    detail:
      'Entries alike in person, start, minutes, object and title. At stake is what would be billed twice: the entry with the largest value is assumed to stay, the others count.',
  },
  'same-record-id': {
    label: 'Record ID used twice',
    short: 'Record ID twice',
    detail:
      'Records with the same record ID, letter for letter: the service’s unique key, and a look-up by it finds only one of them. At stake is what would be billed twice: the record with the largest value is assumed to stay, the others count.',
  },
  unreadable: {
    label: 'Unreadable values',
    detail: 'A value that could not be read. It counts as unset and is kept as it was received.',
  },
  rounded: {
    label: 'Rounded at 8 decimals',
    short: 'Rounded',
    detail:
      'A number came with more than 8 decimals. It counts rounded to the nearest, half to even, and is kept as it was received: nothing to correct, listed to explain a last digit.',
  },
} as const satisfies Readonly<Record<string, CheckText>>;
export type CheckName = keyof typeof texts;

export const checkTexts: Readonly<Record<string, CheckText>> = texts;

export const thresholdTexts: Readonly<Record<string, string>> = {
  amount_tolerance: 'Money may differ by',
  hours_tolerance: 'Hours may differ by',
  twin_tolerance: 'Other values may differ by',
  session_hours: 'Hours of one session, at most',
  record_hours: 'Hours of one entry, at most',
  record_amount: 'Value of one entry, at most',
  short_hours: 'Gap in hours, at least',
};

/** Heads of the file of one list. */
export const checkFileHeads = {
  check: 'Check',
  open: 'Open findings',
  id: 'ID',
  found: 'What differs',
  value: 'Value at stake',
  currency: 'Currency',
  hours: 'Hours',
  related: 'Other records',
  person: 'Person’s name',
  client: 'Client',
  link: 'Address',
};

export const checkScreenTexts = {
  groups: { money: 'Money', time: 'Time', who: 'Who and what', data: 'Data' } as Readonly<Record<string, string>>,
  list: 'Checks',
  people: 'People short of hours',
  behaviour: 'How your data behaves',
  behaviourSub: 'measured over all records: the checks flag what departs from the habit of most',
  behaviourShare: (percent: string) => `${percent} %`,
  behaviourNone: 'No record has the values that decide it.',
  open: 'Open',
  reviewed: 'Reviewed',
  openCount: (count: string) => `${count} open`,
  atStake: 'at stake',
  notice: 'habit',
  noticeTitle: (percent: string) => `${percent} %: more likely a habit of this data than single slips`,
  noticeDetail: (records: string, examined: string) =>
    `${records} of all ${examined} records examined, over a fifth: this is how the data is kept, not a list of slips. It stays here to be looked at.`,
  /** On pages, of a check where nothing is to be corrected. */
  noticeCount: (open: string) =>
    `Found on ${records(open)}. Nothing is to be corrected: they are not listed one by one.`,
  examined: (count: string) => `${records(count)} examined`,
  nothing: 'Nothing to check',
  nothingDetail: (examined: string) => `${records(examined)} examined in this view; none differs.`,
  nothingSoFar: 'Nothing found so far',
  nothingAtAll: 'Nothing to check here',
  nothingHere: 'No record here',
  nothingHereYet: 'No record here yet',
  nothingHereDetail: 'No record of the period matches: there is nothing to examine.',
  allReviewed: 'All reviewed',
  allReviewedDetail: (reviewed: number, examined: string) =>
    `${records(examined)} examined in this view; ${reviewed === 1 ? 'the one that differs is' : `all ${reviewed} that differ are`} reviewed.`,
  showReviewed: 'Show reviewed',
  nothingReviewed: 'Nothing reviewed',
  nothingReviewedDetail: 'Marked findings stay here until their record changes.',
  allClear: 'No check found anything open in this view.',
  mark: 'Mark reviewed',
  unmark: 'Back to open',
  marked: (count: string) => `${findings(count)} marked as reviewed.`,
  unmarked: (count: string) => `${findings(count)} back among the open ones.`,
  recheck: (count: string, price: string) =>
    `Re-check ${count === '1' ? 'this one' : `these ${count}`} · ${requests(price)}`,
  rechecked: (unchanged: string, changed: string, missing: string) =>
    [
      `${unchanged} unchanged in the CRM`,
      ...(changed === '0' ? [] : [`${changed} changed since, in the figures with the next refresh`]),
      ...(missing === '0' ? [] : [`${missing} no longer there`]),
    ].join(' · '),
  recheckFailed: (count: string) => `${count} could not be read`,
  message: 'Copy as message',
  messageFor: (name: string, count: string) => `${name} · ${count}`,
  nobody: 'No person',
  copied: (name: string) => `Copied for ${name}.`,
  copyFailed: 'The clipboard refused the message: copy it again.',
  messageHead: (name: string, label: string, count: string) =>
    `Hello ${name},\n\ncould you look at ${count === '1' ? 'this time log' : `these ${count} time logs`}? (${label})\n`,
  messages: 'One message for each person…',
  messagesDetail: 'Everything open in this view, over all checks, as one message for each person',
  messagesPending: 'Reading what is open…',
  letterHead: (name: string, count: string) =>
    `Hello ${name},\n\ncould you look at ${count === '1' ? 'this point' : `these ${count} points`} in your time logs?\n`,
  letterPart: (label: string) => `${label}:`,
  clear: (count: string) => `${plural(count, 'check', 'checks')} found nothing`,
  messageLine: (day: string, title: string, sentence: string, place: string) =>
    `- ${day}, ${title}: ${sentence} (${place})`,
  export: 'Export list',
  exportWhat: 'Lists',
  exportAll: 'Every check',
  exportsOne: (check: string, count: string) => `${findings(count)} of “${check}” that are open, for internal use.`,
  exportsAll: (count: string) => `${findings(count)} of every check that are open, for internal use.`,
  openInCrm: 'Open in CRM',
  crm: {
    openAt: (host: string) => `Open in CRM (${host})`,
    openRecord: (host: string, id: string) => `Open record ${id} in CRM (${host})`,
    title: 'Open records at this address?',
    once: 'Asked once for each host. The address is set in Settings.',
    open: 'Open',
  },
  noAddress: 'Open in CRM: set its address',
  addressRefused: 'Open in CRM: its address is not accepted any more',
  thresholds: 'Amounts',
  thresholdsFor: (label: string) => `Amounts of “${label}”`,
  thresholdSave: 'Apply',
  thresholdReset: 'Standard',
  thresholdProblem: 'A number above 0',
  select: (id: string) => `Select record ${id}`,
  selectAll: 'Select all on this page',
  details: (id: string) => `Record ${id}`,
  keys: 'J and K or the arrow keys move, space or X selects, R marks as reviewed, U takes the last mark back, Enter opens the record.',
  keysShort: 'J K move · X select · R reviewed · U undo · Enter open',
  heads: {
    who: 'Person and day',
    what: 'Title and object',
    found: 'What differs',
    hours: 'Hours',
    value: 'At stake',
  },
  reviewedAt: (moment: string, note: string | undefined) =>
    note === undefined ? `reviewed ${moment}` : `reviewed ${moment}: ${note}`,
  note: 'Note: why it is right',
  noteLabel: 'Note with the mark: why it is right as it is',
  week: (from: string, to: string) => `${from} – ${to}, the last complete week`,
  stakeHead: 'at stake',
  stakeOrder:
    'What cannot be weighed first: billable time without a rate; then the most money at stake; then most hours, where no money is known; habits of the data last.',
  openHead: 'open',
  peopleDetail:
    'Expected is a fifth of the directory’s weekly hours for each weekday, less the days away that it lists. A day off that is not listed looks like a gap.',
  peopleHeads: { person: 'Person', expected: 'Expected', logged: 'Logged', gap: 'Gap', note: 'Note' },
  peopleWhy: {
    short: '',
    stopped: 'nothing this week, but before',
    never: 'in the directory, no record at all',
    unknown: 'weekly hours unknown',
  },
  lastEntry: (day: string) => `last entry ${day}`,
  peopleNobody: 'Nobody to look at',
  peopleNobodyDetail: 'No person logged time in this week, and nobody was expected to.',
  soFar: 'Not everything is here yet.',
  damaged: 'Names or settings that checks rest on are damaged.',
  peopleSoFar: 'Not everything is here yet: what is missing makes gaps wider than they are.',
};

/** The terminal's `checks`. */
export const checkCliTexts = {
  unknown: (name: string, near: string | undefined, names: readonly string[]) =>
    `There is no check "${name}"${near === undefined ? '' : ` (did you mean "${near}"?)`}: the checks are ${names.join(', ')}`,
  heads: {
    check: 'Check',
    open: 'Open',
    reviewed: 'Reviewed',
    value: 'At stake',
    hours: 'Hours',
    kind: '',
    id: 'Record',
    person: 'Person',
    object: 'For',
    title: 'Title',
  },
  notice: 'about the data',
  nothing: 'Nothing to check.',
  nothingSoFar: 'Nothing found so far.',
  silent: (checks: string, records: string) =>
    `${plural(checks, 'other check', 'other checks')} found nothing; ${plural(records, 'record', 'records')} looked at.`,
};
