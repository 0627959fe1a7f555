/** Saved exports in the terminal: added, listed, run when they are due, never replacing, and no contradiction passes in silence. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { manifestSchema } from '#contract/exports.ts';
import { propertyNames } from '#domain/properties.ts';
import { weekdays } from '#domain/time/weeks.ts';
import { KeptTerminal } from '#tests/support/hosts/kept-terminal.ts';
import { startProvingService, type ProvingService } from '#tests/support/hosts/proving-service.ts';
import { document, expectOneSentence, TerminalSession } from '#tests/support/hosts/terminal-session.ts';
import type { Ended } from '#tests/support/hosts/terminal.ts';
import { secondTier } from '#tests/support/tier.ts';

const session = new TerminalSession();
const kept = new KeptTerminal();
let service: ProvingService;
let folder: string;
let data: string;

beforeAll(async () => {
  service = await startProvingService({ records: 450, sampleMonths: 6, seed: 7, asOf: '2026-11-21' });
  folder = session.folder();
  data = join(folder, 'data');
});
afterAll(async () => {
  await kept.close();
  await service.stop();
  session.remove();
});

const ask = (...argv: string[]): Promise<Ended> => kept.run([...argv, '--data-dir', data]);
const at = (name: string) => join(folder, name);

const definitions = weekdays.slice(0, 2).map((weekday) => ({
  format: 'timelog-export',
  name: `Hours on ${weekday}`,
  records: { period: 'last-month', columns: ['title', 'total_minutes'] },
  options: { format: 'csv' },
}));

function file(name: string, content: unknown): string {
  writeFileSync(at(name), JSON.stringify(content));
  return at(name);
}

const listed = z.object({ exports: z.array(z.object({ definition: z.object({ name: z.string() }) })) });
const day = z.object({ today: z.string() });
const runs = z.object({
  runs: z.array(z.looseObject({ file: z.string().optional() })),
});

test('definitions are added from files and listed as text, JSON and with tabs; one without a name or meaning is refused', async () => {
  for (const [number, each] of definitions.entries())
    expect((await ask('exports', 'add', file(`${number}.json`, each))).stdout).toBe(`“${each.name}” is saved.\n`);
  const nameless = { format: 'timelog-export', records: {} };
  expect(await ask('exports', 'add', file('nameless.json', nameless))).toMatchObject({ code: 2 });
  expect((await ask('exports', 'add', at('nameless.json'), '--name', 'Everything')).code).toBe(0);
  expect((await ask('exports', 'add', at('nameless.json'), '--name', 'EVERYTHING')).code).toBe(2);
  const unknown = file('unknown.json', { ...nameless, records: { columns: ['nonsense'] } });
  expectOneSentence(await ask('exports', 'add', unknown, '--name', 'x'));

  const { exports } = listed.parse(document(await ask('exports', '--json')));
  expect(exports).toHaveLength(3);
  const text = await ask('exports');
  expect(text.stdout.split('\n')).toHaveLength(6);
  expect(text.stdout).toContain('Time logs, last month, CSV');
  const tsv = (await ask('exports', '--tsv')).stdout.split('\n').slice(0, -1);
  expect(tsv).toHaveLength(4);
  expect(new Set(tsv.map((line) => line.split('\t').length))).toEqual(new Set([11]));
  // Written as a file and read back, it is the same.
  expect((await ask('exports', 'save', 'everything', '--out', at('saved.json'))).code).toBe(0);
  expect((await ask('exports', 'remove', 'Everything')).code).toBe(0);
  expect((await ask('exports', 'add', at('saved.json'))).code).toBe(0);
  expect((await ask('exports', 'remove', 'nothing')).code).toBe(2);
});

test('what is due is run into a folder: partial stays due under a name that says so, whole is done, nothing is replaced', async () => {
  const out = at('out');
  // Due on the day the test runs, whichever that is where the workspace is.
  const today = Temporal.PlainDate.from(day.parse(document(await ask('exports', '--json'))).today);
  const rhythm = { every: 'week', weekday: weekdays[today.dayOfWeek - 1] };
  await ask('exports', 'add', file('due.json', { ...definitions[0], name: 'Weekly hours', rhythm }));
  expect((await ask('export', '--due', '--out', out)).code).toBe(2);
  mkdirSync(out);
  expect(await ask('exports', '--due')).toMatchObject({ code: 0 });

  const nothing = await ask('export', '--due', '--out', out, '--json');
  expect(nothing.code).toBe(6);
  expect(runs.parse(document(nothing)).runs).toMatchObject([{ error: { code: 'nothing-matched' } }]);
  const partial = await ask('export', '--due', '--out', out, '--allow-empty');
  expect(partial.code).toBe(6);
  expect(partial.stdout).toMatch(/-partial\.csv, which is partial: it stays due\n$/);
  expect((await ask('exports', '--due')).code).toBe(0);
  // The same file once more, and without leave to replace it.
  expect(await ask('export', '--due', '--out', out, '--allow-empty')).toMatchObject({ code: 2 });

  const address = ['--base-url', service.url, '--key-stdin', '--rate', '0'];
  expect((await kept.run(['sync', '--data-dir', data, ...address], { input: `${service.key}\n` })).code).toBe(0);
  const whole = await ask('export', '--due', '--out', out, '--json');
  expect(whole.code, whole.stderr).toBe(0);
  const [ran] = runs.parse(document(whole)).runs;
  expect(ran?.file).toMatch(/^Weekly hours-\d{4}-\d{2}\.csv$/);
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(out, `${ran?.file}.manifest.json`), 'utf8')));
  expect(ran).toMatchObject({ complete: true, sha256: manifest.sha256, period: { from: manifest.period?.from } });

  expect(await ask('exports', '--due')).toMatchObject({ code: 6, stdout: 'Nothing is due.\n' });
  expect(await ask('export', '--due', '--out', out)).toMatchObject({ code: 0, stdout: 'Nothing is due.\n' });
  expect(readdirSync(out).filter((name) => name.endsWith('.csv'))).toHaveLength(2);
  expect(await ask('export', '--due', '--out', out, '--format', 'csv')).toMatchObject({ code: 2 });
});

test('an export is run by its name, and by its file, into a file or a folder', async () => {
  const out = session.folder();
  const named = await ask('export', 'hours on monday', '--out', join(out, 'a.csv'), '--json');
  expect(named.code, named.stderr).toBe(0);
  expect(manifestSchema.parse(document(named))).toMatchObject({ file: 'a.csv', format: 'csv' });
  expect(await ask('export', 'hours on monday', '--out', join(out, 'a.csv'))).toMatchObject({ code: 2 });
  const inFolder = await ask('export', at('0.json'), '--out', out);
  expect(inFolder).toMatchObject({ code: 0 });
  expect(inFolder.stdout).toContain(join(out, 'Hours on monday-'));
  const unknown = await ask('export', 'Hours on Mondays', '--out', join(out, 'b.csv'));
  expect(unknown.code).toBe(2);
  expect(unknown.stderr).toContain('did you mean "Hours on monday"');
});

test('contradictions are told, with exit 2, before anything is written', async () => {
  const xlsx = file('xlsx.json', { format: 'timelog-export', name: 'Book', records: {}, options: { format: 'xlsx' } });
  await ask('exports', 'add', xlsx);
  const out = session.folder();
  const refused: readonly (readonly [readonly string[], RegExp])[] = [
    [['export', xlsx, '--out', 'a.csv'], /^The definition writes xlsx, and a\.csv ends as another format does/],
    [['export', 'Book', '--out', 'a.csv'], /^The definition writes xlsx, and a\.csv ends as another format does/],
    [['export', '--format', 'pdf', '--out', 'a.csv'], /^--format says pdf, and a\.csv ends as another format does/],
    [['report', 'people', '--format', 'pdf', '--out', 'a.csv'], /^--format says pdf/],
    [['export', '--rates', '--out', 'a.csv'], /^Rates are a choice for a client's file/],
    [['export', '--preset', 'excel', '--out', 'a.json'], /^A json file is read by programs alone/],
    [['export', '--separator', 'tab', '--out', 'a.json'], /^The separator is a choice for CSV/],
    [['export', '--decimal', 'comma', '--out', 'a.xlsx'], /^A xlsx file has no decimal mark to choose/],
    [['export', '--pack', 'client', '--allow-empty', '--out', 'a.zip'], /^--allow-empty is for one file/],
  ];
  for (const [argv, sentence] of refused) {
    const ended = await ask(...argv.map((word) => (word.startsWith('a.') ? join(out, word) : word)));
    expect(ended, argv.join(' ')).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toMatch(sentence);
  }
  expect(readdirSync(out)).toEqual([]);
  // Said with the run: another format than the definition's.
  expect((await ask('export', 'Book', '--format', 'csv', '--out', join(out, 'a.csv'))).code).toBe(0);
});

const byMonth = (folder: string) => [
  'export',
  '--format',
  'parquet',
  '--partition',
  'month',
  '--period',
  '2026-Q3',
  '--allow-empty',
  '--out',
  at(folder),
];

let months: Promise<Ended> | undefined;
/** Written by whichever test comes first. */
const writeMonths = async () => expect([0, 6]).toContain((await (months ??= ask(...byMonth('months')))).code);

