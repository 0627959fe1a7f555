/** Lines that several commands print, and warnings that several write to standard error. */
import type { DataStatus, Input, Method, Output, Quota } from '#contract/api.ts';
import { describeError } from '#contract/error-text.ts';
import type { FilterGroups } from '#domain/filter/model.ts';
import { formatMisspelt, formatUnheldValue } from '#domain/filter/print.ts';
import { groupThousands } from '#domain/decimal.ts';
import { findSearch } from '#domain/filter/search.ts';
import { formatUtcMinute } from '#domain/time/utc.ts';
import { refusedSettingTexts } from '#texts/screens/settings.ts';
import { unheldTexts } from '#texts/screens/filter-editor.ts';
import { messages, labels } from '#texts/terminal/cli.ts';
import type { AppRequirements, CommandAction, AppClient } from '../arguments/command.ts';
import type { Terminal } from '../terminal.ts';
import { DONE, PARTIAL } from './failure.ts';

/** Formats the remaining quota, or why it is exhausted although this computer has sent fewer requests. */
export function formatQuota({ used, limit, resetsAt, exhausted }: Quota): string {
  if (exhausted) return describeError({ code: 'quota-exhausted', resetsAt, ...exhausted }).sentence;
  return labels.quota(used, limit, formatUtcMinute(resetsAt));
}

interface Completeness {
  readonly complete: boolean;
  readonly allRecordsHere?: true | undefined;
  readonly asOf: string | null;
  readonly fromFile?: string | undefined;
  readonly asKnown?: string | undefined;
}

/** Formats whether the records are complete, which is printed with every total. */
export function formatCompleteness({ complete, allRecordsHere, asOf, fromFile, asKnown }: Completeness): string {
  const time = asOf === null ? null : formatUtcMinute(asOf);
  const origin =
    (fromFile === undefined ? '' : labels.fromFile(formatUtcMinute(fromFile))) +
    (asKnown === undefined ? '' : labels.asKnown(formatUtcMinute(asKnown)));
  if (allRecordsHere === true && time !== null) return labels.damaged(time) + origin;
  return (complete && time !== null ? labels.complete(time) : labels.partial(time)) + origin;
}

/** Explains partial figures. @returns the exit code */
export async function reportCompleteness(app: AppClient, terminal: Terminal, complete: boolean): Promise<number> {
  if (complete) return DONE;
  terminal.say(explainPartial(await app.call('data.status', {})));
  return PARTIAL;
}

function explainPartial({ asOf, records, partitions, complete, journal }: DataStatus): string {
  if (complete && journal) return messages.namesDamaged;
  if (asOf === null && records === 0) return messages.emptyStore;
  const open = partitions.filter(({ sealed }) => !sealed).map(({ from, to }) => messages.span(from, to));
  return messages.partialData(asOf === null ? null : formatUtcMinute(asOf), open);
}

/** Warns about saved settings that are no longer accepted. @param concerns whether a setting matters to the command */
export async function warnInvalidSettings(
  app: AppClient,
  terminal: Terminal,
  concerns: (name: string) => boolean,
): Promise<void> {
  const { refused } = await app.call('settings.refused', {});
  for (const setting of refused) if (concerns(setting.name)) terminal.say(refusedSettingTexts.terminal(setting));
}

/**
 * Warns about filter values that no record has, search words that may be misspelt names, and search words that match only without the
 * others: this explains an answer that is empty, or as large as without the filter.
 * @param within further limits of the search
 */
export async function warnUnmatchedFilter(
  app: AppClient,
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
 * Creates the action of a command that calls one method and prints its answer.
 * @param end writes warnings to standard error, and returns the exit code
 * @param begin writes warnings that must appear even if a reader of the answer, such as `head`, ends the program early
 */
export function printAnswer<M extends Method>(
  requirements: AppRequirements,
  method: M,
  input: Input<M>,
  toLines: (answer: Output<M>) => readonly string[],
  end: (answer: Output<M>, terminal: Terminal, app: AppClient) => number | Promise<number> = () => DONE,
  begin: (answer: Output<M>, terminal: Terminal) => void = () => {},
): CommandAction {
  return async ({ openApp, print, terminal }) => {
    const app = await openApp(requirements);
    const answer = await app.call(method, input);
    begin(answer, terminal);
    await print(answer, () => toLines(answer));
    return end(answer, terminal, app);
  };
}
