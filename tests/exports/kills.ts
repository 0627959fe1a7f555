/** Kills a process that replaces one exported file over and over, at random moments, and looks at what it left. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { checkSignature } from '../../electron/exports/signature/ssh-signature.ts';
import { seeded } from '../support/worlds/seeded.ts';

export interface KillsResult {
  readonly kills: number;
  /** How often each state was found: a pair, one that is signed, or a file without a manifest. */
  readonly states: ReadonlyMap<string, number>;
  readonly wrong: readonly string[];
}

const victim = join(import.meta.dirname, 'victim.ts');
const LINES = 2_000;
/** A turn takes a few milliseconds: kills fall anywhere in some of them. */
const LONGEST_MS = 40;

export async function runKilledExports(count: number, seed: number): Promise<KillsResult> {
  const random = seeded(seed);
  const folder = mkdtempSync(join(tmpdir(), 'killed-exports-'));
  const path = join(folder, 'a.csv');
  const states = new Map<string, number>();
  const wrong: string[] = [];
  try {
    for (let kill = 1; kill <= count; kill += 1) {
      const child = spawn(process.execPath, [victim, path], { stdio: ['ignore', 'pipe', 'inherit'] });
      const closed = once(child, 'close');
      await once(child.stdout, 'data');
      await wait(random.next() * LONGEST_MS);
      child.kill('SIGKILL');
      await closed;
      const { state, problem } = judge(path);
      states.set(state, (states.get(state) ?? 0) + 1);
      if (problem !== undefined) wrong.push(`kill ${kill}: ${problem}`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return { kills: count, states, wrong };
}

function judge(path: string): { readonly state: string; readonly problem?: string } {
  if (!existsSync(path)) return { state: 'no file', problem: 'the file is gone' };
  const bytes = readFileSync(path);
  const lines = bytes.toString('utf8').split('\r\n').length - 2;
  if (lines !== LINES) return { state: 'part', problem: `a file of ${lines} lines has its name` };
  if (!existsSync(`${path}.manifest.json`)) return { state: 'without manifest' };
  const manifest = readFileSync(`${path}.manifest.json`);
  const { sha256, signedBy } = JSON.parse(manifest.toString('utf8')) as { sha256: string; signedBy?: string };
  const own = createHash('sha256').update(bytes).digest('hex');
  if (own !== sha256) return { state: 'mismatch', problem: "the manifest is another file's" };
  const signature = `${path}.manifest.json.sig`;
  if (!existsSync(signature))
    return signedBy === undefined ? { state: 'pair' } : { state: 'unsigned', problem: 'the signature is not there' };
  const { state, fingerprint } = checkSignature(readFileSync(signature, 'latin1'), manifest);
  return state === 'valid' && fingerprint === signedBy
    ? { state: 'signed' }
    : { state: 'mismatch', problem: "the signature is another file's" };
}
