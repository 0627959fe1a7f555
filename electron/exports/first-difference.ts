/** Finds where a file first differs from the rewritten one: the cell, the line or the byte. Neither is held in memory. */
import type { FirstDifference } from '#contract/file-answer.ts';
import type { KnownFormat } from '#domain/export-formats.ts';
import { readCsv, Unreadable, type FileLine, type FileLayout } from './readers.ts';
import { open, mkdtemp, readFile, rm, type FileHandle } from 'node:fs/promises';
import { createReadStream } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { parseDecimal } from '#domain/decimal.ts';
import { readZipFile } from './zip-file.ts';

/** Files of these formats are compared as text, line by line. */
const textFormats: ReadonlySet<KnownFormat> = new Set(['csv', 'json', 'jsonl', 'html']);

/** @returns undefined if both have the same bytes */
export async function findFirstDifference(
  originalPath: string,
  rewrittenPath: string,
  layout: FileLayout & { readonly heads: readonly string[] },
): Promise<FirstDifference | undefined> {
  const byte = await findByte(originalPath, rewrittenPath);
  if (byte === undefined) return undefined;
  const { format } = layout;
  const difference =
    format === 'xlsx'
      ? await findInWorkbook(originalPath, rewrittenPath)
      : format === 'csv'
        ? await findCell(readCsv(originalPath, layout), readCsv(rewrittenPath, layout), { ...layout, firstLine: 1 })
        : undefined;
  if (difference) return difference;
  if (textFormats.has(format)) return findInText(originalPath, rewrittenPath, byte);
  const hex = (bytes: Buffer) => (bytes.length === 0 ? null : bytes.toString('hex'));
  const [originalBytes, rewrittenBytes] = [
    await readAround(originalPath, byte, 8),
    await readAround(rewrittenPath, byte, 8),
  ];
  return { place: { kind: 'byte', byte: byte + 1 }, expected: hex(rewrittenBytes), found: hex(originalBytes) };
}

interface Table {
  readonly heads: readonly string[];
  readonly firstLine: number;
}

async function findCell(
  originalPieces: AsyncIterable<readonly FileLine[]>,
  rewrittenPieces: AsyncIterable<readonly FileLine[]>,
  { heads, firstLine }: Table,
): Promise<FirstDifference | undefined> {
  const [originalLines, rewrittenLines] = [readLines(originalPieces), readLines(rewrittenPieces)];
  try {
    for (let line = firstLine; ; line += 1) {
      // oxlint-disable-next-line no-await-in-loop -- side by side
      const [originalLine, rewrittenLine] = [(await originalLines.next()).value, (await rewrittenLines.next()).value];
      if (!originalLine && !rewrittenLine) return undefined;
      if (!originalLine || !rewrittenLine) {
        const begin = (cells: FileLine | undefined | void) =>
          cells ? cutText(cells.filter(Boolean).join(' · ')) : null;
        return {
          place: { kind: 'line', line, field: null },
          expected: begin(rewrittenLine),
          found: begin(originalLine),
        };
      }
      const cellIndex = Array.from({ length: Math.max(originalLine.length, rewrittenLine.length) }).findIndex(
        (_, cell) => originalLine[cell] !== rewrittenLine[cell],
      );
      if (cellIndex < 0) continue;
      const place = { kind: 'cell' as const, line, head: heads[cellIndex] ?? '' };
      return { place, expected: cutOrNull(rewrittenLine[cellIndex]), found: cutOrNull(originalLine[cellIndex]) };
    }
  } finally {
    await originalLines.return();
    await rewrittenLines.return();
  }
}

/** Ends at the first broken line, so that everything after it counts as missing. */
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
/** Enough of the line around the first differing byte to recognise it. */
const BEFORE_BYTES = 2000;
const BEHIND_BYTES = 300;
const MAX_LETTERS = 120;

/** @returns undefined if both have the same bytes */
export async function findByte(originalPath: string, rewrittenPath: string): Promise<number | undefined> {
  const files = [await open(originalPath), await open(rewrittenPath)] as const;
  const pieces = [Buffer.alloc(PIECE_BYTES), Buffer.alloc(PIECE_BYTES)] as const;
  try {
    for (let offset = 0; ; offset += PIECE_BYTES) {
      // oxlint-disable-next-line no-await-in-loop -- side by side
      const [originalPiece, rewrittenPiece] = await Promise.all([
        readPiece(files[0], pieces[0], offset),
        readPiece(files[1], pieces[1], offset),
      ]);
      if (originalPiece.equals(rewrittenPiece)) {
        if (originalPiece.length < PIECE_BYTES) return undefined;
        continue;
      }
      const differing = originalPiece.findIndex((byte, index) => byte !== rewrittenPiece[index]);
      return offset + (differing < 0 ? originalPiece.length : differing);
    }
  } finally {
    for (const file of files) await file.close();
  }
}

async function readPiece(file: FileHandle, buffer: Buffer, offset: number): Promise<Buffer> {
  const { bytesRead } = await file.read(buffer, 0, buffer.length, offset);
  return buffer.subarray(0, bytesRead);
}