test('records are written as a folder of Parquet by month, with each month in its manifest', async () => {
  await writeMonths();
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(at('months'), '_manifest.json'), 'utf8')));
  for (const { file: name } of manifest.partitions ?? [])
    expect(readFileSync(join(at('months'), name)).length).toBeGreaterThan(0);
  expect(manifest.partitions?.length).toBeGreaterThan(0);
});

test('a folder of months is replaced only when told', secondTier, async () => {
  await writeMonths();
  expect(await ask(...byMonth('months'))).toMatchObject({ code: 2 });
  expect([0, 6]).toContain((await ask(...byMonth('months'), '--replace')).code);
});

test('verify-file says of a folder of months that it does not verify it', async () => {
  await writeMonths();
  const unverified = await ask('verify-file', at('months'));
  expectOneSentence(unverified);
  expect(unverified.stderr).toMatch(/verify-file does not verify/);
});

test.each([
  ['CSV', ['export', '--format', 'csv', '--partition', 'month'], 'none'],
  ['a name that is a file’s', ['export', '--format', 'parquet', '--partition', 'month'], 'none.parquet'],
  ['a pack', ['export', '--format', 'parquet', '--partition', 'month', '--pack', 'client'], 'none'],
  ['a report', ['report', 'people', '--partition', 'month'], 'none.parquet'],
])('parts by month are refused for %s in one sentence', async (_, command, name) => {
  const answer = await ask(...command, '--out', at(name));
  expect(answer.code).toBe(2);
  expectOneSentence(answer);
});

