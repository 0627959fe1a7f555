/** One measured download in its own process: does what its job says and sends what it took. */
import { jobGiven, sendResult } from '../child.ts';
import { downloadByApp } from './by-app.ts';
import { downloadByList, downloadBySearch, fetchBare } from './by-others.ts';
import type { Contestant, Job, Outcome } from './job.ts';

/** What a contestant reports when its last record is stored. */
export interface Done {
  readonly requests: number;
  readonly note: string;
  close(): Promise<void>;
  /** Asked after everything was measured. */
  held?(): Promise<NonNullable<Outcome['held']>>;
}

const download: Readonly<Record<Contestant, (job: Job) => Promise<Done>>> = {
  app: downloadByApp,
  search: downloadBySearch,
  list: downloadByList,
  bare: fetchBare,
};

const job = jobGiven() as Job;
const cpuBefore = process.cpuUsage();
const started = performance.now();
const done = await download[job.contestant](job);
const wallMilliseconds = performance.now() - started;
const { user, system } = process.cpuUsage(cpuBefore);
const peakRssBytes = process.resourceUsage().maxRSS * 1024;
const held = await done.held?.();
const closing = performance.now();
await done.close();
sendResult({
  requests: done.requests,
  note: done.note,
  wallMilliseconds,
  closeMilliseconds: performance.now() - closing,
  cpuMilliseconds: (user + system) / 1000,
  peakRssBytes,
  ...(held ? { held } : {}),
} satisfies Outcome);
