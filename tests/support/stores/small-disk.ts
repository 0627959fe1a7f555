/** Runs a program with a disk of a few megabytes, which it alone sees and which is gone with it. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** A user namespace takes no rights, but some systems forbid it; root can do without one. */
const waysToUnshare = [['--user', '--map-root-user', '--mount'], ['--mount']];

const MOUNT = 'mount -t tmpfs -o size="$1" tmpfs "$2"';

/** @throws where neither way gives a disk: a test that cannot run has failed. */
function findWayToMount(size: string, folder: string): readonly string[] {
  const refusals = new Set<string>();
  for (const way of waysToUnshare) {
    const { status, stderr, error } = spawnSync('unshare', [...way, 'sh', '-c', MOUNT, 'sh', size, folder], {
      encoding: 'utf8',
    });
    if (status === 0) return way;
    refusals.add((error?.message ?? stderr).trim());
  }
  throw new Error(
    `This test needs a small disk of its own, and none can be mounted (${[...refusals].join('; ')}): allow user namespaces (sysctl user.max_user_namespaces, on Ubuntu kernel.apparmor_restrict_unprivileged_userns), or run the tests as root of a container that may mount.`,
  );
}

/** @param toJob what the program is given as its one argument, as JSON; @returns what it printed, parsed. */
export async function runOnSmallDisk(
  megabytes: number,
  program: string,
  toJob: (folder: string) => object,
): Promise<unknown> {
  const folder = mkdtempSync(join(tmpdir(), 'small-disk-'));
  try {
    const size = `${megabytes}m`;
    const run = ['sh', '-c', `${MOUNT} && shift 2 && exec "$@"`, 'sh', size, folder];
    const work = [process.execPath, program, JSON.stringify(toJob(folder))];
    const child = spawn('unshare', [...findWayToMount(size, folder), ...run, ...work], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = once(child, 'close') as Promise<[number | null]>;
    const [printed, complaints, [code]] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
    if (code !== 0 || complaints !== '') throw new Error(`${program} ended with ${code}: ${complaints}`);
    return JSON.parse(printed);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
