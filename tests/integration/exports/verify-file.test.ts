/** `verify-file` over real files of a real workspace: matches, tampered with, and overtaken by newer records. */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp, type App } from '#electron/app/app.ts';
import type { FileAnswer } from '#contract/file-answer.ts';
import { formatUnits, toUnits } from '#domain/decimal.ts';
import { manifestSchema } from '#contract/exports.ts';
import { listFileParts, toLines } from '#contract/proof/file-lines.ts';
import { judgeAnswer } from '#contract/proof/verdict.ts';
import type { Service } from '#service/server.ts';
import { openService } from '#tests/support/hosts/hops.ts';
import { makeCapsule } from '#tests/support/exports/old-capsule.ts';
import { signBySsh, verifyBySsh } from '#tests/support/exports/ssh-keygen.ts';
import { tamperWithCell } from '#tests/support/exports/tampering.ts';
import { memorySecrets, quietHost } from '#tests/support/hosts/quiet-host.ts';
import { runInProcess } from '#tests/support/hosts/terminal-in-process.ts';
import { readZip, writeZipFile } from '#tests/support/exports/zip.ts';
import { seeded } from '#tests/support/worlds/seeded.ts';
import { chooseCases, chooseSize, secondTier } from '#tests/support/tier.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const tampered = Number(process.env['TAMPERED'] ?? chooseSize(1, 20));
let clock = NOW;
let folder: string;
let service: Service;
let app: App;
/** Another computer with the same records: it wrote none of the files. */
let colleague: App;
let [out, source] = ['', ''];
const secrets = memorySecrets();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'verify-file-'));
  service = await openService({ records: 600, seed: 5, asOf: '2026-11-20', sampleMonths: 12, now: () => NOW });
  [app, colleague] = [await openApp('data'), await openApp('colleague')];
});
afterAll(async () => {
  await app.close();
  await colleague.close();
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

async function openApp(name: string): Promise<App> {
  const dataDirectory = join(folder, name);
  mkdirSync(dataDirectory, { recursive: true });
  const opened = await createApp({
    host: quietHost({
      secrets,
      chooseDestination: async () => ({ path: out }),
      chooseSource: async () => ({ path: source }),
    }),
    version: 'test',
    dataDirectory,
    workspace: 'default',
    rate: 0,
    now: () => clock,
    baseUrl: service.url,
    ...(service.key !== null && { key: service.key }),
  });
  expect(await opened.call('sync.run', {})).toMatchObject({ value: { status: 'complete' } });
  return opened;
}

async function exportTo(name: string, input: object): Promise<string> {
  out = join(folder, name);
  expect(await app.call('export.run', input)).toMatchObject({ ok: true });
  return out;
}

async function exportReportTo(name: string, report: object): Promise<string> {
  out = join(folder, name);
  expect(await app.call('export.report', { report, format: 'csv' })).toMatchObject({ ok: true });
  return out;
}

async function verify(path: string, by = app): Promise<FileAnswer> {
  source = path;
  const answer = await by.call('export.verify', {});
  if (!answer.ok || answer.value === null) throw new Error(JSON.stringify(answer));
  return answer.value as FileAnswer;
}

const holds = ({ matches, addsUp, again }: FileAnswer) => [matches.holds, addsUp.holds, again.state];

/** Of every format and preset. */
const forms = [
  ['excel.csv', { format: 'csv' }, true],
  ['machine.csv', { format: 'csv', preset: 'machine' }, true],
  ['page.html', { format: 'html' }, null],
  ['book.xlsx', { format: 'xlsx' }, null],
  ['pages.pdf', { format: 'pdf' }, null],
  ['document.json', { format: 'json' }, null],
  ['lines.jsonl', { format: 'jsonl' }, null],
  ['columns.parquet', { format: 'parquet' }, null],
  ['client.xlsx', { format: 'xlsx', audience: 'client', title: 'Work' }, null],
  ['comma.csv', { format: 'csv', decimalMark: 'comma' }, true],
] as const;

it.each(chooseCases(1, forms))(
  'writes %s again with the same bytes, here and on another computer',
  async (name, options, adds) => {
    const path = await exportTo(name, { ...options, period: '2026-10' });
    for (const by of chooseCases(1, [colleague, app])) {
      const answer = await verify(path, by);
      expect(answer.again).toMatchObject({ difference: null, sameBytes: true, isKnown: by === app });
      expect(holds(answer)).toEqual([true, adds, 'equal']);
    }
  },
);

/** As somebody would who hopes that a hash is a proof: with the new one in the manifest. */
function forgeFile(path: string, change: (content: Buffer) => Buffer | string): void {
  const content = Buffer.from(change(readFileSync(path)));
  writeFileSync(path, content);
  forgeManifest(path, (manifest) => ({ ...manifest, sha256: createHash('sha256').update(content).digest('hex') }));
}

function forgeManifest(path: string, change: (manifest: Record<string, unknown>) => object): void {
  const manifest = JSON.parse(readFileSync(`${path}.manifest.json`, 'utf8')) as Record<string, unknown>;
  writeFileSync(`${path}.manifest.json`, JSON.stringify(change(manifest), null, 2));
}

const places = [
  ['text.csv', { format: 'csv' }, /,[1-9]\d*\.\d\d,/, ',7.77,', { kind: 'cell' }],
  [
    'rows.jsonl',
    { format: 'jsonl' },
    /"a552213_total_minutes":"\d+"/,
    '"a552213_total_minutes":"7"',
    { kind: 'line', field: 'a552213_total_minutes' },
  ],
  [
    'rows.json',
    { format: 'json' },
    /"a552213_total_minutes":"\d+"/,
    '"a552213_total_minutes":"7"',
    { kind: 'line', field: 'a552213_total_minutes' },
  ],
  ['pages.pdf', { format: 'pdf' }, /\d{5}/, '77777', { kind: 'byte' }],
  ['head.csv', { format: 'csv' }, /Record ID|Logged/i, 'Other head', { kind: 'cell', line: 1 }],
] as const;

it.each(places)(
  'names the place in %s that was changed with its hash',
  secondTier,
  async (name, options, was, is, place) => {
    const path = await exportTo(`forged-${name}`, { ...options, period: '2026-10' });
    forgeFile(path, (content) => Buffer.from(content.toString('latin1').replace(was, is), 'latin1'));
    for (const by of [app, colleague]) {
      const { matches, again } = await verify(path, by);
      expect(matches.holds).toBe(true);
      expect(again).toMatchObject({ state: 'differs', difference: { place } });
      expect(again.difference?.expected).not.toBe(again.difference?.found);
    }
  },
);

it(
  'names the cell of a workbook whose amount was changed, with its hash, in place or by another program',
  secondTier,
  async () => {
    const path = await exportTo('book-forged.xlsx', { format: 'xlsx', period: '2026-10' });
    const parts = readZip(readFileSync(path));
    const sheet = parts.find(({ name }) => /data/.test(name) && name.startsWith('xl/worksheets/'));
    const text = sheet?.content.toString('utf8') ?? '';
    const [whole = '', cell = '', value = ''] = /<c r="([A-Z]+\d+)"[^>]*><v>(\d+\.\d+)<\/v>/.exec(text) ?? [];
    const changed = text.replace(whole, whole.replace(`<v>${value}`, '<v>77.5'));
    const repacked = (to: (name: string) => string, content: string) =>
      parts.map((part): [string, Buffer] => [
        to(part.name),
        part === sheet
          ? Buffer.from(content)
          : Buffer.from(part.content.toString('utf8').replaceAll('worksheets/data', 'worksheets/other')),
      ]);
    const same = parts.map((part): [string, Buffer] => [
      part.name,
      part === sheet ? Buffer.from(changed) : part.content,
    ]);
    // Other parts, other blanks, digits and places of texts, as programs save them.
    const respelled = changed.replaceAll(/<v>(\d+\.\d+)<\/v>/g, '<v>$10</v>').replaceAll('<row ', '\n<row ');
    const anew = repacked((name) => name.replace('worksheets/data', 'worksheets/other'), respelled);
    for (const files of [same, anew]) {
      await writeZipFile(path, files);
      forgeFile(path, (content) => content);
      const { matches, again } = await verify(path);
      expect(matches.holds).toBe(true);
      expect(again).toMatchObject({
        state: 'differs',
        difference: { place: { kind: 'sheet', cell }, expected: value },
      });
      expect(Number(again.difference?.found)).toBe(77.5);
    }
  },
);

const changedFields = [
  ['asOf', '2026-11-01T00:00:00.000Z'],
  ['extra', 'not ours'],
  ['audience', 'client'],
  ['complete', false],
  ['title', 'Another title'],
  ['notes', [{ code: 'x', records: 1, text: 'Paid.' }]],
  ['currency', 'XAU'],
] as const;

it.each(changedFields)('names the manifest’s field %s where it was changed', secondTier, async (field, value) => {
  const path = await exportTo(`field-${field}.csv`, { format: 'csv', period: '2026-10' });
  forgeManifest(path, (manifest) => ({ ...manifest, [field]: value }));
  const { again } = await verify(path);
  expect(again.state).toBe('differs');
  expect(again.difference?.place).toMatchObject({ kind: 'manifest', field: expect.stringContaining(field) as string });
  // Where nothing is known of what was written, what follows from the records is compared all the same.
  const { again: there } = await verify(path, colleague);
  if (field === 'asOf') expect(there).toMatchObject({ state: 'unknown', why: ['records'] });
  else if (field !== 'title' && field !== 'audience') expect(there.state).toBe('differs');
});

it('tells how far it has written, and ends where it is cancelled meanwhile', async () => {
  const path = await exportTo('cancelled.json', { format: 'json' });
  const told: number[] = [];
  const unsubscribe = app.subscribe((event) => {
    if (event.event !== 'export.progress') return;
    told.push(event.payload.total);
    void app.call('export.cancel', {});
  });
  source = path;
  try {
    expect(await app.call('export.verify', {})).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    expect(told[0]).toBe(600);
  } finally {
    unsubscribe();
  }
  for (const again of chooseCases(0, [path])) expect((await verify(again)).again.state).toBe('equal');
});

it('says what was checked and under which name it was written', secondTier, async () => {
  const september = await exportTo('september.csv', { format: 'csv', period: '2026-09' });
  const october = join(folder, 'october.csv');
  for (const ending of ['', '.manifest.json']) copyFileSync(september + ending, october + ending);
  const answer = await verify(october);
  expect(judgeAnswer(answer)).toBe('renamed');
  const [first, second] = toLines(listFileParts(answer));
  expect(first).toMatch(/^Checked: “Time logs”, 1–30 Sep 2026, \d+ records, .+ \d/);
  expect(second).toBe('  ANOTHER NAME: it is called october.csv here, and was written as september.csv');
  expect(toLines(listFileParts(await verify(september)))[1]).toBe('  written as september.csv');
});

it('answers yes for a report, asked for the days it was of', secondTier, async () => {
  const path = await exportReportTo('report.csv', {
    measures: ['logged_hours', 'billable_value'],
    groupBy: ['month', 'platform_owner_id'],
    period: 'last-quarter',
  });
  expect(holds(await verify(path))).toEqual([true, true, 'equal']);
});

it(`names the cell and by how much in each of ${tampered} files tampered with by a cent`, async () => {
  const path = await exportTo('tampered.csv', { format: 'csv', period: '2026-10' });
  const whole = readFileSync(path, 'utf8');
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(`${path}.manifest.json`, 'utf8')));
  const random = seeded(Number(process.env['SEED'] ?? 7));
  for (let run = 0; run < tampered; run += 1) {
    const { text, line, column, difference } = tamperWithCell(whole, manifest, random);
    writeFileSync(path, text);
    const answer = await verify(path);
    expect(holds(answer)).toEqual([false, false, 'differs']);
    const head = manifest.heads[manifest.columns.indexOf(column)];
    const found = answer.again.difference;
    expect(found?.place).toEqual({ kind: 'cell', line, head });
    expect(formatUnits(toUnits(found?.found ?? '') - toUnits(found?.expected ?? ''))).toBe(difference);
    expect(answer.addsUp.sums).toMatchObject([{ column, difference }]);
  }
});

