/**
 * Names temporary files beside a file while it is written, and removes those that a killed program left behind. A name identifies its
 * owner: computer, process and number. Files of other computers or running processes stay. A folder that was moved aside and not replaced
 * gets its name back.
 */
import { createHash, randomBytes } from 'node:crypto';
import { lstat, readdir, rename, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';

const COMPUTER = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
/** Matches files and their folders, folders of a pack, and an earlier pack that is being replaced. */
const OWNED =
  /^\.(?:(.+)\.([\da-f]{8})-(\d+)-([\da-f]{16})\.(?:parts?|old|gone)|pack-([\da-f]{8})-(\d+)-([\da-f]{16}))$/;

const ASIDE = '.old';
/** A folder that is being removed is no longer complete, and never gets its name back. */
const GONE = '.gone';

/** The numbers of files that this process is writing. */
const ownNames = new Set<string>();

/** A claimed name is not a leftover to other exports until `release`. */
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

/** The temporary path of a file or folder that is being replaced. */
export function nameAside(path: string, { owner }: Claim): string {
  return join(dirname(path), `.${basename(path)}.${owner}${ASIDE}`);
}

/** Removes a folder that was moved aside. It is renamed first, because a partly removed one must not get its name back. */
export async function removeAside(path: string): Promise<void> {
  const gone = path.slice(0, -ASIDE.length) + GONE;
  await rename(path, gone);
  await rm(gone, { recursive: true, force: true });
}

/** Removes leftovers that no running export owns; a folder that cannot be read has none. */
export async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const [, first, ...parts] = OWNED.exec(name) ?? [];
    const [computer, owner, number] = parts.filter((part) => part !== undefined);
    if (computer !== COMPUTER || number === undefined || isRunning(Number(owner), number)) continue;
    const path = join(folder, name);
    // A different export may be removing it too.
    const ignored = () => undefined;
    if (first === undefined || !name.endsWith(ASIDE)) await rm(path, { recursive: true, force: true }).catch(ignored);
    else if (await doesExist(join(folder, first))) await removeAside(path).catch(ignored);
    else await rename(path, join(folder, first)).catch(ignored);
  }
}

async function doesExist(path: string): Promise<boolean> {
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
    // EPERM means that the process of a different user is running.
    return cause instanceof Error && 'code' in cause && cause.code === 'EPERM';
  }
}
