/** Shades of a pivot: structure can be seen, and every figure on them can be read. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { HEAT_STEPS, toHeat, findHeatSpans } from '#ui/screens/reports/table/heat.ts';

const read = (path: string) => readFileSync(new URL(`../../../../../src/ui/${path}`, import.meta.url), 'utf8');
const tokens = read('theme/tokens.css').split(":root[data-mantine-color-scheme='dark']");
const grid = read('screens/reports/table/ReportGrid.module.css');

const spanOf = (values: (string | null)[]) =>
  findHeatSpans([{ key: {}, values: {}, records: 1, cells: { logged_hours: values } }], ['logged_hours']).get(
    'logged_hours',
  );

describe('the scale of shades', () => {
  it('one cell far from all others does not leave those one shade', () => {
    const hours = Array.from({ length: 100 }, (_, at) => String(36 + (at % 10) / 2));
    const span = spanOf(['0.25', ...hours, '400']);
    expect(span).toEqual({ least: 36, most: 40.5 });
    expect(new Set(hours.map((value) => toHeat(value, span))).size).toBe(HEAT_STEPS);
    expect([toHeat('0.25', span), toHeat('400', span)]).toEqual([1, HEAT_STEPS]);
  });

  it('is the measure’s own, and none where nothing is above 0', () => {
    expect(spanOf([null, '0', '-3'])).toBeUndefined();
    expect(toHeat('5', undefined)).toBe(0);
  });

  it('cells that are all alike are shaded alike, in the middle', () => {
    expect(toHeat('8', spanOf(['8', '8', '8']))).toBe(HEAT_STEPS / 2);
  });
});

type Colour = readonly [number, number, number];

function token(part: string, name: string): Colour {
  const hex = new RegExp(`--${name}: #([0-9a-f]{6});`).exec(part)?.[1] ?? '';
  const channel = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
  return [channel(0), channel(2), channel(4)];
}

function luminance(colour: Colour): number {
  const [red, green, blue] = colour.map((each) => {
    const part = each / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

function contrast(one: Colour, other: Colour): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const most = [...grid.matchAll(/--heat-most: (\d+)%/g)].map(([, percent]) => Number(percent) / 100);
const parts = [...grid.matchAll(/--heat-part: ([\d.]+);/g)].map(([, part]) => Number(part));

describe.each([
  ['light', 0],
  ['dark', 1],
] as const)('the shades in the %s theme', (_theme, at) => {
  const part = tokens[at] ?? '';
  const [panel, ink, accent] = [token(part, 'panel'), token(part, 'ink'), token(part, 'chart-billable')];
  const shade = (strength: number): Colour => {
    const mixed = (channel: 0 | 1 | 2) => panel[channel] + (accent[channel] - panel[channel]) * strength;
    return [mixed(0), mixed(1), mixed(2)];
  };

  it('leave figures a contrast of 4.5 : 1', () => {
    expect(parts).toHaveLength(HEAT_STEPS);
    for (const each of parts) expect(contrast(ink, shade((most[at] ?? 1) * each))).toBeGreaterThanOrEqual(4.5);
  });

  it('grow with every step, and the strongest stands out from the panel', () => {
    expect(parts).toEqual(parts.toSorted((a, b) => a - b));
    expect(new Set(parts).size).toBe(HEAT_STEPS);
    expect(contrast(panel, shade(most[at] ?? 0))).toBeGreaterThan(1.9);
  });
});