async function readAround(path: string, from: number, length: number): Promise<Buffer> {
  const file = await open(path);
  try {
    return await readPiece(file, Buffer.alloc(length), from);
  } finally {
    await file.close();
  }
}

/** Returns both lines from a little before the byte, and the preceding name if a line consists of names and values. */
export async function findInText(originalPath: string, rewrittenPath: string, byte?: number): Promise<FirstDifference> {
  const offset = byte ?? (await findByte(originalPath, rewrittenPath)) ?? 0;
  const first = Math.max(0, offset - BEFORE_BYTES);
  const [originalBytes, rewrittenBytes] = [
    await readAround(originalPath, first, offset - first + BEHIND_BYTES),
    await readAround(rewrittenPath, first, offset - first + BEHIND_BYTES),
  ];
  const before = rewrittenBytes.toString('utf8', 0, offset - first);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const field = /"((?:[^"\\]|\\.){1,100})":\s*(?:"(?:[^"\\]|\\.)*|[^",{}[\]]*)$/.exec(line);
  const start = field ? field[0].indexOf('":') + 2 : 0;
  const lead = field ? field[0].slice(start) : line.slice(-MAX_LETTERS / 2);
  const behind = (bytes: Buffer) => bytes.toString('utf8', offset - first);
  const show = (bytes: Buffer) => {
    const rest = behind(bytes);
    const text = lead + (field ? (/^(?:[^",{}[\]\n\\]|\\.)*"?/.exec(rest)?.[0] ?? '') : (rest.split('\n', 1)[0] ?? ''));
    return bytes.length <= offset - first && text === '' ? null : cutText(text.trim());
  };
  const place = {
    kind: 'line' as const,
    line: (await countBreaks(rewrittenPath, offset)) + 1,
    field: field?.[1] ?? null,
  };
  return { place, expected: show(rewrittenBytes), found: show(originalBytes) };
}

async function countBreaks(path: string, until: number): Promise<number> {
  const file = await open(path);
  const piece = Buffer.alloc(PIECE_BYTES);
  let breaks = 0;
  try {
    for (let offset = 0; offset < until; offset += PIECE_BYTES) {
      // oxlint-disable-next-line no-await-in-loop -- piece by piece
      const bytes = (await readPiece(file, piece, offset)).subarray(0, until - offset);
      for (let index = bytes.indexOf(10); index >= 0; index = bytes.indexOf(10, index + 1)) breaks += 1;
    }
    return breaks;
  } finally {
    await file.close();
  }
}

export function cutText(text: string): string {
  return text.length > MAX_LETTERS ? `${text.slice(0, MAX_LETTERS)}…` : text;
}

// Finds the first cell in which two workbooks differ. Other programs write the same cells as different bytes, in different parts, with
// separate texts, so sheets are compared cell by cell, and everything else part by part.

/** Parts other than sheets are read completely. */
const MAX_PART_BYTES = 32 * 1024 ** 2;
/** A cell holds at most 32,767 characters. */
const MAX_CELL_LETTERS = 1024 ** 2;

interface Workbook {
  readonly parts: ReadonlyMap<string, string>;
  readonly sheets: readonly { readonly name: string; readonly part: string }[];
  /** Cells refer to these texts by index. */
  readonly texts: readonly string[];
}

interface Cell {
  readonly sheet: string;
  readonly cell: string;
  readonly formula: string;
  readonly value: string;
}

/** @returns undefined if they cannot be read as workbooks, or their unpacked contents are the same */
async function findInWorkbook(originalPath: string, rewrittenPath: string): Promise<FirstDifference | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'timelog-workbook-'));
  try {
    const [originalBook, rewrittenBook] = [
      await unpack(originalPath, join(folder, 'given')),
      await unpack(rewrittenPath, join(folder, 'again')),
    ];
    return (await findWorkbookCell(originalBook, rewrittenBook)) ?? (await findPart(originalBook, rewrittenBook));
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return undefined;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function unpack(path: string, prefix: string): Promise<Workbook> {
  const parts = new Map<string, string>();
  const contents = new Map<string, string>();
  await readZipFile(path, async (entries) => {
    for (const [index, entry] of entries.entries()) {
      if (parts.has(entry.name)) throw new Unreadable('a part twice');
      const target = `${prefix}-${index}`;
      await entry.extract(target);
      parts.set(entry.name, target);
      if (/(?:workbook\.xml(?:\.rels)?|sharedStrings\.xml)$/.test(entry.name) && entry.bytes <= MAX_PART_BYTES)
        contents.set(entry.name, await readFile(target, 'utf8'));
    }
  });
  const targets = new Map(
    listElements(contents.get('xl/_rels/workbook.xml.rels') ?? '', 'Relationship').map(({ head }) => [
      readAttribute(head, 'Id'),
      posix.resolve('/xl', readAttribute(head, 'Target')).slice(1),
    ]),
  );
  const sheets = listElements(contents.get('xl/workbook.xml') ?? '', 'sheet').map(({ head }) => ({
    name: unescapeText(readAttribute(head, 'name')),
    part: targets.get(readAttribute(head, 'r:id')) ?? '',
  }));
  return {
    parts,
    sheets,
    texts: listElements(contents.get('xl/sharedStrings.xml') ?? '', 'si').map(({ body }) => readTexts(body)),
  };
}

async function findWorkbookCell(originalBook: Workbook, rewrittenBook: Workbook): Promise<FirstDifference | undefined> {
  const [originalCells, rewrittenCells] = [readCells(originalBook), readCells(rewrittenBook)];
  try {
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- side by side
      const [originalCell, rewrittenCell] = [(await originalCells.next()).value, (await rewrittenCells.next()).value];
      if (!originalCell && !rewrittenCell) return undefined;
      const isSamePlace =
        originalCell &&
        rewrittenCell &&
        originalCell.sheet === rewrittenCell.sheet &&
        originalCell.cell === rewrittenCell.cell;
      if (isSamePlace && isSameCell(originalCell, rewrittenCell)) continue;
      // A missing cell shifts all that follow, so the one that comes first is reported.
      const isExtra = originalCell && !isSamePlace && (!rewrittenCell || comesBefore(originalCell, rewrittenCell));
      const { sheet, cell } = (isExtra ? originalCell : rewrittenCell) ?? { sheet: '', cell: '' };
      const show = (cellOrEnd: Cell | void) =>
        cellOrEnd && cellOrEnd.sheet === sheet && cellOrEnd.cell === cell
          ? cutText(cellOrEnd.value || `=${cellOrEnd.formula}`)
          : null;
      return { place: { kind: 'sheet', sheet, cell }, expected: show(rewrittenCell), found: show(originalCell) };
    }
  } finally {
    await originalCells.return();
    await rewrittenCells.return();
  }
}

