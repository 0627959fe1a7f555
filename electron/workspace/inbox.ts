/**
 * Passes changes of names from other programs to the one that has the workspace open, because two writers of its stores would lose each
 * other's changes. The inbox is a folder inside the workspace's folder, readable only by its user. A request is a file, and its answer is
 * the file next to it.
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { appErrorSchema, AppFailure, fail } from '#contract/errors.ts';
import { namesMethods } from '#contract/journal.ts';
import type { DirectoryChange, DirectoryDifference } from '#domain/people/directory.ts';

const FOLDER = 'inbox';
const REQUEST_SUFFIX = '.asked.json';
const ANSWER_SUFFIX = '.answered.json';
/** How long to wait for an answer: a program that is busy with a download answers between two of its steps. */
const TIMEOUT_MS = 15_000;
const POLL_MS = 40;

const { input, output } = namesMethods['names.keep'];
const answerSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: output }),
  z.object({ ok: z.literal(false), error: appErrorSchema }),
]);

/**
 * Watches for changes while the workspace is open. Earlier requests are deleted, because their senders have given up.
 * @returns a function that stops the watching
 */
export function watchInbox(
  directory: string,
  apply: (change: DirectoryChange) => Promise<DirectoryDifference>,
): () => void {
  const folder = join(directory, FOLDER);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const takenNames = new Set<string>();
  const takeRequest = async (name: string) => {
    takenNames.add(name);
    const answer = await answerRequest(join(folder, name), apply);
    if (answer) placeFile(folder, `${name.slice(0, -REQUEST_SUFFIX.length)}${ANSWER_SUFFIX}`, answer);
  };
  const watcher = watch(folder, (_, name) => {
    if (name?.endsWith(REQUEST_SUFFIX) === true && !takenNames.has(name)) void takeRequest(name).catch(() => {});
  });
  // A deleted folder ends the watching, not the program.
  watcher.on('error', () => watcher.close());
  return () => {
    watcher.close();
    rmSync(folder, { recursive: true, force: true });
  };
}

type Answer = z.output<typeof answerSchema>;

/** @returns undefined if the request is gone because its sender has given up */
async function answerRequest(
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

/** Writes all of the file or nothing, so that a reader of the folder never reads half a file. */
function placeFile(folder: string, name: string, content: unknown): void {
  const draft = join(folder, `${name}.draft`);
  writeFileSync(draft, JSON.stringify(content), { mode: 0o600 });
  renameSync(draft, join(folder, name));
}

/**
 * Asks the program that has the workspace open to make a change.
 * @throws AppFailure `store-in-use` when none answers · the failure with which the program refuses the change
 */
export async function requestChange(directory: string, change: DirectoryChange): Promise<DirectoryDifference> {
  const folder = join(directory, FOLDER);
  const id = randomUUID();
  const [requestPath, answerPath] = [join(folder, `${id}${REQUEST_SUFFIX}`), join(folder, `${id}${ANSWER_SUFFIX}`)];
  try {
    placeFile(folder, `${id}${REQUEST_SUFFIX}`, change);
    for (let waited = 0; waited < TIMEOUT_MS; waited += POLL_MS) {
      const answer = readAnswer(answerPath);
      if (answer) return answer.ok ? answer.value : fail(answer.error);
      await wait(POLL_MS);
    }
  } catch (failure) {
    // An older version has no such folder.
    if (failure instanceof AppFailure) throw failure;
  } finally {
    rmSync(requestPath, { force: true });
    rmSync(answerPath, { force: true });
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
