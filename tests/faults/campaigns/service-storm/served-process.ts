/** The service as people run it, `serve` with its keys stored in a folder: killed with SIGKILL and started again on the same port. */
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { end, start } from '#tests/support/hosts/terminal.ts';

export interface ServedProcess {
  readonly url: string;
  readonly key: string;
  /** Kills it and waits until it listens again. */
  restart(): Promise<void>;
  kill(): Promise<void>;
}

interface Line {
  readonly url: string;
  readonly key: string | null;
}

/** @param folder where keys and counts are stored */
export async function startServed(folder: string, quota: number, records = 250): Promise<ServedProcess> {
  const options = [
    '--data-dir',
    folder,
    '--daily-quota',
    String(quota),
    '--records',
    String(records),
    '--as-of',
    '2026-11-20',
  ];
  let running = await listen([...options]);
  const { url, key } = running.line;
  const port = new URL(url).port;
  return {
    url,
    key: key ?? '',
    async restart() {
      await running.kill();
      running = await listen([...options, '--port', port]);
    },
    kill: () => running.kill(),
  };
}

async function listen(options: readonly string[]): Promise<{ readonly line: Line; kill(): Promise<void> }> {
  const child = start(['serve', ...options]);
  child.stdin.end();
  const ended = end(child);
  const first: unknown = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended]);
  if (!Array.isArray(first)) throw new Error(`serve ended: ${(await ended).stderr}`);
  return {
    line: JSON.parse(String(first[0])) as Line,
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
