/** Draws a report's chart for paper: its plots and its legend, as drawings that each stay on one page. */
import type { PaperChart } from '#domain/charts/paper-chart.ts';
import type { LegendEntry } from '#domain/charts/legend.ts';
import type { Fonts, Printable } from './fonts.ts';
import { drawAxisPlot, drawHorizontalBars } from './chart-plots.ts';
import { createLettering, findMarkStyle, QUIET, type Lettering, type Drawing, type Mark } from './chart-marks.ts';

const PLOT_HEIGHT = 180;
const SMALL_HEIGHT = 62;
const SMALL_TITLE = 12;
const SMALL_GAP = 16;
const MIN_SMALL_WIDTH = 150;
const LEGEND_LINE = 12;
const SWATCH = 12;
const LEGEND_GAP = 14;

export interface ChartSize {
  readonly width: number;
  /** The height available on a page. */
  readonly height: number;
}

export function drawChart(chart: PaperChart, fonts: Fonts, toPrintable: Printable, room: ChartSize): Drawing[] {
  const lettering = createLettering(fonts, toPrintable);
  const legend = drawLegend(chart, lettering, room.width);
  const [first] = chart.plots;
  if (!first) return [];
  if (chart.domain !== null) return [legend, ...drawSmallCharts(chart, lettering, room.width)];
  const height = room.height - legend.height;
  const plot = first.series.some(({ shape }) => shape === 'horizontal')
    ? drawHorizontalBars(first, lettering, { width: room.width, height })
    : drawAxisPlot(first, chart, lettering, {
        width: room.width,
        height: Math.min(PLOT_HEIGHT, height),
        isSmall: false,
      });
  return [
    {
      width: room.width,
      height: legend.height + plot.height,
      marks: [...legend.marks, ...plot.marks.map((mark) => moveMark(mark, 0, legend.height))],
    },
  ];
}

function drawSmallCharts(chart: PaperChart, lettering: Lettering, width: number): Drawing[] {
  const chartsPerRow = Math.max(1, Math.floor((width + SMALL_GAP) / (MIN_SMALL_WIDTH + SMALL_GAP)));
  const chartWidth = (width - (chartsPerRow - 1) * SMALL_GAP) / chartsPerRow;
  const rows = Math.ceil(chart.plots.length / chartsPerRow);
  return Array.from({ length: rows }, (_, row) => {
    const plots = chart.plots.slice(row * chartsPerRow, (row + 1) * chartsPerRow);
    const marks = plots.flatMap((plot, index) => {
      const left = index * (chartWidth + SMALL_GAP);
      const totalWidth = lettering.width(plot.total);
      const name = lettering.shorten(plot.label, chartWidth - totalWidth - 6);
      const drawing = drawAxisPlot(plot, chart, lettering, { width: chartWidth, height: SMALL_HEIGHT, isSmall: true });
      return [
        lettering.text(name, { x: left, y: 8, isBold: true }),
        lettering.text(plot.total, { x: left + chartWidth, y: 8, anchor: 'end', colour: QUIET }),
        ...drawing.marks.map((mark) => moveMark(mark, left, SMALL_TITLE)),
      ];
    });
    return { width, height: SMALL_TITLE + SMALL_HEIGHT + 4, marks };
  });
}

function drawLegend({ legend, plots }: PaperChart, lettering: Lettering, width: number): Drawing {
  const marks: Mark[] = [];
  let [x, y] = [0, 0];
  for (const { kind, label, colour } of legend) {
    const swatch = kind === 'written' ? 0 : SWATCH;
    const text = lettering.shorten(label, width - swatch);
    const entryWidth = swatch + lettering.width(text) + LEGEND_GAP;
    if (x > 0 && x + entryWidth - LEGEND_GAP > width) [x, y] = [0, y + LEGEND_LINE];
    const isLine = plots[0]?.series.find((line) => line.colour === colour)?.shape === 'line';
    if (swatch > 0) marks.push(drawSwatch(kind === 'colour' && isLine ? 'stroke' : kind, colour ?? '', x, y + 1));
    marks.push(lettering.text(text, { x: x + swatch, y: y + 7.5, colour: QUIET }));
    x += entryWidth;
  }
  return { width, height: legend.length === 0 ? 0 : y + LEGEND_LINE + 2, marks };
}

function drawSwatch(kind: LegendEntry['kind'] | 'stroke', name: string, x: number, y: number): Mark {
  const { colour, filling, dash } = findMarkStyle(name);
  const box = { kind: 'rect', x, y, width: 8, height: 7 } as const;
  switch (kind) {
    case 'line':
      return {
        kind: 'line',
        points: [
          [x, y + 4],
          [x + 9, y + 4],
        ],
        colour: '#16191d',
        width: 1,
        dash: [1.5, 1],
      };
    case 'stroke':
      return {
        kind: 'line',
        points: [
          [x, y + 4],
          [x + 10, y + 4],
        ],
        colour,
        width: 1.3,
        dash,
      };
    case 'thin':
      return { ...box, y: y + 4, height: 1.5, colour: '#8a9097', filling: 'solid' };
    case 'hatch':
      return { ...box, colour, filling: 'soFar' };
    case 'missing':
      return { ...box, colour: '#c3c8ce', filling: 'missing' };
    case 'colour':
    case 'written':
      return { ...box, colour, filling };
  }
}

function moveMark(mark: Mark, right: number, down: number): Mark {
  switch (mark.kind) {
    case 'rect':
    case 'text':
      return { ...mark, x: mark.x + right, y: mark.y + down };
    case 'line':
    case 'area':
      return { ...mark, points: mark.points.map(([x, y]) => [x + right, y + down] as const) };
  }
}
