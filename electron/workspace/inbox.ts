/**
 * Changes of names that another program hands to the one that has the workspace open: two owners of its stores would lose one another's
 * changes. A folder within the workspace's own, which only its user may read: a request is a file, its answer the file beside it.
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { appErrorSchema, AppFailure, fail } from '../../src/contract/errors.ts';
import { namesMethods } from '../../src/contract/names.ts';
import type { DirectoryChange, DirectoryDifference } from '../../src/domain/people/directory.ts';

const FOLDER = 'inbox';
const ASKED = '.asked.json';
const ANSWERED = '.answered.json';
/** A program that is busy with a download answers between two of its steps. */
const PATIENCE_MS = 15_000;
const LOOK_MS = 40;

const { input, output } = namesMethods['names.keep'];
const answerSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: output }),
  z.object({ ok: z.literal(false), error: appErrorSchema }),
]);

/**
 * Takes changes over for as long as the workspace is open. What was asked before is cleared away: who asked it has given up.
 * @returns ends it
 */
export function watchInbox(
  directory: string,
  apply: (change: DirectoryChange) => Promise<DirectoryDifference>,
): () => void {
  const folder = join(directory, FOLDER);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const taken = new Set<string>();
  const take = async (name: string) => {
    taken.add(name);
    const answer = await answerTo(join(folder, name), apply);
    if (answer) place(folder, `${name.slice(0, -ASKED.length)}${ANSWERED}`, answer);
  };
  const watcher = watch(folder, (_, name) => {
    if (name?.endsWith(ASKED) === true && !taken.has(name)) void take(name).catch(() => {});
  });
  // A folder that is taken away ends the watching, not the program.
  watcher.on('error', () => watcher.close());
  return () => {
    watcher.close();
    rmSync(folder, { recursive: true, force: true });
  };
}

type Answer = z.output<typeof answerSchema>;

/** @returns undefined where the request is gone: who asked has given up */
async function answerTo(
  path: string,
  apply: (change: DirectoryChange) => Promise<DirectoryDifference>,
): Promise<Answer | undefined> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
  try {
    return { ok: true, value: await apply(input.parse(JSON.parse(text))) };
  } catch (failure) {
    return { ok: false, error: failure instanceof AppFailure ? failure.error : { code: 'unexpected' } };
  }
}

/** Whole or not at all: what looks into the folder never reads half a file. */
function place(folder: string, name: string, content: unknown): void {
  const draft = join(folder, `${name}.draft`);
  writeFileSync(draft, JSON.stringify(content), { mode: 0o600 });
  renameSync(draft, join(folder, name));
}

/**
 * Asks the program that has the workspace open to make a change.
 * @throws AppFailure `store-in-use` when none answers · what the program refuses the change for
 */
export async function handOver(directory: string, change: DirectoryChange): Promise<DirectoryDifference> {
  const folder = join(directory, FOLDER);
  const id = randomUUID();
  const [asked, answered] = [join(folder, `${id}${ASKED}`), join(folder, `${id}${ANSWERED}`)];
  try {
    place(folder, `${id}${ASKED}`, change);
    for (let waited = 0; waited < PATIENCE_MS; waited += LOOK_MS) {
      const answer = readAnswer(answered);
      if (answer) return answer.ok ? answer.value : fail(answer.error);
      await wait(LOOK_MS);
    }
  } catch (failure) {
    // An older version has no such folder.
    if (failure instanceof AppFailure) throw failure;
  } finally {
    rmSync(asked, { force: true });
    rmSync(answered, { force: true });
  }
  return fail({ code: 'store-in-use' });
}

function readAnswer(path: string): Answer | undefined {
  try {
    return answerSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return undefined;
  }
}
