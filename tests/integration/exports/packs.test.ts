/** Packs of a small world of several currencies, unreadable figures and records of no client: what is in them, and that it is all. */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Input, Output } from '#contract/api.ts';
import type { PackAnswer } from '#contract/proof/verdict.ts';
import { manifestSchema, packKeys, type PackManifest } from '#contract/exports.ts';
import { parseDecimal } from '#domain/decimal.ts';
import { openExportWorld, type ExportWorld } from '#tests/exports/world.ts';
import { readCsv, readPack } from '#tests/support/exports/pack-files.ts';
import { tamperWithCell } from '#tests/support/exports/tampering.ts';
import { writeZipFile, type ZipForm } from '#tests/support/exports/zip.ts';
import { seeded } from '#tests/support/worlds/seeded.ts';
import { chooseCases, chooseSize, secondTier } from '#tests/support/tier.ts';

let world: ExportWorld;
/** The same pack as a folder and as a zip, never to be changed. */
let original: string;
let zipped: string;
let answer: PackManifest;
beforeAll(async () => {
  world = await openExportWorld(11);
  const { path, written } = await pack({ ...question, as: 'folder' });
  [original, answer] = [path, written];
  zipped = (await pack(question)).path;
});
afterAll(() => world.dispose());

function copyFolder(): string {
  const path = newPath();
  cpSync(original, path, { recursive: true });
  return path;
}

let turn = 0;
const newPath = (ending = '') => join(world.folder, `pack-${(turn += 1)}${ending}`);

async function pack(input: Input<'export.pack'>, path = newPath(input.as === 'folder' ? '' : '.zip')) {
  world.writeTo(path);
  const written = await world.call('export.pack', input);
  if (!written) throw new Error('no place');
  return { path, written, files: readPack(path) };
}

async function verify(path: string): Promise<PackAnswer> {
  world.writeTo(path);
  const answer = await world.call('export.verify', {});
  if (!answer || !('pack' in answer)) throw new Error('no pack');
  return answer;
}

const holds = ({ matches, addsUp, again }: PackAnswer) => [matches.holds, addsUp.holds, again.state];

const machine = { format: 'csv', preset: 'machine' } as const;
const columns = ['sys_object_id', 'client', 'total_minutes', 'billable_amount', 'cost_amount'];
const question = { ...machine, period: '2026-10', columns, title: 'Work' } as const;
const only = (value: string) => [{ filters: [{ propertyName: 'client', operator: 'EQ' as const, value }] }];
const conditions: fc.Arbitrary<Input<'export.pack'>['filterGroups']> = fc.array(
  fc.record({
    filters: fc.array(
      fc.constantFrom(
        { propertyName: 'category_text', operator: 'EQ' as const, value: 'audit' },
        { propertyName: 'service_name', operator: 'NEQ' as const, value: 'Books' },
        { propertyName: 'client', operator: 'EQ' as const, value: 'Acme' },
        { propertyName: 'client', operator: 'NOT_HAS_PROPERTY' as const },
        { propertyName: 'platform_owner_id', operator: 'IN' as const, values: ['1', '3'] },
        { propertyName: 'assoc_obj_type', operator: 'EQ' as const, value: 'deal' },
        { propertyName: 'total_minutes', operator: 'GT' as const, value: '120' },
        { propertyName: 'billable_amount', operator: 'HAS_PROPERTY' as const },
        { propertyName: 'first_start_date', operator: 'GTE' as const, value: '2026-10-10T00:00:00Z' },
      ),
      { minLength: 1, maxLength: 3 },
    ),
  }),
  { maxLength: 3 },
);
const asked = fc.record({
  filterGroups: conditions,
  query: fc.constantFrom('', '', 'call', 'books'),
  period: fc.constantFrom(undefined, '2026-10', '2026-Q4', '2026-W41', '2026-09-15..2026-10-20'),
  by: fc.constantFrom(...packKeys),
  as: fc.constantFrom('zip' as const, 'folder' as const),
});

