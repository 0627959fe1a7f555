/** Texts of charts: placed by the font's own widths, shortened where they have no room. */
import type { Fonts } from '../fonts.ts';
import type { Printable } from '../printable.ts';
import { measureText } from '../text-width.ts';
import { INK, type Mark } from './marks.ts';

export interface Lettering {
  readonly width: (text: string, size?: number) => number;
  /** Ends with `…` where it would be wider. */
  readonly shorten: (text: string, most: number, size?: number) => string;
  readonly text: (text: string, place: TextPlace) => Mark;
}

export interface TextPlace {
  readonly x: number;
  readonly y: number;
  readonly anchor?: 'start' | 'middle' | 'end';
  readonly size?: number;
  readonly colour?: string;
  readonly isBold?: boolean;
}

export const CHART_TYPE = 7;
const shifts = { start: 0, middle: 0.5, end: 1 } as const;

export function startLettering({ regular, bold }: Fonts, toPrintable: Printable): Lettering {
  const width = (text: string, size = CHART_TYPE) => measureText(text, regular) * size;
  return {
    width,
    shorten(given, most, size = CHART_TYPE) {
      const text = toPrintable(given).replaceAll('\n', ' ');
      if (width(text, size) <= most) return text;
      const letters = Array.from(text);
      while (letters.length > 1 && width(`${letters.join('')}…`, size) > most) letters.pop();
      return `${letters.join('').trimEnd()}…`;
    },
    text(given, { x, y, anchor = 'start', size = CHART_TYPE, colour = INK, isBold = false }) {
      const text = toPrintable(given).replaceAll('\n', ' ');
      const own = measureText(text, isBold ? bold : regular) * size;
      return { of: 'text', x: x - own * shifts[anchor], y, text, size, colour, isBold };
    },
  };
}
