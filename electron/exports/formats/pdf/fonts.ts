/** The two faces every PDF is set in. They are shipped with the program: no font of the machine changes a byte. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

export interface Fonts {
  readonly regular: FontFace;
  readonly bold: FontFace;
}

let loaded: Fonts | undefined;

export function loadFonts(): Fonts {
  const require = createRequire(import.meta.url);
  loaded ??= {
    regular: readFontFace(readFileSync(require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf'))),
    bold: readFontFace(readFileSync(require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf'))),
  };
  return loaded;
}

// Measures texts by the faces' own widths, and breaks words that are wider than their place.

/**
 * Width in ems; a browser shows a character that the face lacks in another, about as wide as high. Kerning only ever makes texts narrower
 * by this face, but for what `SLACK` of the layout leaves.
 */
export function measureText(text: string, { widths }: Pick<FontFace, 'widths'>): number {
  let width = 0;
  for (const character of text) width += widths.get(character.codePointAt(0) ?? 0) ?? 1;
  return width;
}

const clusters = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Puts a line end wherever a word would leave its place. @param most the place's width in ems */
export function breakWords(text: string, face: Pick<FontFace, 'widths'>, most: number): string {
  if (measureText(text, face) <= most) return text;
  return text.replaceAll(/\S+/gu, (word) => (measureText(word, face) <= most ? word : breakWord(word, face, most)));
}

function breakWord(word: string, face: Pick<FontFace, 'widths'>, most: number): string {
  let [broken, width] = ['', 0];
  for (const { segment } of clusters.segment(word)) {
    const segmentWidth = measureText(segment, face);
    const isFull = width > 0 && width + segmentWidth > most;
    broken += isFull ? `\n${segment}` : segment;
    width = isFull ? segmentWidth : width + segmentWidth;
  }
  return broken;
}

/** Makes texts printable: what the fonts have no shape for becomes its code in brackets, and is counted. */
export interface Printable {
  /** Line ends stay, all of one kind. */
  (text: string): string;
}

interface Printing {
  readonly toPrintable: Printable;
  /** Codes of the characters without a shape, in order: `U+4E2D`. */
  missing(): readonly string[];
}

const FIRST_PRINTABLE = 0x20;
/** Reorder the text around them: a name could be made to read as another. */
const reordering = /[\u202A-\u202E\u2066-\u2069\u200E\u200F\u061C]/u;
/** Only choose between shapes of the character before, or join two: without them the same characters stay. */
const choosing = /[\uFE00-\uFE0F\u200C\u200D]/gu;
const PLAIN = /^[\x20-\x7E]*$/;

/** @param has whether every face has a shape for a code point */
export function startPrinting(has: (codePoint: number) => boolean): Printing {
  const missing = new Set<number>();
  const toPrintable = (text: string) => {
    if (PLAIN.test(text)) return text;
    const oneKind = text.replaceAll(/\r\n|[\r\u0085\u2028\u2029\v\f]/gu, '\n').replaceAll('\t', ' ');
    let printed = '';
    for (const character of oneKind.replaceAll(choosing, '')) {
      const codePoint = character.codePointAt(0) ?? 0;
      if (character === '\n' || isPrintable(codePoint, character, has)) printed += character;
      else {
        missing.add(codePoint);
        printed += `[${toCode(codePoint)}]`;
      }
    }
    return printed;
  };
  return { toPrintable, missing: () => [...missing].toSorted((a, b) => a - b).map(toCode) };
}

function isPrintable(codePoint: number, character: string, has: (codePoint: number) => boolean): boolean {
  if (codePoint < FIRST_PRINTABLE || reordering.test(character) || !has(codePoint)) return false;
  // Setting takes some characters apart, and then needs the shapes of their parts.
  const parts = character.normalize('NFC');
  return parts === character || Array.from(parts).every((part) => has(part.codePointAt(0) ?? 0));
}

