/** The marks that make up a chart on paper, positioned in points from the upper left corner. */
import { measureText, type Fonts, type Printable } from './fonts.ts';

/** Bars and areas differ in more than their colour, because paper is often printed without colours. */
type Filling = 'solid' | 'stripes' | 'lines' | 'dots' | 'soFar' | 'missing';

export type Point = readonly [x: number, y: number];

export type Mark =
  | {
      readonly kind: 'rect';
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      readonly colour: string;
      readonly filling: Filling;
    }
  | { readonly kind: 'area'; readonly points: readonly Point[]; readonly colour: string; readonly filling: Filling }
  | {
      readonly kind: 'line';
      readonly points: readonly Point[];
      readonly colour: string;
      readonly width: number;
      /** Lengths of strokes and gaps; empty for a solid line. */
      readonly dash: readonly number[];
    }
  | {
      readonly kind: 'text';
      readonly x: number;
      readonly y: number;
      readonly text: string;
      readonly size: number;
      readonly colour: string;
      readonly isBold: boolean;
    };

export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly marks: readonly Mark[];
}

export const INK = '#16191d';
export const QUIET = '#4a525c';
export const HAIRLINE = '#d3d8df';

interface MarkStyle {
  readonly colour: string;
  readonly filling: Filling;
  readonly dash: readonly number[];
}

const solid: readonly number[] = [];
const styles: Readonly<Record<string, MarkStyle>> = {
  '--chart-billable': { colour: '#0f5c6e', filling: 'solid', dash: solid },
  '--chart-cost': { colour: '#e08a1e', filling: 'stripes', dash: [6, 3] },
  '--chart-rest': { colour: '#b9bdc1', filling: 'solid', dash: [2, 2] },
  '--chart-line': { colour: INK, filling: 'solid', dash: solid },
};
const colours = [
  '#0f5c6e',
  '#d47f14',
  '#8856c6',
  '#772d13',
  '#529fb0',
  '#ad500d',
  '#6d469e',
  '#bb75e3',
  '#952c46',
  '#8a906e',
  '#1b3e66',
  '#517c87',
];
const fillings = ['solid', 'stripes', 'lines', 'dots'] as const;
const dashes: readonly (readonly number[])[] = [solid, [6, 2], [1.5, 1.5], [7, 2, 1.5, 2]];

/** @param name as the screen's style names it: `var(--series-3)` */
export function findMarkStyle(name: string): MarkStyle {
  const styleName = name.replace(/^var\((.*)\)$/, '$1');
  const seriesIndex = Number(/^--series-(\d+)$/.exec(styleName)?.[1] ?? 1) - 1;
  return (
    styles[styleName] ?? {
      colour: colours[seriesIndex % colours.length] ?? INK,
      filling: fillings[seriesIndex % fillings.length] ?? 'solid',
      dash: dashes[seriesIndex % dashes.length] ?? solid,
    }
  );
}

interface TextPosition {
  readonly x: number;
  readonly y: number;
  readonly anchor?: 'start' | 'middle' | 'end';
  readonly size?: number;
  readonly colour?: string;
  readonly isBold?: boolean;
}

export type Lettering = ReturnType<typeof createLettering>;

export const CHART_TYPE_SIZE = 7;
const shifts = { start: 0, middle: 0.5, end: 1 } as const;

/** Places the texts of charts by the font's widths, and shortens them if there is no room. */
export function createLettering({ regular, bold }: Fonts, toPrintable: Printable) {
  const width = (text: string, size = CHART_TYPE_SIZE) => measureText(text, regular) * size;
  return {
    width,
    /** Ends with `…` if it would be wider. */
    shorten(source: string, maxWidth: number, size = CHART_TYPE_SIZE) {
      const text = toPrintable(source).replaceAll('\n', ' ');
      if (width(text, size) <= maxWidth) return text;
      const letters = Array.from(text);
      while (letters.length > 1 && width(`${letters.join('')}…`, size) > maxWidth) letters.pop();
      return `${letters.join('').trimEnd()}…`;
    },
    text(
      source: string,
      { x, y, anchor = 'start', size = CHART_TYPE_SIZE, colour = INK, isBold = false }: TextPosition,
    ): Mark {
      const text = toPrintable(source).replaceAll('\n', ' ');
      const textWidth = measureText(text, isBold ? bold : regular) * size;
      return { kind: 'text', x: x - textWidth * shifts[anchor], y, text, size, colour, isBold };
    },
  };
}
