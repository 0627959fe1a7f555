/** Lines that several commands print, and sentences that several write to standard error because they are no answers. */
import type { DataStatus, Input, Method, Output, Quota } from '#contract/api.ts';
import { errorText } from '#contract/error-text.ts';
import type { FilterGroups } from '#domain/filter/model.ts';
import { formatMisspelt, formatUnheldValue } from '#domain/filter/print.ts';
import { groupThousands } from '#domain/decimal.ts';
import { findSearch } from '#domain/filter/search.ts';
import { formatUtcMinute } from '#domain/time/utc.ts';
import { refusedSettingTexts } from '#texts/screens/settings.ts';
import { unheldTexts } from '#texts/screens/filter-editor.ts';
import { said, words } from '#texts/terminal/cli.ts';
import type { Needs, Work, Caller } from '../arguments/command.ts';
import type { Terminal } from '../terminal.ts';
import { DONE, PARTIAL } from './failure.ts';

/** What is left, or why nothing is though this computer has sent less. */
export function quotaLine({ used, limit, resetsAt, exhausted }: Quota): string {
  if (exhausted) return errorText({ code: 'quota-exhausted', resetsAt, ...exhausted }).sentence;
  return words.quota(used, limit, formatUtcMinute(resetsAt));
}

interface Sealed {
  readonly complete: boolean;
  readonly allRecordsHere?: true | undefined;
  readonly asOf: string | null;
  readonly fromFile?: string | undefined;
  readonly asKnown?: string | undefined;
}

/** Tells whether the records are complete: every total says so. */
export function sealLine({ complete, allRecordsHere, asOf, fromFile, asKnown }: Sealed): string {
  const time = asOf === null ? null : formatUtcMinute(asOf);
  const origin =
    (fromFile === undefined ? '' : words.fromFile(formatUtcMinute(fromFile))) +
    (asKnown === undefined ? '' : words.asKnown(formatUtcMinute(asKnown)));
  if (allRecordsHere === true && time !== null) return words.damaged(time) + origin;
  return (complete && time !== null ? words.complete(time) : words.partial(time)) + origin;
}

/** Says why figures are partial, where they are. @returns the exit code */
export async function endByCompleteness(app: Caller, terminal: Terminal, complete: boolean): Promise<number> {
  if (complete) return DONE;
  terminal.say(explainPartial(await app.call('data.status', {})));
  return PARTIAL;
}

function explainPartial({ asOf, records, partitions, complete, journal }: DataStatus): string {
  if (complete && journal) return said.namesDamaged;
  if (asOf === null && records === 0) return said.emptyStore;
  const open = partitions.filter(({ sealed }) => !sealed).map(({ from, to }) => said.span(from, to));
  return said.partialData(asOf === null ? null : formatUtcMinute(asOf), open);
}

/** Says which earlier settings are no longer accepted. @param concerns whether a setting matters to the command */
export async function sayRefused(app: Caller, terminal: Terminal, concerns: (name: string) => boolean): Promise<void> {
  const { refused } = await app.call('settings.refused', {});
  for (const setting of refused) if (concerns(setting.name)) terminal.say(refusedSettingTexts.terminal(setting));
}

/**
 * Says which values of a filter no record has, which words of a search are taken for a name, and which words of a search find something
 * where all of them find nothing: it explains an answer that is empty, or as large as without the filter.
 * @param within what narrows the search besides
 */
export async function sayUnheld(
  app: Caller,
  terminal: Terminal,
  filterGroups: FilterGroups = [],
  within: { readonly query?: string | undefined; readonly period?: string | undefined } = {},
): Promise<void> {
  if (filterGroups.length === 0) return;
  const { values, misspelt } = await app.call('filter.unheld', { filterGroups });
  for (const value of values) terminal.say(formatUnheldValue(value));
  for (const word of misspelt) terminal.say(formatMisspelt(word));
  if (findSearch(filterGroups) === undefined) return;
  const { sets } = await app.call('filter.fewerWords', { filterGroups, ...within });
  for (const { words, kept, of, records } of sets)
    terminal.say(unheldTexts.fewer(words, String(kept), String(of), groupThousands(records)));
}

/**
 * The work of a command that calls one method and prints its answer.
 * @param end writes what is no answer to standard error, and gives the exit code
 * @param begin writes to standard error what must be read even where a reader of the answer, as `head`, ends the program early
 */
export function printAnswer<M extends Method>(
  needs: Needs,
  method: M,
  input: Input<M>,
  toLines: (answer: Output<M>) => readonly string[],
  end: (answer: Output<M>, terminal: Terminal, app: Caller) => number | Promise<number> = () => DONE,
  begin: (answer: Output<M>, terminal: Terminal) => void = () => {},
): Work {
  return async ({ openApp, print, terminal }) => {
    const app = await openApp(needs);
    const answer = await app.call(method, input);
    begin(answer, terminal);
    await print(answer, () => toLines(answer));
    return end(answer, terminal, app);
  };
}
