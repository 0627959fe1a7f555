/** One run of the campaign: trouble round by round against a real service, then calm, then everything compared with the truth. */
import { fork } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { readStatus } from '#electron/sync/status.ts';
import { startProvingService, type ProvingService } from '../support/hosts/proving-service.ts';
import { differences, openDesk, reportedWrongly, truthNow, type Desk } from '../support/hosts/sync-desk.ts';
import type { WorldTruth } from '../support/worlds/world-truth.ts';
import type { ClientJob, ClientOutcome } from './client.ts';
import { planOf, type Round, type RunPlan } from './plan.ts';
import { wireWith } from './wire.ts';

export interface RunResult {
  readonly seed: number;
  /** What is wrong, a line each; none: nothing lost, nothing doubled, every total exact. */
  readonly wrong: readonly string[];
  /** What happened in each round, in a word. */
  readonly story: readonly string[];
  readonly records: number;
  readonly requests: number;
  readonly kills: number;
  /** Runs that a user paused or cancelled. */
  readonly holds: number;
  /** Runs that a daily 429 ended. */
  readonly refusals: number;
  readonly faults: number;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Every lag is over: complete data then equals the truth. */
const SETTLED = 3 * MINUTE;
/** Quiet syncs within which a run must end complete, days without quota not counted. */
const PATIENCE = 4;
/** As many days of the smallest quota read the largest world more than twice. */
const MAX_DAYS = 8;
/** How far the client's own clock may have fallen behind while the service's was advanced. */
const DRIFT = 10 * MINUTE;

/** @param most of the plan's rounds, its first ones, that are played */
export async function runOnce(seed: number, most = Infinity): Promise<RunResult> {
  const whole = planOf(seed);
  const plan = { ...whole, rounds: whole.rounds.slice(0, most) };
  const folder = mkdtempSync(join(tmpdir(), 'sync-faults-'));
  mkdirSync(join(folder, 'data'));
  const service = await startProvingService(plan.world);
  try {
    return await new Run(plan, service, join(folder, 'data')).toEnd();
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

class Run {
  readonly #plan: RunPlan;
  readonly #service: ProvingService;
  readonly #folder: string;
  readonly #wrong: string[] = [];
  readonly #story: string[] = [];
  #kills = 0;
  #holds = 0;
  #refusals = 0;
  /** This computer's clock. */
  #now = 0;
  /** The truth at the last proof of completeness: while a refresh is under way, reports must show exactly that. */
  #proven: { readonly asOf: string | null; readonly truth: WorldTruth } | undefined;

  constructor(plan: RunPlan, service: ProvingService, folder: string) {
    this.#plan = plan;
    this.#service = service;
    this.#folder = folder;
  }

  async toEnd(): Promise<RunResult> {
    const { control } = this.#service;
    for (const round of this.#plan.rounds) await this.#trouble(round);
    await this.#calm();
    const { requests, faults } = await control.tally();
    return {
      seed: this.#plan.seed,
      wrong: this.#wrong,
      story: this.#story,
      records: (await truthNow(control)).count,
      requests,
      kills: this.#kills,
      holds: this.#holds,
      refusals: this.#refusals,
      faults: Object.values(faults).reduce((sum, each) => sum + each, 0),
    };
  }

  async #trouble(round: Round): Promise<void> {
    const { control } = this.#service;
    await this.#advance(round.pauseMilliseconds / 2);
    for (const move of round.moves) await control.move(move);
    await this.#advance(round.pauseMilliseconds / 2);
    await control.planFaults(round.faults);
    await control.setMovesPerRead(round.movesPerRead);
    const outcome = await this.#client(round);
    await control.setMovesPerRead(0);
    this.#story.push(worded(round, outcome));
    if (outcome === undefined) this.#kills += 1;
    const result = outcome && 'result' in outcome ? outcome.result : undefined;
    if (result?.stopped?.code === 'cancelled') this.#holds += 1;
    if (outcome && 'result' in outcome && outcome.sentAfterHold > 0)
      this.#blame(`after a ${round.hold?.how}`, [`${outcome.sentAfterHold} requests sent`]);
    // A list walk is complete as of its start, which may be in an earlier round: it has no look at the end.
    const isStill = round.movesPerRead === 0 && round.pauseMilliseconds / 2 >= SETTLED && round.options.list !== true;
    await this.#look(result?.status === 'complete', isStill);
    if (result?.stopped?.code !== 'quota-exhausted') return;
    this.#refusals += 1;
    await this.#staysStill();
  }

  /** After a daily 429 nothing is sent until the reset. */
  async #staysStill(): Promise<void> {
    const { control } = this.#service;
    const left = DAY - ((await control.advance(0)) % DAY);
    if (left < DRIFT) return;
    const before = (await control.tally()).requests;
    const desk = await this.#open();
    try {
      const { stopped, requestsUsed } = await desk.sync(this.#calmly());
      if (stopped?.code !== 'quota-exhausted') this.#blame('after a daily 429', [`went on: ${stopped?.code}`]);
      const sent = (await control.tally()).requests - before;
      if (sent + requestsUsed > 0) this.#blame('after a daily 429', [`${sent} sent, ${requestsUsed} booked`]);
    } finally {
      await desk.close();
    }
  }

  #calmly(): { readonly list?: boolean } {
    return this.#plan.habits.refusesSearch ? { list: true } : {};
  }

  /** What reports show now. */
  async #look(isComplete = false, isStill = false): Promise<void> {
    const desk = await this.#open();
    try {
      const { asOf, pending } = await readStatus(desk.snapshot);
      if (isComplete && isStill) {
        this.#blame('said to be complete', await differences(desk.snapshot, this.#service.control));
        this.#proven = { asOf, truth: await truthNow(this.#service.control) };
      } else if (!isComplete && pending === 'refresh' && this.#proven?.asOf === asOf)
        this.#blame('between two states', await reportedWrongly(desk.snapshot, this.#proven.truth));
      else if (isComplete || this.#proven?.asOf !== asOf) this.#proven = undefined;
    } finally {
      await desk.close();
    }
  }

  async #calm(): Promise<void> {
    const { control } = this.#service;
    await control.planFaults({});
    const desk = await this.#open();
    try {
      // A list walk that began in trouble ends as of then: only the next one has seen the calm.
      if (this.#plan.habits.refusesSearch) await this.#untilComplete(desk);
      await this.#untilComplete(desk);
      this.#blame('at the end', await differences(desk.snapshot, control));
      const booked = bookedInAll(this.#folder);
      const { requests } = await control.tally();
      if (booked < requests) this.#blame('in the ledger', [`${booked} booked, ${requests} sent`]);
    } finally {
      await desk.close();
    }
  }

  async #untilComplete(desk: Desk): Promise<void> {
    for (let tries = 1, days = 0; tries <= PATIENCE; tries += 1) {
      await this.#advance(2 * SETTLED);
      const { status, requestsUsed, stopped } = await desk.sync(this.#calmly());
      this.#story.push(`calm: ${status} after ${requestsUsed}${stopped ? ` (${stopped.code})` : ''}`);
      if (status === 'complete') return;
      if (stopped?.code !== 'quota-exhausted') continue;
      this.#refusals += 1;
      if (days > 0 && requestsUsed === 0) this.#blame('after the reset', ['still waits']);
      if ((days += 1) > MAX_DAYS) break;
      tries -= 1;
      await this.#advance(DAY - ((await this.#service.control.advance(0)) % DAY));
    }
    this.#blame('at the end', ['never verified']);
  }

  #open(): Promise<Desk> {
    const { url, key } = this.#service;
    return openDesk({ url, key, folder: this.#folder, now: () => this.#now, fetch: wireWith(this.#plan.habits) });
  }

  /** Both clocks: the service's own, and this computer's with its skew. */
  async #advance(milliseconds: number): Promise<void> {
    this.#now = (await this.#service.control.advance(milliseconds)) + this.#plan.skewMilliseconds;
  }

  #blame(when: string, wrong: readonly string[]): void {
    this.#wrong.push(...wrong.map((each) => `${when}: ${each}`));
  }

  /** @returns undefined if it was killed. @throws if it ended otherwise without an outcome. */
  async #client({ kill, hold, deadlineMs, options }: Round): Promise<ClientOutcome | undefined> {
    const { url, key } = this.#service;
    await this.#advance(0);
    const { habits } = this.#plan;
    const place = { url, key, folder: this.#folder, startAt: this.#now };
    const job: ClientJob = { ...place, habits, kill, hold, deadlineMs, options };
    return new Promise((resolve, reject) => {
      const child = fork(join(import.meta.dirname, 'client.ts'), [JSON.stringify(job)], {
        execArgv: [],
        serialization: 'advanced',
      });
      let outcome: ClientOutcome | undefined;
      child.on('message', (message) => (outcome = message as ClientOutcome));
      child.once('error', reject);
      child.once('exit', (code, signal) => {
        if (outcome || (kill && signal === 'SIGKILL')) resolve(outcome);
        else reject(new Error(`Seed ${this.#plan.seed}: the client ended with ${code ?? signal}`));
      });
    });
  }
}

/** Over all days: an attempt may be booked on another day than the service counts it. */
function bookedInAll(folder: string): number {
  const ledger = new DatabaseSync(join(folder, 'ledger.sqlite'));
  try {
    return Number(ledger.prepare('SELECT sum(used) AS used FROM booking').get()?.['used'] ?? 0);
  } finally {
    ledger.close();
  }
}

function worded(round: Round, outcome: ClientOutcome | undefined): string {
  const { kill, hold, options, movesPerRead, pauseMilliseconds } = round;
  const where = !kill ? '' : 'point' in kill ? `${kill.point} ${kill.time}` : `${kill.afterMilliseconds} ms`;
  const held = hold ? `, ${hold.how} after ${hold.afterRequests}` : '';
  const after = `after ${pauseMilliseconds / 1000} s, ${movesPerRead} moves a read, ${JSON.stringify(options)}${held}`;
  if (!outcome) return `${after}: killed (${where})`;
  if ('failed' in outcome) return `${after}: ${outcome.failed}`;
  const { status, stopped, requestsUsed } = outcome.result;
  return `${after}: ${status} after ${requestsUsed}${stopped ? ` (${stopped.code})` : ''}`;
}