it('names a line that was taken out, and one that was put in', secondTier, async () => {
  const path = await exportTo('lines.csv', { format: 'csv', period: '2026-10' });
  const rows = readFileSync(path, 'utf8').split('\r\n');
  const [head = '', first = '', second = '', ...rest] = rows;
  writeFileSync(path, [head, second, ...rest].join('\r\n'));
  const [wasFirst, wasSecond] = [first, second].map((line) => line.split(',')[0]);
  const place = { kind: 'cell', line: 2 };
  expect((await verify(path)).again).toMatchObject({
    state: 'differs',
    difference: { place, expected: wasFirst, found: wasSecond },
  });
  writeFileSync(path, [head, first, second, ...rest.slice(0, -1), 'added', ''].join('\r\n'));
  const added = await verify(path);
  expect(added.again.difference).toMatchObject({ place: { line: rows.length }, expected: null, found: 'added' });
  expect(holds(added)).toEqual([false, false, 'differs']);
});

it('names the place in a page that was changed with its hash, and in the mail body beside it', secondTier, async () => {
  const path = await exportTo('forged.html', { format: 'html' });
  const body = `${path}.mail.html`;
  const whole = readFileSync(body, 'utf8');
  writeFileSync(body, whole.replace('</h1>', ' 2</h1>'));
  expect((await verify(path)).again).toMatchObject({
    state: 'differs',
    difference: { place: { kind: 'part', part: 'forged.html.mail.html' } },
  });
  writeFileSync(body, whole);
  expect((await verify(path)).again.state).toBe('equal');
  forgeFile(path, (content) => content.toString('utf8').replace('</h1>', ' 2</h1>'));
  expect(holds(await verify(path, colleague))).toEqual([true, null, 'differs']);
});

