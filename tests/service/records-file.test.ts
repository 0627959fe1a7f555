import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readRecordsFile, RecordsFileUnusable } from '#service/records-file.ts';
import { createEmbeddedUpstream } from '#service/upstream/embedded.ts';
import { LIST, record, talkAbout, talkTo } from './talk.ts';

function write(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'records-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'records.jsonl');
  writeFileSync(path, text);
  return path;
}

const query = 'properties=a552213_title,a552213_record_id,a552213_total_hours';
const times = '"createdAt":"2026-01-05T08:00:00.000Z","updatedAt":"2026-01-06T08:00:00.000Z"';

it('serves what a service listed', async () => {
  const first = await talkAbout([
    record(0, { title: 'Call', total_hours: '1.5' }),
    record(1, { title: null }, { archivedAt: Date.UTC(2026, 1, 1) }),
  ]);
  const live = (await first.get(`${LIST}?${query}`)).body.results;
  const archived = (await first.get(`${LIST}?${query}&archived=true`)).body.results;
  const path = write([...archived, ...live].map((each) => `${JSON.stringify(each)}\n`).join('\n'));
  const second = await talkTo({ upstream: createEmbeddedUpstream({ records: await readRecordsFile(path) }) });
  expect((await second.get(`${LIST}?${query}`)).body.results).toEqual(live);
  expect((await second.get(`${LIST}?${query}&archived=true`)).body.results).toEqual(archived);
});

it('keeps a property whatever its name is, and names one whose value is none', async () => {
  const line = (properties: string) => `{"id":"7","properties":${properties},${times}}`;
  const [only] = await readRecordsFile(write(line('{"__proto__":"x","constructor":"y"}')));
  expect(Object.entries(only?.properties ?? {})).toEqual([
    ['__proto__', 'x'],
    ['constructor', 'y'],
  ]);
  await expect(readRecordsFile(write(line('{"__proto__":[]}')))).rejects.toThrow('__proto__');
  await expect(readRecordsFile(write(line('[]')))).rejects.toThrow(RecordsFileUnusable);
});

it('keeps the digits of a number that no double holds', async () => {
  const path = write(`{"id":"7","properties":{"a552213_total_hours":0.12345678901234567890},${times}}`);
  const [only] = await readRecordsFile(path);
  expect(only?.properties['a552213_total_hours']).toBe('0.12345678901234567890');
});

it('ends a line at its line feed alone, whatever else the texts of a record hold', async () => {
  const title = 'one\u2028two\u2029three\u0085four';
  // Longer than one read of the file.
  const long = 'é'.repeat(100_000);
  const lines = [title, long].map((text, at) => `{"id":${at},"properties":{"a552213_title":"${text}"},${times}}`);
  const records = await readRecordsFile(write(`${lines.join('\r\n')}\r\n`));
  expect(records.map(({ properties }) => properties['a552213_title'])).toEqual([title, long]);
});

it.each([
  ['no JSON', '{"id":1', /line 1 is no record/],
  ['no time', `{"id":1,"properties":{},"createdAt":"today"}`, /line 1 .* at createdAt/],
  ['another spelling of an id', `\n{"id":"007","properties":{},${times}}`, /line 2 .* at id/],
  ['a list for a value', `{"id":1,"properties":{"a":[1]},${times}}`, /at properties\.a/],
  ['an id twice', `{"id":1,"properties":{},${times}}\n{"id":"1","properties":{},${times}}`, /two lines have the id 1/],
])('refuses a file with %s', async (_, text, problem) => {
  const read = readRecordsFile(write(text));
  await expect(read).rejects.toThrow(RecordsFileUnusable);
  await expect(read).rejects.toThrow(problem);
});
