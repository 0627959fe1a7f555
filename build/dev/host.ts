/** The browser host as `npm run dev` runs it: ended and started again while the page stays open. */
import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { hosts } from '#texts/hosts/hosts.ts';

/** The address and session that a tab of the host knows. */
export interface HostSession {
  /** `http://127.0.0.1:port`, another one after each start. */
  readonly origin: string;
  readonly secret: string;
}

export interface DevHost {
  /** The session of the host that runs; while it starts, the one it will give. @throws when it ended before it gave one. */
  session(): Promise<HostSession>;
  /** Starts it, and ends before what ran until then. */
  restart(): void;
  stop(): Promise<void>;
}

export interface HostCommand {
  readonly entry: string;
  readonly args: readonly string[];
  readonly say: (sentence: string) => void;
  /** Called when the host has ended by itself with all done: it printed its help, or refused its arguments. */
  readonly end: (code: number) => void;
}

/** Ends the host when this process is gone, however it went. The host itself knows nothing of being developed. */
const endsWithParent = `data:text/javascript,process.once('disconnect', () => process.kill(process.pid, 'SIGTERM')); process.channel.unref()`;

export function createDevHost(command: HostCommand): DevHost {
  const first = Promise.withResolvers<void>();
  /** Done when the last start that was asked for has begun: one host at a time has the data. */
  let turn = first.promise;
  let running: RunningHost | undefined;

  const stop = async () => {
    const ending = running;
    running = undefined;
    await ending?.stop();
  };

  const start = () => {
    const host = startHost(command);
    running = host;
    let isReady = false;
    host.session.then(
      () => (isReady = true),
      () => undefined,
    );
    void host.ended.then((status) => running === host && tellEnd(status, isReady));
  };

  const tellEnd = (status: number | NodeJS.Signals, wasReady: boolean) => {
    if (wasReady) {
      command.say(`The host ended (${status}) and is started again.`);
      restart();
    } else if (status === 0 || status === 2) command.end(status);
    else command.say(`The host ended as it started (${status}): the next edit of its parts starts it again.`);
  };

  const restart = () => {
    turn = turn.then(stop).then(start);
    first.resolve();
  };

  return {
    restart,
    stop,
    async session() {
      // Another start may be asked for while this one is awaited.
      for (let awaited; awaited !== turn; await awaited) awaited = turn;
      return running?.session ?? Promise.reject(new Error('The host was stopped.'));
    },
  };
}

interface RunningHost {
  readonly session: Promise<HostSession>;
  /** The exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;
  stop(): Promise<unknown>;
}

function startHost({ entry, args }: HostCommand): RunningHost {
  const child = spawn(process.execPath, ['--enable-source-maps', '--import', endsWithParent, entry, ...args], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // Ctrl+C reaches this process alone, so that the host is asked to end once: a second signal would not let it close its stores.
    detached: true,
    env: { ...process.env, NODE_ENV: undefined },
  });
  const ended = new Promise<number | NodeJS.Signals>((resolve) =>
    child.once('close', (code, signal) => resolve(signal ?? code ?? 1)),
  );
  return {
    session: readSession(child, ended),
    ended,
    stop() {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

/** Passes on what the host prints, but its one-time address and the line about it: the page's address is another. */
async function readSession({ stdout, stderr }: ChildProcess, ended: Promise<unknown>): Promise<HostSession> {
  const address = Promise.withResolvers<string>();
  void ended.then(() => address.reject(new Error('The host ended before it printed its address.')));
  if (stdout)
    createInterface({ input: stdout }).on('line', (line) => {
      if (line.startsWith('http://')) address.resolve(line);
      else process.stdout.write(`${line}\n`);
    });
  if (stderr)
    createInterface({ input: stderr }).on('line', (line) => {
      if (line !== hosts.addressForOneTab) process.stderr.write(`${line}\n`);
    });
  const { origin, searchParams } = new URL(await address.promise);
  const answer = await fetch(`${origin}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ token: searchParams.get('token') }),
  });
  const { secret } = (await answer.json()) as { secret: string };
  return { origin, secret };
}