it('reads a capsule of an earlier version, and says that parts that agree are no proof', secondTier, async () => {
  const csv = await exportTo('like.csv', { format: 'csv', preset: 'machine', period: '2026-10' });
  const manifest = {
    ...manifestSchema.parse(JSON.parse(readFileSync(`${csv}.manifest.json`, 'utf8'))),
    format: 'capsule',
  };
  const [, ...lines] = parse(readFileSync(csv));
  const cells = lines.map((line) => line.map((cell) => (cell === '' ? null : cell)));
  const path = join(folder, 'old.html');
  const write = (text: string) => writeFileSync(path, text, 'latin1');
  write(makeCapsule(manifest, cells));
  const answer = await verify(path);
  expect(answer.matches).toMatchObject({ holds: true, seal: true, manifestSha256: null });
  expect(holds(answer)).toEqual([true, true, 'unknown']);
  expect(answer.again.why).toEqual(['format']);
  expect(judgeAnswer(answer)).toBe('unknown');
  const said = toLines(listFileParts(answer)).join('\n');
  expect(said).toContain('Its parts agree; that is no proof.');
  expect(said).toContain('cannot be compared: files of its format are not written any more');
  // One byte of it is another; and a forger who lets all agree has changed a line.
  write(makeCapsule(manifest, cells).replace('Not verified', 'Now verified'));
  expect((await verify(path)).matches).toMatchObject({ holds: false, seal: false });
  write(makeCapsule(manifest, cells.slice(1)));
  expect(holds(await verify(path))).toEqual([true, false, 'unknown']);
  // With its manifest beside it, it is told by that.
  const text = makeCapsule(manifest, cells);
  write(text);
  const sha256 = createHash('sha256').update(text, 'latin1').digest('hex');
  writeFileSync(`${path}.manifest.json`, JSON.stringify({ ...manifest, file: 'old.html', sha256 }));
  expect((await verify(path)).matches).toEqual({ holds: true, sha256, manifestSha256: sha256, seal: true });
});