test('findings and the Overview are written to files, told what is wrong before', async () => {
  const [checks, overview] = [at('to-check.csv'), at('october.pdf')];
  expect(await ask('checks', 'negative', '--out', checks)).toMatchObject({ code: 0 });
  expect(manifestSchema.parse(JSON.parse(readFileSync(`${checks}.manifest.json`, 'utf8')))).toMatchObject({
    of: 'findings',
    audience: 'internal',
  });
  expect(await ask('overview', '--period', '2026-10', '--out', overview)).toMatchObject({ code: 0 });
  expect(readFileSync(overview).subarray(0, 5).toString()).toBe('%PDF-');
  const { parts = [], period } = manifestSchema.parse(JSON.parse(readFileSync(`${overview}.manifest.json`, 'utf8')));
  expect([parts.map(({ title }) => title), period?.from]).toEqual([
    ['Figures', 'Expected hours', 'People', 'Needs attention', '13 months', 'Clients'],
    '2026-10-01',
  ]);
  for (const wrong of [
    ['overview'],
    ['overview', '--out', at('october.csv')],
    ['overview', '--out', overview],
    ['overview', 'october', '--out', at('other.pdf')],
    ['checks', '--format', 'csv'],
    ['checks', '--out', at('other.csv'), '--audience', 'client'],
  ])
    expectOneSentence(await ask(...wrong));
});

