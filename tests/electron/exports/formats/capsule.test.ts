import { expect, it } from 'vitest';
import { capsule } from '../../../../electron/exports/formats/capsule.ts';
import { AppFailure } from '../../../../src/contract/errors.ts';
import { MOST_CELLS } from '../../../../src/domain/exports/capsule.ts';
import { writeMarked } from '../../../../src/domain/locale-forms.ts';
import { makeLines, recordColumns, toDocument, writeCapsule } from '../../../support/exports/capsule-documents.ts';

const lines = makeLines(5, 1200);

it('gives the same bytes for the same document', async () => {
  expect(await writeCapsule(toDocument({ lines }))).toBe(await writeCapsule(toDocument({ lines })));
});

it('is plain ASCII on one line, so that no changed byte reads the same', async () => {
  expect(await writeCapsule(toDocument({ lines }))).toMatch(/^[\x20-\x7e]+$/);
});

it('ends no element by what its texts say', async () => {
  const text = await writeCapsule(toDocument({ lines, title: '</title></script><!--' }));
  expect(text.match(/<\/script>/g)).toHaveLength(2);
  expect(text.match(/<\/title>/g)).toHaveLength(1);
  expect(text).not.toContain('<!--');
});

it('holds every cell exactly, lone surrogates included', async () => {
  const text = await writeCapsule(toDocument({ lines }));
  const [, held = ''] = /<script type="application\/json">(.*)<\/script>$/.exec(text) ?? [];
  expect(JSON.parse(held)).toMatchObject({ capsule: 1, lines });
});

const scratch = () => Promise.reject(new Error('A capsule needs no folder'));

it('forbids the network and every script but its own', async () => {
  const text = await writeCapsule(toDocument({ lines: [] }));
  expect(text).toMatch(/default-src 'none'; script-src 'sha256-[\w+/]{43}='; style-src 'sha256-[\w+/]{43}='/);
  expect(text).not.toMatch(/unsafe|eval\(|https?:\/\/(?!service\.example\.com)/);
});

it('is written piece by piece, the seal last', async () => {
  const pieces: string[] = [];
  await capsule.write(toDocument({ lines }), { write: async (content) => void pieces.push(String(content)), scratch });
  expect(pieces.filter((piece) => piece.includes('"0070000"'))).toHaveLength(1);
  expect(pieces.filter((piece) => piece.includes('"0071199"'))).toHaveLength(1);
  expect(pieces.find((piece) => piece.includes('"0070000"'))).not.toContain('"0071199"');
  expect(pieces.at(-1)).toMatch(/^,"seal":"[0-9a-f]{64}"}<\/script>$/);
});

it('refuses in a sentence what a browser could not sort, before anything is written', async () => {
  const pieces: unknown[] = [];
  const lineCount = Math.floor(MOST_CELLS / recordColumns.length) + 1;
  const writing = capsule.write(
    { ...toDocument({ lines }), lineCount },
    { write: async (content) => void pieces.push(content), scratch },
  );
  await expect(writing).rejects.toThrow(AppFailure);
  await expect(writing).rejects.toMatchObject({
    error: {
      code: 'usage',
      detail: expect.toSatisfy((text: string) => writeMarked(text).includes('3,000,000 cells')) as string,
    },
  });
  expect(pieces).toEqual([]);
});