it('cannot compare where names changed since, and says so', secondTier, async () => {
  const path = await exportTo('names.csv', {
    format: 'csv',
    period: '2026-10',
    columns: ['record_id', 'platform_owner_id', 'total_minutes'],
  });
  const [, row = ''] = readFileSync(path, 'utf8').split('\r\n');
  const [, owner = ''] = row.split(',');
  const keep = (entry: object | null) => app.call('names.keep', { owners: { [owner]: entry } });
  expect(await keep({ name: 'Renamed Person', weeklyHours: null, team: null })).toMatchObject({ ok: true });
  const { again } = await verify(path);
  expect(again).toMatchObject({ state: 'unknown', why: ['names'], sameBytes: false, isKnown: true, sums: [] });
  // What this computer wrote, and gives the same bytes now, is the same whatever has changed since.
  const plain = await exportTo('plain.csv', { format: 'csv', period: '2026-10', columns: ['record_id'] });
  expect(await keep(null)).toMatchObject({ ok: true });
  for (const each of [path, plain])
    expect((await verify(each)).again).toMatchObject({ state: 'equal', sameBytes: true, why: [] });
  expect((await verify(plain, colleague)).again).toMatchObject({ state: 'unknown', why: ['names'], sameBytes: true });
});

it(
  'says that a client’s file with a raised amount is another one, and never that names have changed',
  secondTier,
  async () => {
    const path = await exportTo('raised.csv', { format: 'csv', audience: 'client', period: '2026-10' });
    const manifest = manifestSchema.parse(JSON.parse(readFileSync(`${path}.manifest.json`, 'utf8')));
    expect(manifest.directoryHash).toBeUndefined();
    const { text, line, column, difference } = tamperWithCell(readFileSync(path, 'utf8'), manifest, seeded(7));
    const sum = formatUnits(toUnits(manifest.sums[column] ?? '') + toUnits(difference));
    forgeFile(path, () => text);
    forgeManifest(path, (read) => ({ ...read, sums: { ...manifest.sums, [column]: sum } }));
    const lastLines = (answer: FileAnswer) => toLines(listFileParts(answer).slice(-1));
    const differs = { state: 'differs', difference: { place: { kind: 'cell', line } } };
    // This computer has written what the records give, so that nothing else explains the difference.
    const here = await verify(path);
    expect(holds(here)).toEqual([true, true, 'differs']);
    expect(here.again).toMatchObject({ ...differs, why: [] });
    expect(judgeAnswer(here)).toBe('differs');
    expect(lastLines(here)).toHaveLength(1);
    const there = await verify(path, colleague);
    expect(there.again).toMatchObject({ ...differs, why: ['names', 'settings'] });
    expect(judgeAnswer(there)).toBe('differs');
    expect(lastLines(there)).toEqual([
      expect.stringMatching(/^Written again: differs here: line \d+/),
      '  names or settings that changed since could explain it, too: the manifest of a client does not tell of them',
    ]);
  },
);

