/** Capsules of earlier versions are read still: their lines, what they say of themselves, and whether their parts agree. */
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import { readers, Unreadable, readCapsule } from '#electron/exports/readers.ts';
import { makeCapsule, sealCapsule } from '#tests/support/exports/old-capsule.ts';
import { describeFile } from '#tests/electron/features/exports/written-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'capsule-file-'));
afterAll(() => rmSync(folder, { recursive: true }));
const path = join(folder, 'page.html');
const odd = ['"],["', '\\', '\\"]', '],"lines":[[', '\u2028<é>', '</script>', ''];
const lines = Array.from({ length: 900 }, (_, at) => [String(at), odd[at % odd.length] ?? '', null]);
const manifest = describeFile('page.html', [], { format: 'capsule' });
const content = makeCapsule(manifest, lines);

function read(page: string) {
  writeFileSync(path, page, 'latin1');
  return readCapsule(path);
}

it('gives every line, whatever its texts hold, and what is said of them', async () => {
  expect(await read(content)).toMatchObject({ partsAgree: true, lines, manifest: { format: 'capsule' } });
  const found = [];
  for await (const piece of readers.capsule!(path, manifest)) found.push(...piece);
  expect(found).toEqual(lines.map((line) => line.map((cell) => cell ?? '')));
});

it('reads one that version 0.1.0 wrote, every byte of it', async () => {
  const real = gunzipSync(readFileSync(new URL('old-capsule.html.gz', import.meta.url))).toString('latin1');
  const found = await read(real);
  expect(found).toMatchObject({ partsAgree: true, manifest: { records: 8, format: 'capsule' } });
  expect(found?.lines).toHaveLength(8);
  for (const at of [50, 3_000, 40_000, real.length - 3_000])
    expect((await read(`${real.slice(0, at)}#${real.slice(at + 1)}`))?.partsAgree ?? false).toBe(false);
});

it.each([
  ['of the frame', content.replace('Not verified', 'not verified')],
  ['of a line', content.replace('["7",', '["8",')],
  ['of the hash', content.replace(/"seal":"./, '"seal":"x')],
  ['at its end', content.slice(0, -1)],
])('its parts do not agree, or it is none, where a byte %s is another', async (_, page) => {
  expect((await read(page))?.partsAgree ?? false).toBe(false);
});

it.each([
  ['HTML page of today', '<!doctype html><script type="application/json" id="manifest">{}</script>'],
  ['other page', '<!doctype html>'],
  ['text', 'a,b\r\n'],
  ['sealed page without lines', sealCapsule('{"capsule":1,"manifest":{}}')],
  ['sealed page of other lines', sealCapsule(JSON.stringify({ capsule: 1, lines: [[1]], manifest: {} }))],
])('a %s is none', async (_, page) => {
  expect(await read(page)).toBeUndefined();
  const pieces = readers.capsule!(path, manifest);
  await expect(pieces[Symbol.asyncIterator]().next()).rejects.toThrow(Unreadable);
});

it('one larger than any is not read into memory', async () => {
  await read(content);
  truncateSync(path, 40 * 1024 ** 2);
  expect(await readCapsule(path)).toBeUndefined();
});
