import { describe, expect, it } from 'vitest';
import { toPrintable, toPrintableJson } from '#electron/host/printable.ts';

describe('what a terminal is given', () => {
  it('holds no character that it would obey, and stays one line', () => {
    expect(toPrintable('a\u001B]52;c;ZXZpbA==\u0007b\u009Bc\u202Ed\ne')).toBe(
      'a\uFFFD]52;c;ZXZpbA==\uFFFDb\uFFFDc\uFFFDd e',
    );
  });

  it('is the same document where it is JSON', () => {
    const document = { text: '\u009B31m\u007F\u001B[0m', key: 'ü' };
    const written = toPrintableJson(document);
    expect(written).toMatch(/^\P{Cc}*$/u);
    expect(JSON.parse(written)).toEqual(document);
  });
});
