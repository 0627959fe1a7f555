/** A chart as a picture that stands alone: its title, legend and what it is as of are in it, its colours are fixed. */

export interface PictureTexts {
  readonly title: string;
  /** Series by colour. */
  readonly legend: readonly { readonly label: string; readonly colour: string }[];
  /** Period, calendar and coverage, a line each. */
  readonly notes: readonly string[];
}

const SCALE = 2;
const MARGIN = 16;
const FONT = "Inter, 'Segoe UI', system-ui, sans-serif";
const SVG = 'http://www.w3.org/2000/svg';

/** @returns undefined where the browser could not draw it. */
export async function pictureOf(chart: SVGSVGElement, texts: PictureTexts): Promise<Blob | undefined> {
  const { width, height } = chart.getBoundingClientRect();
  const style = getComputedStyle(document.documentElement);
  const whole = withTexts(chart, { width, height }, texts, (name) => style.getPropertyValue(name).trim());
  const size = { width: Number(whole.getAttribute('width')), height: Number(whole.getAttribute('height')) };
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(whole))}`;
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

/** @returns the bytes as base64, as the contract takes them. */
export async function base64Of(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let binary = '';
  for (const byte of bytes) binary += String.fromCodePoint(byte);
  return btoa(binary);
}

type ColourOf = (name: string) => string;

function withTexts(
  chart: SVGSVGElement,
  { width, height }: { readonly width: number; readonly height: number },
  { title, legend, notes }: PictureTexts,
  colourOf: ColourOf,
): SVGSVGElement {
  const head = 52;
  const foot = notes.length * 16 + 8;
  const outer = document.createElementNS(SVG, 'svg');
  const size = { width: width + 2 * MARGIN, height: height + head + foot + 2 * MARGIN };
  set(outer, { xmlns: SVG, width: size.width, height: size.height, 'font-family': FONT });
  outer.append(shape('rect', { width: size.width, height: size.height, fill: colourOf('--panel') }));
  outer.append(
    text(title, { x: MARGIN, y: MARGIN + 14, 'font-size': 14, 'font-weight': 600, fill: colourOf('--ink') }),
  );
  let x = MARGIN;
  for (const { label, colour } of legend) {
    outer.append(shape('rect', { x, y: MARGIN + 28, width: 10, height: 10, rx: 2, fill: resolved(colour, colourOf) }));
    outer.append(text(label, { x: x + 16, y: MARGIN + 37, 'font-size': 12, fill: colourOf('--ink-2') }));
    // Close enough to what the letters take; a legend is never so long that it matters.
    x += 34 + label.length * 6.6;
  }
  const inner = chart.cloneNode(true);
  if (inner instanceof Element) {
    set(inner, { x: MARGIN, y: MARGIN + head, width, height });
    fixColours(inner, colourOf);
  }
  outer.append(inner);
  for (const [index, note] of notes.entries()) {
    const y = MARGIN + head + height + 16 + index * 16;
    outer.append(text(note, { x: MARGIN, y, 'font-size': 11, fill: colourOf('--ink-3') }));
  }
  return outer;
}

/** Custom properties mean nothing in a picture: each is replaced by the colour it stands for. */
function fixColours(element: Element, colourOf: ColourOf): void {
  for (const each of [element, ...element.querySelectorAll('*')]) {
    for (const name of ['fill', 'stroke']) {
      const value = each.getAttribute(name);
      if (value?.includes('var(')) each.setAttribute(name, resolved(value, colourOf));
    }
  }
}

function resolved(value: string, colourOf: ColourOf): string {
  return value.replace(/var\((--[\w-]+)\)/, (_, name: string) => colourOf(name));
}

type Attributes = Readonly<Record<string, string | number>>;

function shape(kind: string, attributes: Attributes): SVGElement {
  const made = document.createElementNS(SVG, kind);
  set(made, attributes);
  return made;
}

function text(content: string, attributes: Attributes): SVGElement {
  const made = shape('text', attributes);
  made.textContent = content;
  return made;
}

function set(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
}
