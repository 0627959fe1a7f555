/**
 * Reads JSON that was handed in beside a file, or in a pack: a few kilobytes can be made to hold more than the program's memory. It stands
 * alone, because every command of the terminal loads it, and none of them should load the records' engine for it.
 */
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { fail } from '#contract/errors.ts';
import { verifyFileTexts as texts } from '#texts/verify-file.ts';
import { parseJson, toPlainJson } from '#electron/client/wire/json.ts';

/** An index of ten thousand files stays below. */
const MOST_JSON_BYTES = 16 * 1024 ** 2;

interface HandedIn {
  readonly content: Buffer;
  /** Undefined where it is no JSON, or holds more values than any manifest. */
  readonly json: unknown;
}

/** @returns undefined where there is none. @throws AppFailure `usage` where it is larger than any manifest */
export async function readHandedIn(path: string): Promise<HandedIn | undefined> {
  const file = await open(path).catch(() => undefined);
  if (!file) return undefined;
  try {
    const stats = await file.stat();
    if (!stats.isFile()) return undefined;
    const { size } = stats;
    if (size > MOST_JSON_BYTES) return fail({ code: 'usage', detail: texts.tooLarge(basename(path)) });
    const content = Buffer.alloc(size);
    const { bytesRead } = await file.read(content, 0, size, 0);
    return { content: content.subarray(0, bytesRead), json: parseHandedIn(content.toString('utf8', 0, bytesRead)) };
  } finally {
    await file.close();
  }
}

/** @returns undefined where it is no JSON, or holds more values than any manifest */
function parseHandedIn(text: string): unknown {
  try {
    return toPlainJson(parseJson(text));
  } catch {
    return undefined;
  }
}
