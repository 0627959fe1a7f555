/** `sync` downloads or refreshes the records; `status` says what is held, how complete it is and what quota is left. */
import { api, type DataStatus, type Input, type SyncResult } from '#contract/api.ts';
import { AppFailure } from '#contract/errors.ts';
import { groupThousands } from '#domain/decimal.ts';
import { formatUtcMinute } from '#domain/time/utc.ts';
import { journalTexts } from '#texts/journal.ts';
import { syncWords } from '#texts/screens/data.ts';
import { said, usage, words } from '#texts/terminal/cli.ts';
import { type Command, type Context, type Work, runCancellable } from '../arguments/command.ts';
import { deriveOptions, option, readOptions, refuse, refuseMoreWords } from '../arguments/option-values.ts';
import { CANCELLED, DONE, failureSentence, PARTIAL, QUOTA, toExitCode, UPSTREAM } from '../output/failure.ts';
import { printAnswer, quotaLine, sealLine } from '../output/lines.ts';
import { tabulate } from '../output/table.ts';

/** These end a sync in its normal document; any other fault is an error of the command. */
const orderlyEnds: readonly number[] = [QUOTA, UPSTREAM, CANCELLED];

const runOptions = deriveOptions(api['sync.run'].input, 'max-requests', 'full', 'audit', 'list', 'scrub');
const syncOptions = { ...runOptions, 'dry-run': option.flag, rebuild: option.flag };

export const sync: Command = {
  name: 'sync',
  options: syncOptions,
  handlesInterruption: true,
  prepare: (args) => {
    refuseMoreWords(args, 'sync');
    const { dryRun, rebuild = false, ...input } = readOptions(args, syncOptions);
    // `--list` reads everything: combined with it, the others would mean nothing.
    const conflict = (['full', 'audit', 'scrub'] as const).find((name) => input[name]);
    if (input.list && conflict !== undefined) refuse(usage.foreignOption(`--${conflict}`, 'sync --list'));
    if (!dryRun) return (context) => runSync(context, rebuild, input);
    if (rebuild) refuse(usage.foreignOption('--rebuild', 'sync --dry-run'));
    const { maxRequests: _, ...depth } = input;
    return printPrice(depth);
  },
};

function printPrice(depth: Input<'sync.price'>): Work {
  return printAnswer({ service: true }, 'sync.price', { ...depth, ask: true }, (price) => [
    words.price(groupThousands(price.min), price.max === null ? null : groupThousands(price.max)),
    ...(depth.list ? [syncWords.listPrice] : price.mode === 'download' ? [] : [syncWords.usualPrice]),
    quotaLine(price.quota),
    ...(price.requestsUsed === 0 ? [] : [words.priceSpent(groupThousands(price.requestsUsed))]),
  ]);
}

async function runSync(context: Context, rebuild: boolean, input: Input<'sync.run'>): Promise<number> {
  const { terminal, openApp, print } = context;
  const app = await openApp({ service: true });
  if (rebuild) {
    const { setAside } = await app.call('data.rebuild', {});
    if (setAside !== null) terminal.say(said.setAside(setAside));
  }
  const unsubscribe = app.subscribe((event) => {
    if (event.event !== 'sync.progress') return;
    const { received, total, requestsUsed } = event.payload;
    const totalText = total === null ? null : groupThousands(total);
    terminal.progress(said.syncProgress(groupThousands(received), totalText, groupThousands(requestsUsed)));
  });
  const result = await runCancellable(terminal, app, 'sync.cancel', () => app.call('sync.run', input));
  unsubscribe();
  terminal.progress('');
  const { stopped, ...document } = result;
  const code = stopped ? toExitCode(stopped.code) : DONE;
  if (stopped && !orderlyEnds.includes(code)) throw new AppFailure(stopped);
  await print(document, () => syncLines(result));
  const { scrubLeftOut } = result;
  // Where a setting asks for it with every refresh, there is no need to report that it was read today.
  if (scrubLeftOut !== null && (input.scrub || scrubLeftOut === 'budget'))
    terminal.say(syncWords.scrubLeftOut[scrubLeftOut]);
  if (stopped) {
    terminal.say(failureSentence(stopped));
    return code;
  }
  if (result.status === 'complete') return DONE;
  const isLimited = input.maxRequests !== undefined && result.requestsUsed >= input.maxRequests;
  terminal.say(isLimited ? said.stoppedByLimit : said.notVerified);
  return PARTIAL;
}

function syncLines({ mode, status, recordsReceived, requestsUsed, records, total, resumeAt }: SyncResult): string[] {
  // A refresh reads a page again to find what changed: its records say nothing of how much did.
  const isUpToDate = status === 'complete' && (mode === 'refresh' || mode === 'audit');
  const spent = groupThousands(requestsUsed);
  return [
    isUpToDate ? words.upToDate(spent) : words.synced(groupThousands(recordsReceived), spent),
    words.held(groupThousands(records), total === null ? null : groupThousands(total)),
    ...(resumeAt === null ? [] : [words.resumes(formatUtcMinute(resumeAt))]),
  ];
}

export const status: Command = {
  name: 'status',
  options: {},
  prepare: (args) => {
    refuseMoreWords(args, 'status');
    return async ({ openApp, print }) => {
      const app = await openApp({ key: 'on-demand' });
      const dataStatus = await app.call('data.status', {});
      const { waiting: _waiting, pending: _pending, journal, ...document } = dataStatus;
      await print({ ...document, ...(journal && { journal }) }, () => statusLines(dataStatus));
      return DONE;
    };
  },
};

function statusLines({ partitions, journal, waiting, pending, anomalies, quota, ...data }: DataStatus): string[] {
  const { columns } = words;
  const coverage = tabulate(partitions, [
    { head: columns.from, cell: ({ from }) => from ?? columns.noBound },
    { head: columns.to, cell: ({ to }) => to ?? columns.noBound },
    { head: columns.held, right: true, cell: ({ held }) => groupThousands(held) },
    { head: columns.total, right: true, cell: ({ total }) => (total === null ? '' : groupThousands(total)) },
    { head: columns.coverage, cell: ({ sealed }) => (sealed ? columns.sealed : columns.open) },
  ]);
  return [
    words.held(groupThousands(data.records), null),
    sealLine(data),
    ...(journal ? [`${journalTexts.heading(journal)}.`] : []),
    ...(waiting === 0 ? [] : [words.waiting(groupThousands(waiting))]),
    ...(pending === 'not-verified' ? [said.notVerified] : []),
    ...(anomalies === 0 ? [] : [words.unreadable(groupThousands(anomalies))]),
    quotaLine(quota),
    ...(partitions.length === 0 ? [] : coverage),
  ];
}
