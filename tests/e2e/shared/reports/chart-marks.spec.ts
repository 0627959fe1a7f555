/** A chart is drawn twice, by recharts on screen and by `drawChart` for files: both draw the same marks of the same report. */
import type { Page } from 'playwright/test';
import { toPaperChart } from '#domain/charts/paper-chart.ts';
import { findPreset } from '#domain/reports/definition/presets.ts';
import { QUIET } from '#electron/exports/formats/pdf/chart-marks.ts';
import { drawChart } from '#electron/exports/formats/pdf/draw-chart.ts';
import { loadFonts } from '#electron/exports/formats/pdf/fonts.ts';
import { ask } from '#tests/e2e/support/host-calls.ts';
import { ofThePage } from '#tests/e2e/support/look.ts';
import { SAMPLE_AS_OF } from '#tests/e2e/support/places.ts';
import { reportScreen } from '#tests/e2e/support/screens/reports.ts';
import { longOfThePage } from '#tests/e2e/support/tier.ts';
import { expect, test, type HostInUse } from '#tests/e2e/support/test.ts';

/** The two ends of each bar, and each point of a line twice, from 0 in the drawing's own unit: by series, then by bucket. */
type Marks = readonly (readonly (readonly [number, number])[])[];

const charts = [
  { name: 'bars of groups, each with that of the compared period', preset: 'clients', kind: 'bars', tier: ofThePage },
  { name: 'bars of groups, each with a part of it', preset: 'services', kind: 'bars', tier: longOfThePage },
  { name: 'bars of weeks, stacked', preset: 'overview', kind: 'trend-bars', tier: ofThePage },
  { name: 'bars of months with a line', preset: 'months', kind: 'billable-cost', tier: longOfThePage },
  { name: 'lines', preset: 'overview', kind: 'trend-line', tier: ofThePage },
] as const;

/** @param isHorizontal whether figures grow to the right, not upwards */
function readScreen(page: Page, isHorizontal: boolean): Promise<Marks> {
  return page.evaluate((across) => {
    const axis = document.querySelector<SVGGraphicsElement>('main .recharts-reference-line-line')?.getBBox();
    const bars = [...document.querySelectorAll('main .recharts-bar')].map((bar) =>
      [...bar.querySelectorAll<SVGGraphicsElement>('.recharts-bar-rectangle path')].map((path): [number, number] => {
        const { x, y, width, height } = path.getBBox();
        const [zeroX, zeroY] = [axis?.x ?? 0, axis?.y ?? 0];
        return across ? [x - zeroX, x + width - zeroX] : [zeroY - y - height, zeroY - y];
      }),
    );
    const lines = [...document.querySelectorAll('main .recharts-line-curve')].map((path) =>
      [...(path.getAttribute('d') ?? '').matchAll(/[ML][^,]+,([-\d.]+)/g)].map(([, y]): [number, number] => {
        const height = (axis?.y ?? 0) - Number(y);
        return [height, height];
      }),
    );
    return [...bars, ...lines];
  }, isHorizontal);
}

/** Draws what a file has of the same report. */
async function readPaper(host: HostInUse, { preset, kind }: (typeof charts)[number]): Promise<Marks> {
  const { report } = findPreset(preset)!.file;
  const [result, settings] = [await ask(host, 'report.run', report), await ask(host, 'settings.get', {})];
  const names = await ask(host, 'names.list', {});
  const chart = toPaperChart({ kind, report, result, settings, directory: names, day: SAMPLE_AS_OF })!;
  const drawings = drawChart({ ...chart, legend: [] }, loadFonts(), (text) => text, { width: 700, height: 500 });
  const marks = drawings.flatMap((drawing) => drawing.marks);
  const isHorizontal = kind === 'bars';
  const lines = marks.flatMap((mark) => (mark.kind === 'line' ? [mark] : []));
  const axis = isHorizontal ? lines.at(-1) : lines.find(({ colour, width }) => colour === QUIET && width === 0.5);
  const [zeroX, zeroY] = axis!.points[0]!;
  // The points of a line are small squares.
  const bars = marks.flatMap((mark) => (mark.kind === 'rect' && mark.width !== mark.height ? [mark] : []));
  const layers = [...Map.groupBy(bars, ({ colour }) => colour).values()].map((layer) =>
    layer.map(({ x, y, width, height }): [number, number] =>
      isHorizontal ? [x - zeroX, x + width - zeroX] : [zeroY - y - height, zeroY - y],
    ),
  );
  const drawn = lines.filter(({ width }) => width === 1.3);
  return [...layers, ...drawn.map(({ points }) => points.map(([, y]): [number, number] => [zeroY - y, zeroY - y]))];
}

/** Shares of the longest mark, in thousandths: the two drawings have different sizes. */
function toShares(marks: Marks): number[][] {
  const longest = Math.max(...marks.flat(2).map(Math.abs));
  return marks.map((layer) => layer.flatMap((ends) => ends.map((end) => (1000 * end) / longest)));
}

for (const chart of charts) {
  test(`on screen and in a file the marks are the same: ${chart.name}`, chart.tier, async ({ reading }) => {
    const { page } = reading;
    await reportScreen(page).open({ preset: chart.preset, chart: chart.kind });
    const paper = await readPaper(reading, chart);
    await expect(async () => {
      const screen = await readScreen(page, chart.kind === 'bars');
      expect(Math.min(...screen.map(({ length }) => length))).toBeGreaterThanOrEqual(8);
      // The panel has room for the first bars; a page has room for all of them.
      const first = paper.map((layer, index) => layer.slice(0, screen[index]?.length));
      const shares = toShares(first).map((layer) => layer.map((share) => expect.closeTo(share, 0)));
      expect(toShares(screen)).toEqual(shares);
    }).toPass({ timeout: 20_000 });
  });
}
