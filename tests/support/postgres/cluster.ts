/** A real PostgreSQL of the tests' own: a new cluster in a temporary folder, on a socket in it. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { findPostgresql } from '#build/postgresql.mjs';

export interface Cluster {
  /** The address of a database of it. */
  address(database: string): string;
  /** Starts the server, again where it was killed. */
  start(settings?: Readonly<Record<string, string>>): Promise<void>;
  /** As a crash of the whole machine but for the disk: what was not written is lost. */
  kill(): Promise<void>;
  remove(): Promise<void>;
}

const STILL_HELD = /shared memory block|lock file/;

/** PostgreSQL refuses to run as root: then it runs as the user its package has made. */
const asRoot = process.getuid?.() === 0;

function findPrograms(): string {
  const programs = findPostgresql();
  if (programs === undefined)
    throw new Error('PostgreSQL 15 or later is not installed: run "apt-get install postgresql"');
  return programs;
}

function readId(option: '-u' | '-g'): number {
  return Number(spawnSync('id', [option, 'postgres'], { encoding: 'utf8' }).stdout);
}

function asOwner(command: string, args: readonly string[]): [string, string[]] {
  if (!asRoot) return [command, [...args]];
  return ['setpriv', [`--reuid=${readId('-u')}`, `--regid=${readId('-g')}`, '--clear-groups', command, ...args]];
}

/** Makes a cluster; it is not started yet. */
export function makeCluster(): Cluster {
  const programs = findPrograms();
  // The path of a socket has at most 107 characters.
  const folder = mkdtempSync('/tmp/pg-');
  chmodSync(folder, 0o700);
  if (asRoot) chownSync(folder, readId('-u'), readId('-g'));
  const data = join(folder, 'data');
  const options = ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'];
  const [command, args] = asOwner(join(programs, 'initdb'), options);
  const made = spawnSync(command, args, { encoding: 'utf8', cwd: '/' });
  if (made.status !== 0) {
    rmSync(folder, { recursive: true, force: true });
    throw new Error(`initdb failed: ${made.stderr}`);
  }

  const address = (database: string) => `postgres://postgres@/${database}?host=${encodeURIComponent(folder)}`;
  let server: ChildProcess | undefined;
  const isRunning = () => server !== undefined && server.exitCode === null && server.signalCode === null;
  const answers = async () => {
    const client = new Client({ connectionString: address('postgres') });
    // A connection that is reset by a kill says so once more, to whom it may concern.
    client.on('error', () => {});
    try {
      await client.connect();
      return true;
    } catch {
      return false;
    } finally {
      await client.end().catch(() => {});
    }
  };
  return {
    address,
    async start(settings = {}) {
      const set = Object.entries({ listen_addresses: '', unix_socket_directories: folder, ...settings });
      const given = set.flatMap(([name, value]) => ['-c', `${name}=${value}`]);
      // Processes of a killed server may still hold its memory for a moment: it refuses to start until they are gone.
      for (;;) {
        const [program, all] = asOwner(join(programs, 'postgres'), ['-D', data, ...given]);
        server = spawn(program, all, { stdio: ['ignore', 'ignore', 'pipe'], cwd: '/' });
        let complaints = '';
        server.stderr?.on('data', (chunk: Buffer) => (complaints = (complaints + chunk.toString()).slice(-2_000)));
        const ended = once(server, 'close');
        while (isRunning() && !(await answers())) await wait(20);
        if (isRunning()) return;
        await ended;
        if (!STILL_HELD.test(complaints)) throw new Error(`PostgreSQL does not start: ${complaints}`);
      }
    },
    async kill() {
      if (!server || !isRunning()) return;
      const ended = once(server, 'exit');
      const { pid } = server;
      // The others first: none of them may write what it still holds when it sees that its parent is gone.
      const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
      server.kill('SIGKILL');
      for (const each of stdout.split('\n').map(Number).filter(Boolean)) {
        try {
          process.kill(each, 'SIGKILL');
        } catch {
          // It has ended by itself.
        }
      }
      await ended;
    },
    async remove() {
      await this.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
