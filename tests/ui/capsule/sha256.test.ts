import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { startSha256 } from '../../../src/ui/capsule/sha256.ts';

const hashed = (...pieces: string[]) => {
  const hashing = startSha256();
  for (const piece of pieces) hashing.add(piece);
  return hashing.hex();
};
const known = (text: string) => createHash('sha256').update(text, 'latin1').digest('hex');

it('hashes texts of every length up to several blocks as Node does', () => {
  for (let length = 0; length < 200; length += 1) {
    const text = Array.from({ length }, (_, at) => String.fromCharCode(32 + ((at * 7 + length) % 95))).join('');
    expect([length, hashed(text)]).toEqual([length, known(text)]);
  }
});

it('hashes a text the same in pieces of any length', () => {
  const text = 'The same bytes, cut anywhere. '.repeat(9);
  for (let at = 0; at < text.length; at += 1) expect(hashed(text.slice(0, at), text.slice(at))).toBe(known(text));
});

it('hashes a megabyte', () => {
  const text = '0123456789abcdef'.repeat(65_536);
  expect(hashed(text)).toBe(known(text));
});

it('says that a text is not ASCII', () => {
  expect(startSha256().add('plain')).toBe(true);
  expect(startSha256().add('pl\u00E4in')).toBe(false);
});