it(
  'knows the conditions that a client was not told where it wrote the file itself, and nowhere else',
  secondTier,
  async () => {
    const filterGroups = [{ filters: [{ propertyName: 'a552213_description', operator: 'HAS_PROPERTY' }] }];
    const path = await exportTo('client.csv', { format: 'csv', audience: 'client', filterGroups, period: '2026-10' });
    expect(readFileSync(`${path}.manifest.json`, 'utf8')).toContain('internalFilter');
    expect((await verify(path)).again.state).toBe('equal');
    expect((await verify(path, colleague)).again).toMatchObject({ state: 'unknown', why: ['conditions'] });
  },
);

it('says of a file without a manifest that this computer did not write it, with exit 6', async () => {
  const path = join(folder, 'stray.csv');
  writeFileSync(path, 'a,b\r\n1,2\r\n');
  const ended = await runInProcess(['verify-file', path, '--data-dir', join(folder, 'other')]);
  expect(ended.code).toBe(6);
  expect(ended.stdout).toContain('There is no manifest beside stray.csv');
  expect(ended.stdout).toContain('no file of this computer has this hash');
});

/** Changes settings for the length of one check. */
async function withSettings<Answer>(change: object, work: () => Promise<Answer>): Promise<Answer> {
  const before = await app.call('settings.get', {});
  if (!before.ok) throw new Error('no settings');
  expect(await app.call('settings.set', change)).toMatchObject({ ok: true });
  try {
    return await work();
  } finally {
    const all = before.value as Record<string, unknown>;
    const back = Object.fromEntries(Object.keys(change).map((name) => [name, all[name]]));
    expect(await app.call('settings.set', back)).toMatchObject({ ok: true });
  }
}