/** Units of a column by its currency, added up in plain code. */
function addUp(tables: readonly ReturnType<typeof readCsv>[], column: string): Record<string, bigint> {
  const sums: Record<string, bigint> = {};
  for (const { lines } of tables)
    for (const line of lines) {
      const units = parseDecimal(line[column] ?? '')?.units;
      const currency = line['currency'] ?? '';
      if (units !== undefined) sums[currency] = (sums[currency] ?? 0n) + units;
    }
  return sums;
}

it('every record of any filter is in one file and no other, and the files add up to the whole', async () => {
  let written = 0;
  await fc.assert(
    fc.asyncProperty(asked, async (question) => {
      const { period, ...rest } = question;
      const selection = { ...rest, ...(period !== undefined && { period }) };
      const { by: _by, as: _as, ...alone } = selection;
      const file = newPath('.csv');
      world.writeTo(file);
      const whole = await world.call('export.run', { ...alone, ...machine, columns, allowEmpty: true });
      const options = { ...selection, ...machine, columns };
      if (whole?.records === 0) {
        await expect(pack(options)).rejects.toMatchObject({ error: { code: 'nothing-matched' } });
        return;
      }
      written += 1;
      const made = await pack(options);
      const tables = made.written.files.map((each) => readCsv(made.files.get(each.file) ?? Buffer.alloc(0)));
      const one = readCsv(readFileSync(file));
      const ids = tables.flatMap(({ lines }) => lines.map((line) => line['sys_object_id'] ?? ''));
      expect(ids.toSorted()).toEqual(one.lines.map((line) => line['sys_object_id'] ?? '').toSorted());
      for (const column of ['a552213_total_minutes', 'a552213_billable_amount', 'a552213_cost_amount'])
        expect(addUp(tables, column), column).toEqual(addUp([one], column));
      expect(made.written).toMatchObject({ records: whole?.records, sums: whole?.sums });
      expect(made.written.sumsByCurrency).toEqual(whole?.sumsByCurrency);
      expect(made.written.unreadable).toBe(whole?.unreadable);
    }),
    {
      numRuns: Number(process.env['PACKS'] ?? chooseSize(1, 10)),
      seed: Number(process.env['SEED'] ?? chooseSize(8, 5)),
    },
  );
  expect(written).toBeGreaterThan(chooseSize(0, 5));
}, 120_000);

it('has a file of the records of no client, and its answer tells what was guarded, unreadable and left out', async () => {
  const { written, files } = await pack({
    format: 'csv',
    period: '2026-10',
    audience: 'client',
    columns: ['record_id', 'title', 'cost_amount', 'billable_amount'],
  });
  const none = written.files.find(({ key }) => key === null);
  expect(none?.file).toBe('_unassigned-2026-10.csv');
  expect(files.has('_unassigned-2026-10.csv')).toBe(true);
  const index = JSON.parse(files.get('index.json')?.toString('utf8') ?? '') as PackManifest;
  expect(written.guarded).toBeGreaterThan(0);
  expect(written.unreadable).toBeGreaterThan(0);
  for (const name of ['guarded', 'unreadable'] as const) {
    expect(index[name]).toBe(written[name]);
    expect(index.files.reduce((sum, each) => sum + each[name], 0)).toBe(written[name]);
  }
  // A client reads no ids of the service.
  expect(written.withheld).toEqual(['a552213_record_id', 'a552213_cost_amount']);
  // What was left out for its receivers is in no file of it.
  for (const [name, content] of files) expect(content.toString('utf8').includes('cost_amount'), name).toBe(false);
});

