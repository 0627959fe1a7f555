/** English of the review queue: how the data behaves, and what was found on one record. */
import { plural, records } from '../counts.ts';

interface BehaviourText {
  readonly label: string;
  /** Which records decide it, where those are few: the others may well differ. */
  readonly condition?: string;
  /** What it means for reports that the records follow it. */
  readonly means: string;
  /** What to do about those that do not. */
  readonly rest: string;
  /** What it means that most do not. */
  readonly otherwise: string;
}

const value = {
  condition: 'whose billable and logged hours differ',
  means: 'the value in reports is time billed at the recorded rate',
  rest: 'what differs from it is listed under “Value differs”.',
  otherwise: 'the value in reports is not worked out this way; nothing to do.',
};
const cost = {
  condition: 'whose billable and logged hours differ',
  means: 'the cost in reports is time at the recorded cost rate',
  rest: 'what differs from it is listed under “Cost differs”.',
  otherwise: 'the cost in reports is not worked out this way; nothing to do.',
};
const week = {
  means: 'reports by week agree with weeks set to start on this day',
  rest: 'check “Week starts on” in the settings.',
  otherwise: 'weeks are not recorded from this day; nothing to do.',
};

export const behaviourTexts: Readonly<Record<string, BehaviourText>> = {
  'amount-on-billable': { label: 'Value is billable hours × rate', ...value },
  'amount-on-total': { label: 'Value is all logged hours × rate', ...value },
  'cost-on-total': { label: 'Cost is all logged hours × cost rate', ...cost },
  'cost-on-billable': { label: 'Cost is billable hours × cost rate', ...cost },
  'margin-is-difference': {
    label: 'Margin is value − cost',
    means: '“Recorded margin” and “Margin” agree in reports',
    rest: 'look at the others under “Margin differs”.',
    otherwise: '“Recorded margin” and “Margin” differ in reports: use one of them throughout.',
  },
  'hours-are-minutes': {
    label: 'Hours are minutes ÷ 60',
    means: 'reports, which count minutes, agree with the recorded hours',
    rest: 'look at the others under “Hours differ”.',
    otherwise: 'reports count minutes and will differ from the recorded hours: ask which of them is right.',
  },
  'auto-is-recorded': {
    label: 'Value equals its “auto” value',
    means: 'which of the two counts makes little difference',
    rest: 'look at the others under “Differs from its auto value”.',
    otherwise: 'which of the two counts changes every total: choose it in the settings.',
  },
  'week-from-monday': { label: 'Recorded weeks start on Monday', ...week },
  'week-from-sunday': { label: 'Recorded weeks start on Sunday', ...week },
  'one-session': {
    label: 'An entry is one session',
    means: 'overlaps and times of day can be told for these',
    rest: 'entries of several sessions are left out of both.',
    otherwise: 'overlaps and times of day are told for these few only; nothing to do.',
  },
};

/** How many follow, in words: `all 350,433`, `999,995 of 1,000,000`, `none of 350,433`. */
export function behaviourSentence(id: string, follow: string, of: string, isUsual: boolean): string {
  const text = behaviourTexts[id];
  const findingTexts =
    follow === of ? `True of all ${records(of)}` : `True of ${follow === '0' ? 'none' : follow} of ${records(of)}`;
  if (!text) return findingTexts;
  const isDone = follow === of && text.condition === undefined;
  const meaning = isUsual ? `${text.means}; ${isDone ? 'nothing to do.' : text.rest}` : text.otherwise;
  return `${findingTexts} ${text.condition ?? 'where it can be told'}: ${meaning}`;
}

/** The form of `7:30` shows that it is time. */
const asHours = (hours: string) => (hours.includes(':') ? hours : `${hours} h`);

const listed = (others: readonly string[], count: number) =>
  `${others.join('; ')}${count > others.length ? `; and ${count - others.length} more` : ''}`;
const toStay = ' · assumed to stay';

