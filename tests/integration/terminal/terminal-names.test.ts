/** `names` in the terminal: a file is kept whole or not at all, a trial keeps nothing, and what was written reads back the same. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import type { Directory } from '#domain/people/directory.ts';
import { createApp } from '#electron/app/app.ts';
import { quietHost } from '#tests/support/hosts/quiet-host.ts';
import { KeptTerminal } from '#tests/support/hosts/kept-terminal.ts';
import { runInProcess } from '#tests/support/hosts/terminal-in-process.ts';
import { run } from '#tests/support/hosts/terminal.ts';
import { document, expectFailure, expectOneSentence, TerminalSession } from '#tests/support/hosts/terminal-session.ts';

const kept = new KeptTerminal();
const session = new TerminalSession(kept.run);
let folder: string;
beforeEach(() => {
  folder = session.folder();
});
afterEach(() => kept.close());
afterAll(() => session.remove());

const lineOf = (words: string, more: readonly string[]) => [
  'names',
  ...words.split(' '),
  ...more,
  '--data-dir',
  join(folder, 'data'),
];
const names = (words: string, ...more: string[]) => session.run(lineOf(words, more));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const people = '\uFEFFowner_id;name;team;weekly_hours\r\n7;Ann;Tax;38,5\r\n8;Bo;;\r\n';
const directory = async () => document(await names('list --json'));

test('a spreadsheet’s table is imported, listed, written and read back without a change', async () => {
  const first = await names('import', file('people.csv', people), '--json');
  expect(first.code, first.stderr).toBe(0);
  expect(document(first)).toEqual({ added: 2, changed: 0, removed: 0, unchanged: 0, dryRun: false });
  expect((await names('import', file('objects.csv', 'type,id,name,client\ndeal,9,Audit,ACME\n'))).code).toBe(0);
  expect(await directory()).toEqual({
    owners: {
      '7': { name: 'Ann', team: 'Tax', weeklyHours: '38.5', activeFrom: null, activeTo: null },
      '8': { name: 'Bo', team: null, weeklyHours: null, activeFrom: null, activeTo: null },
    },
    objects: { 'deal:9': { name: 'Audit', client: 'ACME', currency: null } },
  });
  for (const format of ['csv', 'json']) {
    const out = join(folder, `names.${format}`);
    expect(document(await names('export --format', format, '--out', out, '--json'))).toEqual({
      file: out,
      format,
      entries: 3,
    });
    expect(document(await names('import', out, '--json'))).toMatchObject({ added: 0, changed: 0, unchanged: 3 });
  }
});

test('a list is written over an existing file only where that is asked for', async () => {
  const out = file('names.csv', 'kept');
  expectFailure(await names('export', '--out', out, '--json'), 2, 'file-exists');
  expect(readFileSync(out, 'utf8')).toBe('kept');
  expect((await names('export --replace', '--out', out)).code).toBe(0);
  expect(readFileSync(out, 'utf8')).not.toBe('kept');
});

test('weekly hours hold from a day on: by a column, for all of a file, and with those before', async () => {
  await names('import', file('people.csv', people));
  const hours = async () => Object.values(((await directory()) as Directory).owners);
  await names('import', file('dated.csv', 'owner_id,weekly_hours,from\n7,20,2026-10-01\n8,40,\n8,30,2027-01-01\n'));
  expect((await hours()).map((each) => each.weeklyHours)).toEqual([
    '38.5; 20 from 2026-10-01',
    '40; 30 from 2027-01-01',
  ]);
  const all = file('all.csv', 'owner_id,weekly_hours\n7,25\n8,35\n');
  expect((await names('import', all, '--hours-from', '2026-12-01', '--dry-run')).stdout).toContain(
    'weeklyHours 38.5; 20 from 2026-10-01 → 38.5; 20 from 2026-10-01; 25 from 2026-12-01',
  );
  await names('import', all, '--hours-from', '2026-12-01');
  expect((await hours())[1]?.weeklyHours).toBe('40; 35 from 2026-12-01; 30 from 2027-01-01');
  expectFailure(await names('import', all, '--hours-from', '1.12.2026', '--json'), 2, 'usage');
  for (const format of ['csv', 'json']) {
    const out = join(folder, `written.${format}`);
    await names('export --format', format, '--out', out);
    expect(document(await names('import', out, '--json'))).toMatchObject({ changed: 0, unchanged: 2 });
  }
});

test('a currency that is spelled almost as another in use is told as it was given', async () => {
  await names('import', file('audit.csv', 'type,id,name,currency\ndeal,9,Audit,Points\n'));
  const near = await names('import', file('tax.csv', 'type,id,name,currency\ndeal,8,Tax,points\n'), '--json');
  expect(document(near)).toMatchObject({ added: 1, nearCurrencies: [{ given: 'points', inUse: 'Points' }] });
});

test('a trial says what would change, before and after, and keeps nothing', async () => {
  await names('import', file('people.csv', people));
  const before = await directory();
  const changes = file('changes.csv', 'owner_id,name,team\n7,Ann,Audit\n8,Bo,\n9,Cy,\n');
  const trial = await names('import', changes, '--dry-run', '--json');
  expect(document(trial)).toEqual({
    added: 1,
    changed: 1,
    removed: 0,
    unchanged: 1,
    dryRun: true,
    changes: [
      { kind: 'person', id: '7', name: 'Ann', effect: 'changed', fields: { team: ['Tax', 'Audit'] } },
      { kind: 'person', id: '9', name: 'Cy', effect: 'added', fields: {} },
    ],
  });
  expect((await names('import', changes, '--dry-run')).stdout).toBe(
    '~ person 7: Ann (team Tax → Audit)\n+ person 9: Cy\nIt would add 1 entry, change 1 and leave 1. Nothing was saved.\n',
  );
  expect(await directory()).toEqual(before);
});

test('a file with one wrong line is refused whole, with the line', async () => {
  await names('import', file('people.csv', people));
  const before = await directory();
  const wrong = file('wrong.csv', 'owner_id,name,weekly_hours\n7,Renamed,40\n9,New,40\n10,Bad,forty\n');
  const refused = await names('import', wrong);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toMatch(/^In wrong\.csv, line 4: weekly_hours "forty" is not a number of hours/);
  expectOneSentence(refused);
  // Wrong only beside what is held: found before anything is kept, too.
  const nameless = await names('import', file('nameless.csv', 'owner_id,team\n7,Audit\n99,Audit\n'));
  expect(nameless.stderr).toMatch(/^In nameless\.csv, line 3: person 99 is not in the directory yet/);
  expect(nameless.code).toBe(2);
  expect(await directory()).toEqual(before);
});

test.each([
  [['frob']],
  [['import']],
  [['import', '/no/such/file.csv']],
  [['export']],
  [['list', '--dry-run']],
  [['list', 'x']],
])('names %j is wrong use', async (words) => {
  expectFailure(await session.run(['names', ...words, '--data-dir', folder, '--json']), 2, 'usage');
});

test('a folder is no file of names', async () => {
  expectFailure(await names('import', folder, '--json'), 2, 'usage');
});

test('help shows the columns', async () => {
  const { stdout, code } = await names('--help');
  expect(code).toBe(0);
  for (const column of ['owner_id', 'weekly_hours', 'active_from', 'currency']) expect(stdout).toContain(column);
  expect(stdout).toContain('--dry-run');
});

const owners = async () => Object.keys(((await directory()) as { owners: object }).owners);

test('while the app has the workspace open, it makes the change itself and shows it at once', async () => {
  const data = join(folder, 'data');
  const apart = (words: string, ...more: string[]) => run(lineOf(words, more));
  const app = await createApp({ host: quietHost(), version: 'test', dataDirectory: data, workspace: 'default' });
  try {
    let changes = 0;
    app.subscribe(({ event }) => {
      if (event === 'data.changed') changes += 1;
    });
    const imported = await apart('import', file('people.csv', people), '--json');
    expect(imported.code, imported.stderr).toBe(0);
    expect(document(imported)).toEqual({ added: 2, changed: 0, removed: 0, unchanged: 0, dryRun: false });
    expect(changes).toBeGreaterThan(0);
    expect(await app.call('names.list', {})).toMatchObject({ value: { owners: { '7': { name: 'Ann' } } } });
    // What the app changes is read at once, and a trial changes nothing.
    await app.call('names.keep', { owners: { '9': { name: 'Cy', team: null, weeklyHours: null } } });
    const more = file('more.csv', 'owner_id,name\n7,Anna\n9,Cy\n');
    const trial = await runInProcess(lineOf('import', [more, '--dry-run', '--json']));
    expect(document(trial)).toMatchObject({ added: 0, changed: 1, unchanged: 1, dryRun: true });
    expect(await app.call('names.list', {})).toMatchObject({ value: { owners: { '7': { name: 'Ann' } } } });
  } finally {
    await app.close();
  }
  expect(await owners()).toEqual(['7', '8', '9']);
});

test('a list of another program is mapped by hand, and what is not read or left out is named', async () => {
  const odd = file('odd.csv', 'Key;Who;Where\n7;Ann;Tax\n8;Bo;\n');
  const asked = await names('import', odd);
  expect([asked.code, asked.stderr]).toEqual([
    2,
    expect.stringContaining(': say what the columns hold, such as --map'),
  ]);
  expectOneSentence(asked);
  const mapped = await names('import', odd, '--map', 'Key=id,Who=name', '--kind', 'person', '--json');
  expect(document(mapped)).toMatchObject({ added: 2, notRead: ['Where'] });
  expect((await names('import', odd, '--map', 'Kye=id')).stderr).toContain('column is called "Kye"');
  const damaged = file('damaged.csv', "owner_id;name;E-mail\n'7;Anna;\n1,73E+10;Dirk;a@b.example\n");
  const partial = await names('import', damaged);
  expect([partial.code, partial.stdout]).toEqual([6, expect.stringContaining('Not read: E-mail.\nRestored: line 2: ')]);
  expect(partial.stdout).toContain('Left out: line 3: "1,73E+10" is an id that a spreadsheet has changed');
  expect(await directory()).toMatchObject({ owners: { '7': { name: 'Anna' }, '8': { name: 'Bo' } } });
  expect(await owners()).toEqual(['7', '8']);
});

test('a workbook is imported as its first sheet, digits and all', async () => {
  const imported = await names('import', join(import.meta.dirname, '../../ui/names.xlsx'), '--json');
  expect(imported.code, imported.stderr).toBe(0);
  expect(document(imported)).toMatchObject({ changed: 0, unchanged: 0 });
  expect((await owners()).length).toBeGreaterThan(0);
  const broken = await names('import', file('broken.xlsx', 'PK that is no archive'), '--json');
  expectFailure(broken, 2, 'usage');
  expect(broken.stdout).toContain('cannot be read as a workbook');
});
