/**
 * One random walk of the app: loads files that may lie, refreshes, is killed, while the service's records change. After each step “complete”
 * means what the service said when that was proven, or the seal names the file.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Input, Method, Output } from '#contract/api.ts';
import type { Result } from '#contract/errors.ts';
import { startProvingService, type NearService } from '#tests/support/hosts/proving-service.ts';
import { closeWorkspaceFile, openWorkspaceFile } from '#tests/support/stores/workspace-files.ts';
import { seeded, type Seeded } from '#tests/support/worlds/seeded.ts';
import type { AppCall, AppJob } from './app-child.ts';
import { forge } from './forge.ts';

const MINUTE = 60_000;
const START = Date.parse('2026-11-20T12:00:00Z');
const COLUMNS = ['title', 'billable_amount', 'total_minutes', 'billable_minutes'].map((name) => `a552213_${name}`);
const PAGE = 500;
/** Refreshes within which the mark of a file is gone, if no other is loaded. */
const PATIENCE = 8;

export interface Walked {
  readonly seed: number;
  /** None: after every step the seal was right. */
  readonly wrong: readonly string[];
  readonly story: readonly string[];
  /** After how many steps the seal was complete without a file, with one, and not complete. */
  readonly seals: { proven: number; file: number; partial: number };
  readonly kills: number;
}

