/** What is wrong with an answer of the service: the detail behind "in a form it does not promise: ". */

export const answerProblemTexts = {
  notJson: 'not JSON',
  notUtf8: 'not UTF-8',
  tooManyValues: 'too many values',
  tooManyBytes: (most: string) => `more than ${most} bytes`,
  status: (status: number) => `status ${status}`,
  batchRead: 'batch read',
  recordId: (id: string) => `record id "${id}"`,
  noTotal: 'search: total',
  totalEnds: (total: number, held: number) => `search: its total may end at ${total}, and ${held} are held`,
  /** Ids must fall from page to page. */
  notSorted: (id: string, previous: string | null) => `search sorted by id: ${id} after ${previous ?? 'the start'}`,
  leadsBack: (page: string | null, to: string) => `list: the page after ${page ?? 'the start'} leads back to ${to}`,
  batchIncomplete: 'The batch was not completed.',
} as const;
