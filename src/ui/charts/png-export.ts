/** Exports a chart as a self-contained picture, with its title, legend, notes, colours and fonts. */
import type { LegendEntry } from '#domain/charts/legend.ts';
import { toBase64 } from './chart-picture.ts';
import { textWidth } from './geometry.ts';

export interface PictureTexts {
  readonly title: string;
  readonly legend: readonly LegendEntry[];
  /** Period, filter, calendar and coverage, one line each. */
  readonly notes: readonly string[];
}

const SCALE = 2;
const MARGIN = 16;
const LEGEND_LINE = 18;
const NOTE_LINE = 16;
/** The width of a label relative to its estimate. */
const LEGEND_PART = 0.94;
const FONT = "'Inter Variable', Inter, 'Segoe UI', system-ui, sans-serif";
const SVG = 'http://www.w3.org/2000/svg';

/**
 * @param plots the element that contains the charts, which keep their positions
 * @returns undefined if the browser could not draw the picture
 */
export async function toPicture(plots: HTMLElement, texts: PictureTexts): Promise<Blob | undefined> {
  const style = getComputedStyle(document.documentElement);
  const picture = drawPicture(plots, texts, (name) => style.getPropertyValue(name).trim());
  const fonts = document.createElementNS(SVG, 'style');
  fonts.textContent = await embedFonts(picture.textContent);
  picture.prepend(fonts);
  const size = { width: Number(picture.getAttribute('width')), height: Number(picture.getAttribute('height')) };
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(picture))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = size.width * SCALE;
  canvas.height = size.height * SCALE;
  const context = canvas.getContext('2d');
  if (!context) return undefined;
  context.scale(SCALE, SCALE);
  context.drawImage(image, 0, 0);
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/png'));
}

type ToColour = (name: string) => string;

function drawPicture(plots: HTMLElement, { title, legend, notes }: PictureTexts, toColour: ToColour): SVGSVGElement {
  const charts = [...plots.querySelectorAll<SVGSVGElement>('svg.recharts-surface')];
  const origin = plots.getBoundingClientRect();
  const width = plots.clientWidth;
  const height = Math.max(
    0,
    ...charts.map((chart) => chart.getBoundingClientRect().bottom - origin.top + plots.scrollTop),
  );
  const lines = wrapLegend(legend, width);
  const footLines = notes.flatMap((note) => wrapText(note, 11, width));
  const header = MARGIN + 26 + lines.length * LEGEND_LINE;
  const outer = document.createElementNS(SVG, 'svg');
  const size = { width: width + 2 * MARGIN, height: header + height + footLines.length * NOTE_LINE + 12 + MARGIN };
  setAttributes(outer, { xmlns: SVG, width: size.width, height: size.height, 'font-family': FONT });
  outer.append(createShape('rect', { width: size.width, height: size.height, fill: toColour('--panel') }));
  outer.append(
    createText(title, { x: MARGIN, y: MARGIN + 12, 'font-size': 14, 'font-weight': 600, fill: toColour('--ink') }),
  );
  for (const [row, entries] of lines.entries())
    for (const { x, entry } of entries)
      outer.append(...drawLegendEntry(entry, MARGIN + x, MARGIN + 24 + row * LEGEND_LINE, toColour));
  const toPosition = (rect: DOMRect) => ({
    x: MARGIN + rect.left - origin.left,
    y: header + rect.top - origin.top + plots.scrollTop,
  });
  for (const chart of charts) {
    const inner = chart.cloneNode(true);
    if (!(inner instanceof Element)) continue;
    const rect = chart.getBoundingClientRect();
    setAttributes(inner, { ...toPosition(rect), width: rect.width, height: rect.height });
    replaceColours(inner, toColour);
    outer.append(inner);
  }
  for (const caption of plots.querySelectorAll('[data-picture-text]')) {
    const { x, y } = toPosition(caption.getBoundingClientRect());
    outer.append(createText(caption.textContent, { x, y: y + 13, 'font-size': 12, fill: toColour('--ink') }));
  }
  for (const [index, note] of footLines.entries()) {
    const y = header + height + 20 + index * NOTE_LINE;
    outer.append(createText(note, { x: MARGIN, y, 'font-size': 11, fill: toColour('--ink-3') }));
  }
  return outer;
}

interface PositionedEntry {
  readonly x: number;
  readonly entry: LegendEntry;
}

function wrapLegend(legend: readonly LegendEntry[], width: number): readonly (readonly PositionedEntry[])[] {
  const lines: PositionedEntry[][] = [];
  let x = 0;
  for (const entry of legend) {
    const entryWidth = textWidth(entry.label, 12) * LEGEND_PART + (entry.kind === 'written' ? 14 : 32);
    const line = lines.at(-1);
    if (!line || x + entryWidth > width) lines.push([{ x: (x = 0), entry }]);
    else line.push({ x, entry });
    x += entryWidth;
  }
  return lines;
}

