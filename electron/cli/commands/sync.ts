/** `sync` downloads or refreshes the records; `status` shows the stored records, how complete they are, and the remaining quota. */
import { api, type DataStatus, type Input, type SyncResult } from '#contract/api.ts';
import { AppFailure } from '#contract/errors.ts';
import { groupThousands } from '#domain/decimal.ts';
import { formatUtcMinute } from '#domain/time/utc.ts';
import { journalTexts } from '#texts/journal.ts';
import { syncWords } from '#texts/screens/data.ts';
import { messages, usage, labels } from '#texts/terminal/cli.ts';
import { createAction, createCommand } from '../arguments/actions.ts';
import { type Context, type CommandAction, runCancellable } from '../arguments/command.ts';
import { deriveOptions, option, refuse } from '../arguments/option-values.ts';
import { CANCELLED, DONE, formatFailure, PARTIAL, QUOTA, toExitCode, UPSTREAM } from '../output/failure.ts';
import { printAnswer, formatQuota, formatCompleteness } from '../output/lines.ts';
import { alignLeft, alignRight, tabulate } from '../output/table.ts';

/** A sync that ends with one of these still prints its document; any other fault is an error of the command. */
const orderlyExitCodes: readonly number[] = [QUOTA, UPSTREAM, CANCELLED];

const runOptions = deriveOptions(api['sync.run'].input, 'max-requests', 'full', 'audit', 'list', 'scrub');

const prepareSync = createAction(
  { ...runOptions, 'dry-run': option.flag, rebuild: option.flag },
  ({ dryRun, rebuild = false, ...input }) => {
    // `--list` reads everything, so the other options would have no effect.
    const conflict = (['full', 'audit', 'scrub'] as const).find((name) => input[name]);
    if (input.list && conflict !== undefined) refuse(usage.foreignOption(`--${conflict}`, 'sync --list'));
    if (!dryRun) return (context) => runSync(context, rebuild, input);
    if (rebuild) refuse(usage.foreignOption('--rebuild', 'sync --dry-run'));
    const { maxRequests: _, ...depth } = input;
    return printPrice(depth);
  },
);

export const sync = createCommand('sync', { '': prepareSync }, { handlesInterruption: true });

function printPrice(depth: Input<'sync.price'>): CommandAction {
  return printAnswer({ service: true }, 'sync.price', { ...depth, ask: true }, (price) => [
    labels.price(groupThousands(price.min), price.max === null ? null : groupThousands(price.max)),
    ...(depth.list ? [syncWords.listPrice] : price.mode === 'download' ? [] : [syncWords.usualPrice]),
    formatQuota(price.quota),
    ...(price.requestsUsed === 0 ? [] : [labels.priceSpent(groupThousands(price.requestsUsed))]),
  ]);
}

async function runSync(context: Context, rebuild: boolean, input: Input<'sync.run'>): Promise<number> {
  const { terminal, openApp, print } = context;
  const app = await openApp({ service: true });
  if (rebuild) {
    const { setAside } = await app.call('data.rebuild', {});
    if (setAside !== null) terminal.say(messages.setAside(setAside));
  }
  const unsubscribe = app.subscribe((event) => {
    if (event.event !== 'sync.progress') return;
    const { received, total, requestsUsed } = event.payload;
    const totalText = total === null ? null : groupThousands(total);
    terminal.progress(messages.syncProgress(groupThousands(received), totalText, groupThousands(requestsUsed)));
  });
  const result = await runCancellable(terminal, app, 'sync.cancel', () => app.call('sync.run', input));
  unsubscribe();
  terminal.progress('');
  const { stopped, ...document } = result;
  const code = stopped ? toExitCode(stopped.code) : DONE;
  if (stopped && !orderlyExitCodes.includes(code)) throw new AppFailure(stopped);
  await print(document, () => formatSync(result));
  const { scrubLeftOut } = result;
  // If a setting requests it with every refresh, there is no need to report that it has already run today.
  if (scrubLeftOut !== null && (input.scrub || scrubLeftOut === 'budget'))
    terminal.say(syncWords.scrubLeftOut[scrubLeftOut]);
  if (stopped) {
    terminal.say(formatFailure(stopped));
    return code;
  }
  if (result.status === 'complete') return DONE;
  const isLimited = input.maxRequests !== undefined && result.requestsUsed >= input.maxRequests;
  terminal.say(isLimited ? messages.stoppedByLimit : messages.notVerified);
  return PARTIAL;
}

function formatSync({ mode, status, recordsReceived, requestsUsed, records, total, resumeAt }: SyncResult): string[] {
  // A refresh rereads a page to find changes, so its record count does not show how much has changed.
  const isUpToDate = status === 'complete' && (mode === 'refresh' || mode === 'audit');
  const spent = groupThousands(requestsUsed);
  return [
    isUpToDate ? labels.upToDate(spent) : labels.synced(groupThousands(recordsReceived), spent),
    labels.held(groupThousands(records), total === null ? null : groupThousands(total)),
    ...(resumeAt === null ? [] : [labels.resumes(formatUtcMinute(resumeAt))]),
  ];
}

const printStatus: CommandAction = async ({ openApp, print }) => {
  const app = await openApp({ key: 'on-demand' });
  const dataStatus = await app.call('data.status', {});
  const { waiting: _waiting, pending: _pending, journal, ...document } = dataStatus;
  await print({ ...document, ...(journal && { journal }) }, () => formatStatus(dataStatus));
  return DONE;
};

export const status = createCommand('status', { '': createAction({}, () => printStatus) });

function formatStatus({ partitions, journal, waiting, pending, anomalies, quota, ...data }: DataStatus): string[] {
  const { columns } = labels;
  const coverage = tabulate(partitions, [
    alignLeft(columns.from, ({ from }) => from ?? columns.noBound),
    alignLeft(columns.to, ({ to }) => to ?? columns.noBound),
    alignRight(columns.held, ({ held }) => groupThousands(held)),
    alignRight(columns.total, ({ total }) => (total === null ? '' : groupThousands(total))),
    alignLeft(columns.coverage, ({ sealed }) => (sealed ? columns.sealed : columns.open)),
  ]);
  return [
    labels.held(groupThousands(data.records), null),
    formatCompleteness(data),
    ...(journal ? [`${journalTexts.heading(journal)}.`] : []),
    ...(waiting === 0 ? [] : [labels.waiting(groupThousands(waiting))]),
    ...(pending === 'not-verified' ? [messages.notVerified] : []),
    ...(anomalies === 0 ? [] : [labels.unreadable(groupThousands(anomalies))]),
    formatQuota(quota),
    ...(partitions.length === 0 ? [] : coverage),
  ];
}