test('the file of an Overview is verified by being written again', secondTier, async () => {
  expect(await ask('overview', '--period', '2026-10', '--out', at('verified.pdf'))).toMatchObject({ code: 0 });
  expect(await ask('verify-file', at('verified.pdf'))).toMatchObject({ code: 0 });
});

test(
  'a client’s profile decides about rates and internal use, whichever command writes; who gets what is told of due runs too',
  secondTier,
  async () => {
    await kept.close();
    const app = new KeptTerminal({ place: { data, url: service.url, key: service.key }, now: Date.now });
    const columns = [propertyNames.objectType, propertyNames.objectId];
    const { rows } = await app.call('records.page', { columns, limit: 1 });
    const [type = '', id = ''] = columns.map((name) => rows[0]?.values[name] ?? '');
    await app.call('names.keep', { objects: { [`${type}:${id}`]: { name: 'Audit', client: 'Acme' } } });
    await app.call('settings.set', { clientProfiles: [{ client: 'Acme', rates: true, format: null, names: null }] });
    await app.close();

    const out = session.folder();
    const groups = (client: string) => [{ filters: [{ propertyName: 'client', operator: 'EQ', value: client }] }];
    const filtered = (client: string) => ['--filter', JSON.stringify(groups(client)), '--rates'];
    const records = await ask('export', ...filtered('Acme'), '--out', join(out, 'a.csv'), '--json');
    expect(records.code, records.stderr).toBe(0);
    expect(document(records)).toMatchObject({ audience: 'client', options: { rates: true }, profiled: ['Acme'] });
    const measures = ['--measures', 'logged_hours', '--group-by', 'month'];
    const report = await ask('report', ...measures, ...filtered('Acme'), '--out', join(out, 'b.csv'), '--json');
    expect(report.code, report.stderr).toBe(0);
    expect(document(report)).toMatchObject({ options: { rates: true }, profiled: ['Acme'] });
    for (const command of [['export'], ['report', ...measures]]) {
      const refused = await ask(...command, ...filtered('Other'), '--out', join(out, 'c.csv'));
      expect(refused).toMatchObject({ code: 2, stderr: expect.stringMatching(/^Rates are a choice/) as string });
    }

    const today = Temporal.PlainDate.from(day.parse(document(await ask('exports', '--json'))).today);
    const rhythm = { every: 'week', weekday: weekdays[today.dayOfWeek - 1] };
    const due = (name: string, options: object) =>
      ask(
        'exports',
        'add',
        file('due-acme.json', {
          format: 'timelog-export',
          name,
          records: { filterGroups: groups('Acme'), columns: ['title', 'total_minutes'] },
          fileName: name,
          options,
          rhythm,
        }),
      );
    await due('Inside', { audience: 'internal' });
    await due('To Acme', {});
    const first = await ask('export', '--due', '--out', out);
    expect(first).toMatchObject({ code: 2, stderr: expect.stringContaining('(--audience internal)') as string });
    expect(first.stdout).toContain('\nBy the profile of Acme: for a client, with rates\n');
    await due('To Acme again', {});
    expect(await ask('export', '--due', '--audience', 'client', '--out', out)).toMatchObject({ code: 2 });
    const second = await ask('export', '--due', '--audience', 'internal', '--out', out, '--json');
    expect(second.code, second.stderr).toBe(0);
    const [inside, client] = runs.parse(document(second)).runs;
    expect(inside).toMatchObject({ name: 'Inside', complete: true, guarded: 0, unreadable: 0 });
    expect(inside).not.toHaveProperty('profiled');
    // What is for a client stays so, whatever is said of the others.
    expect(client).toMatchObject({ name: 'To Acme again', profiled: ['Acme'] });
  },
);
