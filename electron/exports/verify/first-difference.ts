/** Finds where a file first differs from the one that was written again: the cell, the line or the byte. Neither is held in memory. */
import type { FirstDifference } from '#contract/file-answer.ts';
import type { KnownFormat } from '#domain/export-formats.ts';
import { readCsv, Unreadable, type FileLine, type Written } from './readers.ts';
import { open, mkdtemp, readFile, rm, type FileHandle } from 'node:fs/promises';
import { createReadStream } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { parseDecimal } from '#domain/decimal.ts';
import { readZipFile } from './zip-file.ts';

/** Files of these formats are compared as text, line by line. */
const textFormats: ReadonlySet<KnownFormat> = new Set(['csv', 'json', 'jsonl', 'html']);

/** @returns undefined where both have the same bytes */
export async function findFirstDifference(
  given: string,
  again: string,
  written: Written & { readonly heads: readonly string[] },
): Promise<FirstDifference | undefined> {
  const byte = await findByte(given, again);
  if (byte === undefined) return undefined;
  const { format } = written;
  const found =
    format === 'xlsx'
      ? await findInWorkbook(given, again)
      : format === 'csv'
        ? await findCell(readCsv(given, written), readCsv(again, written), { ...written, firstLine: 1 })
        : undefined;
  if (found) return found;
  if (textFormats.has(format)) return findInText(given, again, byte);
  const hex = (bytes: Buffer) => (bytes.length === 0 ? null : bytes.toString('hex'));
  const [own, other] = [await readAround(given, byte, 8), await readAround(again, byte, 8)];
  return { place: { kind: 'byte', byte: byte + 1 }, expected: hex(other), found: hex(own) };
}

interface Table {
  readonly heads: readonly string[];
  /** The number of the first line that is read. */
  readonly firstLine: number;
}

async function findCell(
  given: AsyncIterable<readonly FileLine[]>,
  again: AsyncIterable<readonly FileLine[]>,
  { heads, firstLine }: Table,
): Promise<FirstDifference | undefined> {
  const [own, other] = [readLines(given), readLines(again)];
  try {
    for (let line = firstLine; ; line += 1) {
      // oxlint-disable-next-line no-await-in-loop -- side by side
      const [mine, its] = [(await own.next()).value, (await other.next()).value];
      if (!mine && !its) return undefined;
      if (!mine || !its) {
        const begin = (cells: FileLine | undefined | void) =>
          cells ? cutText(cells.filter(Boolean).join(' · ')) : null;
        return { place: { kind: 'line', line, field: null }, expected: begin(its), found: begin(mine) };
      }
      const at = Array.from({ length: Math.max(mine.length, its.length) }).findIndex(
        (_, cell) => mine[cell] !== its[cell],
      );
      if (at < 0) continue;
      const place = { kind: 'cell' as const, line, head: heads[at] ?? '' };
      return { place, expected: cutOrNull(its[at]), found: cutOrNull(mine[at]) };
    }
  } finally {
    await own.return();
    await other.return();
  }
}

/** What follows a broken place is not there. */
async function* readLines(pieces: AsyncIterable<readonly FileLine[]>): AsyncGenerator<FileLine, void, void> {
  try {
    for await (const piece of pieces) yield* piece;
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
  }
}

const cutOrNull = (text: string | undefined) => (text === undefined ? null : cutText(text));

// Finds the first byte in which two files differ, and the texts around it. Neither is held in memory.

const PIECE_BYTES = 1024 ** 2;
/** Around the first byte that differs: enough of a line to know it by. */
const BEFORE_BYTES = 2000;
const BEHIND_BYTES = 300;
const MOST_LETTERS = 120;

/** @returns undefined where both have the same bytes */
export async function findByte(one: string, other: string): Promise<number | undefined> {
  const files = [await open(one), await open(other)] as const;
  const pieces = [Buffer.alloc(PIECE_BYTES), Buffer.alloc(PIECE_BYTES)] as const;
  try {
    for (let at = 0; ; at += PIECE_BYTES) {
      // oxlint-disable-next-line no-await-in-loop -- side by side
      const [own, its] = await Promise.all([readPiece(files[0], pieces[0], at), readPiece(files[1], pieces[1], at)]);
      if (own.equals(its)) {
        if (own.length < PIECE_BYTES) return undefined;
        continue;
      }
      const differing = own.findIndex((byte, place) => byte !== its[place]);
      return at + (differing < 0 ? own.length : differing);
    }
  } finally {
    for (const file of files) await file.close();
  }
}

async function readPiece(file: FileHandle, into: Buffer, at: number): Promise<Buffer> {
  const { bytesRead } = await file.read(into, 0, into.length, at);
  return into.subarray(0, bytesRead);
}

async function readAround(path: string, from: number, length: number): Promise<Buffer> {
  const file = await open(path);
  try {
    return await readPiece(file, Buffer.alloc(length), from);
  } finally {
    await file.close();
  }
}

