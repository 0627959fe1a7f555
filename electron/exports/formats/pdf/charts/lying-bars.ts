/** Horizontal bars on paper: a group a line, its name on the left, its figures at the bar's end. */
import { chartWords } from '../../../../../src/domain/exports/pdf-words.ts';
import type { PaperPlot } from '../../../../../src/domain/charts/paper-chart.ts';
import type { Lettering } from './lettering.ts';
import { findLook, HAIRLINE, INK, QUIET, type Drawing, type Mark } from './marks.ts';

const MOST_NAME = 190;
const LINE = 13;
const BAR = 8;
const INNER = 4;
const BEFORE = 2.5;
const GAP = 5;

/** @param room width, and the height that one page has for it */
export function drawLyingBars(
  plot: PaperPlot,
  lettering: Lettering,
  room: { readonly width: number; readonly height: number },
): Drawing {
  const { buckets, pair, series } = plot;
  const line = Math.min(LINE, room.height / Math.max(1, buckets.length));
  const outer = series[pair?.whole ?? 0];
  const inner = pair ? series[pair.inner] : undefined;
  const figures = buckets.map((_, index) => toFigures(plot, index));
  const lengths = [outer, inner].map((each) => buckets.map((_, index) => toDrawn(plot, each?.lengths, index)));
  const before = buckets.map((_, index) => toDrawn(plot, outer?.before ?? undefined, index));
  const isWithout = (index: number) => (outer?.lengths[index] ?? 0) !== 0 && lengths[0]?.[index] === 0;
  const told = figures.map((text, index) => (isWithout(index) ? `${text} · ${chartWords.noBar}` : text));
  const nameWidth = Math.min(MOST_NAME, Math.max(...buckets.map(({ label }) => lettering.width(label)), 20)) + GAP;
  const figureWidth = Math.max(...figures.map((text) => lettering.width(text)), 0) + GAP;
  const all = [...lengths.flat(), ...before].flatMap((each) => each ?? []);
  const [least, most] = [Math.min(0, ...all), Math.max(0, ...all)];
  const left = nameWidth + (least < 0 ? figureWidth : 0);
  const scale = (room.width - left - figureWidth) / (most - least || 1);
  const zero = left - least * scale;
  const marks: Mark[] = [];
  buckets.forEach(({ label, state }, index) => {
    const middle = (index + 0.5) * line;
    const base = middle + 2.5;
    const name = lettering.shorten(label, nameWidth - GAP);
    marks.push(lettering.text(name, { x: nameWidth - GAP, y: base, anchor: 'end' }));
    const bar = (each: typeof outer, length: number | null | undefined, thick: number, isOver: boolean) => {
      if (!each || !length) return;
      const { colour, filling } = findLook(each.colour);
      marks.push({
        of: 'rect',
        x: zero + Math.min(0, length * scale),
        y: middle - thick / 2,
        width: Math.abs(length * scale),
        height: thick,
        colour,
        filling: state === 'complete' || isOver ? filling : 'soFar',
      });
    };
    bar(outer, lengths[0]?.[index], Math.min(BAR, line - 3), false);
    bar(inner, lengths[1]?.[index], INNER, true);
    const was = before[index];
    if (was)
      marks.push({
        of: 'rect',
        x: zero + Math.min(0, was * scale),
        y: middle + Math.min(BAR, line - 3) / 2,
        width: Math.abs(was * scale),
        height: BEFORE - 1,
        colour: '#8a9097',
        filling: 'solid',
      });
    const end = Math.max(lengths[0]?.[index] ?? 0, lengths[1]?.[index] ?? 0, before[index] ?? 0, 0);
    const x = zero + end * scale + GAP / 2;
    if (state === 'missing') marks.push(lettering.text(chartWords.states.missing, { x, y: base, colour: QUIET }));
    else marks.push(lettering.text(told[index] ?? '', { x, y: base }));
  });
  const height = buckets.length * line;
  marks.push({
    of: 'line',
    points: [
      [zero, 0],
      [zero, height],
    ],
    colour: least < 0 ? INK : HAIRLINE,
    width: 0.6,
    dash: [],
  });
  return { width: room.width, height, marks };
}

function toFigures({ series, pair }: PaperPlot, index: number): string {
  return (pair?.written ?? [0])
    .map((at) => series[at]?.figures[index] ?? '')
    .filter((text) => text !== '')
    .join(' · ');
}

/** A tail longer than every bar would flatten them: only its figure is written. Of a pair, one without the other would mislead. */
function toDrawn(
  { buckets, series, pair }: PaperPlot,
  lengths: readonly (number | null)[] | undefined,
  index: number,
): number | null {
  const length = lengths?.[index] ?? null;
  if (length === null || buckets[index]?.isRest !== true) return length;
  const shown = pair ? [series[pair.whole], series[pair.inner]] : [series[0]];
  const fits = shown.every((each) => {
    const others = (each?.lengths ?? []).map((own, at) => (buckets[at]?.isRest === true ? 0 : Math.abs(own ?? 0)));
    return Math.abs(each?.lengths[index] ?? 0) <= Math.max(0, ...others);
  });
  return fits ? length : 0;
}