const toCode = (codePoint: number) => `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;

export interface FontFace {
  /** The font, with `OWN_FAMILY` for its family's name. */
  readonly bytes: Uint8Array;
  /** Advance widths in ems, by code point: a code point that is not there has no shape. */
  readonly widths: ReadonlyMap<number, number>;
}

const SHIPPED_NAME = 'DejaVu';
/** As long as the name it takes the place of. */
const OWN_NAME = 'Report';
export const OWN_FAMILY = 'Report Sans';

/** Where glyphs 0 to 2 stand: "missing", null and a line end in fonts of this family. */
const MISSING_GLYPH = 0;

/**
 * Gives the font a family name that no installed font has.
 * @param file a font of the DejaVu family as it is shipped.
 * @throws RangeError when a table is not there.
 */
function readFontFace(file: Uint8Array): FontFace {
  const bytes = Buffer.from(file);
  const table = (tag: string) => findTable(bytes, tag);
  const unitsPerEm = bytes.readUInt16BE(table('head').at + 18);
  const advances = readAdvances(bytes, table('hhea').at, table('hmtx').at);
  const widths = new Map<number, number>();
  for (const [codePoint, glyph] of readGlyphs(bytes, table('cmap').at)) {
    if (glyph !== MISSING_GLYPH) widths.set(codePoint, (advances(glyph) ?? 0) / unitsPerEm);
  }
  renameFamily(bytes, table('name'));
  return { bytes, widths };
}

interface Table {
  readonly at: number;
  readonly length: number;
}

function findTable(bytes: Buffer, tag: string): Table {
  for (let index = 0; index < bytes.readUInt16BE(4); index += 1) {
    const entry = 12 + index * 16;
    if (bytes.toString('latin1', entry, entry + 4) === tag)
      return { at: bytes.readUInt32BE(entry + 8), length: bytes.readUInt32BE(entry + 12) };
  }
  throw new RangeError(`The font has no table ${tag}`);
}

/** Glyphs after the last one with a width of its own share that one's. */
function readAdvances(bytes: Buffer, hhea: number, hmtx: number): (glyph: number) => number {
  const count = bytes.readUInt16BE(hhea + 34);
  return (glyph) => bytes.readUInt16BE(hmtx + Math.min(glyph, count - 1) * 4);
}

/** Code points with their glyphs, of the widest Unicode subtable (formats 12 and 4 of the OpenType specification). */
function* readGlyphs(bytes: Buffer, cmap: number): Generator<readonly [number, number]> {
  const subtables = new Map<number, number>();
  for (let index = 0; index < bytes.readUInt16BE(cmap + 2); index += 1) {
    const entry = cmap + 4 + index * 8;
    const subtable = cmap + bytes.readUInt32BE(entry + 4);
    subtables.set(bytes.readUInt16BE(subtable), subtable);
  }
  const [wide, narrow] = [subtables.get(12), subtables.get(4)];
  if (wide !== undefined) yield* readGroups(bytes, wide);
  else if (narrow !== undefined) yield* readSegments(bytes, narrow);
  else throw new RangeError('The font has no Unicode table');
}

function* readGroups(bytes: Buffer, subtable: number): Generator<readonly [number, number]> {
  for (let index = 0; index < bytes.readUInt32BE(subtable + 12); index += 1) {
    const group = subtable + 16 + index * 12;
    const [first, last] = [bytes.readUInt32BE(group), bytes.readUInt32BE(group + 4)];
    const glyph = bytes.readUInt32BE(group + 8);
    for (let codePoint = first; codePoint <= last; codePoint += 1) yield [codePoint, glyph + codePoint - first];
  }
}

function* readSegments(bytes: Buffer, subtable: number): Generator<readonly [number, number]> {
  const doubled = bytes.readUInt16BE(subtable + 6);
  const field = (order: number, segment: number) =>
    subtable + 14 + order * doubled + segment * 2 + (order === 0 ? 0 : 2);
  for (let segment = 0; segment < doubled / 2; segment += 1) {
    const [last, first] = [bytes.readUInt16BE(field(0, segment)), bytes.readUInt16BE(field(1, segment))];
    const [delta, offset] = [bytes.readUInt16BE(field(2, segment)), bytes.readUInt16BE(field(3, segment))];
    for (let codePoint = first; codePoint <= last && codePoint < 0xffff; codePoint += 1) {
      const glyph = offset === 0 ? codePoint : bytes.readUInt16BE(field(3, segment) + offset + (codePoint - first) * 2);
      yield [codePoint, glyph === 0 ? MISSING_GLYPH : (glyph + delta) & 0xffff];
    }
  }
}

/** Replaces the name in both encodings that the font stores names in, and nothing else. */
function renameFamily(bytes: Buffer, { at, length }: Table): void {
  const names = bytes.subarray(at, at + length);
  for (const encode of [(text: string) => Buffer.from(text, 'latin1'), toBigEndian]) {
    const [shipped, ownName] = [encode(SHIPPED_NAME), encode(OWN_NAME)];
    for (
      let position = names.indexOf(shipped);
      position >= 0;
      position = names.indexOf(shipped, position + ownName.length)
    )
      ownName.copy(names, position);
  }
}

const toBigEndian = (text: string) => Buffer.from(text, 'utf16le').swap16();
