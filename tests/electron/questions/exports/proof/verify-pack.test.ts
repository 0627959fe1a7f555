/** A pack as a folder and as a zip: its index against its files, its files against the whole, and both against today. */
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { verifyPack } from '../../../../../electron/questions/exports/proof/verify-pack.ts';
import { packIndexSchema, type PackIndex } from '../../../../../src/contract/exports.ts';
import type { PackAnswer } from '../../../../../src/contract/proof/pack-answer.ts';
import { failure } from '../../../../support/failure.ts';
import { writeZipFile } from '../../../../support/exports/zip.ts';
import { verifyingOf, writeExported, writePack, type Line } from './written-files.ts';

const [ACME, BROOK] = ['Acme.csv', 'Brook.csv'];
const files: Readonly<Record<string, readonly Line[]>> = {
  [ACME]: [
    ['1', '30', '1.25'],
    ['2', '90', '-0.5'],
  ],
  [BROOK]: [['3', '10', '7']],
};
const today = { ...files, whole: Object.values(files).flat() };

let folder: string;
let pack: string;
let temporary: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'verify-pack-'));
  [pack, temporary] = [join(folder, 'october'), join(folder, 'temporary')];
  for (const path of [pack, temporary]) mkdirSync(path);
  vi.stubEnv('TMPDIR', temporary);
  writePack(pack, files);
});
afterEach(() => {
  expect(readdirSync(temporary)).toEqual([]);
  rmSync(folder, { recursive: true });
});

const at = (name: string) => join(pack, name);
const ask = async (own: Parameters<typeof verifyingOf>[0] = today, path = pack): Promise<PackAnswer> =>
  (await verifyPack(path, verifyingOf(own))) ?? expect.fail('no pack');
const holds = ({ untouched, addsUp, today: then }: PackAnswer) => [untouched.holds, addsUp.holds, then.holds];
function changeIndex(change: (index: PackIndex) => object) {
  const index = packIndexSchema.parse(JSON.parse(readFileSync(at('index.json'), 'utf8')));
  writeFileSync(at('index.json'), JSON.stringify({ ...index, ...change(index) }));
}
const changeListed = (name: string, change: object) =>
  changeIndex(({ files: listed }) => ({
    files: listed.map((each) => (each.file === name ? { ...each, ...change } : each)),
  }));
/** @param more entries behind those of the pack */
async function zip(name: string, more: readonly (readonly [string, Buffer])[] = [], names = readdirSync(pack)) {
  const path = join(folder, name);
  await writeZipFile(path, [...names.map((own) => [own, readFileSync(at(own))] as const), ...more]);
  return path;
}

test('a pack as it was written answers yes three times, as a folder and as a zip', async () => {
  const answer = await ask();
  expect(holds(answer)).toEqual([true, true, true]);
  expect(answer).toMatchObject({ pack: 'october', as: 'folder', by: 'client', differing: [] });
  expect(answer.untouched).toEqual({ holds: true, missing: [], stray: [], changed: [] });
  expect(answer.addsUp).toEqual({ holds: true, records: { written: 3, found: 3 }, sums: [], files: [] });
  const zipped = await ask(today, await zip('october.zip'));
  expect(zipped).toEqual({ ...answer, pack: 'october.zip', as: 'zip' });
});

describe('what was touched is named', () => {
  test('a file or what stands beside it that is missing, first or second', async () => {
    for (const name of [ACME, `${BROOK}.datapackage.json`, 'index.csv']) {
      renameSync(at(name), join(folder, 'aside'));
      const { untouched, addsUp } = await ask();
      expect(untouched).toEqual({ holds: false, missing: [name], stray: [], changed: [] });
      // What is not there gives nothing.
      expect(addsUp.holds).toBe(name !== ACME);
      renameSync(join(folder, 'aside'), at(name));
    }
    expect((await ask()).untouched.holds).toBe(true);
  });

  test('a file that its index knows nothing of', async () => {
    writeFileSync(at('notes.txt'), 'x');
    writeFileSync(at(`${ACME}.manifest.json.sig`), 'x');
    expect((await ask()).untouched).toMatchObject({ holds: false, stray: [`${ACME}.manifest.json.sig`, 'notes.txt'] });
  });

  test('the second file and the table for people, where their bytes are others', async () => {
    appendFileSync(at(BROOK), '\r\n');
    appendFileSync(at('index.csv'), 'x');
    expect((await ask()).untouched).toMatchObject({ holds: false, changed: ['index.csv', BROOK], missing: [] });
  });

  test.each([
    ['records', { records: 3 }],
    ['unreadable values', { unreadable: 1 }],
    ['guarded texts', { guarded: 1 }],
    ['bytes', { sha256: 'b'.repeat(64) }],
    ['sums', { sums: { minutes: '120', amount: '0.76' } }],
  ])('a file that its index lists with other %s, though both agree with themselves', async (_, change) => {
    changeListed(ACME, change);
    expect((await ask()).untouched.changed).toEqual([ACME]);
  });

  test('a file whose own manifest was written for other bytes', async () => {
    const path = at(`${ACME}.manifest.json`);
    writeFileSync(path, readFileSync(path, 'utf8').replace(/"sha256":"[0-9a-f]{64}"/, `"sha256":"${'c'.repeat(64)}"`));
    expect((await ask()).untouched.changed).toEqual([ACME]);
  });

  test('a file that was put in the place of another with its own manifest', async () => {
    writeExported(at(BROOK), [['3', '10', '8']]);
    const answer = await ask();
    expect([answer.untouched.changed, answer.addsUp.files]).toEqual([[BROOK], []]);
  });
});

