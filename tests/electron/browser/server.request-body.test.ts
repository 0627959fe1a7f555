/** What is left of a body that the browser host has read: it may have held the key. */
import { expect, it } from 'vitest';
import { readJson } from '#electron/browser/server.ts';

/** A request that comes in these pieces and does not say how long it is. */
function requestOf(pieces: readonly Buffer[]): Parameters<typeof readJson>[0] {
  return {
    headers: {},
    async *[Symbol.asyncIterator]() {
      yield* pieces;
    },
  };
}

it.each([
  ['is read', '{"key":"the-key"}', 100, { ok: true, value: { key: 'the-key' } }],
  ['is no JSON', '{"key":"the-key"', 100, { ok: false, status: 400 }],
  ['is longer than is read', '{"key":"the-key"}', 10, { ok: false, status: 413 }],
] as const)('the bytes of a body that %s are overwritten', async (_, text, most, answer) => {
  const pieces = [Buffer.from(text.slice(0, 9)), Buffer.from(text.slice(9))];
  expect(await readJson(requestOf(pieces), most)).toEqual(answer);
  expect(Buffer.concat(pieces).every((byte) => byte === 0)).toBe(true);
});
