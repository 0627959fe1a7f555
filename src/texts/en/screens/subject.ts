/** English for the page of one person or one client. */
import { plural } from '../counts.ts';

export const subjectTexts = {
  back: { person: 'a person', client: 'a client' },
  facts: {
    team: 'Team',
    weeklyHours: 'Weekly hours',
    lastEntry: 'Last entry',
    short: 'Short of hours',
    title: { person: 'Person', client: 'Client' },
  },
  sent: {
    last: 'Last file sent',
    none: 'none',
    file: (file: string, day: string, totals: readonly string[]) => [file, day, ...totals].join(', '),
    since: 'Changed since',
    same: 'nothing',
    notYet: 'Not sent yet',
    nothing: 'nothing billable',
  },
  noEntry: 'none at all',
  lastEntry: (day: string, title: string) => (title === '' ? day : `${day}, ${title}`),
  unknownHours: 'not known; People & clients takes them',
  shortUnknown: 'not known: no hours are expected here',
  notShort: 'not in the last complete week',
  /** @param isLonger every week that was looked at */
  shortSince: (day: string, weeks: string, isLonger: boolean) =>
    `${isLonger ? 'at least since' : 'since'} ${day}, ${plural(weeks, 'week', 'weeks')} in a row`,
  weeks: 'Hours by week',
  weeksSub: { person: 'logged against expected', client: 'billable and not billable' },
  others: { person: 'Clients', client: 'People' },
  othersSub: 'of this period, by billable hours',
  none: 'No hours in this period.',
  noneYet: 'No hours are here yet.',
  total: 'Total',
  totalSoFar: 'So far',
  week: 'Week',
  message: 'Copy message',
  messageDetail: 'Hours, last entry and what is to check, as a message to this person',
  messageCopied: (name: string) => `Message for ${name} copied`,
  letter: {
    head: (name: string) => `Hello ${name},`,
    hours: (period: string, logged: string, expected: string) =>
      `${period}: ${logged} of ${expected} expected are logged.`,
    hoursAlone: (period: string, logged: string) => `${period}: ${logged} are logged.`,
    gap: (gap: string) => `${gap} are missing. Please add what you worked, or tell me about days away.`,
    lastEntry: (day: string) => `Your last entry is of ${day}.`,
    check: 'Please look at these entries, too:',
    checkLine: (label: string, records: string) => `- ${label}: ${plural(records, 'entry', 'entries')}`,
  },
  records: 'Records',
};
