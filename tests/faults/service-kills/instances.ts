/** Instances of the service as processes of their own, killed and started again on their port. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readFirstOutput } from '#tests/support/hosts/first-output.ts';

const SOURCE = fileURLToPath(new URL('./instance.ts', import.meta.url));
const HOOK = new URL('./async-commit-hook.ts', import.meta.url).href;

export interface Instance {
  readonly url: string;
  /** Ends it as a crash does, and starts it anew; while its store is away it is started until it can. */
  killAndRestart(): Promise<void>;
  /** Ends it in order. */
  stop(): Promise<void>;
}

/** @param place what `instance.ts` gets after the port. */
export async function startInstance(place: readonly string[], asyncCommit = false): Promise<Instance> {
  const port = await findPort();
  const args = [...(asyncCommit ? ['--import', HOOK] : []), SOURCE, String(port), ...place];
  let child = await start(args);
  return {
    url: `http://127.0.0.1:${port}`,
    async killAndRestart() {
      await end(child, 'SIGKILL');
      child = await startAgain(args);
    },
    stop: () => end(child, 'SIGTERM'),
  };
}

/** @throws where it ends instead. */
async function start(args: readonly string[]): Promise<ChildProcess> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  await readFirstOutput(child);
  return child;
}

async function startAgain(args: readonly string[]): Promise<ChildProcess> {
  for (;;) {
    const child = await start(args).catch(() => undefined);
    if (child) return child;
    await wait(50);
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

/** The same port at every start: callers go on as they would with a supervised service. */
async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No port');
  return address.port;
}
