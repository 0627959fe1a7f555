/**
 * Names what stands beside a file while it is written, and removes what a killed program left of it. A name tells whose it is: this
 * computer, the process, a number of its own. What another computer or a running process owns stays. A folder that was moved aside and
 * whose place nothing has taken gets its name back.
 */
import { createHash, randomBytes } from 'node:crypto';
import { lstat, readdir, rename, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';

const COMPUTER = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
/** Matches files and their folders, folders of a pack, and an earlier pack while another takes its place. */
const OWNED =
  /^\.(?:(.+)\.([\da-f]{8})-(\d+)-([\da-f]{16})\.(?:parts?|old|gone)|pack-([\da-f]{8})-(\d+)-([\da-f]{16}))$/;

const ASIDE = '.old';
/** What is being removed is no longer whole, and never gets its name back. */
const GONE = '.gone';

/** The numbers of files that this process is writing. */
const ownNames = new Set<string>();

/** Claimed until `release`: no other export takes it for a leftover. */
export interface Claim {
  /** `COMPUTER-PROCESS-NUMBER`. */
  readonly owner: string;
  release(): void;
}

export function claimName(): Claim {
  const number = randomBytes(8).toString('hex');
  ownNames.add(number);
  return { owner: `${COMPUTER}-${process.pid}-${number}`, release: () => ownNames.delete(number) };
}

/** Where what has the name stands while it is replaced. */
export function nameAside(path: string, { owner }: Claim): string {
  return join(dirname(path), `.${basename(path)}.${owner}${ASIDE}`);
}

/** Removes what was moved aside, which from its first step on no longer is what could get its name back. */
export async function removeAside(path: string): Promise<void> {
  const gone = path.slice(0, -ASIDE.length) + GONE;
  await rename(path, gone);
  await rm(gone, { recursive: true, force: true });
}

/** Removes from a folder what no running export owns any more; a folder that cannot be read has nothing to remove. */
export async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const [, first, ...parts] = OWNED.exec(name) ?? [];
    const [computer, owner, number] = parts.filter((part) => part !== undefined);
    if (computer !== COMPUTER || number === undefined || isRunning(Number(owner), number)) continue;
    const path = join(folder, name);
    // Another export may be removing it too.
    const ignored = () => undefined;
    if (first === undefined || !name.endsWith(ASIDE)) await rm(path, { recursive: true, force: true }).catch(ignored);
    else if (await isThere(join(folder, first))) await removeAside(path).catch(ignored);
    else await rename(path, join(folder, first)).catch(ignored);
  }
}

async function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

function isRunning(owner: number, number: string): boolean {
  if (owner === process.pid) return ownNames.has(number);
  try {
    process.kill(owner, 0);
    return true;
  } catch (cause) {
    // A process of another person is running too.
    return cause instanceof Error && 'code' in cause && cause.code === 'EPERM';
  }
}
