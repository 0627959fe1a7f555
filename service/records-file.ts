/** Records of one's own for the embedded upstream: a file with a record a line, in the shape in which the service itself lists them. */
import { createReadStream } from 'node:fs';
import { z } from 'zod';
import { recordsFileTexts as texts } from '#service-texts/refusals.ts';
import { parsePlatformJson } from './upstream/platform-json.ts';
import type { WireValue } from './upstream/upstream.ts';
import { builtInNames, type WorldRecord } from './upstream/world.ts';

/** A file that cannot be served; the message says which line and why. */
export class RecordsFileUnfit extends Error {
  override name = 'RecordsFileUnfit';
}

const moment = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));
const lineSchema = z.object({
  id: z.union([z.string().regex(/^(0|[1-9]\d{0,14})$/), z.number().int().min(0)]).transform(Number),
  // Not `z.record`: it would leave out a property called `__proto__`.
  properties: z
    .custom<Readonly<Record<string, WireValue>>>((given) => isObject(given) && !Array.isArray(given))
    .superRefine((given, context) => {
      const bad = Object.entries(given).find(([, value]) => !isValue(value));
      if (bad) context.addIssue({ code: 'custom', path: [bad[0]] });
    }),
  createdAt: moment,
  updatedAt: moment,
  archived: z.boolean().default(false),
  archivedAt: moment.optional(),
});

const isObject = (given: unknown): given is object => typeof given === 'object' && given !== null;

const isValue = (given: unknown) =>
  given === null || ['string', 'number', 'boolean'].includes(typeof given) || isRaw(given);

/** A number that no double holds is kept digit by digit. */
function isRaw(given: unknown): boolean {
  return isObject(given) && 'rawJSON' in given && Object.isFrozen(given);
}

/** @returns the records, ascending by id. @throws RecordsFileUnfit, or the fault of the file system */
export async function readRecordsFile(path: string): Promise<readonly WorldRecord[]> {
  const records: WorldRecord[] = [];
  let number = 0;
  for await (const line of readLines(path)) {
    number += 1;
    if (line.trim() !== '') records.push(readLine(line, number));
  }
  records.sort((a, b) => a.id - b.id);
  const twice = records.find(({ id }, index) => records[index - 1]?.id === id);
  if (twice) throw new RecordsFileUnfit(texts.twice(String(twice.id)));
  return records;
}

/** A line ends at `\n` alone: `node:readline` ends one at U+2028 too, which may stand in a record's text as it is. */
async function* readLines(path: string): AsyncGenerator<string> {
  let begun = '';
  for await (const piece of createReadStream(path, 'utf8')) {
    const lines = `${begun}${String(piece)}`.split('\n');
    begun = lines.pop() ?? '';
    yield* lines;
  }
  yield begun;
}

function readLine(line: string, number: number): WorldRecord {
  const parsed = lineSchema.safeParse(parsePlatformJson(line));
  if (!parsed.success) throw new RecordsFileUnfit(texts.badLine(number, parsed.error.issues[0]?.path.join('.') ?? ''));
  const { id, createdAt, updatedAt, archived, archivedAt, properties } = parsed.data;
  return {
    id,
    createdAt,
    updatedAt,
    ...(archived ? { archivedAt: archivedAt ?? updatedAt } : {}),
    properties: Object.fromEntries(
      Object.entries(properties)
        .filter(([name]) => !builtInNames.includes(name))
        .map(([name, value]) => [name, isRaw(value) ? String(Object(value).rawJSON) : value] as const),
    ),
  };
}