const report = {
  measures: ['logged_hours', 'billable_value', 'working_days'],
  groupBy: ['week', 'platform_owner_id'],
  period: '2026-09-01..2026-10-31',
};

it('asks under the settings of the file, names those that changed, and says yes where only they did', async () => {
  const written = {
    report: () => exportReportTo('settings-report.csv', report),
    records: () => exportTo('settings.csv', { format: 'csv', period: '2026-10' }),
  };
  const paths: string[] = [];
  for (const write of chooseCases(1, Object.values(written))) paths.push(await write());
  const change = {
    zone: 'Asia/Kathmandu',
    weekStart: 'sunday',
    hoursDigits: 4,
    moneyDigits: 0,
    hoursStyle: 'clock',
    hoursPerDay: '7',
    footing: 'largest-remainder',
    amounts: 'auto',
  };
  await withSettings(change, async () => {
    for (const path of paths) {
      const answer = await verify(path);
      expect(holds(answer), path).toEqual([true, true, 'equal']);
      const named = answer.again.settings.map(({ name }) => name as string);
      expect(named.toSorted()).toEqual(Object.keys(change).toSorted());
      expect(answer.again.settings).toContainEqual({ name: 'hoursDigits', written: '2', now: '4' });
    }
  });
});

it('cannot compare where settings changed which a manifest does not tell', secondTier, async () => {
  const path = await exportTo('untold.csv', { format: 'csv', period: '2026-10' });
  forgeManifest(path, (manifest) => ({ ...manifest, settings: undefined }));
  expect(await colleague.call('settings.set', { hoursPerDay: '7' })).toMatchObject({ ok: true });
  expect((await verify(path, colleague)).again).toMatchObject({ state: 'unknown', why: ['settings'], sameBytes: true });
  expect(await colleague.call('settings.set', { hoursPerDay: '8' })).toMatchObject({ ok: true });
});

const comparisons = [
  ['this-month', 'previous'],
  ['2026-11', 'last-year'],
  ['last-month', 'previous'],
  ['2026-Q4', 'previous'],
] as const;

it.each(chooseCases(1, comparisons))(
  'answers yes for a report of %s compared with %s, also on a later day',
  async (period, compare) => {
    const compared = { measures: ['logged_hours', 'utilisation'], groupBy: ['platform_owner_id'], period, compare };
    const path = await exportReportTo(`compared-${period}-${compare}.csv`, compared);
    for (const today of chooseCases(0, [path])) expect(holds(await verify(today))).toEqual([true, true, 'equal']);
    clock += 9 * 86_400_000;
    try {
      expect(holds(await verify(path))).toEqual([true, true, 'equal']);
    } finally {
      clock = NOW;
    }
  },
);

