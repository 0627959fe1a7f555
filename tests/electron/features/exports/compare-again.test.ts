/** A file against what is written once more by the same definition: equal, the first place that differs, or why it cannot be told. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Verifying } from '#electron/features/exports/verify.ts';
import type { Manifest } from '#contract/exports.ts';
import { AppFailure } from '#contract/errors.ts';
import type { FileAnswer } from '#contract/file-answer.ts';
import { judgeAnswer } from '#contract/proof/verdict.ts';
import { failure } from '#tests/support/failure.ts';
import { changeJson, verifyDescribed, verifyingOf, writeExported, writeFile, type Line } from './written-files.ts';

const lines: readonly Line[] = [
  ['1', '30', '1.25'],
  ['2', '90', '-0.5'],
  ['3', '0', '7'],
];
const changed: readonly Line[] = [...lines.slice(0, 2), ['3', '0', '8']];
let folder: string;
let path: string;
let temporary: string;
let manifest: Manifest;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'compare-again-'));
  path = join(folder, 'hours.csv');
  temporary = join(folder, 'temporary');
  mkdirSync(temporary);
  vi.stubEnv('TMPDIR', temporary);
  manifest = writeExported(path, lines);
});
afterEach(() => {
  // Another test file may ask for the place of temporary files as it is loaded, before its first test puts it back.
  vi.unstubAllEnvs();
  const left = readdirSync(temporary);
  rmSync(folder, { recursive: true });
  // Whatever came of it, what was written again is gone.
  expect(left).toEqual([]);
});

const ask = async (own: Partial<Verifying>) => (await verifyDescribed(path, verifyingOf({}, own))).again;
/** Of the records here, as the definition of the file has them. */
const giving =
  (now: readonly Line[], more: Partial<Manifest> = {}): Verifying['rewriteFile'] =>
  async ({ title, audience }, again) =>
    writeFile(again, now, { title, audience, ...more });
const compare = (now: readonly Line[], more: Partial<Manifest> = {}) => ask({ rewriteFile: giving(now, more) });
/** This computer wrote the file. */
const findWrittenExports = (sha256: readonly string[]) =>
  sha256.includes(manifest.sha256) ? [{ manifest, conditions: { filter: [], query: 'told here' } }] : [];
const judged = ({ state, why }: FileAnswer['again']) => [state, ...why];

