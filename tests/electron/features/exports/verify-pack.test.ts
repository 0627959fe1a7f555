/** A pack as a folder and as a zip: its index against its files, its files against the whole, and both against what is written again. */
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Verifying } from '#electron/features/exports/verify.ts';
import { verifyPack } from '#electron/features/exports/verify-pack.ts';
import { AppFailure } from '#contract/errors.ts';
import { packIndexSchema, type PackIndex } from '#contract/exports.ts';
import { type PackAnswer, judgeAnswer } from '#contract/proof/verdict.ts';
import { listPackParts } from '#contract/proof/pack-lines.ts';
import { failure } from '#tests/support/failure.ts';
import { writeZipFile } from '#tests/support/exports/zip.ts';
import { changeJson, createSigner, verifyingOf, writeExported, writePack, type Line } from './written-files.ts';

const [ACME, BROOK] = ['Acme.csv', 'Brook.csv'];
const files: Readonly<Record<string, readonly Line[]>> = {
  [ACME]: [
    ['1', '30', '1.25'],
    ['2', '90', '-0.5'],
  ],
  [BROOK]: [['3', '10', '7']],
};
const now = { ...files, whole: Object.values(files).flat() };

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
  // Another test file may ask for the place of temporary files as it is loaded, before its first test puts it back.
  vi.unstubAllEnvs();
  const left = readdirSync(temporary);
  rmSync(folder, { recursive: true });
  expect(left).toEqual([]);
});

const at = (name: string) => join(pack, name);
const ask = async (
  given: Parameters<typeof verifyingOf>[0] = now,
  path = pack,
  own: Partial<Verifying> = {},
): Promise<PackAnswer> => (await verifyPack(path, verifyingOf(given, own))) ?? expect.fail('no pack');
const holds = ({ matches, addsUp, again }: PackAnswer) => [matches.holds, addsUp.holds, again.state];
const changeIndex = (change: (index: PackIndex) => object) =>
  changeJson(at('index.json'), change(packIndexSchema.parse(JSON.parse(readFileSync(at('index.json'), 'utf8')))));
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

test('a pack as it was written matches, adds up and is equal, as a folder and as a zip', async () => {
  const answer = await ask();
  expect(holds(answer)).toEqual([true, true, 'equal']);
  expect(answer).toMatchObject({ pack: 'october', as: 'folder', by: 'client', differing: [] });
  expect(answer.says).toMatchObject({ title: 'whole', records: 3, period: null });
  expect(answer.matches).toEqual({ holds: true, missing: [], stray: [], changed: [] });
  expect(answer.addsUp).toEqual({ holds: true, records: { written: 3, found: 3 }, sums: [], files: [] });
  expect(answer.again).toMatchObject({ difference: null, why: [], sameBytes: true });
  expect(answer.files.map(({ file, answer: own }) => [file, own?.says.records, own?.again.state])).toEqual([
    [ACME, 2, 'equal'],
    [BROOK, 1, 'equal'],
  ]);
  const zipped = await ask(now, await zip('october.zip'));
  expect(zipped).toEqual({ ...answer, pack: 'october.zip', as: 'zip' });
});