describe('a signed file', () => {
  const signed = (name: string) => exportTo(name, { format: 'csv', period: '2026-10', sign: true });
  const sign = (path: string) => `${path}.manifest.json.sig`;

  it('is not written without a key', async () => {
    out = join(folder, 'unsigned.csv');
    const asked = { format: 'csv', period: '2026-10', sign: true };
    expect(await app.call('export.run', asked)).toMatchObject({ error: { code: 'signing-key-missing' } });
    expect(await app.call('export.report', { format: 'csv', sign: true, report })).toMatchObject({
      error: { code: 'signing-key-missing' },
    });
    expect(readdirSync(folder).filter((name) => name.startsWith('unsigned'))).toEqual([]);
  });

  it('has a manifest that names the key and that ssh-keygen takes for signed by it', async () => {
    const { key } = await createKey();
    const path = await signed('signed.csv');
    const content = readFileSync(`${path}.manifest.json`);
    expect(manifestSchema.parse(JSON.parse(content.toString())).signedBy).toBe(key.fingerprint);
    const told = verifyBySsh(content, readFileSync(sign(path), 'utf8'), key.allowedSigner);
    expect(told, told.said).toMatchObject({ holds: true });
    const answer = await verify(path);
    expect(holds(answer)).toEqual([true, true, 'equal']);
    expect(answer.signature).toEqual({
      state: 'valid',
      fingerprint: key.fingerprint,
      told: key.fingerprint,
      own: true,
    });
  });

  it('a key that is there is not replaced, and a forgotten one is a stranger', secondTier, async () => {
    const path = await signed('stranger.csv');
    expect(await app.call('signing.create', {})).toMatchObject({ error: { code: 'usage' } });
    expect(await app.call('signing.forget', {})).toMatchObject({ value: { key: null } });
    expect((await verify(path)).signature).toMatchObject({ state: 'valid', own: null });
    await createKey();
    expect((await verify(path)).signature).toMatchObject({ state: 'valid', own: false });
  });

  it(
    'is not signed as it should be where manifest or signature was changed, taken away or another’s',
    secondTier,
    async () => {
      const path = await signed('wrong.csv');
      const signature = readFileSync(sign(path), 'utf8');
      const manifest = readFileSync(`${path}.manifest.json`, 'utf8');
      const stateOf = async () => (await verify(path)).signature.state;
      forgeManifest(path, (read) => ({ ...read, title: 'Another' }));
      expect(await stateOf()).toBe('wrong');
      writeFileSync(`${path}.manifest.json`, manifest);
      rmSync(sign(path));
      expect(await stateOf()).toBe('missing');
      writeFileSync(sign(path), 'no signature');
      expect(await stateOf()).toBe('unreadable');
      writeFileSync(sign(path), signBySsh(Buffer.from(manifest)).signature);
      // Valid, but by another key than the manifest names.
      expect(await stateOf()).toBe('wrong');
      writeFileSync(sign(path), signature);
      expect(await stateOf()).toBe('valid');
    },
  );

  it('replaced by one that is not signed leaves no signature beside it', secondTier, async () => {
    const path = await signed('replaced.csv');
    await exportTo('replaced.csv', { format: 'csv', period: '2026-09' });
    expect(existsSync(sign(path))).toBe(false);
    expect((await verify(path)).signature.state).toBe('none');
  });

  it('is the same file as without a signature', secondTier, async () => {
    const [one, other] = ['with.json', 'without.json'];
    const path = await exportTo(one, { format: 'json', period: '2026-10', sign: true });
    expect(readFileSync(path)).toEqual(readFileSync(await exportTo(other, { format: 'json', period: '2026-10' })));
  });
});

async function createKey() {
  const made = await app.call('signing.create', {});
  if (!made.ok) throw new Error(JSON.stringify(made));
  return made.value as { key: { fingerprint: string; allowedSigner: string } };
}

it(
  'says of a file over months that were not all here that the records here are others, once they are',
  secondTier,
  async () => {
    const own = mkdtempSync(join(tmpdir(), 'verify-partial-'));
    const path = join(own, 'partial.csv');
    const partial = await createApp({
      host: quietHost({ chooseDestination: async () => ({ path }), chooseSource: async () => ({ path }) }),
      version: 'test',
      dataDirectory: own,
      workspace: 'default',
      rate: 0,
      now: () => NOW,
      baseUrl: service.url,
      ...(service.key !== null && { key: service.key }),
    });
    const ask = async () => {
      const answer = await partial.call('export.verify', {});
      if (!answer.ok) throw new Error(JSON.stringify(answer));
      return answer.value as FileAnswer;
    };
    try {
      expect(await partial.call('sync.run', { maxRequests: 2 })).toMatchObject({ value: { status: 'partial' } });
      const written = await partial.call('export.run', { format: 'csv', columns: ['record_id', 'total_minutes'] });
      expect(written).toMatchObject({ value: { complete: false } });
      const before = await ask();
      expect(holds(before)).toEqual([true, true, 'equal']);
      expect(before.again.complete).toBe(false);
      expect(await partial.call('sync.run', {})).toMatchObject({ value: { status: 'complete' } });
      const { again } = await ask();
      expect(again).toMatchObject({ state: 'unknown', why: ['records'], sameBytes: false, complete: true });
      expect(again.records.found).toBeGreaterThan(again.records.written);
    } finally {
      await partial.close();
      rmSync(own, { recursive: true, force: true });
    }
  },
);
