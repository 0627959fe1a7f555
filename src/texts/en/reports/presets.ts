/** English for the built-in reports: the question each answers, and what it says when its data is missing. */

export const presetTexts = {
  overview: { name: 'Overview', question: 'How did last week go, compared with the twelve before it?' },
  people: { name: 'People', question: 'Who logged how much last month, and who is short?' },
  'missing-time': { name: 'Missing time', question: 'Whose hours are missing, and in which of the last four weeks?' },
  clients: { name: 'Clients', question: 'Whom did we work for last month, at what rate, and what changed?' },
  services: { name: 'Services', question: 'Which services were the hours of last month, and what were they worth?' },
  categories: {
    name: 'Categories',
    question: 'Which kinds of work were the hours of last month, and how much was billable?',
  },
  timesheet: { name: 'Timesheet', question: 'Who logged how many hours in each of the last four weeks?' },
  margin: { name: 'Margin', question: 'What margin did each client bring last month?' },
  rates: { name: 'Rates', question: 'Which rates were agreed last month, and which were achieved?' },
  months: { name: 'Months', question: 'How did hours, value and margin develop over the last twelve months?' },
  movers: { name: 'Movers', question: 'Which clients changed most last month: by their hours, or by their rate?' },
  'new-and-gone': {
    name: 'New and gone',
    question: 'Which clients of the last three months are new since a year ago, and which are gone?',
  },
  'not-sent': {
    name: 'Not sent',
    question: 'Which billable hours are in no file that bills, and what are they worth?',
  },
} as const;

/** Shown instead of zeros. `all`: nothing is known; `most`: more than half of it is not. */
export const missingTexts = {
  'weekly-hours': {
    all: 'Nobody has weekly hours in the directory, so there are no expected hours, gaps or utilisation: import them with "names import".',
    most: 'Most people have no weekly hours in the directory, so gaps and utilisation cover only a few: import them with "names import".',
  },
  cost: {
    all: 'No record of this period has a cost, so there is no margin: the service leaves costs empty.',
    most: 'More than half of the hours have no cost, so margins cover the smaller part only.',
  },
  value: {
    all: 'No record of this period has a billable value, so there are no amounts and no effective rate.',
    most: 'Most lines have no billable value.',
  },
  billable: {
    all: 'No record of this period has billable minutes or hours, so nothing is known about billable time.',
    most: 'Most lines have no billable minutes or hours.',
  },
  'both-times': {
    all: 'No record of this period has both logged and billable time, so there are no non-billable hours and no billable share.',
    most: 'Most lines have no record with both logged and billable time.',
  },
  'rated-hours': {
    all: 'No record of this period has both billable hours and a billable value, so there is no effective rate.',
    most: 'Most lines have no record with both billable hours and a billable value.',
  },
  hours: {
    all: 'No record of this period has hours or minutes.',
    most: 'Most lines have no hours or minutes.',
  },
  rate: {
    all: 'No record of this period has a billable rate, so only the achieved rate can be shown.',
    most: 'Most lines have no agreed rate.',
  },
  client: {
    all: 'No client is known yet: name the objects and their clients in the directory with "names import", and they appear here.',
    most: 'More than half of the records belong to objects whose client is not known: name them in the directory with "names import".',
  },
  team: {
    all: 'No team is known yet: name the people and their teams in the directory with "names import".',
    most: 'More than half of the records are of people whose team is not known.',
  },
  group: {
    all: (label: string) => `No record of this period has a value for ${label}, so they are all in one line.`,
    most: (label: string) => `More than half of the records have no value for ${label}.`,
  },
  records: 'No record of this period is here.',
} as const;
