/**
 * Finds the first cell in which two workbooks differ. Other programs write the same cells as other bytes, in other parts, with their texts
 * apart: sheets are compared cell by cell, and what is no cell part by part.
 */
import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import type { FirstDifference } from '../../../src/contract/file-answer.ts';
import { parseDecimal } from '../../../src/domain/decimal.ts';
import { Unreadable } from './readers.ts';
import { cutText, findInText } from './text-difference.ts';
import { readZipFile } from './zip-file.ts';

/** Read whole; the sheets are not. */
const MOST_PART_BYTES = 32 * 1024 ** 2;
/** A cell holds 32,767 letters. */
const MOST_CELL_LETTERS = 1024 ** 2;

interface Workbook {
  /** Where each part was unpacked to. */
  readonly parts: ReadonlyMap<string, string>;
  /** Names and parts of its sheets, in order. */
  readonly sheets: readonly { readonly name: string; readonly part: string }[];
  /** That cells name by their place. */
  readonly texts: readonly string[];
}

interface Cell {
  readonly sheet: string;
  /** `B7`. */
  readonly cell: string;
  readonly formula: string;
  readonly value: string;
}

/** @returns undefined where they cannot be read as workbooks, or differ in nothing that is unpacked */
export async function findInWorkbook(given: string, again: string): Promise<FirstDifference | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'timelog-workbook-'));
  try {
    const [own, its] = [await unpack(given, join(folder, 'given')), await unpack(again, join(folder, 'again'))];
    return (await findCell(own, its)) ?? (await findPart(own, its));
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
    for (const [at, entry] of entries.entries()) {
      if (parts.has(entry.name)) throw new Unreadable('a part twice');
      const target = `${prefix}-${at}`;
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

async function findCell(own: Workbook, its: Workbook): Promise<FirstDifference | undefined> {
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