it('names whose each file is in its title, and lists it with its sums in the index for people', () => {
  const files = readPack(original);
  const titles = answer.files.map(({ file }) => {
    const manifest = files.get(`${file}.manifest.json`)?.toString('utf8') ?? '';
    return (JSON.parse(manifest) as { title: string }).title;
  });
  expect(titles.toSorted()).toEqual([
    'Acme — Work, October 2026',
    'Brook — Work, October 2026',
    'Without a client — Work, October 2026',
  ]);
  const table = readCsv(files.get('index.csv') ?? Buffer.alloc(0));
  expect(table.lines.map((line) => line['File'])).toEqual([
    ...answer.files.map(({ file }) => file),
    'All files together',
  ]);
});

describe('a folder', () => {
  it('holds the same files as the zip', () => {
    const [folder, zip] = [readPack(original), readPack(zipped)];
    expect([...folder.keys()].toSorted()).toEqual([...zip.keys()].toSorted());
    for (const [name, content] of folder) expect(content.equals(zip.get(name) ?? Buffer.alloc(0)), name).toBe(true);
    expect(readdirSync(world.folder).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('takes the place of an earlier pack as a whole: none of its files stays', async () => {
    const path = copyFolder();
    const before = readdirSync(path);
    const filters = [{ propertyName: 'platform_owner_id', operator: 'EQ' as const, value: '1' }];
    const others = { by: 'platform_owner_id', pattern: 'by {name}', filterGroups: [{ filters }] } as const;
    await pack({ ...question, ...others, as: 'folder' }, path);
    const after = readdirSync(path);
    expect(after.filter((name) => before.includes(name)).toSorted()).toEqual(['index.csv', 'index.json']);
    for (const whole of chooseCases(0, [path])) expect(holds(await verify(whole))).toEqual([true, true, 'equal']);
  });

  it('never goes among other files, and leaves them as they were', secondTier, async () => {
    const path = copyFolder();
    writeFileSync(join(path, 'notes.txt'), 'mine');
    const before = readdirSync(path);
    await expect(pack({ ...question, as: 'folder' }, path)).rejects.toMatchObject({
      error: { code: 'usage', detail: expect.stringContaining('notes.txt') as string },
    });
    expect(readdirSync(path)).toEqual(before);
    const empty = newPath();
    mkdirSync(empty);
    const ofOne = await pack({ ...question, filterGroups: only('Acme'), as: 'folder' }, empty);
    expect(ofOne.files.size).toBeGreaterThan(2);
  });
});

it.each(chooseCases(1, packKeys))(
  'writes a report for each %s, and its totals add up to the report over all',
  async (by) => {
    const report = {
      measures: ['logged_hours', 'billable_value', 'records', 'effective_rate'],
      groupBy: ['month', 'service_name'],
      filterGroups: [{ filters: [{ propertyName: 'title', operator: 'NEQ' as const, value: 'Call' }] }],
      period: '2026-09-01..2026-10-20',
      calendar: 'clock' as const,
    };
    const { path, written, files } = await pack({ format: 'csv', report, name: 'Work by service', by });
    const whole = await world.call('report.run', report);
    expect(written.records).toBe(whole.records);
    expect(written.files.reduce((sum, { records }) => sum + records, 0)).toBe(whole.records);
    expect(written.sums['logged_hours']).toBe(whole.totals['logged_hours']);
    expect(Object.keys(written.sums)).not.toContain('effective_rate');
    const [first] = written.files;
    const manifest = JSON.parse(files.get(`${first?.file}.manifest.json`)?.toString('utf8') ?? '') as {
      title: string;
      of: string;
    };
    expect(manifest.of).toBe('report');
    expect(manifest.title).toMatch(/^.+ — Work by service, 1 Sep – 20 Oct 2026$/);
    // Of files of reports the first tier asks verify-file.test.ts, of packs what is signed below.
    for (const whole of chooseCases(0, [path])) expect(holds(await verify(whole))).toEqual([true, true, 'equal']);
  },
);

describe('verify-file of a pack', () => {
  const firstFile = () => answer.files[0]?.file ?? '';
  const edit = (path: string, change: (text: string) => string) =>
    writeFileSync(path, change(readFileSync(path, 'utf8')));

  const kinds = [
    ['folder', 'platform_owner_id', 'xlsx'],
    ['zip', 'client', 'csv'],
  ] as const;
  it.each(kinds)('answers yes three times for a %s by %s as it was written', secondTier, async (as, by, format) => {
    const { path } = await pack({ format, period: '2026-10', columns, as, by });
    const answered = await verify(path);
    expect(holds(answered)).toEqual([true, true, 'equal']);
    expect(answered.files.map(({ answer: own }) => own?.again.state)).not.toContain('differs');
  });

  it.each<ZipForm>([{ isZip64: true, isStreamed: true }, { isZip64: true }])(
    'answers yes of a pack that another program packed anew as %j, and no where a file of it was changed',
    secondTier,
    async (form) => {
      const files = new Map(readPack(original));
      const path = newPath('.zip');
      await writeZipFile(path, files, form);
      expect(holds(await verify(path))).toEqual([true, true, 'equal']);
      files.set(firstFile(), Buffer.concat([files.get(firstFile()) ?? Buffer.alloc(0), Buffer.from(' ')]));
      await writeZipFile(path, files, form);
      expect((await verify(path)).matches).toMatchObject({ holds: false, changed: [firstFile()] });
    },
  );

  it(
    'names a file that was changed by a cent, one that is missing and one that is no part of it',
    secondTier,
    async () => {
      const path = copyFolder();
      const manifest = manifestSchema.parse(
        JSON.parse(readFileSync(join(path, `${firstFile()}.manifest.json`), 'utf8')),
      );
      edit(join(path, firstFile()), (text) => tamperWithCell(text, manifest, seeded(3)).text);
      expect(await verify(path)).toMatchObject({
        matches: { holds: false, changed: [firstFile()], missing: [], stray: [] },
        addsUp: { holds: false },
      });
      const second = answer.files[1]?.file ?? '';
      const other = copyFolder();
      rmSync(join(other, second));
      writeFileSync(join(other, 'Rival-2026-10.csv'), 'a\r\n1\r\n');
      writeFileSync(join(other, `${firstFile()}.manifest.json.sig`), 'stale');
      expect((await verify(other)).matches).toEqual({
        holds: false,
        changed: [],
        missing: [second],
        stray: expect.arrayContaining(['Rival-2026-10.csv', `${firstFile()}.manifest.json.sig`]) as string[],
      });
    },
  );

  it('knows a file of an earlier pack under the name of this one', secondTier, async () => {
    const path = copyFolder();
    world.writeTo(join(path, firstFile()));
    const filterGroups = [{ filters: [{ propertyName: 'client', operator: 'EQ' as const, value: 'Brook' }] }];
    await world.call('export.run', { ...machine, period: '2026-09', columns, filterGroups, allowEmpty: true });
    expect((await verify(path)).matches).toMatchObject({ holds: false, changed: [firstFile()] });
  });

  it(
    'sees a sum of the index changed, be it of a file or of the whole, and a changed table for people',
    secondTier,
    async () => {
      const index = (path: string) => join(path, 'index.json');
      const path = copyFolder();
      edit(index(path), (text) => {
        const read = JSON.parse(text) as PackManifest;
        return JSON.stringify({ ...read, records: read.records + 1 });
      });
      expect((await verify(path)).addsUp).toMatchObject({
        holds: false,
        records: { written: answer.records + 1, found: answer.records },
      });
      const other = copyFolder();
      edit(index(other), (text) => {
        const read = JSON.parse(text) as PackManifest;
        const [first, ...rest] = read.files;
        return JSON.stringify({
          ...read,
          files: [{ ...first, sums: { ...first?.sums, a552213_total_minutes: '1' } }, ...rest],
        });
      });
      const answered = await verify(other);
      expect(answered.addsUp.sums.map(({ column }) => column)).toEqual(['a552213_total_minutes']);
      expect(answered.matches.changed).toEqual([firstFile()]);
      const table = copyFolder();
      edit(join(table, 'index.csv'), (text) => text.replace(/\d/, '7x'));
      expect((await verify(table)).matches.changed).toEqual(['index.csv']);
    },
  );

  it('takes no zip for one that matches whose files are not the same to the byte', secondTier, async () => {
    const whole = readFileSync(zipped);
    const content = readPack(zipped);
    let refused = 0;
    for (let at = 40; at < whole.length; at += Math.ceil(whole.length / 6)) {
      const changed = Buffer.from(whole);
      changed[at] = (changed[at] ?? 0) ^ 1;
      const file = newPath('.zip');
      writeFileSync(file, changed);
      const same = (() => {
        try {
          const now = readPack(file);
          return now.size === content.size && [...content].every(([name, bytes]) => now.get(name)?.equals(bytes));
        } catch {
          return false;
        }
      })();
      const answered = await verify(file).catch((error: unknown) => error as { error: { code: string } });
      if ('error' in answered) expect(answered.error.code).toBe('usage');
      else if (!same) expect(answered.matches.holds, `byte ${at}`).toBe(false);
      if ('error' in answered || !same) refused += 1;
    }
    expect(refused).toBeGreaterThan(0);
  });

  it('reads nothing from outside of it, whatever its index names', secondTier, async () => {
    const path = copyFolder();
    writeFileSync(join(world.folder, 'outside.csv'), 'a\r\n');
    edit(join(path, 'index.json'), (text) => text.replace(firstFile(), '../outside.csv'));
    await expect(verify(path)).rejects.toMatchObject({ error: { code: 'usage' } });
  });

  it('says that a client appeared since, whose records are in no file', async () => {
    const path = copyFolder();
    await world.call('names.keep', { objects: { 'company:12': { name: 'New', client: 'New Ltd', currency: null } } });
    try {
      const answered = await verify(path);
      expect(holds(answered)).toEqual([true, true, 'unknown']);
      expect(answered.again.why).toEqual(['names']);
    } finally {
      await world.call('names.keep', { objects: { 'company:12': null } });
    }
  });

  it(
    'names the place in a file whose hash was brought up to date, in its manifest and in the index',
    secondTier,
    async () => {
      const path = copyFolder();
      const file = join(path, firstFile());
      const before = readFileSync(file, 'utf8');
      const manifest = manifestSchema.parse(JSON.parse(readFileSync(`${file}.manifest.json`, 'utf8')));
      const text = before.replace(/^(\d+),[^,]*,/m, '$1,Forged,');
      expect(text).not.toBe(before);
      writeFileSync(file, text);
      const sha256 = createHash('sha256').update(text).digest('hex');
      for (const name of [`${file}.manifest.json`, join(path, 'index.json'), join(path, 'index.csv')])
        edit(name, (content) => content.replaceAll(manifest.sha256, sha256));
      const table = createHash('sha256')
        .update(readFileSync(join(path, 'index.csv')))
        .digest('hex');
      edit(join(path, 'index.json'), (content) => content.replace(answer.tableSha256, table));
      const answered = await verify(path);
      expect(answered.matches.holds).toBe(true);
      expect(answered).toMatchObject({ again: { state: 'differs' }, differing: [firstFile()] });
      expect(answered.files[0]?.answer?.again.difference).toMatchObject({ place: { kind: 'cell' }, found: 'Forged' });
    },
  );

  it('names what the index says otherwise than the whole', secondTier, async () => {
    const path = copyFolder();
    edit(join(path, 'index.json'), (text) =>
      JSON.stringify({ ...(JSON.parse(text) as PackManifest), complete: false }),
    );
    expect((await verify(path)).again).toMatchObject({
      state: 'differs',
      difference: { place: { kind: 'manifest', field: 'complete' }, expected: 'true', found: 'false' },
    });
  });

  it('refuses an index that names a file twice', secondTier, async () => {
    const path = copyFolder();
    edit(join(path, 'index.json'), (text) => {
      const read = JSON.parse(text) as PackManifest;
      return JSON.stringify({ ...read, files: [...read.files, ...read.files] });
    });
    await expect(verify(path)).rejects.toMatchObject({ error: { code: 'usage' } });
  });

  it('knows the conditions of every file and of the whole that clients were not told', secondTier, async () => {
    const filterGroups = [{ filters: [{ propertyName: 'description', operator: 'HAS_PROPERTY' as const }] }];
    const question = { ...machine, period: '2026-10', audience: 'client', filterGroups } as const;
    const { path } = await pack({ ...question, columns: ['sys_object_id', 'total_minutes'] });
    expect((await verify(path)).again.state).toBe('equal');
  });

  it('checks the signature of its index, and of every file', async () => {
    const created = await world.call('signing.create', {});
    const values = [...chooseCases(1, ['Brook', 'Acme'])];
    const filterGroups = [{ filters: [{ propertyName: 'client', operator: 'IN' as const, values }] }];
    const { path } = await pack({ ...machine, period: '2026-10', columns, filterGroups, as: 'folder', sign: true });
    const fingerprint = created.key?.fingerprint;
    expect(await verify(path)).toMatchObject({
      matches: { holds: true },
      signature: { state: 'valid', fingerprint, own: true },
    });
    const [name = ''] = readdirSync(path).filter((entry) => entry.endsWith('.csv.manifest.json.sig'));
    rmSync(join(path, name));
    edit(join(path, 'index.json'), (text) => `${text} `);
    expect(await verify(path)).toMatchObject({
      signature: { state: 'wrong' },
      matches: { holds: false, missing: [name] },
    });
    // What was taken away of the index is asked in the first tier where nothing is written again: verify-pack.test.ts.
    for (const signature of chooseCases(0, ['index.json.sig'])) {
      rmSync(join(path, signature));
      expect(await verify(path)).toMatchObject({
        signature: { state: 'missing' },
        matches: { holds: false, missing: expect.arrayContaining([signature]) as string[] },
      });
    }
  });
});

describe('a client’s file', () => {
  const client = { format: 'csv', audience: 'client', period: '2026-10' } as const;
  const run = async (input: Input<'export.run'>): Promise<NonNullable<Output<'export.run'>>> => {
    world.writeTo(newPath('.csv'));
    const written = await world.call('export.run', input);
    if (!written) throw new Error('no place');
    return written;
  };

  it('bears the name of its one client, unless it was given another title', secondTier, async () => {
    expect((await run({ ...client, filterGroups: only('Acme') })).title).toBe('Acme — Time logs, October 2026');
    expect((await run({ ...client, filterGroups: only('Acme'), title: 'Work' })).title).toBe('Work');
    expect((await run({ ...client, audience: 'internal', filterGroups: only('Acme') })).title).toBe(
      'Time logs of Acme',
    );
    world.writeTo(newPath('.csv'));
    const report = {
      measures: ['logged_hours'],
      groupBy: ['service_name'],
      filterGroups: only('Brook'),
      period: '2026-10',
    };
    const written = await world.call('export.report', {
      format: 'csv',
      audience: 'client',
      report,
      name: 'Bad payers',
    });
    expect(written?.title).toBe('Brook — Report, October 2026');
  });

  it('of several clients tells the person who exports how many, and no file of it', async () => {
    const path = newPath('.csv');
    world.writeTo(path);
    const written = await world.call('export.run', { ...client, severalClients: true });
    expect(written).toMatchObject({ title: 'Time logs', holds: { clients: 2, withoutClient: true } });
    expect(readFileSync(`${path}.manifest.json`, 'utf8')).not.toContain('"holds"');
    expect((await run({ ...client, filterGroups: only('Acme') })).holds).toBeUndefined();
  });
});
