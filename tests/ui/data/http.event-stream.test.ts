import { describe, expect, it } from 'vitest';
import { readEventData } from '#ui/data/http.ts';

async function read(chunks: readonly Uint8Array<ArrayBuffer>[]): Promise<string[]> {
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  const found: string[] = [];
  for await (const data of readEventData(body)) found.push(data);
  return found;
}

describe('the event stream', () => {
  const bytes = new TextEncoder().encode(': still here\n\ndata: {"name":"Zoë"}\n\ndata: 1\r\ndata: 2\r\n\r\ndata: cut');

  it('yields the same events however the bytes are cut, and never half of one', async () => {
    for (let size = 1; size <= bytes.length; size += 1) {
      const chunks: Uint8Array<ArrayBuffer>[] = [];
      for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.slice(at, at + size));
      expect(await read(chunks)).toEqual(['{"name":"Zoë"}', '1\n2']);
    }
  });
});
