/** English for why a figure moved: the parts of its change, and the sentence that tells them. */
import { plural } from '../counts.ts';

const groupNames = {
  client: { one: 'client', many: 'clients' },
  person: { one: 'person', many: 'people' },
  service: { one: 'service', many: 'services' },
} as const;
type By = keyof typeof groupNames;

const groupCount = (count: string, by: By) => plural(count, groupNames[by].one, groupNames[by].many);

const recordCount = (count: string) => plural(count, 'record', 'records');

export const bridgeTexts = {
  title: 'Why it moved',
  /** The first level: all that the figure counts. */
  whole: 'All',
  byLabel: 'Groups',
  groups: 'Groups and their parts',
  currency: 'Currency',
  noCurrencyLabel: '(no currency)',
  step: 'Step',
  deeper: (name: string) => `Why ${name} moved`,
  none: 'Nothing to explain',
  /** The heads of columns and the names of bars. */
  parts: {
    volume: 'Hours',
    mix: 'Mix',
    rate: 'Rates',
    existing: 'In both periods',
    new: 'New',
    gone: 'Gone',
    'without-hours': 'Value without hours',
    appeared: 'Appeared',
    changed: 'Changed',
    vanished: 'Vanished',
    'moved-in': 'Moved in',
    'moved-out': 'Moved out',
    relabelled: 'Relabelled',
  },
  /** What each part is, in a sentence. */
  details: {
    volume: 'More or fewer hours in all, at the rate of the period before; of groups with hours in both periods.',
    mix: 'Hours moved between groups with higher and lower rates.',
    rate: 'Higher or lower effective rates, at the hours of now.',
    existing: 'The change of groups with records in both periods.',
    new: 'What is of groups of this period only; of value: those that had no billable hours before.',
    gone: 'What was of groups of the period before only; of value: those that have no billable hours now.',
    'without-hours': 'The change in billable value of records whose billable hours are 0 or not known.',
    appeared: 'Records that were not here then.',
    changed: 'Records that were and are counted, with other values.',
    vanished: 'Records that were here then, and are not any more.',
    'moved-in': 'Records that were here, and are only now of this period and filter.',
    'moved-out': 'Records that are still here, and not of this period and filter any more.',
    relabelled: 'Other names, clients, currencies or settings, by which the same records count otherwise.',
  },
  before: 'Before',
  now: 'Now',
  change: 'Change',
  total: 'Total',
  rest: (groups: string) => `Other (${groups})`,
  by: { client: 'Client', person: 'Person', service: 'Service' },
  rose: (label: string, figure: string, periods: string) => `${label} rose by ${figure}${periods}`,
  fell: (label: string, figure: string, periods: string) => `${label} fell by ${figure}${periods}`,
  same: (label: string, figure: string) => `${label} did not change: ${figure} in both periods`,
  fromTo: (before: string, now: string) => ` from ${before} to ${now}`,
  sentence: (what: string, parts: readonly string[]) =>
    parts.length === 0 ? `${what}.` : `${what}: ${parts.join(', ')}.`,
  toldSame: (what: string, parts: readonly string[]) =>
    parts.length === 0 ? `${what}.` : `${what}, because its parts cancel out: ${parts.join(', ')}.`,
  /** A part in the sentence; the figure has its sign. */
  part: {
    volume: (figure: string, isMore: boolean) => `${figure} by ${isMore ? 'more' : 'fewer'} hours`,
    mix: (figure: string, _: boolean, by: By) => `${figure} by the mix of ${groupNames[by].many}`,
    rate: (figure: string, isMore: boolean) => `${figure} by ${isMore ? 'higher' : 'lower'} rates`,
    existing: (figure: string, _: boolean, by: By, count: string) =>
      `${figure} of ${groupCount(count, by)} in both periods`,
    new: (figure: string, _: boolean, by: By, count: string) => `${figure} of ${groupCount(count, by)} new`,
    gone: (figure: string, _: boolean, by: By, count: string) => `${figure} of ${groupCount(count, by)} gone`,
    'without-hours': (figure: string) => `${figure} of value without hours`,
    appeared: (figure: string, _: boolean, __: By, count: string) => `${figure} of ${recordCount(count)} that appeared`,
    changed: (figure: string, _: boolean, __: By, count: string) => `${figure} of ${recordCount(count)} changed`,
    vanished: (figure: string, _: boolean, __: By, count: string) => `${figure} of ${recordCount(count)} that vanished`,
    'moved-in': (figure: string, _: boolean, __: By, count: string) => `${figure} of ${recordCount(count)} moved in`,
    'moved-out': (figure: string, _: boolean, __: By, count: string) => `${figure} of ${recordCount(count)} moved out`,
    relabelled: (figure: string, _: boolean, __: By, count: string) => `${figure} of ${recordCount(count)} relabelled`,
  },
  instead: (label: string, sum: string) => `${label} is not a sum: this is why ${sum} moved, from which it follows.`,
  cut: (base: string) => `The axis begins at ${base}, so that the parts can be seen.`,
  noRecords: 'Neither period has a record of this selection, so there is no change to explain.',
  nothingToCompare: 'There is no period to compare with, so no change can be explained.',
  unknown: (label: string) =>
    `${label} is not known in one of the two periods: its records have no readable value, so the change cannot be explained.`,
  noCurrency: (currency: string | null, currencies: readonly (string | null)[]) =>
    `no amount is ${currency === null ? 'without a currency' : `in ${currency}`}: the currencies are ${currencies.map((label) => label ?? 'none').join(', ')}`,
  noBridge: (label: string) =>
    `${label} is no sum of groups, so its change has no parts: ask for hours, billable value, cost, margin, a rate or a share`,
} as const;
