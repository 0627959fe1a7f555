/** The whole app in a process of its own, that answers the contract's calls until it is killed. */
import { createApp } from '#electron/app/app.ts';
import type { Method } from '#contract/api.ts';
import { jobGiven } from '#tests/bench/child.ts';
import { memorySecrets, quietHost } from '#tests/support/hosts/quiet-host.ts';

export interface AppJob {
  readonly folder: string;
  readonly workspace: string;
  readonly url: string;
  readonly key: string;
}

export interface AppCall {
  readonly number: number;
  readonly method: Method;
  readonly input: unknown;
  /** This computer's clock, epoch milliseconds. */
  readonly now: number;
  /** What a person chooses to save to or to load. */
  readonly file: string;
}

const job = jobGiven() as AppJob;
let now = 0;
let file = '';
const app = await createApp({
  host: quietHost({
    secrets: memorySecrets(new Map([[job.url, job.key]])),
    chooseDestination: async () => ({ path: file }),
    chooseSource: async () => ({ path: file }),
  }),
  version: 'walk',
  dataDirectory: job.folder,
  workspace: job.workspace,
  rate: 0,
  now: () => now,
  quotaLimit: 100_000,
});
process.on('message', (call: AppCall) => {
  ({ now, file } = call);
  void app.call(call.method, call.input).then((answer) => process.send?.({ number: call.number, answer }));
});
process.on('disconnect', () => process.exit());
process.send?.({ number: 0 });
