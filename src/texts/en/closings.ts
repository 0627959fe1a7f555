/** What is said of closings, on screen and in the terminal alike. */
const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

export const closingStoreTexts = {
  damaged: (path: string, step: number, closing: string | undefined) =>
    closing === undefined ? `${path} (step ${step})` : `${path} (closing ${closing}, step ${step})`,
} as const;

const found = {
  undated: (count: number) => `${plural(count, 'billable record has', 'billable records have')} no date`,
  unreadable: (count: number) => `${plural(count, 'record has', 'records have')} a value that cannot be read`,
  unassigned: (count: number) => `${plural(count, 'billable record has', 'billable records have')} no client`,
} as const;

export const closingTexts = {
  noClient: 'no client',
  touches: (closings: number) =>
    `closed for ${plural(closings, 'client', 'clients')}: what changed since is in Month-end`,
  found,
  reported: (closings: number) =>
    `The period is closed for ${plural(closings, 'client', 'clients')}: “closing drift” tells what changed since.`,
  problems: (list: readonly string[]) =>
    `${list.join('; ')}: correct them in the CRM and refresh, or name the clients; or accept them with a reason.`,
  acceptReason: 'What is accepted needs a reason.',
  nothing: (period: string) => `There is nothing to close in ${period}.`,
  isClosed: (client: string, period: string, number: number) =>
    `${client} is closed for ${period} by closing ${number}: decide what has changed since, or cancel it.`,
  held: (id: string, number: number) =>
    `Record ${id} is in closing ${number}: decide there what becomes of it, then close.`,
  noClosing: (number: number) => `There is no closing ${number}.`,
  noStanding: (number: number) => `Closing ${number} was reopened or cancelled: nothing can be changed in it.`,
  noDrift: (id: string) => `Record ${id} is no open line: it was decided, or is as it was closed.`,
  nothingOpen: 'Nothing is open to decide.',
  incomplete: 'Not every record is here, so what is gone may only be missing: refresh first.',
  wasSent: (number: number, file: string) =>
    `Closing ${number} was sent with ${file}, so its client has it: cancel it instead.`,
  taken: (number: number, by: number) =>
    `A line of closing ${number} is billed by closing ${by}: cancel or reopen that one first.`,
  noAdjustments: (number: number) => `Closing ${number} has no adjustments.`,
  periodOrNumber: 'Name a closing by its number, or a period.',
  adjustments: {
    file: (number: number) => `adjustments-closing-${number}`,
    heads: {
      closing: 'Closing',
      period: 'Period',
      client: 'Client',
      record: 'Record',
      line: 'Line',
      hours: 'Billable hours',
      value: 'Value',
      currency: 'Currency',
      billed: 'Billed with',
      reason: 'Reason',
    },
    reversal: 'reversal',
    rebooking: 'rebooking',
    own: 'adjustment',
    with: (number: number) => `closing ${number}`,
    waits: 'the next closing',
  },
} as const;
