/** The series' colours: visible on the panel, and told apart by every kind of colour vision. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const css = readFileSync(new URL('../../../src/ui/theme/tokens.css', import.meta.url), 'utf8');
const [light = '', dark = ''] = css.split(":root[data-mantine-color-scheme='dark']");

function token(part: string, name: string): string {
  return new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(part)?.[1] ?? '';
}
const seriesOf = (part: string) => Array.from({ length: 12 }, (_, at) => token(part, `series-${at + 1}`));

type Triple = readonly [number, number, number];
type Matrix = readonly [Triple, Triple, Triple];

/** Machado, Oliveira and Fernandes 2009, severity 1, on linear sRGB. */
const vision: Readonly<Record<string, Matrix>> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

function linear(hex: string): Triple {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

const dot = (a: Triple, b: Triple) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const times = (matrix: Matrix, v: Triple): Triple => {
  const part = (row: Triple) => Math.min(1, Math.max(0, dot(row, v)));
  return [part(matrix[0]), part(matrix[1]), part(matrix[2])];
};

/** Björn Ottosson's OKLab: distances in it are about as large as they look. */
function oklab(rgb: Triple): Triple {
  const cone = (row: Triple) => Math.cbrt(dot(row, rgb));
  const lms: Triple = [
    cone([0.4122214708, 0.5363325363, 0.0514459929]),
    cone([0.2119034982, 0.6806995451, 0.1073969566]),
    cone([0.0883024619, 0.2817188376, 0.6299787005]),
  ];
  return [
    dot([0.2104542553, 0.793617785, -0.0040720468], lms),
    dot([1.9779984951, -2.428592205, 0.4505937099], lms),
    dot([0.0259040371, 0.7827717662, -0.808675766], lms),
  ];
}

function distance(a: string, b: string, matrix: Matrix): number {
  const [left, right] = [oklab(times(matrix, linear(a))), oklab(times(matrix, linear(b)))];
  return 100 * Math.hypot(left[0] - right[0], left[1] - right[1], left[2] - right[2]);
}

function contrast(a: string, b: string): number {
  const luminance = (hex: string) => dot([0.2126, 0.7152, 0.0722], linear(hex));
  const [high = 0, low = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

describe.each([
  ['light', light],
  ['dark', dark],
])('the series’ colours, %s', (_, part) => {
  const series = seriesOf(part);

  test('are twelve, each at least 3:1 on the panel', () => {
    expect(series).toHaveLength(12);
    for (const colour of series) expect(contrast(colour, token(part, 'panel')), colour).toBeGreaterThanOrEqual(3);
  });

  test.each(Object.entries(vision))('of value, cost, the rest and lines differ clearly for %s', (_name, matrix) => {
    const drawn = ['billable', 'cost', 'rest', 'line'].map((name) => token(part, `chart-${name}`));
    for (const [at, a] of drawn.entries())
      for (const b of drawn.slice(at + 1)) expect(distance(a, b, matrix), `${a} and ${b}`).toBeGreaterThanOrEqual(12);
  });

  test.each(Object.entries(vision))(
    'differ for %s: neighbours and the first six clearly, all of them visibly',
    (_name, matrix) => {
      for (const [i, a] of series.entries()) {
        for (const [j, b] of series.entries()) {
          if (j <= i) continue;
          const least = j === i + 1 || j < 6 ? 12 : 6;
          expect(distance(a, b, matrix), `${i + 1} ${a} and ${j + 1} ${b}`).toBeGreaterThanOrEqual(least);
        }
      }
    },
  );
});
