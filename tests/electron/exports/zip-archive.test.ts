import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { writeArchive } from '#electron/exports/zip-archive.ts';
import { writeToBuffer } from '#tests/support/exports/documents.ts';
import { readZip } from '#tests/support/exports/zip.ts';

async function* pieces(count: number, onEnd: () => void = () => undefined) {
  try {
    for (let at = 0; at < count; at += 1) yield `${'x'.repeat(10_000)}${at}`;
  } finally {
    onEnd();
  }
}

it('holds texts and pieces in the order they were added, and is the same every time', async () => {
  const make = () =>
    writeToBuffer((file) =>
      writeArchive(file, async (archive) => {
        archive.addText('a.txt', 'Ä');
        await archive.addPieces('b/c.txt', pieces(3));
        archive.addText('d.txt', '');
      }),
    );
  const first = await make();
  expect(readZip(first).map(({ name, content }) => [name, content.toString().length])).toEqual([
    ['a.txt', 1],
    ['b/c.txt', 30_003],
    ['d.txt', 0],
  ]);
  expect((await make()).equals(first)).toBe(true);
});

it('gives the file some hundred kilobytes at a time, each byte once', async () => {
  const content = randomBytes(700_000).toString('base64');
  async function* halves() {
    yield content.slice(0, 400_000);
    yield content.slice(400_000);
  }
  const written: Buffer[] = [];
  const file = { write: async (bytes: string | Uint8Array) => void written.push(Buffer.from(bytes)) };
  await writeArchive(file, (archive) => archive.addPieces('a', halves()));
  expect(readZip(Buffer.concat(written))[0]?.content.toString()).toBe(content);
  expect(written.length).toBeGreaterThan(2);
  expect(written.slice(0, -1).every(({ length }) => length >= 256 * 1024)).toBe(true);
});

it('fails with what its pieces failed with', async () => {
  const failure = new Error('cancelled');
  async function* failing() {
    yield 'a';
    throw failure;
  }
  const writing = writeToBuffer((file) => writeArchive(file, (archive) => archive.addPieces('a', failing())));
  await expect(writing).rejects.toBe(failure);
});

it('fails with what the file failed with, and no longer reads', async () => {
  const full = new Error('disk full');
  let hasEnded = false;
  const random = async function* () {
    for await (const piece of pieces(1_000_000, () => (hasEnded = true)))
      yield piece + Array.from({ length: 1000 }, () => Math.random()).join('');
  };
  const writing = writeArchive({ write: () => Promise.reject(full) }, (archive) => archive.addPieces('a', random()));
  await expect(writing).rejects.toBe(full);
  await expect.poll(() => hasEnded).toBe(true);
});
