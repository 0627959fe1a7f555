/** Loads hostile files as the app does, and says of each whether it was refused in a sentence, or loaded exactly, or neither. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp, type App } from '#electron/app/app.ts';
import { createAppClient } from '#electron/cli/arguments/command.ts';
import { unpackWorkspace } from '#electron/features/workspace-file/load.ts';
import { createService } from '#service/server.ts';
import { describeError } from '#contract/error-text.ts';
import { AppFailure } from '#contract/errors.ts';
import { startLoopbackServer } from '#tests/support/hosts/loopback-server.ts';
import { quietHost } from '#tests/support/hosts/quiet-host.ts';
import { hostileFile } from './files.ts';

export interface Outcome {
  readonly kind: string;
  /** `refused`, `exact`, or what went wrong. */
  readonly result: string;
  /** Of a refusal. */
  readonly sentence: string;
  /** Of the refusal, or of reading what is loaded: only for who looks at the campaign. */
  readonly ms: number;
}

export interface Campaign {
  /** @param at which of the files of this seed */
  run(at: number, seed: number): Promise<Outcome>;
  /** What the foreign listener received. */
  foreignRequests(): number;
  close(): Promise<void>;
}

const NOW = Date.parse('2026-11-20T12:00:00Z');
const KEY = 'a-key-for-the-true-service-alone';
const SECRET = 'what-stands-in-a-file-of-this-computer';
const MIB = 1 << 20;
/** What a refusal may cost: the file is read once, and an empty store is made; the rest is the program's own modules and messages. */
const MAX_READ_BESIDE_FILE = MIB;
const MAX_WRITTEN = 4 * MIB;
/** What the deepest nesting takes; a bomb that is unpacked takes twice as much. */
const MAX_GROWTH = 320 * MIB;
const REFUSALS = new Set(['usage', 'address-refused', 'store-newer']);
const report = {
  measures: ['records', 'total_minutes', 'billable_minutes', 'billable_amount'],
  groupBy: ['month_year'],
};

export async function startCampaign(records = 450): Promise<Campaign> {
  const folder = mkdtempSync(join(tmpdir(), 'hostile-load-'));
  const service = await createService({ records, seed: 3, asOf: '2026-11-20', now: () => NOW, key: KEY });
  const foreign = await startLoopbackServer((response) => void response.end('{}'));
  const secret = join(folder, 'secret.txt');
  writeFileSync(secret, SECRET);
  const saved = join(folder, 'true.timelog');
  const around = { foreign: foreign.origin, secret };

  const open = (data: string, file: string, given: { key?: string; baseUrl?: string } = {}) =>
    createApp({
      host: quietHost({ chooseDestination: async () => ({ path: file }), chooseSource: async () => ({ path: file }) }),
      version: 'test',
      dataDirectory: data,
      workspace: 'default',
      rate: 0,
      ...given,
    });
  const figuresIn = async (app: App) => {
    const { complete, records: held } = await createAppClient(app).call('data.status', {});
    const { rows, totals } = await createAppClient(app).call('report.run', report);
    return JSON.stringify({ complete, held, rows, totals });
  };
  const first = await open(join(folder, 'true'), saved, { key: KEY, baseUrl: service.url });
  await createAppClient(first).call('sync.run', {});
  const truth = await figuresIn(first);
  await createAppClient(first).call('workspace.save', {});
  await first.close();
  const whole = readFileSync(saved);

  /** An accepted file: all of the app sees the true figures, and a key goes to the true service. */
  async function judgeLoaded(file: string, data: string): Promise<string> {
    const app = await open(data, file);
    try {
      await createAppClient(app).call('workspace.load', { name: 'default' });
      const found = await figuresIn(app);
      if (found !== truth) return `other figures: ${found.slice(0, 200)}`;
      const settings = await createAppClient(app).call('settings.get', {});
      if (settings.recordAddress !== null || settings.quotaLimit !== 1000) return 'a setting came with the file';
    } finally {
      await app.close();
    }
    const again = await open(data, file, { key: KEY, baseUrl: service.url });
    try {
      await createAppClient(again).call('sync.run', {});
      return (await figuresIn(again)) === truth ? 'exact' : 'other figures after a refresh';
    } finally {
      await again.close();
    }
  }

  async function run(at: number, seed: number): Promise<Outcome> {
    const place = mkdtempSync(join(folder, 'one-'));
    const { kind, bytes } = await hostileFile(whole, at, seed, around);
    const file = join(place, 'given.timelog');
    writeFileSync(file, bytes);
    const parent = join(place, 'data');
    mkdirSync(parent);
    const before = measureWork();
    const begun = performance.now();
    let sentence = '';
    let result = 'refused';
    let ms: number;
    try {
      await unpackWorkspace(file, parent);
      ms = performance.now() - begun;
      rmSync(parent, { recursive: true });
      result = await judgeLoaded(file, parent);
    } catch (error) {
      ms = performance.now() - begun;
      if (!(error instanceof AppFailure) || !REFUSALS.has(error.error.code)) result = `failed with ${String(error)}`;
      else sentence = describeError(error.error).sentence;
      if (sentence.includes('\n') || sentence.length > 600) result = `no sentence: ${sentence.slice(0, 200)}`;
      if (existsSync(parent) && readdirSync(parent).length > 0)
        result = `left behind: ${readdirSync(parent).join(', ')}`;
      result = describeUnboundedWork(before, bytes.length) ?? result;
    }
    if (existsSync(join(tmpdir(), 'escaped')) || existsSync(join(place, 'escaped')))
      result = 'wrote outside its folder';
    if (holdsSecret(parent)) result = 'holds the contents of a local file';
    rmSync(place, { recursive: true });
    return { kind, result, sentence, ms: Math.round(ms) };
  }

  return {
    run,
    foreignRequests: () => foreign.requests.length,
    async close() {
      await foreign.close();
      await service.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Bytes that this process has read and written so far, and the most memory it ever held. */
function measureWork(): { read: number; written: number; peak: number } {
  const figures = readFileSync('/proc/self/io', 'utf8');
  const find = (name: string) => Number(new RegExp(`^${name}: (\\d+)$`, 'm').exec(figures)?.[1]);
  return { read: find('rchar'), written: find('wchar'), peak: process.resourceUsage().maxRSS * 1024 };
}

function describeUnboundedWork(before: ReturnType<typeof measureWork>, fileBytes: number): string | undefined {
  const after = measureWork();
  const [read, written, grown] = [after.read - before.read, after.written - before.written, after.peak - before.peak];
  const isBounded = read <= fileBytes + MAX_READ_BESIDE_FILE && written <= MAX_WRITTEN && grown <= MAX_GROWTH;
  return isBounded ? undefined : `refused after reading ${read}, writing ${written} and growing by ${grown} bytes`;
}

function holdsSecret(folder: string): boolean {
  if (!existsSync(folder)) return false;
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .some((each) => readFileSync(join(each.parentPath, each.name)).includes(SECRET));
}
