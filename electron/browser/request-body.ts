/** Reads a JSON body up to a limit and clears the buffers afterwards: a body may carry the API key. */
import type { IncomingMessage } from 'node:http';

export type JsonBody =
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly status: 400 | 413 };

/** @param mostBytes the limit; a larger body is refused, unread when the request declares its length */
export async function readJson(
  request: Pick<IncomingMessage, 'headers'> & AsyncIterable<Buffer>,
  mostBytes: number,
): Promise<JsonBody> {
  if (Number(request.headers['content-length'] ?? 0) > mostBytes) return { ok: false, status: 413 };
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of request) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > mostBytes) return { ok: false, status: 413 };
    }
    const body = Buffer.concat(chunks);
    chunks.push(body);
    return { ok: true, value: JSON.parse(body.toString('utf8')) };
  } catch (error) {
    if (error instanceof SyntaxError) return { ok: false, status: 400 };
    throw error;
  } finally {
    for (const each of chunks) each.fill(0);
  }
}
