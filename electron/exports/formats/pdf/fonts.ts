/** The two faces of every PDF. They are shipped with the program, so that no system font changes a byte. */
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

// Measures texts by the widths of the faces, and breaks words that are wider than their space.

/**
 * Width in ems. A character that the face lacks counts as wide as high, as browsers show it in a different face. Kerning of this face
 * only makes texts narrower, except for what the layout's `SLACK` allows.
 */
export function measureText(text: string, { widths }: Pick<FontFace, 'widths'>): number {
  let width = 0;
  for (const character of text) width += widths.get(character.codePointAt(0) ?? 0) ?? 1;
  return width;
}

const clusters = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Inserts line ends into words that are too wide. @param limit in ems */
export function breakWords(text: string, face: Pick<FontFace, 'widths'>, limit: number): string {
  if (measureText(text, face) <= limit) return text;
  return text.replaceAll(/\S+/gu, (word) => (measureText(word, face) <= limit ? word : breakWord(word, face, limit)));
}

function breakWord(word: string, face: Pick<FontFace, 'widths'>, limit: number): string {
  let [broken, width] = ['', 0];
  for (const { segment } of clusters.segment(word)) {
    const segmentWidth = measureText(segment, face);
    const isFull = width > 0 && width + segmentWidth > limit;
    broken += isFull ? `\n${segment}` : segment;
    width = isFull ? segmentWidth : width + segmentWidth;
  }
  return broken;
}

/** Makes texts printable: a character without a shape in the fonts becomes its code in brackets, and is recorded. */
export interface Printable {
  /** Line ends stay, all of one kind. */
  (text: string): string;
}

const FIRST_PRINTABLE = 0x20;
/** These reorder the text around them, and could disguise a name. */
const reordering = /[\u202A-\u202E\u2066-\u2069\u200E\u200F\u061C]/u;
/** These only choose a shape of the previous character, or join two, so the text is the same without them. */
const choosing = /[\uFE00-\uFE0F\u200C\u200D]/gu;
const PLAIN = /^[\x20-\x7E]*$/;

/**
 * @param has whether every face has a shape for a code point
 * @returns `missing` lists the codes of the characters without a shape, in order: `U+4E2D`
 */
export function createPrintable(has: (codePoint: number) => boolean) {
  const missing = new Set<number>();
  const toPrintable = (text: string) => {
    if (PLAIN.test(text)) return text;
    const normalized = text.replaceAll(/\r\n|[\r\u0085\u2028\u2029\v\f]/gu, '\n').replaceAll('\t', ' ');
    let printed = '';
    for (const character of normalized.replaceAll(choosing, '')) {
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
  // Typesetting decomposes some characters, and then needs the shapes of their parts.
  const parts = character.normalize('NFC');
  return parts === character || Array.from(parts).every((part) => has(part.codePointAt(0) ?? 0));
}

const toCode = (codePoint: number) => `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;

export interface FontFace {
  /** The font, with `OWN_FAMILY` for its family's name. */
  readonly bytes: Uint8Array;
  /** Advance widths in ems, by code point; a code point without a shape is absent. */
  readonly widths: ReadonlyMap<number, number>;
}

const SHIPPED_NAME = 'DejaVu';
/** As long as the name that it replaces. */
const FAMILY_NAME = 'Report';
export const OWN_FAMILY = 'Report Sans';

/** Glyph 0 means "missing" in fonts of this family. */
const MISSING_GLYPH = 0;

/**
 * Gives the font a family name that no installed font has.
 * @param file a font of the DejaVu family as it is shipped.
 * @throws RangeError if a table is missing.
 */
function readFontFace(file: Uint8Array): FontFace {
  const bytes = Buffer.from(file);
  const table = (tag: string) => findTable(bytes, tag);
  const unitsPerEm = bytes.readUInt16BE(table('head').offset + 18);
  const advances = readAdvances(bytes, table('hhea').offset, table('hmtx').offset);
  const widths = new Map<number, number>();
  for (const [codePoint, glyph] of readGlyphs(bytes, table('cmap').offset)) {
    if (glyph !== MISSING_GLYPH) widths.set(codePoint, (advances(glyph) ?? 0) / unitsPerEm);
  }
  renameFamily(bytes, table('name'));
  return { bytes, widths };
}

interface Table {
  readonly offset: number;
  readonly length: number;
}

function findTable(bytes: Buffer, tag: string): Table {
  for (let index = 0; index < bytes.readUInt16BE(4); index += 1) {
    const entry = 12 + index * 16;
    if (bytes.toString('latin1', entry, entry + 4) === tag)
      return { offset: bytes.readUInt32BE(entry + 8), length: bytes.readUInt32BE(entry + 12) };
  }
  throw new RangeError(`The font has no table ${tag}`);
}

/** Glyphs after the last one with a width share its width. */
function readAdvances(bytes: Buffer, hhea: number, hmtx: number): (glyph: number) => number {
  const count = bytes.readUInt16BE(hhea + 34);
  return (glyph) => bytes.readUInt16BE(hmtx + Math.min(glyph, count - 1) * 4);
}

/** Reads code points with their glyphs from the widest Unicode subtable (formats 12 and 4 of the OpenType specification). */
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
function renameFamily(bytes: Buffer, { offset, length }: Table): void {
  const names = bytes.subarray(offset, offset + length);
  for (const encode of [(text: string) => Buffer.from(text, 'latin1'), toBigEndian]) {
    const [shipped, replacement] = [encode(SHIPPED_NAME), encode(FAMILY_NAME)];
    for (
      let position = names.indexOf(shipped);
      position >= 0;
      position = names.indexOf(shipped, position + replacement.length)
    )
      replacement.copy(names, position);
  }
}

const toBigEndian = (text: string) => Buffer.from(text, 'utf16le').swap16();
