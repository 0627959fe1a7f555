import { expect, it } from 'vitest';
import { loadFonts, createPrintable } from '#electron/exports/formats/pdf/fonts.ts';

const { regular } = loadFonts();
const printed = (text: string) => {
  const printing = createPrintable((codePoint) => regular.widths.has(codePoint));
  return { text: printing.toPrintable(text), missing: printing.missing() };
};

it.each(['Žluťoučký kůň', 'Ἀθῆναι', 'Київ', 'naïve — “quoted” … €', 'שלום', 'سلام', '😀'])(
  '%s is printed as it is',
  (text) => {
    expect(printed(text)).toEqual({ text, missing: [] });
  },
);

it.each([
  ['东京', '[U+4E1C][U+4EAC]', ['U+4E1C', 'U+4EAC']],
  ['a\u0000b', 'a[U+0000]b', ['U+0000']],
  ['a\uD800b', 'a[U+D800]b', ['U+D800']],
  ['evil\u202Efdp.exe', 'evil[U+202E]fdp.exe', ['U+202E']],
  ['🦄', '[U+1F984]', ['U+1F984']],
])('%j is printed as %s and named', (text, expected, missing) => {
  expect(printed(text)).toEqual({ text: expected, missing });
});

it('keeps line ends, of one kind, and drops what only chooses between shapes', () => {
  expect(printed('a\r\nb\rc\td☺\uFE0F')).toEqual({ text: 'a\nb\nc d☺', missing: [] });
});
