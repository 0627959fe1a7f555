/** Three questions about one file, each answered by itself: untouched, adds up, true today. */
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { verifyAgain, verifyFile, type Verifying } from '../../../../../electron/questions/exports/proof/verify.ts';
import type { Manifest } from '../../../../../src/contract/exports.ts';
import { AppFailure } from '../../../../../src/contract/errors.ts';
import type { FileAnswer } from '../../../../../src/contract/file-answer.ts';
import { failure } from '../../../../support/failure.ts';
import { verifyingOf, writeExported, writeFile, type Line } from './written-files.ts';

const lines: readonly Line[] = [
  ['1', '30', '1.25'],
  ['2', '90', '-0.5'],
  ['3', '0', '7'],
];
let folder: string;
let path: string;
let temporary: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'verify-'));
  path = join(folder, 'hours.csv');
  temporary = join(folder, 'temporary');
  mkdirSync(temporary);
  vi.stubEnv('TMPDIR', temporary);
});
afterEach(() => {
  // Whatever came of it, what was written again is gone.
  expect(readdirSync(temporary)).toEqual([]);
  rmSync(folder, { recursive: true });
});

const ask = (today: readonly Line[] | null) => verifyFile(path, verifyingOf({ 'hours.csv': today }));
const asking = (writeAgain: Verifying['writeAgain']) => verifyFile(path, { ...verifyingOf({}), writeAgain });
const holds = ({ untouched, addsUp, today }: FileAnswer) => [untouched.holds, addsUp.holds, today.holds];

test('a file as it was written answers yes three times', async () => {
  const { sha256 } = writeExported(path, lines);
  const answer = await ask(lines);
  expect(holds(answer)).toEqual([true, true, true]);
  expect(answer.untouched).toEqual({ holds: true, sha256, manifestSha256: sha256, seal: null });
  expect(answer.differences).toMatchObject({ against: 'original', cellCount: 0, missingCount: 0, extraCount: 0 });
});

test('a file that was changed is compared with what was exported, and its manifest with today', async () => {
  writeExported(path, lines);
  writeFileSync(path, readFileSync(path, 'utf8').replace('90', '91'));
  const answer = await ask(lines);
  expect(holds(answer)).toEqual([false, false, true]);
  expect(answer.addsUp.sums).toMatchObject([{ column: 'minutes', written: '120', found: '121' }]);
  expect(answer.differences).toMatchObject({ against: 'original', cells: [{ line: 3, key: ['2'], inFile: '91' }] });
});

test('a file that today’s records have overtaken says where, though it is untouched', async () => {
  writeExported(path, lines);
  const changed = await ask([...lines.slice(0, 2), ['3', '0', '8']]);
  expect(holds(changed)).toEqual([true, true, false]);
  expect(changed.today.sums).toMatchObject([{ column: 'amount', written: '7.75', found: '8.75', difference: '1' }]);
  expect(changed.differences).toMatchObject({ against: 'today', cellCount: 1 });
  const more = await ask([...lines, ['4', '0', '0']]);
  expect(holds(more)).toEqual([true, true, false]);
  expect([more.today.sums, more.today.records]).toEqual([[], { written: 3, found: 4 }]);
  // Two lines that even each other out change no sum.
  const even = await ask([['1', '90', '1.25'], ['2', '30', '-0.5'], ...lines.slice(2)]);
  expect([even.today.holds, even.today.sums, even.differences.cellCount]).toEqual([false, [], 2]);
});

test.each<[string, Partial<Manifest>]>([
  ['records', { records: 4 }],
  ['lines', { lines: 4 }],
  ['columns', { columns: ['sys_object_id', 'minutes', 'cost'], sums: { minutes: '120', amount: '7.75' } }],
])('a file is not true any more where today’s has other %s alone', async (_, more) => {
  writeExported(path, lines);
  const answer = await asking(async ({ title }, again) => writeFile(again, lines, { title, ...more }));
  expect([answer.untouched.holds, answer.today.holds]).toEqual([true, false]);
});

test('other columns are not put side by side', async () => {
  writeExported(path, lines);
  const others = { columns: ['sys_object_id', 'client', 'amount'] };
  const answer = await asking(async (_, again) => writeFile(again, [['9', '9', '9']], others));
  expect(answer.differences).toMatchObject({ cellCount: 0, missingCount: 0, extraCount: 0 });
});