function drawLegendEntry({ kind, label, colour }: LegendEntry, x: number, y: number, toColour: ToColour): SVGElement[] {
  const drawLabel = (at: number) => createText(label, { x: at, y: y + 9, 'font-size': 12, fill: toColour('--ink-2') });
  const box = { x, y, width: 10, height: 10, rx: 2 };
  const fill = resolveColour(colour ?? 'var(--ink-3)', toColour);
  switch (kind) {
    case 'colour':
      return [createShape('rect', { ...box, fill }), drawLabel(x + 16)];
    case 'written':
      return [drawLabel(x)];
    case 'line':
    case 'thin': {
      const isLine = kind === 'line';
      const stroke = toColour(isLine ? '--ink-3' : '--chart-rest');
      const dashes = { 'stroke-width': isLine ? 2 : 4, 'stroke-dasharray': isLine ? '2 3' : '' };
      return [createShape('path', { d: `M${x},${y + 5}h12`, stroke, ...dashes }), drawLabel(x + 18)];
    }
    case 'hatch': {
      const lines = `M${x + 1},${y + 6}l5,-5M${x + 2},${y + 9}l7,-7M${x + 5},${y + 9}l4,-4`;
      return [
        createShape('rect', { ...box, fill, 'fill-opacity': 0.18 }),
        createShape('path', { d: lines, stroke: fill, 'stroke-width': 1.6 }),
        drawLabel(x + 16),
      ];
    }
    case 'missing': {
      const dashed = { fill: toColour('--sunken'), stroke: toColour('--line-strong'), 'stroke-dasharray': '2 2' };
      return [createShape('rect', { ...box, ...dashed }), drawLabel(x + 16)];
    }
  }
}

/** Replaces custom properties with their colours, because a picture does not know the properties. */
function replaceColours(element: Element, toColour: ToColour): void {
  for (const node of [element, ...element.querySelectorAll('*')]) {
    for (const name of ['fill', 'stroke']) {
      const value = node.getAttribute(name);
      if (value?.includes('var(')) node.setAttribute(name, resolveColour(value, toColour));
    }
  }
}

function resolveColour(value: string, toColour: ToColour): string {
  return value.replace(/var\((--[\w-]+)\)/, (_, name: string) => toColour(name));
}

/** Breaks a sentence into lines of at most `width` pixels. */
export function wrapText(sentence: string, size: number, width: number): string[] {
  const lines: string[] = [];
  for (const word of sentence.split(' ')) {
    const line = lines.at(-1);
    if (line !== undefined && textWidth(`${line} ${word}`, size) <= width) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

type Attributes = Readonly<Record<string, string | number>>;

function createShape(kind: string, attributes: Attributes): SVGElement {
  const element = document.createElementNS(SVG, kind);
  setAttributes(element, attributes);
  return element;
}

function createText(content: string, attributes: Attributes): SVGElement {
  const element = createShape('text', attributes);
  element.textContent = content;
  return element;
}

function setAttributes(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
}

/** @returns `@font-face` rules with embedded fonts; empty if they cannot be read, so that the picture uses the system's fonts */
async function embedFonts(text: string): Promise<string> {
  return findFontFaces(text).catch(() => '');
}

async function findFontFaces(text: string): Promise<string> {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  const faces = rules.filter((rule) => rule instanceof CSSFontFaceRule && rule.cssText.includes('Inter'));
  const used = faces.filter(({ cssText }) =>
    Array.from(text).some((letter) => coversLetter(cssText, letter.codePointAt(0) ?? 0)),
  );
  return (await Promise.all(used.map(({ cssText, parentStyleSheet }) => embedFont(cssText, parentStyleSheet)))).join(
    '',
  );
}

async function embedFont(rule: string, sheet: CSSStyleSheet | null): Promise<string> {
  const [source = '', address = ''] = /url\("?([^")]+)"?\)/.exec(rule) ?? [];
  const response = await fetch(new URL(address, sheet?.href ?? document.baseURI));
  return rule.replace(source, `url(data:font/woff2;base64,${await toBase64(response)})`);
}

function coversLetter(rule: string, letter: number): boolean {
  const ranges = /unicode-range:([^;}]+)/.exec(rule)?.[1] ?? '';
  return [...ranges.matchAll(/U\+([0-9a-f]+)(?:-([0-9a-f]+))?/gi)].some(([, from = '0', to = from]) => {
    return letter >= Number.parseInt(from, 16) && letter <= Number.parseInt(to, 16);
  });
}
