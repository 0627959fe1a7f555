/** Reads a JSON body up to a limit: the longest thing a page sends is a list of pasted ids. */
import type { IncomingMessage } from 'node:http';

const MOST_BYTES = 1024 * 1024;

export type JsonBody =
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly status: 400 | 413 };

export async function readJson(request: IncomingMessage): Promise<JsonBody> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) return { ok: false, status: 413 };
    chunks.push(chunk);
  }
  try {
    return { ok: true, value: JSON.parse(Buffer.concat(chunks).toString('utf8')) };
  } catch {
    return { ok: false, status: 400 };
  }
}
