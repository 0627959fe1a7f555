/** The terminal against one answer, and its peak memory. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLoopbackServer } from '#tests/support/hosts/loopback-server.ts';
import { program } from '#tests/support/hosts/terminal.ts';
import type { Bomb } from './bombs.ts';

const hook = join(import.meta.dirname, 'peak-hook.ts');

export interface Measured {
  readonly peakMebibytes: number;
  readonly code: number | null;
  /** Of processor time: the machine may be busy. */
  readonly seconds: number;
  /** Standard error. */
  readonly said: string;
  /** The beginning of standard output. */
  readonly printed: string;
}

/** The commands that ask the service, by how much of the program they use. */
export const commands = {
  search: ['search', '--limit', '200'],
  sync: ['sync'],
  lookup: ['lookup', '1', '2', '3'],
} as const;
export type Command = keyof typeof commands;

const MAX_PRINTED = 1_000_000;
/** Ends it when it takes longer: then `code` is null. */
const PATIENCE_MS = 240_000;

export async function measure(command: Command, bomb: Bomb, seed: number): Promise<Measured> {
  const server = await startLoopbackServer((response) => bomb.answer(response, seed));
  try {
    return await measureTerminal([...commands[command], '--base-url', server.origin, '--key-stdin', '--rate', '0']);
  } finally {
    await server.close();
  }
}

/** Over a workspace of its own. */
export async function measureTerminal(given: readonly string[]): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'memory-'));
  const peakFile = join(folder, 'peak');
  try {
    const args = ['--import', hook, program, ...given, '--data-dir', join(folder, 'data'), '--json'];
    const child = spawn(process.execPath, args, {
      env: { ...process.env, PEAK_FILE: peakFile },
      stdio: ['pipe', 'pipe', 'pipe'],
      timeout: PATIENCE_MS,
      killSignal: 'SIGKILL',
    });
    let said = '';
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => (printed += printed.length < MAX_PRINTED ? chunk.toString() : ''));
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.stdin.end('key-of-the-memory-campaign\n');
    const code = await new Promise<number | null>(
      (resolve, reject) => void child.on('error', reject).on('close', resolve),
    );
    if (code === null) return { peakMebibytes: NaN, code, seconds: PATIENCE_MS / 1000, said, printed };
    const [peak = NaN, used = NaN] = readFileSync(peakFile, 'utf8').split(' ').map(Number);
    return { peakMebibytes: peak / 1024, code, seconds: used / 1e6, said, printed };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
