/** What is said of closings, on screen and in the terminal alike. */
import { plural } from './counts.ts';

export const closingStoreTexts = {
  damaged: (path: string, step: number, closing: string | undefined) =>
    closing === undefined ? `${path} (step ${step})` : `${path} (closing ${closing}, step ${step})`,
} as const;

const problemTexts = {
  undated: (count: number) => `${plural(count, 'billable record has', 'billable records have')} no date`,
  unreadable: (count: number) => `${plural(count, 'record has', 'records have')} a value that cannot be read`,
  unassigned: (count: number) => `${plural(count, 'billable record has', 'billable records have')} no client`,
  billed: (count: number) => `${plural(count, 'record is', 'records are')} in a file that bills already`,
} as const;

export const closingTexts = {
  noClient: 'no client',
  touches: (closings: number) =>
    `closed for ${plural(closings, 'client', 'clients')}: what changed since is in Month-end`,
  unreadable: 'whether it is closed is not known: the file of closings cannot be read',
  found: problemTexts,
  notReported:
    'Whether the period is closed is not known, because the file of closings cannot be read: “closing list” says more.',
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
  others: (number: number) =>
    `Other lines of closing ${number} are open than were shown: look at them again, then decide.`,
  nothingOpen: 'Nothing is open to decide.',
  incomplete: 'Not every record is here, so what is gone may only be missing: refresh first.',
  wasSent: (number: number, file: string) =>
    `Closing ${number} was sent with ${file}, so its client has it: cancel it instead.`,
  notSent: (number: number) =>
    `Nothing of closing ${number} was sent yet, so there is nothing to decide: close it anew, and send what is true today.`,
  hasDecisions: (number: number) =>
    `Something was decided of closing ${number}, which would be forgotten: reopen it with a reason, then close.`,
  anew: 'Closed anew, before anything was sent',
  isBilled: (id: string, file: string) =>
    `Record ${id} is billed by ${file} already: ignore it here, or withdraw that file first.`,
  aside: (file: string) =>
    `The file of closings was damaged, or lacked steps that were written, and was set aside as ${file}. End the program; put a copy in its place as closings.sqlite, without a file closings.sqlite-wal beside it, and move ${file} elsewhere; or move it elsewhere alone to begin anew. Until the program has started after that, nothing of closings is known, and nothing is billed.`,
  staysWith: (id: string, number: number) =>
    `Record ${id} stays with closing ${number}, as was decided there: leave it out of a file that bills.`,
  isAnother: (id: string, number: number) =>
    `Record ${id} was modified since closing ${number}: close it anew, then send it.`,
  lacks: (id: string, number: number) =>
    `Record ${id} of closing ${number} would not be in the file: what was closed is sent as a whole. “Billable entries only” leaves out what has an amount and no time.`,
  notClosed: (id: string, number: number) =>
    `Record ${id} is not in closing ${number}: close it anew, then send it, or leave the record out.`,
  linesFirst: (number: number) =>
    `Closing ${number} also bills lines that are in no table yet: save its adjustments first, then send it.`,
  taken: (number: number, by: number) =>
    `A line of closing ${number} is billed by closing ${by}: cancel or reopen that one first.`,
  allWritten: (number: number, file: string) =>
    `Every adjustment of closing ${number} is in ${file} or a table before it: ask for all of them to have a copy, which bills nothing, or withdraw the file if it never left.`,
  writtenSince: (number: number) =>
    `Another table of closing ${number} has lines of this one: withdraw that one first.`,
  noAdjustments: (number: number) => `Closing ${number} has no adjustments.`,
  periodOrNumber: 'Name a closing by its number, or a period.',
  adjustments: {
    file: (number: number) => `adjustments-closing-${number}`,
    creditNote: (number: number) => `credit-note-closing-${number}`,
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
      step: 'Step',
      decided: 'Decided',
    },
    reversal: 'reversal',
    rebooking: 'rebooking',
    own: 'adjustment',
    with: (number: number) => `closing ${number}`,
  },
} as const;