describe('the first place that differs', () => {
  const placed = ({ state, difference }: FileAnswer['again']) => [state, difference];

  test('is the cell, with what was expected and what was found, though the hash was made anew', async () => {
    writeExported(path, lines.with(1, ['2', '91', '-0.5']));
    const answer = await verifyDescribed(path, verifyingOf({ 'hours.csv': lines }));
    expect(judgeAnswer(answer)).toBe('differs');
    const place = { kind: 'cell', line: 3, head: 'minutes' };
    expect(placed(answer.again)).toEqual(['differs', { place, expected: '90', found: '91' }]);
  });

  test('is the first of several, also where they even each other out in every sum', async () => {
    const even: readonly Line[] = [['1', '90', '1.25'], ['2', '30', '-0.5'], ...lines.slice(2)];
    const again = await compare(even);
    expect(placed(again)).toMatchObject(['differs', { place: { line: 2 }, expected: '90', found: '30' }]);
    expect(again.sums).toEqual([]);
  });

  test('is the line that only the file has, or only the records here give', async () => {
    expect(placed(await compare(lines.slice(0, 2)))).toEqual([
      'differs',
      { place: { kind: 'line', line: 4, field: null }, expected: null, found: '3 · 0 · 7' },
    ]);
    const more = await compare([...lines, ['4', '0', '0']]);
    expect(placed(more)).toMatchObject(['differs', { place: { line: 5 }, expected: '4 · 0 · 0', found: null }]);
    expect([more.records, more.sums]).toEqual([{ written: 3, found: 4 }, []]);
  });

  test('is in what stands beside the file, to its last byte', async () => {
    const place = { kind: 'part', part: 'hours.csv.datapackage.json' };
    for (const content of ['{"name":"x"}', '{}\n', '']) {
      writeFileSync(`${path}.datapackage.json`, content);
      expect(placed(await compare(lines)), content).toMatchObject(['differs', { place }]);
    }
    writeFileSync(`${path}.datapackage.json`, '{}');
    expect((await compare(lines)).state).toBe('equal');
  });

  test('is in the mail body beside a page that has one, and nowhere in a short page', async () => {
    const page: Partial<Manifest> = { format: 'html', lines: 51 };
    const rewriteFile: Verifying['rewriteFile'] = async ({ title }, again) => {
      writeFileSync(`${again}.mail.html`, '<h1>October</h1>');
      return writeFile(again, lines, { title, ...page });
    };
    const body = `${path}.mail.html`;
    writeExported(path, lines, page);
    writeFileSync(body, '<h1>October 2</h1>');
    const place = { kind: 'part', part: 'hours.csv.mail.html' };
    expect(placed(await ask({ rewriteFile }))).toMatchObject(['differs', { place }]);
    writeFileSync(body, '<h1>October</h1>');
    expect((await ask({ rewriteFile })).state).toBe('equal');
    writeFileSync(path, readFileSync(path, 'utf8').replace('90', '91'));
    expect(placed(await ask({ rewriteFile }))).toMatchObject(['differs', { place: { kind: 'line' } }]);
    page.lines = 50;
    writeExported(path, lines, page);
    writeFileSync(body, 'of no file of ours');
    expect((await ask({ rewriteFile })).state).toBe('equal');
  });

  test.each<[string, Partial<Manifest>]>([
    ['records', { records: 4 }],
    ['lines', { lines: 4 }],
    ['columns.2', { columns: ['sys_object_id', 'minutes', 'cost'] }],
    ['sums.amount', { sums: { minutes: '120', amount: '7.76' } }],
  ])('is the manifest’s %s where the same bytes are told of otherwise', async (field, more) => {
    const { difference, sameBytes } = await compare(lines, more);
    expect([difference?.place, sameBytes]).toEqual([{ kind: 'manifest', field }, true]);
  });

  test('comes with the sums that the records here give, of each table and of totals no column adds up', async () => {
    expect((await compare(changed)).sums).toMatchObject([
      { column: 'amount', written: '7.75', found: '8.75', difference: '1' },
    ]);
    const part = (title: string, amount: string) => ({
      title,
      lines: 0,
      columns: [],
      heads: [],
      sums: { amount },
      notes: [],
    });
    const overview = (hours: string, amount: string): Partial<Manifest> => ({
      of: 'overview',
      totals: { hours },
      parts: [part('one', '1'), part('two', amount)],
    });
    writeExported(path, lines, overview('2', '2'));
    const { sums } = await compare(lines, overview('3', '5'));
    expect(sums.map(({ column, difference }) => [column, difference])).toEqual([
      ['two: amount', '3'],
      ['hours', '1'],
    ]);
  });
});

test('a client’s file that is another one differs, and names or settings could explain it, but for what was written here', async () => {
  const client = { audience: 'client', source: undefined, directoryHash: undefined, settingsHash: undefined } as const;
  writeExported(path, changed, client);
  const rewriteFile = giving(lines);
  expect(judged(await ask({ rewriteFile }))).toEqual(['differs', 'names', 'settings']);
  expect(judged(await ask({ rewriteFile, findWrittenExports }))).toEqual(['differs']);
  expect(judged(await compare(lines, { asOf: '2026-11-21T08:00:00.000Z' }))).toEqual(['unknown', 'records']);
  expect(judged(await compare(changed))).toEqual(['equal']);
});

describe('a manifest whose field was edited', () => {
  test.each<[field: string, value: unknown, elsewhere: string]>([
    ['complete', false, 'differs'],
    ['notes', [{ code: 'x', records: 1, text: 'Paid.' }], 'differs'],
    ['currency', 'XAU', 'differs'],
    ['extra', 'not ours', 'differs'],
    // Of another time the records here prove nothing, and nothing in them contradicts a title; a client's manifest would lack the hashes.
    ['asOf', '2026-11-01T00:00:00.000Z', 'unknown'],
    ['title', 'Another title', 'equal'],
    ['audience', 'client', 'differs'],
  ])('differs in %s where this computer wrote it', async (field, value, elsewhere) => {
    changeJson(`${path}.manifest.json`, { [field]: value });
    const known = await ask({ rewriteFile: giving(lines), findWrittenExports });
    expect([known.state, known.isKnown]).toEqual(['differs', false]);
    expect(known.difference?.place).toMatchObject({ kind: 'manifest', field: expect.stringContaining(field) });
    expect((await compare(lines)).state).toBe(elsewhere);
  });

  test('is compared with the one of several it was written with', async () => {
    const other = { ...manifest, title: 'Of before' };
    const both = () => [other, manifest].map((each) => ({ manifest: each, conditions: { filter: [], query: '' } }));
    expect(await ask({ rewriteFile: giving(lines), findWrittenExports: both })).toMatchObject({
      state: 'equal',
      isKnown: true,
    });
  });
});

