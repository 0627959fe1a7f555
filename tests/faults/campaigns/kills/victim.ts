/** A terminal command as a real process that is killed at a chosen event, or at a chosen time. */
import { watch } from 'node:fs';
import { end, start } from '#tests/support/hosts/terminal.ts';
import type { WatchedWay } from './watched-way.ts';

/** Events that can be seen from outside, or any moment. */
export const killPoints = ['commit', 'file begun', 'request sent', 'file in place', 'page answered'] as const;
export type KillPoint = (typeof killPoints)[number];

export type KillAt = { readonly point: KillPoint; readonly time: number } | { readonly milliseconds: number };

export interface VictimOptions {
  readonly args: readonly string[];
  readonly input: string;
  readonly at: KillAt | null;
  readonly way: WatchedWay;
  /** The folder whose files show commits or exports. */
  readonly folder: string;
}

export interface VictimEnd {
  readonly killed: boolean;
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly tookMs: number;
}

export async function runVictim({ args, input, at, way, folder }: VictimOptions): Promise<VictimEnd> {
  const begun = performance.now();
  const child = start(args);
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const kill = () => void child.kill('SIGKILL');
  const stop = at === null ? () => {} : armed(at, way, folder, kill);
  const ended = await end(child);
  stop();
  return { killed: child.signalCode === 'SIGKILL', ...ended, tookMs: performance.now() - begun };
}

/** @returns what disarms it. */
function armed(at: KillAt, way: WatchedWay, folder: string, kill: () => void): () => void {
  if ('milliseconds' in at) {
    const timer = setTimeout(kill, at.milliseconds);
    return () => clearTimeout(timer);
  }
  const { point, time } = at;
  const isIt = (number: number) => {
    if (number === time) kill();
  };
  if (point === 'request sent') way.watch({ onRequest: isIt });
  if (point === 'page answered') way.watch({ onAnswer: isIt });
  const sign = signs[point];
  if (!sign) return () => way.watch({});
  let seen = 0;
  const watcher = watch(folder, (_event, name) => {
    if (name !== null && sign(name)) isIt((seen += 1));
  });
  return () => watcher.close();
}

/** The file whose change shows it. */
const signs: Partial<Readonly<Record<KillPoint, (name: string) => boolean>>> = {
  commit: (name) => name === 'snapshot.duckdb.wal' || name === 'snapshot.duckdb',
  'file begun': (name) => name.endsWith('.part') && !name.includes('manifest'),
  'file in place': (name) => name.endsWith('.csv') || name.includes('manifest'),
};
