/**
 * Reads JSON that was supplied beside a file or in a pack, within limits, because a few kilobytes can be made to fill the program's memory.
 * It is a separate module, because every terminal command loads it and should not load the records' engine for it.
 */
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { fail } from '#contract/errors.ts';
import { verifyFileTexts as texts } from '#texts/verify-file.ts';
import { parseJson, toPlainJson } from '#electron/client/wire/json.ts';

/** An index of ten thousand files stays below. */
const MAX_JSON_BYTES = 16 * 1024 ** 2;

interface SuppliedJson {
  readonly content: Buffer;
  /** Undefined if it is not JSON, or holds more values than any manifest. */
  readonly json: unknown;
}

/** @returns undefined if there is none. @throws AppFailure `usage` if it is larger than any manifest */
export async function readSuppliedJson(path: string): Promise<SuppliedJson | undefined> {
  const file = await open(path).catch(() => undefined);
  if (!file) return undefined;
  try {
    const stats = await file.stat();
    if (!stats.isFile()) return undefined;
    const { size } = stats;
    if (size > MAX_JSON_BYTES) return fail({ code: 'usage', detail: texts.tooLarge(basename(path)) });
    const content = Buffer.alloc(size);
    const { bytesRead } = await file.read(content, 0, size, 0);
    return { content: content.subarray(0, bytesRead), json: parseSuppliedJson(content.toString('utf8', 0, bytesRead)) };
  } finally {
    await file.close();
  }
}

/** @returns undefined if it is not JSON, or holds more values than any manifest */
function parseSuppliedJson(text: string): unknown {
  try {
    return toPlainJson(parseJson(text));
  } catch {
    return undefined;
  }
}
