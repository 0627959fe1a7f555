/** What is said of one file before any record is asked: what it is, whether it matches its manifest, who signed it, whether it adds up. */
import { createHash } from 'node:crypto';
import { appendFileSync, mkdtempSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { verifyFile, type Verifying } from '#electron/features/exports/verify.ts';
import { listFileParts, listHashParts, toLines } from '#contract/proof/file-lines.ts';
import { isHashOnly, judgeAnswer } from '#contract/proof/verdict.ts';
import type { FileAnswer } from '#contract/file-answer.ts';
import { makeCapsule } from '#tests/support/exports/old-capsule.ts';
import { failure } from '#tests/support/failure.ts';
import {
  createSigner,
  describeFile,
  verifyDescribed,
  verifyingOf,
  writeExported,
  writeFile,
  type Line,
} from './written-files.ts';

const lines: readonly Line[] = [
  ['1', '30', '1.25'],
  ['2', '90', '-0.5'],
  ['3', '0', '7'],
];
let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'verify-'));
  path = join(folder, 'hours.csv');
});
afterEach(() => rmSync(folder, { recursive: true }));

const ask = (own: Partial<Verifying> = {}, file = path) =>
  verifyDescribed(file, verifyingOf({ 'hours.csv': lines }, own));
const holds = ({ matches, addsUp, again }: FileAnswer) => [matches.holds, addsUp.holds, again.state];

test('a file as it was written matches, adds up, and is equal when it is written again', async () => {
  const { sha256 } = writeExported(path, lines);
  const answer = await ask();
  expect(holds(answer)).toEqual([true, true, 'equal']);
  expect(answer.matches).toEqual({ holds: true, sha256, manifestSha256: sha256, seal: null });
  expect(answer.addsUp).toEqual({ holds: true, lines: { written: 3, found: 3 }, sums: [] });
});

test('the first lines say its title, period, records, hours and name, in the words of its manifest', async () => {
  const period = { name: 'last-month', from: '2026-10-01', to: '2026-10-31' };
  const totals = { billable_value: '7.75', logged_hours: '2' };
  writeExported(path, lines, { title: 'hours.csv', period, totals });
  const answer = await ask();
  expect(answer.says).toEqual({
    name: 'hours.csv',
    title: 'hours.csv',
    period,
    records: 3,
    total: { measure: 'logged_hours', value: '2', currency: 'EUR' },
    asOf: '2026-11-20T08:00:00.000Z',
    appVersion: 'test',
  });
  expect(toLines(listFileParts(answer)).slice(0, 2)).toEqual([
    'Checked: “hours.csv”, 1–31 Oct 2026, 3 records, Logged hours 2.00 h.',
    '  written as hours.csv',
  ]);
});

test('without hours its first known total is said, and of a long title only its beginning', async () => {
  writeExported(path, lines, { title: 'x'.repeat(2000), totals: { effective_rate: null, billable_value: '7.75' } });
  const { says } = await ask();
  expect([says.total, says.title.length]).toEqual([{ measure: 'billable_value', value: '7.75', currency: 'EUR' }, 300]);
});

test('a file under another name than it was written is pointed out, and is equal all the same', async () => {
  writeExported(path, lines);
  const renamed = join(folder, 'october.csv');
  for (const suffix of ['', '.manifest.json', '.datapackage.json']) renameSync(path + suffix, renamed + suffix);
  const answer = await ask({}, renamed);
  expect([answer.file, answer.says.name, answer.again.state]).toEqual(['october.csv', 'hours.csv', 'equal']);
  expect(judgeAnswer(answer)).toBe('renamed');
});

test('a file that was changed does not match, and its sums are named', async () => {
  writeExported(path, lines);
  writeFileSync(path, readFileSync(path, 'utf8').replace('90', '91'));
  const answer = await ask();
  expect(holds(answer)).toEqual([false, false, 'differs']);
  expect(answer.addsUp.sums).toMatchObject([{ column: 'minutes', written: '120', found: '121', difference: '1' }]);
});

test('a line that was added to a file does not add up, though it changes no sum', async () => {
  writeExported(path, lines);
  appendFileSync(path, '4,0,0\r\n');
  const answer = await ask();
  expect(holds(answer)).toEqual([false, false, 'differs']);
  expect(answer.addsUp).toMatchObject({ lines: { written: 3, found: 4 }, sums: [] });
});

test('a file that takes too long is not said to add up, and is compared all the same', async () => {
  writeExported(path, lines);
  const answer = await ask({ until: performance.now() - 1 });
  expect(holds(answer)).toEqual([true, null, 'equal']);
  expect(answer.addsUp.seconds).toBe(10);
});

test('how many records are written again is told before they are', async () => {
  writeExported(path, lines);
  const told: number[] = [];
  const { rewriteFile } = verifyingOf({ 'hours.csv': lines });
  await ask({
    expectRecords: (records) => void told.push(records),
    rewriteFile: (described, again) => (expect(told).toEqual([3]), rewriteFile(described, again)),
  });
  expect(told).toEqual([3]);
});