/** Both lines from a little before the byte, and the name in front of it where a line is made of names and values. */
export async function findInText(given: string, again: string, byte?: number): Promise<FirstDifference> {
  const at = byte ?? (await findByte(given, again)) ?? 0;
  const from = Math.max(0, at - BEFORE_BYTES);
  const [own, its] = [
    await readAround(given, from, at - from + BEHIND_BYTES),
    await readAround(again, from, at - from + BEHIND_BYTES),
  ];
  const before = its.toString('utf8', 0, at - from);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const field = /"((?:[^"\\]|\\.){1,100})":\s*(?:"(?:[^"\\]|\\.)*|[^",{}[\]]*)$/.exec(line);
  const start = field ? field[0].indexOf('":') + 2 : 0;
  const lead = field ? field[0].slice(start) : line.slice(-MOST_LETTERS / 2);
  const behind = (bytes: Buffer) => bytes.toString('utf8', at - from);
  const show = (bytes: Buffer) => {
    const rest = behind(bytes);
    const text = lead + (field ? (/^(?:[^",{}[\]\n\\]|\\.)*"?/.exec(rest)?.[0] ?? '') : (rest.split('\n', 1)[0] ?? ''));
    return bytes.length <= at - from && text === '' ? null : cutText(text.trim());
  };
  const place = { kind: 'line' as const, line: (await countBreaks(again, at)) + 1, field: field?.[1] ?? null };
  return { place, expected: show(its), found: show(own) };
}

async function countBreaks(path: string, until: number): Promise<number> {
  const file = await open(path);
  const piece = Buffer.alloc(PIECE_BYTES);
  let breaks = 0;
  try {
    for (let at = 0; at < until; at += PIECE_BYTES) {
      // oxlint-disable-next-line no-await-in-loop -- piece by piece
      const read = (await readPiece(file, piece, at)).subarray(0, until - at);
      for (let place = read.indexOf(10); place >= 0; place = read.indexOf(10, place + 1)) breaks += 1;
    }
    return breaks;
  } finally {
    await file.close();
  }
}

export function cutText(text: string): string {
  return text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS)}…` : text;
}

// * Finds the first cell in which two workbooks differ. Other programs write the same cells as other bytes, in other parts, with their
// texts apart: sheets are compared cell by cell, and what is no cell part by part.

/** Parts but the sheets are read whole. */
const MOST_PART_BYTES = 32 * 1024 ** 2;
/** A cell holds 32,767 letters. */
const MOST_CELL_LETTERS = 1024 ** 2;

interface Workbook {
  readonly parts: ReadonlyMap<string, string>;
  readonly sheets: readonly { readonly name: string; readonly part: string }[];
  /** Cells name these texts by their place. */
  readonly texts: readonly string[];
}

interface Cell {
  readonly sheet: string;
  readonly cell: string;
  readonly formula: string;
  readonly value: string;
}

/** @returns undefined where they cannot be read as workbooks, or differ in nothing that is unpacked */
async function findInWorkbook(given: string, again: string): Promise<FirstDifference | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'timelog-workbook-'));
  try {
    const [own, its] = [await unpack(given, join(folder, 'given')), await unpack(again, join(folder, 'again'))];
    return (await findWorkbookCell(own, its)) ?? (await findPart(own, its));
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return undefined;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function unpack(path: string, prefix: string): Promise<Workbook> {
  const parts = new Map<string, string>();
  const whole = new Map<string, string>();
  await readZipFile(path, async (entries) => {
    for (const [index, entry] of entries.entries()) {
      if (parts.has(entry.name)) throw new Unreadable('a part twice');
      const target = `${prefix}-${index}`;
      await entry.extract(target);
      parts.set(entry.name, target);
      if (/(?:workbook\.xml(?:\.rels)?|sharedStrings\.xml)$/.test(entry.name) && entry.bytes <= MOST_PART_BYTES)
        whole.set(entry.name, await readFile(target, 'utf8'));
    }
  });
  const targets = new Map(
    listElements(whole.get('xl/_rels/workbook.xml.rels') ?? '', 'Relationship').map(({ head }) => [
      readAttribute(head, 'Id'),
      posix.resolve('/xl', readAttribute(head, 'Target')).slice(1),
    ]),
  );
  const sheets = listElements(whole.get('xl/workbook.xml') ?? '', 'sheet').map(({ head }) => ({
    name: unescapeText(readAttribute(head, 'name')),
    part: targets.get(readAttribute(head, 'r:id')) ?? '',
  }));
  return {
    parts,
    sheets,
    texts: listElements(whole.get('xl/sharedStrings.xml') ?? '', 'si').map(({ body }) => readTexts(body)),
  };
}

async function findWorkbookCell(own: Workbook, its: Workbook): Promise<FirstDifference | undefined> {
  const [mine, other] = [readCells(own), readCells(its)];
  try {
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- side by side
      const [found, expected] = [(await mine.next()).value, (await other.next()).value];
      if (!found && !expected) return undefined;
      const isSamePlace = found && expected && found.sheet === expected.sheet && found.cell === expected.cell;
      if (isSamePlace && hasSame(found, expected)) continue;
      // Without one of them, the other shifts what follows: the one that comes first is named.
      const isExtra = found && !isSamePlace && (!expected || comesBefore(found, expected));
      const { sheet, cell } = (isExtra ? found : expected) ?? { sheet: '', cell: '' };
      const show = (at: Cell | void) =>
        at && at.sheet === sheet && at.cell === cell ? cutText(at.value || `=${at.formula}`) : null;
      return { place: { kind: 'sheet', sheet, cell }, expected: show(expected), found: show(found) };
    }
  } finally {
    await mine.return();
    await other.return();
  }
}

/** A program that does not calculate leaves the value of a formula out; digits may be written otherwise. */
function hasSame(one: Cell, other: Cell): boolean {
  if (one.formula !== other.formula) return false;
  if (one.value === other.value || (one.formula !== '' && (one.value === '' || other.value === ''))) return true;
  const [first, second] = [parseDecimal(one.value), parseDecimal(other.value)];
  return first !== undefined && first.units === second?.units;
}

function comesBefore(one: Cell, other: Cell): boolean {
  if (one.sheet !== other.sheet) return false;
  const [first, second] = [one, other].map(({ cell }) => /^([A-Z]+)(\d+)$/.exec(cell) ?? ['', '', '0']);
  const [rows, columns] = [Number(first?.[2]) - Number(second?.[2]), [first?.[1] ?? '', second?.[1] ?? ''] as const];
  return rows < 0 || (rows === 0 && columns[0].padStart(3) < columns[1].padStart(3));
}

async function* readCells({ parts, sheets, texts }: Workbook): AsyncGenerator<Cell, void, void> {
  for (const { name, part } of sheets) {
    const path = parts.get(part);
    if (path === undefined) continue;
    let waiting = '';
    for await (const piece of createReadStream(path, 'utf8')) {
      waiting += String(piece);
      const end = waiting.lastIndexOf('<c ');
      const whole = waiting.slice(0, Math.max(0, end));
      waiting = waiting.slice(whole.length);
      if (waiting.length > MOST_CELL_LETTERS) throw new Unreadable('a cell without an end');
      yield* toCells(name, whole, texts);
    }
    yield* toCells(name, waiting, texts);
  }
}

function* toCells(sheet: string, xml: string, texts: readonly string[]): Generator<Cell> {
  for (const { head, body } of listElements(xml, 'c')) {
    const read = (tag: string) => unescapeText(listElements(body, tag)[0]?.body ?? '');
    const type = readAttribute(head, 't');
    const value = type === 's' ? (texts[Number(read('v'))] ?? '') : type === 'inlineStr' ? readTexts(body) : read('v');
    const formula = read('f');
    if (value !== '' || formula !== '') yield { sheet, cell: readAttribute(head, 'r'), formula, value };
  }
}

async function findPart(own: Workbook, its: Workbook): Promise<FirstDifference | undefined> {
  for (const part of new Set([...its.parts.keys(), ...own.parts.keys()])) {
    const [mine, other] = [own.parts.get(part), its.parts.get(part)];
    const place = { kind: 'part' as const, part };
    if (mine === undefined || other === undefined)
      return { place, expected: other === undefined ? null : part, found: mine === undefined ? null : part };
    // oxlint-disable-next-line no-await-in-loop -- the first that differs
    const { expected, found } = await findInText(mine, other);
    if (expected !== found) return { place, expected, found };
  }
  return undefined;
}

interface Element {
  readonly head: string;
  readonly body: string;
}

/** Of elements that hold none of their own name, each looked for up to the next one alone: no text takes longer than its length. */
function listElements(xml: string, tag: string): Element[] {
  const [, ...starts] = xml.split(new RegExp(`<${tag}(?=[\\s/>])`));
  return starts.map((text) => {
    const [head = ''] = text.split('>', 1);
    const [body = ''] = head.endsWith('/') ? [] : text.slice(head.length + 1).split(`</${tag}>`, 1);
    return { head, body };
  });
}

function readAttribute(head: string, name: string): string {
  return new RegExp(`\\s${name}="([^"]*)"`).exec(head)?.[1] ?? '';
}

/** Of a text in one piece or several. */
function readTexts(xml: string): string {
  return listElements(xml, 't')
    .map(({ body }) => unescapeText(body))
    .join('');
}

const letters: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

function unescapeText(text: string): string {
  return text.replaceAll(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi,
    (whole, hex?: string, digits?: string, name?: string) => {
      const code = hex === undefined ? Number(digits) : Number.parseInt(hex, 16);
      return name === undefined ? (code <= 0x10ffff ? String.fromCodePoint(code) : whole) : (letters[name] ?? whole);
    },
  );
}
