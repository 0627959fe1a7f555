/** Measures texts by the faces' own widths, and breaks words that are wider than their place. */
import type { FontFace } from './font-face.ts';

/** Width in ems. Kerning only ever makes texts narrower by this face, but for what `SLACK` of the layout leaves. */
export function measureText(text: string, { widths }: Pick<FontFace, 'widths'>): number {
  let width = 0;
  for (const character of text) width += widths.get(character.codePointAt(0) ?? 0) ?? 0;
  return width;
}

const clusters = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Puts a line end wherever a word would leave its place. @param most the place's width in ems */
export function breakWords(text: string, face: Pick<FontFace, 'widths'>, most: number): string {
  if (measureText(text, face) <= most) return text;
  return text.replaceAll(/\S+/gu, (word) => (measureText(word, face) <= most ? word : breakWord(word, face, most)));
}

function breakWord(word: string, face: Pick<FontFace, 'widths'>, most: number): string {
  let [broken, width] = ['', 0];
  for (const { segment } of clusters.segment(word)) {
    const own = measureText(segment, face);
    const isFull = width > 0 && width + own > most;
    broken += isFull ? `\n${segment}` : segment;
    width = isFull ? own : width + own;
  }
  return broken;
}
