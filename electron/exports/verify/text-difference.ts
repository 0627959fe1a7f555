/** Finds the first byte in which two files differ, and the texts around it. Neither is held in memory. */
import { open, type FileHandle } from 'node:fs/promises';
import type { FirstDifference } from '../../../src/contract/file-answer.ts';

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

export async function readAround(path: string, from: number, length: number): Promise<Buffer> {
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