describe('it cannot be compared', () => {
  test.each<[why: string, now: readonly Line[], more: Partial<Manifest>]>([
    ['no-records', [], { complete: false }],
    ['source', changed, { source: 'https://another.example' }],
    ['records', changed, { asOf: '2026-11-21T08:00:00.000Z' }],
    ['records', changed, { complete: false }],
    ['names', changed, { directoryHash: 'others' }],
    ['names', changed, { namesDamaged: true }],
    ['settings', changed, { settingsHash: 'others' }],
    ['settings', changed, { letterheadHash: 'others' }],
    ['reviews', changed, { reviewsHash: 'others' }],
    ['version', changed, { appVersion: 'newer' }],
  ])('for other %s, and what differs is nobody’s fault', async (why, now, more) => {
    const again = await compare(now, more);
    expect([...judged(again), again.difference]).toEqual(['unknown', why, null]);
  });

  test('for several reasons, all of which are told', async () => {
    expect(judged(await compare(lines, { directoryHash: 'others', appVersion: 'newer' }))).toEqual([
      'unknown',
      'names',
      'version',
    ]);
  });

  test('for conditions that were not told, and is not asked; this computer knows them of what it wrote', async () => {
    manifest = writeExported(path, lines, { internalFilter: true });
    const unasked = await ask({ rewriteFile: () => expect.fail('asked') });
    expect([...judged(unasked), unasked.records]).toEqual(['unknown', 'conditions', { written: 3, found: null }]);
    const rewriteFile: Verifying['rewriteFile'] = async ({ query, internalFilter }, again) => {
      expect([query, internalFilter]).toEqual(['told here', undefined]);
      return writeFile(again, lines, { internalFilter: true });
    };
    expect(await ask({ rewriteFile, findWrittenExports })).toMatchObject({ state: 'equal', isKnown: true });
  });

  test('where its definition is refused', async () => {
    for (const refused of [
      async () => null,
      () => Promise.reject(new AppFailure({ code: 'usage', detail: '' })),
      () => Promise.reject(new AppFailure({ code: 'filter-invalid', detail: '' })),
    ])
      expect(await ask({ rewriteFile: refused })).toMatchObject({
        state: 'unknown',
        why: ['refused'],
        sameBytes: null,
      });
  });
});

test('what this computer wrote and gives the same bytes is equal, whatever has changed since', async () => {
  const newer = { directoryHash: 'others', asOf: '2026-11-21T08:00:00.000Z' };
  const there = await compare(lines, newer);
  expect([...judged(there), there.sameBytes]).toEqual(['unknown', 'records', 'names', true]);
  const here = await ask({ rewriteFile: giving(lines, newer), findWrittenExports });
  expect(here).toMatchObject({ state: 'equal', why: [], sameBytes: true, isKnown: true });
  const other = await ask({ rewriteFile: giving(changed, newer), findWrittenExports });
  expect([...judged(other), other.isKnown]).toEqual(['unknown', 'records', 'names', true]);
});

test('settings that are others, and which records there are, are told with every answer', async () => {
  const settings = [{ name: 'hoursDigits' as const, written: '2', now: '4' }];
  const asOf = '2026-11-21T08:00:00.000Z';
  const again = await ask({
    rewriteFile: giving(changed, { asOf, complete: false }),
    listChangedSettings: () => settings,
  });
  expect(again).toMatchObject({ settings, complete: false, asOf });
});

test('a fault is a fault, and a cancelled check ends in the middle with nothing left behind', async () => {
  for (const code of ['disk-full', 'cancelled'] as const) {
    const rewriteFile: Verifying['rewriteFile'] = async (_, again) => {
      writeFile(again, lines);
      throw new AppFailure({ code });
    };
    expect(await failure(ask({ rewriteFile }))).toEqual({ code });
  }
  expect(readFileSync(path, 'utf8')).toContain('90');
});