describe('files add up to the whole, or what differs is named', () => {
  test('in records', async () => {
    changeIndex(() => ({ records: 4 }));
    expect((await ask()).addsUp).toMatchObject({ holds: false, records: { written: 4, found: 3 }, sums: [] });
  });

  test('in records of the index and of the whole alike', async () => {
    changeIndex(({ whole }) => ({ records: 4, whole: { ...whole, records: 4 } }));
    expect((await ask()).addsUp).toMatchObject({ holds: false, records: { written: 4, found: 3 } });
  });

  test('in records of the whole alone', async () => {
    changeIndex(({ whole }) => ({ whole: { ...whole, records: 4 } }));
    expect((await ask()).addsUp).toMatchObject({ holds: false, records: { written: 3, found: 3 } });
  });

  test('in the sums of the index and of the whole', async () => {
    changeIndex(({ whole }) => ({ sums: { minutes: '130', amount: '7.76' }, whole }));
    const { holds: isWhole, sums } = (await ask()).addsUp;
    expect(isWhole).toBe(false);
    expect(sums.map(({ column, written, found, difference }) => [column, written, found, difference])).toEqual([
      ['amount', '7.76', '7.75', '-0.01'],
      ['amount', '7.76', '7.75', '-0.01'],
    ]);
  });

  test('the second file, whose lines are not those of its manifest', async () => {
    writeFileSync(at(BROOK), readFileSync(at(BROOK), 'utf8').replace('3,10,7', '3,10,9'));
    expect((await ask()).addsUp).toMatchObject({ holds: false, files: [BROOK], sums: [] });
  });
});

describe('today', () => {
  test('the second file may be another one, and the whole with it', async () => {
    const lines: readonly Line[] = [['3', '10', '9']];
    const answer = await ask({ ...today, [BROOK]: lines });
    expect([holds(answer), answer.differing]).toEqual([[true, true, false], [BROOK]]);
    expect(holds(await ask({ ...today, whole: [...today.whole, ['4', '0', '0']] }))).toEqual([true, true, false]);
  });

  test('what cannot be asked again makes no yes, and no no', async () => {
    expect(await ask({ ...today, [BROOK]: null })).toMatchObject({ today: { holds: null }, differing: [] });
    expect((await ask({ ...today, whole: null })).today.holds).toBeNull();
    expect((await ask({ ...today, [ACME]: [], [BROOK]: null })).today.holds).toBe(false);
  });
});

describe('a zip', () => {
  test('with a name twice is touched, whichever of the two programs take', async () => {
    const path = await zip('twice.zip', [[BROOK, Buffer.from('another')]]);
    const { untouched } = await ask(today, path);
    expect(untouched).toEqual({ holds: false, missing: [], stray: [BROOK], changed: [] });
  });

  test('gives only what its index lists to the disk', async () => {
    const path = await zip('stray.zip', [['evil.exe', Buffer.alloc(10)]]);
    let unpacked: string[] = [];
    const verifying = verifyingOf(today);
    const answer = await verifyPack(path, {
      ...verifying,
      writeAgain: (described, again) => {
        const [own] = readdirSync(temporary).filter((name) => name.startsWith('timelog-pack-'));
        unpacked = readdirSync(join(temporary, own ?? ''));
        return verifying.writeAgain(described, again);
      },
    });
    expect(answer?.untouched.stray).toEqual(['evil.exe']);
    expect(unpacked).toEqual(readdirSync(pack));
  });

  test('with an entry that cannot be unpacked lacks it, and the others are read', async () => {
    const path = await zip('broken.zip', [], [ACME, ...readdirSync(pack).filter((name) => name !== ACME)]);
    const bytes = readFileSync(path);
    // The first byte of the first content.
    const start = 30 + bytes.readUInt16LE(26) + bytes.readUInt16LE(28);
    bytes[start] = (bytes[start] ?? 0) ^ 0xff;
    writeFileSync(path, bytes);
    expect((await ask(today, path)).untouched).toEqual({ holds: false, missing: [ACME], stray: [], changed: [] });
  });

  test('without an index is no pack, and what is no zip is wrong use where its name says so', async () => {
    const workbook = await zip('book.xlsx', [], [ACME]);
    expect(await verifyPack(workbook, verifyingOf(today))).toBeUndefined();
    expect(await verifyPack(at(ACME), verifyingOf(today))).toBeUndefined();
    const broken = join(folder, 'broken.ZIP');
    writeFileSync(broken, 'no zip');
    expect(await failure(verifyPack(broken, verifyingOf(today)))).toMatchObject({ code: 'usage' });
    expect(await verifyPack(join(folder, 'nothing'), verifyingOf(today))).toBeUndefined();
  });
});

test('an index that leads elsewhere, cannot be read or is missing is wrong use', async () => {
  for (const name of ['../Acme.csv', 'a/b.csv', String.raw`a\b.csv`, '..', '.']) {
    writePack(pack, files);
    changeListed(BROOK, { file: name });
    expect(await failure(ask()), name).toMatchObject({ code: 'usage', detail: expect.stringContaining('october') });
  }
  writeFileSync(at('index.json'), '{');
  expect(await failure(ask())).toMatchObject({ code: 'usage' });
  rmSync(at('index.json'));
  expect(await failure(ask())).toMatchObject({ code: 'usage' });
  writeFileSync(at('_manifest.json'), '{}');
  expect(await failure(ask())).toMatchObject({ code: 'usage', detail: expect.stringContaining('month') });
});