/** A program that does not calculate omits the value of a formula; digits may be written differently. */
function isSameCell(a: Cell, b: Cell): boolean {
  if (a.formula !== b.formula) return false;
  if (a.value === b.value || (a.formula !== '' && (a.value === '' || b.value === ''))) return true;
  const [first, second] = [parseDecimal(a.value), parseDecimal(b.value)];
  return first !== undefined && first.units === second?.units;
}

function comesBefore(a: Cell, b: Cell): boolean {
  if (a.sheet !== b.sheet) return false;
  const [first, second] = [a, b].map(({ cell }) => /^([A-Z]+)(\d+)$/.exec(cell) ?? ['', '', '0']);
  const [rows, columns] = [Number(first?.[2]) - Number(second?.[2]), [first?.[1] ?? '', second?.[1] ?? ''] as const];
  return rows < 0 || (rows === 0 && columns[0].padStart(3) < columns[1].padStart(3));
}

async function* readCells({ parts, sheets, texts }: Workbook): AsyncGenerator<Cell, void, void> {
  for (const { name, part } of sheets) {
    const path = parts.get(part);
    if (path === undefined) continue;
    let pending = '';
    for await (const piece of createReadStream(path, 'utf8')) {
      pending += String(piece);
      const end = pending.lastIndexOf('<c ');
      const completeCells = pending.slice(0, Math.max(0, end));
      pending = pending.slice(completeCells.length);
      if (pending.length > MAX_CELL_LETTERS) throw new Unreadable('a cell without an end');
      yield* toCells(name, completeCells, texts);
    }
    yield* toCells(name, pending, texts);
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

async function findPart(originalBook: Workbook, rewrittenBook: Workbook): Promise<FirstDifference | undefined> {
  for (const part of new Set([...rewrittenBook.parts.keys(), ...originalBook.parts.keys()])) {
    const [originalPath, rewrittenPath] = [originalBook.parts.get(part), rewrittenBook.parts.get(part)];
    const place = { kind: 'part' as const, part };
    if (originalPath === undefined || rewrittenPath === undefined)
      return {
        place,
        expected: rewrittenPath === undefined ? null : part,
        found: originalPath === undefined ? null : part,
      };
    // oxlint-disable-next-line no-await-in-loop -- the first that differs
    const { expected, found } = await findInText(originalPath, rewrittenPath);
    if (expected !== found) return { place, expected, found };
  }
  return undefined;
}

/**
 * Lists elements that contain none of the same name. Each is searched only up to the next one, so the time is linear in the text's length.
 */
function listElements(xml: string, tag: string): { readonly head: string; readonly body: string }[] {
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

/** Joins a text that is stored in one piece or several. */
function readTexts(xml: string): string {
  return listElements(xml, 't')
    .map(({ body }) => unescapeText(body))
    .join('');
}

const letters: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

function unescapeText(text: string): string {
  return text.replaceAll(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi,
    (entity, hex?: string, digits?: string, name?: string) => {
      const code = hex === undefined ? Number(digits) : Number.parseInt(hex, 16);
      return name === undefined ? (code <= 0x10ffff ? String.fromCodePoint(code) : entity) : (letters[name] ?? entity);
    },
  );
}