describe('a signature', () => {
  const signer = createSigner();
  const asked = async (own: Partial<Verifying> = {}, signedBy?: string) => {
    const answer = await ask(own);
    const said = toLines(listFileParts(answer, signedBy)).find((line) => /^(?:Untouched|Matches)/.test(line));
    return [answer.signature.state, answer.signature.own, said?.split(':')[0]];
  };
  const matches = 'Matches its manifest';
  beforeEach(() => void writeExported(path, lines));

  test('that is not there leaves a file that matches its manifest, and is never “untouched”', async () => {
    expect(await asked()).toEqual(['none', null, matches]);
    expect(await asked({ ownKey: signer.fingerprint })).toEqual(['none', null, matches]);
  });

  test('by this app’s key or the one that was named says untouched, by a stranger’s not', async () => {
    signer.sign(`${path}.manifest.json`);
    expect(await asked({ ownKey: signer.fingerprint })).toEqual(['valid', true, 'Untouched']);
    expect(await asked({}, signer.fingerprint)).toEqual(['valid', null, 'Untouched']);
    expect(await asked({ ownKey: createSigner().fingerprint })).toEqual(['valid', false, matches]);
    expect(await asked()).toEqual(['valid', null, matches]);
  });

  test('is wrong over another manifest, and missing where it was taken away', async () => {
    signer.sign(`${path}.manifest.json`);
    appendFileSync(`${path}.manifest.json`, '\n');
    expect(await asked({ ownKey: signer.fingerprint })).toEqual(['wrong', true, matches]);
    rmSync(`${path}.manifest.json.sig`);
    expect(await asked()).toEqual(['missing', null, matches]);
  });
});

describe('without a manifest', () => {
  const told = (answer: Awaited<ReturnType<typeof verifyFile>>) =>
    isHashOnly(answer) ? toLines(listHashParts(answer)) : toLines(listFileParts(answer));

  test('a file that this computer did not write is told so, by its hash', async () => {
    const { sha256 } = writeFile(path, lines);
    const answer = await verifyFile(path, verifyingOf({}));
    expect(answer).toEqual({ file: 'hours.csv', sha256, sent: null });
    expect(judgeAnswer(answer)).toBe('foreign');
    expect(told(answer)).toContain('Sent: no file of this computer has this hash.');
  });

  test('one that it wrote is checked by the manifest that it remembers', async () => {
    const manifest = writeExported(path, lines);
    rmSync(`${path}.manifest.json`);
    const findWrittenExports = () => [{ manifest, conditions: { filter: [], query: '' } }];
    const answer = await verifyFile(path, verifyingOf({ 'hours.csv': lines }, { findWrittenExports }));
    expect(answer).toMatchObject({ matches: { holds: true, remembered: true }, again: { state: 'equal' } });
    expect(told(answer).join()).toContain('as this computer wrote it and remembers');
    appendFileSync(path, 'x');
    expect(judgeAnswer(await verifyFile(path, verifyingOf({})))).toBe('foreign');
  });
});

describe('a capsule of an earlier version', () => {
  const manifest = describeFile('hours.html', lines, { format: 'capsule' });
  const page = makeCapsule(manifest, lines);
  const asked = (content: string) => {
    const capsule = join(folder, 'hours.html');
    writeFileSync(capsule, content, 'latin1');
    return ask({}, capsule);
  };

  test('is read and added up, and parts that agree are no proof; it is not written again', async () => {
    const answer = await asked(page);
    expect(answer.matches).toMatchObject({ holds: true, seal: true, manifestSha256: null });
    expect([...holds(answer), ...answer.again.why]).toEqual([true, true, 'unknown', 'format']);
    expect(judgeAnswer(answer)).toBe('unknown');
    const said = toLines(listFileParts(answer)).join('\n');
    expect(said).toContain('Its parts agree; that is no proof.');
    expect(said).toContain('cannot be compared: files of its format are not written any more');
  });

  test('has parts that do not agree where a byte is another, and does not add up where a forger lets all agree', async () => {
    expect((await asked(page.replace('Not verified', 'Now verified'))).matches).toMatchObject({
      holds: false,
      seal: false,
    });
    expect(holds(await asked(makeCapsule(manifest, lines.slice(1))))).toEqual([true, false, 'unknown']);
  });

  test('is told by the manifest beside it, where there is one', async () => {
    const sha256 = createHash('sha256').update(page, 'latin1').digest('hex');
    writeFileSync(join(folder, 'hours.html.manifest.json'), JSON.stringify({ ...manifest, sha256 }));
    expect((await asked(page)).matches).toEqual({ holds: true, sha256, manifestSha256: sha256, seal: true });
  });
});

describe('wrong use', () => {
  const detail = async () => {
    const error = await failure(ask());
    return error.code === 'usage' ? error.detail : error.code;
  };

  test('is what is no file, or has a manifest that cannot be read', async () => {
    expect(await detail()).toContain('There is no file');
    writeFile(path, lines);
    for (const content of ['{', '{"file":"hours.csv"}']) {
      writeFileSync(`${path}.manifest.json`, content);
      expect(await detail()).toContain('The manifest hours.csv.manifest.json cannot be read');
    }
  });

  test('is a manifest of more bytes or values than any of ours', async () => {
    writeExported(path, lines);
    const manifest = readFileSync(`${path}.manifest.json`, 'utf8');
    writeFileSync(`${path}.manifest.json`, manifest.replace('{', `{"more":[${'0,'.repeat(250_000)}0],`));
    expect(await detail()).toContain('cannot be read');
    truncateSync(`${path}.manifest.json`, 16 * 1024 ** 2 + 1);
    expect(await detail()).toContain('hours.csv.manifest.json is larger than such a file can be');
  });
});
