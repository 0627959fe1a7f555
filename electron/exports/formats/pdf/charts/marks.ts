/** What a chart on paper is made of: a few kinds of marks with their places, in points from the upper left corner. */

/** Bars and areas differ in more than their colour, for paper is often printed without any. */
export type Filling = 'solid' | 'stripes' | 'lines' | 'dots' | 'soFar' | 'missing';

export type Point = readonly [x: number, y: number];

export type Mark =
  | {
      readonly of: 'rect';
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      readonly colour: string;
      readonly filling: Filling;
    }
  | { readonly of: 'area'; readonly points: readonly Point[]; readonly colour: string; readonly filling: Filling }
  | {
      readonly of: 'line';
      readonly points: readonly Point[];
      readonly colour: string;
      readonly width: number;
      /** Lengths of strokes and gaps; empty: one stroke. */
      readonly dash: readonly number[];
    }
  | {
      readonly of: 'text';
      /** Where it begins, on its base line. */
      readonly x: number;
      readonly y: number;
      readonly text: string;
      readonly size: number;
      readonly colour: string;
      readonly isBold: boolean;
    };

/** Stays on one page. */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly marks: readonly Mark[];
}

export const INK = '#16191d';
export const QUIET = '#4a525c';
export const HAIRLINE = '#d3d8df';

interface Look {
  readonly colour: string;
  readonly filling: Filling;
  readonly dash: readonly number[];
}

const solid: readonly number[] = [];
const looks: Readonly<Record<string, Look>> = {
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
export function findLook(name: string): Look {
  const own = name.replace(/^var\((.*)\)$/, '$1');
  const at = Number(/^--series-(\d+)$/.exec(own)?.[1] ?? 1) - 1;
  return (
    looks[own] ?? {
      colour: colours[at % colours.length] ?? INK,
      filling: fillings[at % fillings.length] ?? 'solid',
      dash: dashes[at % dashes.length] ?? solid,
    }
  );
}
