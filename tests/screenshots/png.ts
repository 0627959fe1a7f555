/** Makes a browser's picture small: the 256 colours it uses most, everything else the nearest of them. */
import { crc32, deflateSync, inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const COLOURS = 256;

/** @param png 8 bits a channel, RGB or RGBA without transparency, not interlaced: as Chromium writes it. */
export function withFewColours(png: Buffer): Buffer {
  const { width, height, pixels } = decode(png);
  const counts = new Map<number, number>();
  for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
  const used = [...counts].toSorted(([, a], [, b]) => b - a).map(([colour]) => colour);
  const palette = used.slice(0, COLOURS);
  const places = new Map(used.map((colour, at) => [colour, at < COLOURS ? at : nearest(colour, palette)]));
  const rows = Buffer.alloc(height * (width + 1));
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) rows[y * (width + 1) + 1 + x] = places.get(pixels[y * width + x] ?? 0) ?? 0;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap(channels))),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const channels = (colour: number) => [colour >> 16, (colour >> 8) & 255, colour & 255] as const;

function nearest(colour: number, palette: readonly number[]): number {
  const [red, green, blue] = channels(colour);
  let [best, least] = [0, Number.POSITIVE_INFINITY];
  for (const [at, each] of palette.entries()) {
    const [r, g, b] = channels(each);
    const distance = (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2;
    if (distance < least) [best, least] = [at, distance];
  }
  return best;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

interface Pixels {
  readonly width: number;
  readonly height: number;
  /** `0xRRGGBB`, row by row. */
  readonly pixels: Uint32Array;
}

function decode(png: Buffer): Pixels {
  const data: Buffer[] = [];
  for (let at = SIGNATURE.length; at < png.length; at += png.readUInt32BE(at) + 12)
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      data.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const [depth, kind, interlaced] = [png[24], png[25], png[28]];
  const step = kind === 6 ? 4 : 3;
  if (depth !== 8 || (kind !== 2 && kind !== 6) || interlaced !== 0) throw new Error('Not a picture of this kind');
  const raw = inflateSync(Buffer.concat(data));
  const line = width * step;
  const pixels = new Uint32Array(width * height);
  let above = new Uint8Array(line);
  for (let y = 0; y < height; y += 1) {
    const start = y * (line + 1);
    const row = unfiltered(raw[start] ?? 0, raw.subarray(start + 1, start + 1 + line), above, step);
    for (let x = 0; x < width; x += 1) {
      const at = x * step;
      pixels[y * width + x] = ((row[at] ?? 0) << 16) | ((row[at + 1] ?? 0) << 8) | (row[at + 2] ?? 0);
    }
    above = row;
  }
  return { width, height, pixels };
}

/** The five filters of the PNG specification. */
function unfiltered(filter: number, given: Uint8Array, above: Uint8Array, step: number): Uint8Array<ArrayBuffer> {
  const row = Uint8Array.from(given);
  for (let at = 0; at < row.length; at += 1) {
    const [left, up, corner] = [row[at - step] ?? 0, above[at] ?? 0, above[at - step] ?? 0];
    const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0;
    row[at] = (row[at] ?? 0) + guess;
  }
  return row;
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}