describe('what was touched is named', () => {
  test('a file or what stands beside it that is missing, first or second', async () => {
    for (const name of [ACME, `${BROOK}.datapackage.json`, 'index.csv']) {
      renameSync(at(name), join(folder, 'aside'));
      const { matches, addsUp } = await ask();
      expect(matches).toEqual({ holds: false, missing: [name], stray: [], changed: [] });
      // What is not there gives nothing.
      expect(addsUp.holds).toBe(name !== ACME);
      renameSync(join(folder, 'aside'), at(name));
    }
    expect((await ask()).matches.holds).toBe(true);
  });

  test('a file that its index knows nothing of', async () => {
    writeFileSync(at('notes.txt'), 'x');
    writeFileSync(at(`${ACME}.manifest.json.sig`), 'x');
    expect((await ask()).matches).toMatchObject({ holds: false, stray: [`${ACME}.manifest.json.sig`, 'notes.txt'] });
  });

  test('the second file and the table for people, where their bytes are others', async () => {
    appendFileSync(at(BROOK), '\r\n');
    appendFileSync(at('index.csv'), 'x');
    expect((await ask()).matches).toMatchObject({ holds: false, changed: ['index.csv', BROOK], missing: [] });
  });

  test.each([
    ['records', { records: 3 }],
    ['unreadable values', { unreadable: 1 }],
    ['guarded texts', { guarded: 1 }],
    ['bytes', { sha256: 'b'.repeat(64) }],
    ['sums', { sums: { minutes: '120', amount: '0.76' } }],
  ])('a file that its index lists with other %s, though both agree with themselves', async (_, change) => {
    changeListed(ACME, change);
    expect((await ask()).matches.changed).toEqual([ACME]);
  });

  test('a file whose own manifest was written for other bytes', async () => {
    const path = at(`${ACME}.manifest.json`);
    writeFileSync(path, readFileSync(path, 'utf8').replace(/"sha256":"[0-9a-f]{64}"/, `"sha256":"${'c'.repeat(64)}"`));
    expect((await ask()).matches.changed).toEqual([ACME]);
  });

  test('a file that was put in the place of another with its own manifest', async () => {
    writeExported(at(BROOK), [['3', '10', '8']]);
    const answer = await ask();
    expect([answer.matches.changed, answer.addsUp.files]).toEqual([[BROOK], []]);
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

test('adding up ends for all files together where its time is over', async () => {
  const { addsUp } = await ask(now, pack, { until: performance.now() - 1 });
  expect(addsUp).toMatchObject({ holds: null, seconds: 10 });
});

describe('written again', () => {
  test('the second file may be another one, and is named with the place that differs', async () => {
    const lines: readonly Line[] = [['3', '10', '9']];
    const answer = await ask({ ...now, [BROOK]: lines });
    expect([holds(answer), answer.differing]).toEqual([[true, true, 'differs'], [BROOK]]);
    expect(answer.again.difference).toEqual({
      place: { kind: 'cell', line: 2, head: 'amount' },
      expected: '9',
      found: '7',
    });
    expect(listPackParts(answer).at(-1)?.sentence).toContain(
      `${BROOK} differs here: line 2, amount: expected 9, found 7`,
    );
  });

  test('the whole may be another one though each file is equal, as where a client has no file', async () => {
    const answer = await ask({ ...now, whole: [...now.whole, ['4', '0', '0']] });
    expect([holds(answer), answer.differing]).toEqual([[true, true, 'differs'], []]);
    expect(answer.again.difference).toMatchObject({ place: { kind: 'manifest' }, expected: '4', found: '3' });
  });

  test.each([
    ['asOf', '2026-11-01T00:00:00.000Z'],
    ['period', { name: 'x', from: '2026-10-01', to: '2026-10-31' }],
    ['complete', false],
    ['units', { minutes: 'hours' }],
    ['appVersion', 'another'],
  ])('the index may tell another %s than its whole', async (field, value) => {
    changeIndex(() => ({ [field]: value }));
    const { state, difference } = (await ask()).again;
    expect([state, difference?.place]).toEqual(['differs', { kind: 'manifest', field }]);
  });

  test('a file’s manifest that was edited differs, by what this computer wrote', async () => {
    const manifest = writeExported(at(BROOK), files[BROOK] ?? []);
    changeJson(at(`${BROOK}.manifest.json`), { audience: 'client' });
    const findWrittenExports: Verifying['findWrittenExports'] = (hashes) =>
      hashes.includes(manifest.sha256) ? [{ manifest, conditions: { filter: [], query: '' } }] : [];
    const answer = await ask(now, pack, { findWrittenExports });
    expect([holds(answer), answer.differing]).toEqual([[true, true, 'differs'], [BROOK]]);
    expect(answer.again.difference?.place).toEqual({ kind: 'manifest', field: 'audience' });
  });

  test('what cannot be compared is neither equal nor another one, and a difference counts for more', async () => {
    const refused = { state: 'unknown', why: ['refused'], difference: null };
    expect(await ask({ ...now, [BROOK]: null })).toMatchObject({ again: refused, differing: [] });
    expect((await ask({ ...now, whole: null })).again).toMatchObject(refused);
    expect((await ask({ ...now, [ACME]: [], [BROOK]: null })).again).toMatchObject({ state: 'differs', why: [] });
  });

  test('a client’s file that is another one says what could explain it, too', async () => {
    const client = {
      audience: 'client',
      source: undefined,
      directoryHash: undefined,
      settingsHash: undefined,
    } as const;
    writeExported(at(BROOK), [['3', '10', '8']], client);
    const answer = await ask();
    expect(answer.again).toMatchObject({ state: 'differs', why: ['names', 'settings'] });
    expect(listPackParts(answer).at(-1)?.details).toEqual([expect.stringMatching(/^names or settings that changed/)]);
  });

  test('conditions that clients were not told are known of every file and of the whole where this computer wrote them', async () => {
    const untold = { internalFilter: true } as const;
    const conditions = { filter: [], query: 'told here' };
    const written = new Map([BROOK, ACME].map((name) => [name, writeExported(at(name), files[name] ?? [], untold)]));
    changeIndex(({ whole }) => ({ whole: { ...whole, ...untold } }));
    const { whole, tableSha256 } = packIndexSchema.parse(JSON.parse(readFileSync(at('index.json'), 'utf8')));
    const known = [...written.values(), { ...whole, file: '', sha256: tableSha256, guarded: 0 }];
    const verifying = verifyingOf(now);
    const asking: Partial<Verifying> = {
      findWrittenExports: (hashes) =>
        known.filter(({ sha256 }) => hashes.includes(sha256)).map((manifest) => ({ manifest, conditions })),
      rewriteFile: async (described, path) => {
        expect([described.query, described.internalFilter]).toEqual(['told here', undefined]);
        const again = await verifying.rewriteFile(described, path);
        return again && { ...again, ...untold };
      },
    };
    expect((await ask(now, pack, asking)).again.state).toBe('equal');
    const unasked = await ask(now, pack, { rewriteFile: () => expect.fail('asked') });
    expect(unasked.again).toMatchObject({ state: 'unknown', why: ['conditions'] });
  });

  test('is not said to be equal where a file or its manifest is missing', async () => {
    for (const name of [BROOK, `${ACME}.manifest.json`]) {
      renameSync(at(name), join(folder, 'aside'));
      const answer = await ask();
      expect(answer.again).toMatchObject({ state: 'unknown', why: ['missing'], sameBytes: null });
      expect(listPackParts(answer).at(-1)?.sentence).toContain('cannot be compared: a file of it, or its manifest');
      renameSync(join(folder, 'aside'), at(name));
    }
  });

  test('is cancelled in the middle of it, and leaves nothing behind', async () => {
    const { rewriteFile } = verifyingOf(now);
    const titles: string[] = [];
    const cancelled: Partial<Verifying> = {
      rewriteFile: async (described, path) => {
        titles.push(described.title);
        const manifest = await rewriteFile(described, path);
        if (titles.length === 2) throw new AppFailure({ code: 'cancelled' });
        return manifest;
      },
    };
    for (const path of [pack, await zip('cancelled.zip')]) {
      titles.length = 0;
      expect(await failure(ask(now, path, cancelled))).toEqual({ code: 'cancelled' });
      expect(titles).toEqual(['whole', ACME]);
    }
  });

  test('is told of before: every record in its file and in the whole', async () => {
    const told: number[] = [];
    await ask(now, pack, { expectRecords: (records) => void told.push(records) });
    expect(told).toEqual([6]);
  });
});

describe('a signature', () => {
  const signer = createSigner();
  const said = async (own: Partial<Verifying> = {}) =>
    listPackParts(await ask(now, pack, own))[1]?.sentence.split(':')[0];

  test('that is not there leaves a pack that matches its index, and is never “untouched”', async () => {
    expect(await said({ ownKey: signer.fingerprint })).toBe('Matches its index');
    signer.sign(at('index.json'));
    expect(await said()).toBe('Matches its index');
    expect(await said({ ownKey: signer.fingerprint })).toBe('Untouched');
  });

  test('belongs to the pack: one that was taken away is missing, and that of another index is wrong', async () => {
    for (const name of ['index.json', `${ACME}.manifest.json`, `${BROOK}.manifest.json`]) signer.sign(at(name));
    const own = { ownKey: signer.fingerprint };
    expect(await ask(now, pack, own)).toMatchObject({
      matches: { holds: true },
      signature: { state: 'valid', fingerprint: signer.fingerprint, own: true },
    });
    rmSync(at(`${ACME}.manifest.json.sig`));
    expect((await ask(now, pack, own)).matches).toMatchObject({
      holds: false,
      missing: [`${ACME}.manifest.json.sig`],
    });
    appendFileSync(at('index.json'), ' ');
    expect((await ask(now, pack, own)).signature.state).toBe('wrong');
    rmSync(at('index.json.sig'));
    expect(await ask(now, pack, own)).toMatchObject({
      signature: { state: 'missing' },
      matches: { holds: false, missing: ['index.json.sig', `${ACME}.manifest.json.sig`] },
    });
  });

  test('of the second file that is another’s is named, whatever that of the index is', async () => {
    for (const name of ['index.json', `${ACME}.manifest.json`, `${BROOK}.manifest.json`]) signer.sign(at(name));
    const own = { ownKey: signer.fingerprint };
    expect(judgeAnswer(await ask(now, pack, own))).toBe('good');
    changeJson(at(`${BROOK}.manifest.json`), { signedBy: createSigner().fingerprint });
    const answer = await ask(now, pack, own);
    expect(judgeAnswer(answer)).toBe('wrongly-signed');
    expect(listPackParts(answer)[2]?.details).toEqual([`${BROOK} is not signed as it should be`]);
  });
});

describe('bounds', () => {
  const refused = async (path = pack) => {
    const error = await failure(ask(now, path));
    return error.code === 'usage' ? error.detail : error.code;
  };

  test('of an index: what is larger than any is not read', async () => {
    truncateSync(at('index.json'), 16 * 1024 ** 2 + 1);
    expect(await refused()).toContain('index.json is larger than such a file can be');
  });

  test('of all manifests together, before one of them is read', async () => {
    const most = 32 * 1024 ** 2 - statSync(at(`${BROOK}.manifest.json`)).size;
    truncateSync(at(`${ACME}.manifest.json`), most);
    // That one is larger than any and is not read; the others are.
    expect((await ask()).files.map(({ answer }) => answer?.file)).toEqual([undefined, BROOK]);
    truncateSync(at(`${ACME}.manifest.json`), most + 1);
    expect(await refused()).toContain('The manifests in october are larger together');
  });

  test('of the manifests in a zip, by its directory, before one of them is unpacked', async () => {
    const path = await zip('large.zip');
    const bytes = readFileSync(path);
    const name = `${BROOK}.manifest.json`;
    // In its directory the size stands 22 bytes before the name.
    bytes.writeUInt32LE(32 * 1024 ** 2 + 1, bytes.lastIndexOf(name) - 22);
    writeFileSync(path, bytes);
    expect(await refused(path)).toContain('The manifests in large.zip are larger together');
  });
});

describe('a zip', () => {
  test('with a name twice is touched, whichever of the two programs take', async () => {
    const path = await zip('twice.zip', [[BROOK, Buffer.from('another')]]);
    const { matches } = await ask(now, path);
    expect(matches).toEqual({ holds: false, missing: [], stray: [BROOK], changed: [] });
  });

  test('gives only what its index lists to the disk', async () => {
    const path = await zip('stray.zip', [['evil.exe', Buffer.alloc(10)]]);
    let unpacked: string[] = [];
    const verifying = verifyingOf(now);
    const answer = await verifyPack(path, {
      ...verifying,
      rewriteFile: (described, again) => {
        const [own] = readdirSync(temporary).filter((name) => name.startsWith('timelog-pack-'));
        unpacked = readdirSync(join(temporary, own ?? ''));
        return verifying.rewriteFile(described, again);
      },
    });
    expect(answer?.matches.stray).toEqual(['evil.exe']);
    expect(unpacked).toEqual(readdirSync(pack));
  });

  test('with an entry that cannot be unpacked lacks it, and the others are read', async () => {
    const path = await zip('broken.zip', [], [ACME, ...readdirSync(pack).filter((name) => name !== ACME)]);
    const bytes = readFileSync(path);
    // The first byte of the first content.
    const start = 30 + bytes.readUInt16LE(26) + bytes.readUInt16LE(28);
    bytes[start] = (bytes[start] ?? 0) ^ 0xff;
    writeFileSync(path, bytes);
    expect((await ask(now, path)).matches).toEqual({ holds: false, missing: [ACME], stray: [], changed: [] });
  });

  test('without an index is no pack, and what is no zip is wrong use where its name says so', async () => {
    const workbook = await zip('book.xlsx', [], [ACME]);
    expect(await verifyPack(workbook, verifyingOf(now))).toBeUndefined();
    expect(await verifyPack(at(ACME), verifyingOf(now))).toBeUndefined();
    const broken = join(folder, 'broken.ZIP');
    writeFileSync(broken, 'no zip');
    expect(await failure(verifyPack(broken, verifyingOf(now)))).toMatchObject({ code: 'usage' });
    expect(await verifyPack(join(folder, 'nothing'), verifyingOf(now))).toBeUndefined();
  });
});

test('an index that leads elsewhere, names a file twice, cannot be read or is missing is wrong use', async () => {
  for (const name of ['../Acme.csv', 'a/b.csv', String.raw`a\b.csv`, '..', '.', ACME]) {
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