test('names that are others today are told beside, and the figures hold', async () => {
  writeExported(path, lines);
  const answer = await asking(async (_, again) => writeFile(again, lines, { directoryHash: 'others' }));
  expect(answer.today).toMatchObject({ holds: true, sameNames: false });
});

describe('what cannot be asked again', () => {
  beforeEach(() => void writeExported(path, lines));

  test('for conditions that were not told is not asked', async () => {
    writeExported(path, lines, { internalFilter: true });
    const answer = await asking(() => expect.fail('asked'));
    expect([holds(answer), answer.today.why]).toEqual([[true, true, null], 'internal-filter']);
    expect(answer.today.records).toEqual({ written: 3, found: null });
  });

  test('because it is refused today is told as that', async () => {
    for (const refused of [
      async () => null,
      () => Promise.reject(new AppFailure({ code: 'usage', detail: '' })),
      () => Promise.reject(new AppFailure({ code: 'filter-invalid', detail: '' })),
    ]) {
      const answer = await asking(refused);
      expect([answer.today.holds, answer.today.why]).toEqual([null, 'refused']);
    }
  });

  test('because of a fault is a fault', async () => {
    expect(await failure(asking(() => Promise.reject(new AppFailure({ code: 'disk-full' }))))).toEqual({
      code: 'disk-full',
    });
    const { file: _, ...described } = writeFile(join(folder, 'whole.csv'), lines);
    const verifying = { ...verifyingOf({}), writeAgain: () => Promise.reject(new AppFailure({ code: 'cancelled' })) };
    expect(await failure(verifyAgain(described, verifying))).toEqual({ code: 'cancelled' });
  });
});

test('what is no file, has no manifest or one that cannot be read is wrong use', async () => {
  const detail = async () => (await failure(ask(lines))) as { code: string; detail: string };
  expect(await detail()).toMatchObject({ code: 'usage', detail: expect.stringContaining('hours.csv') });
  writeFile(path, lines);
  expect(await detail()).toMatchObject({ code: 'usage', detail: expect.stringContaining('manifest') });
  writeFileSync(`${path}.manifest.json`, '{"file":"hours.csv"}');
  expect(await detail()).toMatchObject({ code: 'usage', detail: expect.stringContaining('hours.csv.manifest.json') });
});

describe('lines are known', () => {
  /** @returns where the second line is found after another one came before it */
  async function keyOf(more: Partial<Manifest>) {
    writeExported(path, lines, more);
    const answer = await asking(async ({ title }, again) =>
      writeFile(again, [['0', '5', '0'], lines[0]!, ['2', '90', '-0.6'], lines[2]!], { title, ...more }),
    );
    return answer.differences.cells.map(({ key }) => key);
  }
  const report = { measures: ['records'], groupBy: ['client', 'team'], filterGroups: [], query: '' } as never;

  test('by the record’s id, or the id that people know', async () => {
    expect(await keyOf({})).toEqual([['2']]);
    expect(await keyOf({ columns: ['a552213_record_id', 'minutes', 'amount'] })).toEqual([['2']]);
    expect(await keyOf({ columns: ['a552213_record_id', 'sys_object_id', 'amount'] })).toEqual([['90']]);
  });

  test('of a report by all its groups, of findings by their check and record', async () => {
    expect(await keyOf({ of: 'report', report })).toEqual([['2', '90']]);
    expect(await keyOf({ of: 'findings', columns: ['id', 'check', 'amount'] })).toEqual([['90', '2']]);
  });
});

test('a document of several tables is compared by the sums of each, and an overview by its totals too', async () => {
  const part = (title: string, amount: string) => ({
    title,
    lines: 0,
    columns: [],
    heads: [],
    sums: { amount },
    notes: [],
  });
  writeExported(path, lines, { of: 'overview', totals: { hours: '2' }, parts: [part('one', '1'), part('two', '2')] });
  const answer = await asking(async (_, again) =>
    writeFile(again, lines, { of: 'overview', totals: { hours: '3' }, parts: [part('one', '1'), part('two', '5')] }),
  );
  expect(answer.today.sums.map(({ column, difference }) => [column, difference])).toEqual([
    ['two: amount', '3'],
    ['hours', '1'],
  ]);
});

test('a line that was added to a file is named', async () => {
  writeExported(path, lines);
  appendFileSync(path, '4,1,1\r\n');
  const answer = await ask(lines);
  expect(holds(answer)).toEqual([false, false, true]);
  expect(answer.differences).toMatchObject({ extraCount: 1, extra: [{ line: 5, cells: ['4', '1', '1'] }] });
});
