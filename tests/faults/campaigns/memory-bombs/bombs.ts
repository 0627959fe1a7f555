/** Answers that are small on the wire and large in memory, or never end; and an ordinary one. */
import type { ServerResponse } from 'node:http';
import { brotliCompressSync, constants, createGzip, gzipSync } from 'node:zlib';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { seeded } from '#tests/support/worlds/seeded.ts';

const MEGABYTE = 2 ** 20;
/** The client's limit, decoded. */
const CAP = 4 * MEGABYTE;

export interface Bomb {
  readonly what: string;
  /** Seeded: sizes vary a little from run to run. */
  readonly answer: (response: ServerResponse, seed: number) => void | Promise<void>;
  /** It is not ended before the client's own deadline of a minute. */
  readonly isSlow?: boolean;
}

const head = (id: number) =>
  `{"id":"${id}","createdAt":"2026-10-01T08:00:00Z","updatedAt":"2026-10-02T08:00:00Z","archived":false,"properties":{`;
const whole = (records: readonly string[]) =>
  `{"status":"COMPLETE","total":${records.length},"results":[${records.join(',')}]}`;
const ordinaryBody = whole(
  Array.from(
    { length: 200 },
    (_, at) =>
      `${head(200 - at)}"a552213_title":"Review of the quarter","a552213_total_minutes":"${at}","a552213_month_year":"2026-10-01"}}`,
  ),
);

export const ordinary: Bomb = { what: 'an ordinary answer', answer: (response) => send(response, ordinaryBody) };

function send(response: ServerResponse, body: string | Buffer, encoding?: string): void {
  response.writeHead(200, { 'content-type': 'application/json', ...(encoding && { 'content-encoding': encoding }) });
  response.end(body);
}

/** A record whose one value fills the answer to the cap. @param unit repeated; @param bytes of it, decoded */
function longText(unit: string, bytes = Buffer.byteLength(unit)): string {
  const room = CAP - 400;
  return whole([`${head(1)}"a552213_title":"${unit.repeat(Math.floor(room / bytes))}"}}`]);
}

const within = (json: string) => whole([`${head(1)}"odd":${json}}}`]);
/** The most arrays, objects and commas that are accepted. */
const MAX_VALUES = 250_000;

/** A gigabyte in a few kilobytes: gzip within gzip. */
async function gzipTwice(megabytes: number): Promise<Buffer> {
  const piece = Buffer.alloc(MEGABYTE, ' ');
  const inner = await buffer(Readable.from(Array.from({ length: megabytes }, () => piece)).pipe(createGzip()));
  return gzipSync(inner);
}

export const bombs: readonly Bomb[] = [
  {
    what: '30 MB in 29 kB of gzip',
    answer: (response, seed) => send(response, gzipSync(Buffer.alloc((28 + (seed % 5)) * MEGABYTE, ' ')), 'gzip'),
  },
  { what: 'one text of the largest size', answer: (response) => send(response, longText('x')) },
  {
    what: 'as many values as are taken',
    answer: (response, seed) => send(response, within(`[${'0,'.repeat(MAX_VALUES - 10 - (seed % 100))}0]`)),
  },
  { what: 'more values than are taken', answer: (response) => send(response, within(`[${'{},'.repeat(400_000)}0]`)) },
  {
    what: '30 MB in a few bytes of Brotli',
    answer: (response) =>
      send(
        response,
        brotliCompressSync(Buffer.alloc(30 * MEGABYTE, ' '), { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
        'br',
      ),
  },
  { what: 'gzip within gzip, 300 MB', answer: async (response) => send(response, await gzipTwice(300), 'gzip, gzip') },
  { what: 'one text of umlauts', answer: (response) => send(response, longText('ü')) },
  { what: 'one text of escapes', answer: (response) => send(response, longText(String.raw`\u00fc`)) },
  {
    what: 'objects within objects',
    answer: (response) => send(response, within(`${'{"a":'.repeat(120_000)}1${'}'.repeat(120_000)}`)),
  },
  { what: 'many small objects', answer: (response) => send(response, within(`[${'{"a":1},'.repeat(120_000)}{}]`)) },
  {
    what: 'many names',
    answer: (response) =>
      send(response, whole([`${head(1)}${Array.from({ length: 120_000 }, (_, at) => `"n${at}":1`).join(',')}}}`])),
  },
  { what: 'long numbers', answer: (response) => send(response, within(`[${`${'9'.repeat(1000)},`.repeat(3_900)}0]`)) },
  {
    what: 'one number of two million digits',
    answer: (response) => send(response, whole([`${head(1)}"a552213_total_minutes":${'9'.repeat(2 * MEGABYTE)}}}`])),
  },
  { what: 'an endless body', answer: (response) => pour(response, Buffer.alloc(65_536, ' '), 0) },
  { what: 'endless heads', answer: pourHeads },
  {
    what: 'an error with an endless body',
    answer: (response) => (response.writeHead(503), pour(response, Buffer.alloc(65_536, 'x'), 0)),
  },
  { what: 'a slow drip', answer: (response) => pour(response, Buffer.from(' '), 100), isSlow: true },
  { what: 'a slow drip of gzip', answer: dripGzip, isSlow: true },
];

/** Until the client hangs up. */
function pour(response: ServerResponse, piece: Buffer, everyMs: number): void {
  if (!response.headersSent) response.writeHead(200, { 'content-type': 'application/json' });
  const next = () => {
    if (response.destroyed || response.writableEnded) return;
    if (everyMs > 0) response.write(piece, () => setTimeout(next, everyMs));
    else if (response.write(piece)) setImmediate(next);
    else response.once('drain', next);
  };
  response.on('error', () => undefined);
  next();
}

function pourHeads(response: ServerResponse): void {
  const { socket } = response;
  if (!socket) return;
  socket.on('error', () => undefined);
  socket.write('HTTP/1.1 200 OK\r\n');
  const next = () => {
    if (!socket.destroyed && socket.writable)
      socket.write(`X-Head-${'x'.repeat(1000)}: ${'y'.repeat(8000)}\r\n`, () => setImmediate(next));
  };
  next();
}

/** Bytes that unpack to a thousand times as many, slowly. */
function dripGzip(response: ServerResponse, seed: number): void {
  const random = seeded(seed);
  const packed = gzipSync(Buffer.alloc(30 * MEGABYTE, ' '));
  let at = 0;
  response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
  response.on('error', () => undefined);
  const next = () => {
    if (response.destroyed || at >= 2_000) return;
    const end = at + random.between(1, 4);
    response.write(packed.subarray(at, end), () => setTimeout(next, 150));
    at = end;
  };
  next();
}
