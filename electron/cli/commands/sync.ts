/** `sync`: downloads or refreshes the records; whatever stops it, what was fetched is kept and reported. */
import type { SyncResult } from '../../../src/contract/api.ts';
import { AppFailure } from '../../../src/contract/errors.ts';
import { said, usage, words } from '#texts/terminal/cli.ts';
import { syncWords } from '#texts/screens/sync.ts';
import type { Arguments } from '../arguments/arguments.ts';
import { cancelling } from '../cancelling.ts';
import type { Command, Context } from '../arguments/command.ts';
import { CANCELLED, DONE, toExitCode, PARTIAL, QUOTA, UPSTREAM } from '../output/exit-codes.ts';
import { failureSentence } from '../output/failure.ts';
import { quotaLine } from '../output/lines.ts';
import { flag, noPositionals, refuse, wholeNumber } from '../arguments/option-values.ts';
import { groupThousands as count } from '../../../src/domain/thousands.ts';
import { formatUtcMinute as moment } from '../../../src/domain/time/utc-text.ts';

/** These end a sync in its normal document; any other fault is an error of the command. */
const orderlyEnds: readonly number[] = [QUOTA, UPSTREAM, CANCELLED];

export const sync: Command = {
  name: 'sync',
  options: {
    'max-requests': 'text',
    full: 'flag',
    audit: 'flag',
    list: 'flag',
    scrub: 'flag',
    'dry-run': 'flag',
    rebuild: 'flag',
  },
  handlesInterruption: true,
  prepare: (args) => {
    noPositionals(args, 'sync');
    const maxRequests = wholeNumber(args, 'max-requests', 1);
    const depth = readDepth(args);
    const rebuild = flag(args, 'rebuild');
    if (flag(args, 'dry-run') && rebuild) refuse(usage.foreignOption('--rebuild', 'sync --dry-run'));
    if (flag(args, 'dry-run')) return (context) => price(context, depth);
    return (context) => run(context, rebuild, { ...depth, ...(maxRequests !== undefined && { maxRequests }) });
  },
};

/** How thorough a run is, beyond reading what changed. */
interface Depth {
  readonly full: boolean;
  readonly audit: boolean;
  readonly list: boolean;
  readonly scrub: boolean;
}

/** `list` reads everything: combined with it, the others would mean nothing. */
function readDepth(args: Arguments): Depth {
  const depth = {
    full: flag(args, 'full'),
    audit: flag(args, 'audit'),
    list: flag(args, 'list'),
    scrub: flag(args, 'scrub'),
  };
  const other = (['full', 'audit', 'scrub'] as const).find((name) => depth[name]);
  if (depth.list && other !== undefined) refuse(usage.foreignOption(`--${other}`, 'sync --list'));
  return depth;
}

async function price({ openApp, print }: Context, depth: Depth): Promise<number> {
  const app = await openApp({ service: true });
  const tag = await app.call('sync.price', { ...depth, ask: true });
  await print(tag, () => [
    words.price(count(tag.min), tag.max === null ? null : count(tag.max)),
    ...(depth.list ? [syncWords.listPrice] : tag.mode === 'download' ? [] : [syncWords.usualPrice]),
    quotaLine(tag.quota),
    ...(tag.requestsUsed === 0 ? [] : [words.priceSpent(count(tag.requestsUsed))]),
  ]);
  return DONE;
}

async function run(context: Context, rebuild: boolean, input: Depth & { maxRequests?: number }): Promise<number> {
  const { terminal, openApp, print } = context;
  const app = await openApp({ service: true });
  if (rebuild) {
    const { setAside } = await app.call('data.rebuild', {});
    if (setAside !== null) terminal.say(said.setAside(setAside));
  }
  const unsubscribe = app.subscribe((event) => {
    if (event.event !== 'sync.progress') return;
    const { received, total, requestsUsed } = event.payload;
    terminal.progress(said.syncProgress(count(received), total === null ? null : count(total), count(requestsUsed)));
  });
  const result = await cancelling(terminal, app, 'sync.cancel', () => app.call('sync.run', input));
  unsubscribe();
  terminal.progress('');
  const { stopped, ...document } = result;
  const code = stopped ? toExitCode(stopped.code) : DONE;
  if (stopped && !orderlyEnds.includes(code)) throw new AppFailure(stopped);
  await print(document, () => toLines(result));
  const { scrubLeftOut } = result;
  // Where a setting asks for it with every refresh, there is no need to report that it was read today.
  if (scrubLeftOut !== null && (input.scrub || scrubLeftOut === 'budget'))
    terminal.say(syncWords.scrubLeftOut[scrubLeftOut]);
  if (stopped) {
    terminal.say(failureSentence(stopped));
    return code;
  }
  if (result.status === 'complete') return DONE;
  const limited = input.maxRequests !== undefined && result.requestsUsed >= input.maxRequests;
  terminal.say(limited ? said.stoppedByLimit : said.notVerified);
  return PARTIAL;
}

function toLines({ mode, status, recordsReceived, requestsUsed, records, total, resumeAt }: SyncResult): string[] {
  // A refresh reads a page again to find what changed: its records say nothing of how much did.
  const isUpToDate = status === 'complete' && (mode === 'refresh' || mode === 'audit');
  return [
    isUpToDate ? words.upToDate(count(requestsUsed)) : words.synced(count(recordsReceived), count(requestsUsed)),
    words.held(count(records), total === null ? null : count(total)),
    ...(resumeAt === null ? [] : [words.resumes(moment(resumeAt))]),
  ];
}