/** What was found on one record. The figures come formatted. */
export const factTexts = {
  billableWithoutRate: (hours: string, rate: string | null, amount: string | null) =>
    `${asHours(hours)} billable · ${rate === null ? 'no rate' : `rate ${rate}`}${amount === null ? '' : ` · value ${amount} recorded all the same`}`,
  byTheHour: (recorded: string, hours: string, rate: string, computed: string) =>
    `${recorded} recorded · ${asHours(hours)} × ${rate} = ${computed}`,
  margin: (recorded: string, amount: string, cost: string, computed: string) =>
    `${recorded} recorded · ${amount} − ${cost} = ${computed}`,
  costUnknown: (rate: string | null) => (rate === null ? 'no cost and no cost rate' : `no cost · cost rate ${rate}`),
  billableOverTotal: (billable: string, total: string) => `${asHours(billable)} billable · ${asHours(total)} logged`,
  enormousAmount: (amount: string, hours: string | null) =>
    hours === null ? amount : `${amount} for ${asHours(hours)}`,
  property: (label: string, value: string) => `${label} ${value}`,
  unset: 'not set',
  quoted: (text: string) => `“${text}”`,
  wasAndIs: (label: string, was: string, is: string) => `${label} ${was}, now ${is}`,
  sentChanged: (file: string, changes: readonly string[]) => `billed in “${file}” · ${changes.join(' · ')}`,
  billedTwice: (first: string, last: string, reason: string | null) =>
    `billed in “${first}” and again in “${last}”${reason === null ? '' : ` because: ${reason}`}`,
  hours: (kind: 'total' | 'billable', hours: string, minutes: string, computed: string) =>
    `${asHours(hours)} ${kind === 'billable' ? 'billable ' : ''}recorded · ${minutes} min = ${asHours(computed)}`,
  enormousHours: (hours: string, sessions: string | null) =>
    sessions === null ? asHours(hours) : `${asHours(hours)} in ${plural(sessions, 'session', 'sessions')}`,
  span: (start: string | null, end: string | null) => `starts ${start ?? '–'} · ends ${end ?? '–'}`,
  overlap: (span: string, others: readonly string[], count: number, stays: boolean) =>
    `${span} · at the same time as ${others.length === 0 ? 'another entry' : listed(others, count)}${stays ? ' · begun first' : ''}`,
  sameRecordId: (recordId: string, others: readonly string[], count: number, stays: boolean) =>
    `“${recordId}” is also the record ID of ${others.length === 0 ? 'another record' : listed(others, count)}${stays ? toStay : ''}`,
  other: (span: string, object: string | null, title: string | null, id: string) =>
    [...(object === null ? [] : [object]), ...(title === null ? [] : [`“${title}”`]), `${span} (record ${id})`].join(
      ', ',
    ),
  duplicate: (start: string, minutes: string, others: string, stays: boolean) =>
    `${start}, ${minutes} min · entered again as ${others}${stays ? toStay : ''}`,
  ids: (ids: readonly string[]) => {
    const firstRecords = `record ${ids.slice(0, 3).join(', ')}`;
    return ids.length > 3 ? `${firstRecords} and ${ids.length - 3} more` : firstRecords;
  },
  timerOn: (start: string | null, end: string | null) =>
    `toggle on · started ${start ?? '–'} · ${end === null ? 'no end' : `last end ${end}`}`,
  withoutMinutes: (hours: string | null) =>
    hours === null ? 'no minutes, no hours' : `no minutes · ${asHours(hours)} recorded`,
  withoutMonth: (month: string | null, week: string | null, start: string | null) =>
    [
      month === null ? 'no month' : `month ${month}`,
      week === null ? 'no week' : `week ${week}`,
      ...(start === null ? [] : [`starts ${start}`]),
    ].join(' · '),
  missingWhat: {
    'without-owner': 'no person',
    'without-object': 'no object',
    'without-category': 'no category',
  },
  twin: (label: string, own: string, auto: string) => `${label} ${own} · auto ${auto}`,
  unreadable: (label: string, received: string) => `${label}: “${received}”`,
  rounded: (label: string, received: string, counted: string) => `${label}: received ${received}, counts as ${counted}`,
};
