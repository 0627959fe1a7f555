/** Parts of a saved workspace that are not what its manifest says of them. */
import { constants, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { FileFault, limits, digestBytes, unpackPart, type Part } from '#electron/features/workspace-file/parts.ts';
import { workspaceFileTexts as texts } from '#texts/hosts/workspace-file.ts';

const NAME = 'workspace-00001.ndjson.gz';
/** Packed without packing: texts of one length have packed ones of one length. */
const pack = (text: string) => gzipSync(text, { level: constants.Z_NO_COMPRESSION });

function partOf(text: string, bytes: Uint8Array = pack(text)): Part {
  return {
    lines: text.split('\n').length - 1,
    bytes: bytes.length,
    textBytes: text.length,
    sha256: digestBytes(bytes),
  };
}

describe('a part', () => {
  test('gives back its lines', async () => {
    expect(await unpackPart(NAME, partOf('"Ada"\n"Ben"\n'), pack('"Ada"\n"Ben"\n'))).toEqual(['"Ada"', '"Ben"']);
  });

  test.each([
    ['another name of as many letters', '"Ada"\n"Bob"\n'],
    ['a line less', '"Ada" "Ben"\n'],
    ['a last line without its end', '"Ada"\n"Ben" '],
  ])('that holds %s is not what was saved', async (_, text) => {
    const unpacked = unpackPart(NAME, partOf('"Ada"\n"Ben"\n'), pack(text));
    await expect(unpacked).rejects.toThrow(new FileFault(texts.changed(NAME)));
  });

  test.each([
    ['more', -1],
    ['less', 1],
  ])('that unpacks to %s than is said is not what was saved, whoever reckoned its digest', async (_, by) => {
    const text = '"Ada"\n"Ben"\n';
    const part = partOf(text);
    const unpacked = unpackPart(NAME, { ...part, textBytes: part.textBytes + by }, pack(text));
    await expect(unpacked).rejects.toThrow(new FileFault(texts.changed(NAME)));
  });

  test('is refused before it is unpacked where it would be too large, or much larger than it is packed', async () => {
    const text = `${'0'.repeat(1_000_000)}\n`;
    const bytes = gzipSync(text);
    const dense = unpackPart(NAME, partOf(text, bytes), bytes);
    await expect(dense).rejects.toThrow(new FileFault(texts.tooDense(NAME, String(limits.ratio))));
    const large = unpackPart(NAME, { ...partOf(text), textBytes: limits.partBytes + 1 }, pack(text));
    await expect(large).rejects.toThrow(new FileFault(texts.partTooLarge(NAME, limits.partBytes)));
  });
});
