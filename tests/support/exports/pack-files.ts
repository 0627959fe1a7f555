/** Reads packs without the program's own code: their files by name, and records and sums of CSV files among them. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { readZip } from './zip.ts';

export function readPack(path: string): ReadonlyMap<string, Buffer> {
  if (!statSync(path).isDirectory())
    return new Map(readZip(readFileSync(path)).map((part) => [part.name, part.content]));
  return new Map(readdirSync(path).map((name) => [name, readFileSync(join(path, name))]));
}

export interface ReadTable {
  readonly head: readonly string[];
  readonly lines: readonly Readonly<Record<string, string>>[];
}

export function readCsv(content: Buffer): ReadTable {
  const [head = [], ...rows] = parse(content, { bom: true });
  return { head, lines: rows.map((row) => Object.fromEntries(head.map((name, at) => [name, row[at] ?? '']))) };
}