export async function walk(seed: number, steps: number): Promise<Walked> {
  const folder = mkdtempSync(join(tmpdir(), 'from-file-'));
  const random = seeded(seed);
  const records = random.between(150, 700);
  const service = await startProvingService({ records, seed, startAt: START, frozen: true, asOf: '2026-11-20' });
  const walker = new Walker(seed, folder, service, random);
  try {
    return await walker.toEnd(steps);
  } finally {
    await walker.close();
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

class Walker {
  readonly #seed: number;
  readonly #folder: string;
  readonly #service: NearService;
  readonly #random: Seeded;
  readonly #wrong: string[] = [];
  readonly #story: string[] = [];
  readonly #seals = { proven: 0, file: 0, partial: 0 };
  /** By workspace, what “complete” may mean: the service's records at each proof that may have been the last. */
  readonly #proofs = new Map<string, readonly string[]>();
  #child: ChildProcess | undefined;
  #calls = 0;
  #kills = 0;
  #workspace = 'default';
  #loaded = 0;

  constructor(seed: number, folder: string, service: NearService, random: Seeded) {
    this.#seed = seed;
    this.#folder = folder;
    this.#service = service;
    this.#random = random;
  }

  async toEnd(steps: number): Promise<Walked> {
    await this.#open();
    const { url, key } = this.#service;
    await this.#call('workspace.connect', { name: this.#workspace, baseUrl: url, key });
    await this.#sync({});
    for (let at = 0; at < steps; at += 1) await this.#step();
    for (let at = 0; at < PATIENCE && (await this.#look('at the end')) !== 'proven'; at += 1) await this.#sync({});
    if ((await this.#look('at the end')) !== 'proven') this.#wrong.push(`never proven after ${PATIENCE} refreshes`);
    const { wrong, story } = { wrong: this.#wrong, story: this.#story };
    return { seed: this.#seed, wrong, story, seals: this.#seals, kills: this.#kills };
  }

  async close(): Promise<void> {
    await this.#kill();
  }

  async #step(): Promise<void> {
    const random = this.#random;
    const step = random.pick([
      'load',
      'load',
      'sync',
      'sync',
      'sync',
      'edit',
      'edit',
      'kill',
      'names',
      'set',
      'delete',
    ]);
    this.#story.push(step);
    switch (step) {
      case 'load':
        await this.#load();
        break;
      case 'sync':
        await this.#sync(
          random.pick([{}, {}, {}, { full: true }, { audit: true }, { scrub: true }, { maxRequests: 1 }]),
        );
        break;
      case 'edit':
        await this.#service.control.move({ kind: 'mix', count: random.between(1, 20) });
        break;
      case 'kill':
        await this.#killAmid();
        break;
      case 'names':
        await this.#call('names.keep', { owners: { [random.between(1, 9)]: { name: `Ada ${random.between(1, 9)}` } } });
        break;
      case 'set':
        await this.#call('settings.set', { scrub: random.chance(0.5), moneyDigits: random.between(0, 4) });
        break;
      case 'delete':
        await this.#delete();
    }
    await this.#look(step);
  }

  /** The open workspace as a file, which may be made to lie, becomes another workspace. */
  async #load(): Promise<void> {
    const saved = await this.#try('workspace.save', {});
    if (!saved) return;
    const file = openWorkspaceFile(readFileSync(this.#file));
    const lies = forge(file, this.#random, this.#service.now());
    writeFileSync(this.#file, closeWorkspaceFile(file));
    const name = `w${(this.#loaded += 1)}`;
    const loaded = await this.#try('workspace.load', { name });
    this.#story.push(`  ${lies.join(', ') || 'true'}: ${loaded ? `opened as ${name}` : 'refused'}`);
    if (!loaded) return;
    this.#workspace = name;
    this.#proofs.set(name, []);
  }

  async #sync(wish: Input<'sync.run'>): Promise<void> {
    await this.#service.control.advance(5 * MINUTE);
    const result = await this.#try('sync.run', wish);
    this.#story.push(`  ${JSON.stringify(wish)} ${result?.mode} ${result?.status} ${result?.requestsUsed}`);
    if (result?.status === 'complete') this.#proofs.set(this.#workspace, [await this.#truth()]);
  }

  async #killAmid(): Promise<void> {
    await this.#service.control.advance(5 * MINUTE);
    const [method, input] = this.#random.pick([
      ['sync.run', {}],
      ['sync.run', { full: true }],
      ['workspace.save', {}],
    ] as const);
    this.#call(method, input).catch(() => undefined);
    await sleep(this.#random.between(1, 60));
    await this.#kill();
    this.#kills += 1;
    // The run may have been proven in its last moment.
    if (method === 'sync.run')
      this.#proofs.set(this.#workspace, [...(this.#proofs.get(this.#workspace) ?? []), await this.#truth()]);
    await this.#open();
  }

  /** Another workspace is opened and this one deleted; the only one begins anew. */
  async #delete(): Promise<void> {
    const { workspaces } = await this.#call('workspace.list', {});
    const other = workspaces.find(({ name, baseUrl }) => baseUrl !== null && name !== this.#workspace)?.name;
    this.#proofs.set(this.#workspace, []);
    if (other === undefined) return void (await this.#call('data.rebuild', {}));
    const name = this.#workspace;
    await this.#call('workspace.open', { name: other });
    this.#workspace = other;
    await this.#call('workspace.remove', { name });
  }

  async #look(step: string): Promise<keyof Walked['seals']> {
    const { complete, fromFile } = await this.#call('data.status', {});
    const seal = !complete ? 'partial' : fromFile !== undefined ? 'file' : 'proven';
    this.#seals[seal] += 1;
    if (seal !== 'proven') return seal;
    const held = await this.#held();
    const proofs = this.#proofs.get(this.#workspace) ?? [];
    if (!proofs.includes(held))
      this.#wrong.push(
        `after ${step} (line ${this.#story.length}): complete, no file named, and ${compare(held, proofs)}`,
      );
    return seal;
  }

  async #held(): Promise<string> {
    const rows: string[] = [];
    for (;;) {
      const page = await this.#call('records.page', { columns: COLUMNS, offset: rows.length, limit: PAGE });
      rows.push(
        ...page.rows.map(({ id, values }) =>
          toLine(
            id,
            COLUMNS.map((name) => values[name]),
          ),
        ),
      );
      if (page.rows.length < PAGE) return rows.toSorted().join('\n');
    }
  }

  async #truth(): Promise<string> {
    const live = await this.#service.control.liveRecords();
    return live
      .map(({ id, properties }) =>
        toLine(
          id,
          COLUMNS.map((name) => properties[name]),
        ),
      )
      .toSorted()
      .join('\n');
  }

  get #file(): string {
    return join(this.#folder, 'given.timelog');
  }

  async #open(): Promise<void> {
    const { url, key } = this.#service;
    const job: AppJob = { folder: join(this.#folder, 'data'), workspace: this.#workspace, url, key };
    this.#child = fork(fileURLToPath(import.meta.resolve('./app-child.ts')), [JSON.stringify(job)], {
      execArgv: [],
      serialization: 'advanced',
    });
    await once(this.#child, 'message');
  }

  async #kill(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  #ask<M extends Method>(method: M, input: Input<M>): Promise<Result<Output<M>>> {
    const child = this.#child;
    if (!child) throw new Error('No app');
    const number = (this.#calls += 1);
    const call: AppCall = { number, method, input, now: this.#service.now(), file: this.#file };
    return new Promise((resolve, reject) => {
      const onEnd = () => reject(new Error(`The app ended in ${method}`));
      const onMessage = (message: unknown) => {
        const told = message as { number: number; answer: Result<Output<M>> };
        if (told.number !== number) return;
        child.off('message', onMessage);
        child.off('exit', onEnd);
        resolve(told.answer);
      };
      child.on('message', onMessage);
      child.once('exit', onEnd);
      child.send(call);
    });
  }

  async #call<M extends Method>(method: M, input: Input<M>): Promise<Output<M>> {
    const answer = await this.#ask(method, input);
    if (!answer.ok) throw new Error(`seed ${this.#seed}, ${method}: ${JSON.stringify(answer.error)}`);
    return answer.value;
  }

  /** @returns undefined where it is refused */
  async #try<M extends Method>(method: M, input: Input<M>): Promise<Output<M> | undefined> {
    const answer = await this.#ask(method, input);
    if (!answer.ok) this.#story.push(`  ${method}: ${JSON.stringify(answer.error)}`);
    return answer.ok ? answer.value : undefined;
  }
}

function compare(held: string, proofs: readonly string[]): string {
  const [lines, truth] = [held, proofs.at(-1) ?? ''].map((text) => text.split('\n'));
  const extra = lines?.find((line) => truth?.includes(line) === false);
  const lacking = truth?.find((line) => lines?.includes(line) === false);
  return `${lines?.length} records of ${truth?.length}: ${extra} and not ${lacking}`;
}

/** Numbers without the zeros that say nothing; the service writes months as it pleases, and they are in no line. */
function toLine(id: string, values: readonly unknown[]): string {
  const texts = values.map((value) => {
    const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value : '';
    return /^-?\d+\.\d+$/.test(text) ? text.replace(/\.?0+$/, '') : text;
  });
  return JSON.stringify([id, ...texts]);
}
