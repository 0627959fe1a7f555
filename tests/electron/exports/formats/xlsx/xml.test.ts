import { expect, it } from 'vitest';
import { CELL_LIMIT, cutText, escapeText } from '#electron/exports/formats/xlsx/xml.ts';

it.each([
  ['a < b & "c"', 'a &lt; b &amp; &quot;c&quot;'],
  ['a\u0000b\u000B', 'a_x0000_b_x000B_'],
  ['a\r\nb\tc', 'a_x000D_\nb\tc'],
  ['_x0041_', '_x005F_x0041_'],
  ['_x0041_x0042_', '_x005F_x0041_x005F_x0042_'],
  ['_x41', '_x41'],
  ['half \uD83D, whole 😀', 'half _xD83D_, whole 😀'],
  ['\uFFFE', '_xFFFE_'],
])('writes %j so that readers get it back', (text, written) => {
  expect(escapeText(text)).toBe(written);
});

it('leaves a text as long as a cell holds', () => {
  const text = 'x'.repeat(CELL_LIMIT);
  expect(cutText(text, () => '…')).toBe(text);
});

it('cuts a longer one between characters and says how many are missing', () => {
  const text = '😀'.repeat(20_000);
  const cut = cutText(text, (missing) => ` [${missing}]`);
  const [, kept = '', missing] = /^(.*) \[(\d+)\]$/su.exec(cut) ?? [];
  expect(cut.length).toBeLessThanOrEqual(CELL_LIMIT);
  expect(kept.length + Number(missing)).toBe(text.length);
  expect(kept.isWellFormed()).toBe(true);
});
