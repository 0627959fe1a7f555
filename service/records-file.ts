/** Reads records for the embedded upstream from a file with one record per line, in the form in which the service lists them. */
import { createReadStream } from 'node:fs';
import { z } from 'zod';
import { recordsFileTexts as texts } from '#service-texts/service.ts';
import { isRawNumber, parsePlatformJson } from './upstream/platform-json.ts';
import type { WireValue } from './upstream/upstream.ts';
import { builtInNames, type WorldRecord } from './upstream/world.ts';

/** A file that cannot be served; the message names the line and the reason. */
export class RecordsFileUnusable extends Error {
  override name = 'RecordsFileUnusable';
}

const moment = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));
const lineSchema = z.object({
  id: z.union([z.string().regex(/^(0|[1-9]\d{0,14})$/), z.number().int().min(0)]).transform(Number),
  // Not `z.record`: it would leave out a property called `__proto__`.
  properties: z
    .custom<Readonly<Record<string, WireValue>>>((input) => isObject(input) && !Array.isArray(input))
    .superRefine((input, context) => {
      const invalid = Object.entries(input).find(([, value]) => !isValue(value));
      if (invalid) context.addIssue({ code: 'custom', path: [invalid[0]] });
    }),
  createdAt: moment,
  updatedAt: moment,
  archived: z.boolean().default(false),
  archivedAt: moment.optional(),
});

const isObject = (input: unknown): input is object => typeof input === 'object' && input !== null;

const isValue = (input: unknown) =>
  input === null || ['string', 'number', 'boolean'].includes(typeof input) || isRawNumber(input);

/** @returns the records, ascending by id. @throws RecordsFileUnusable, or the error of the file system. */
export async function readRecordsFile(path: string): Promise<readonly WorldRecord[]> {
  const records: WorldRecord[] = [];
  let number = 0;
  for await (const line of readLines(path)) {
    number += 1;
    if (line.trim() !== '') records.push(readLine(line, number));
  }
  records.sort((a, b) => a.id - b.id);
  const duplicate = records.find(({ id }, index) => records[index - 1]?.id === id);
  if (duplicate) throw new RecordsFileUnusable(texts.twice(String(duplicate.id)));
  return records;
}

/** Splits only at `\n`. `node:readline` would also split at U+2028, which a record's text may contain. */
async function* readLines(path: string): AsyncGenerator<string> {
  let unfinishedLine = '';
  for await (const chunk of createReadStream(path, 'utf8')) {
    const lines = `${unfinishedLine}${String(chunk)}`.split('\n');
    unfinishedLine = lines.pop() ?? '';
    yield* lines;
  }
  yield unfinishedLine;
}

function readLine(line: string, number: number): WorldRecord {
  const parsed = lineSchema.safeParse(parsePlatformJson(line));
  if (!parsed.success)
    throw new RecordsFileUnusable(texts.badLine(number, parsed.error.issues[0]?.path.join('.') ?? ''));
  const { id, createdAt, updatedAt, archived, archivedAt, properties } = parsed.data;
  return {
    id,
    createdAt,
    updatedAt,
    ...(archived ? { archivedAt: archivedAt ?? updatedAt } : {}),
    properties: Object.fromEntries(
      Object.entries(properties)
        .filter(([name]) => !builtInNames.includes(name))
        .map(([name, value]) => [name, isRawNumber(value) ? value.rawJSON : value] as const),
    ),
  };
}
