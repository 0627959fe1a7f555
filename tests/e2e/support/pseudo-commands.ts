/**
 * Runs every terminal command in the pseudo-language, from its sources, and asks the service what it refuses; prints what they said as
 * JSON. `node -C pseudo pseudo-commands.ts DATA SCRATCH`: a data directory with the sample, an empty folder.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commands } from '#electron/cli/commands.ts';
import { createService } from '#service/server.ts';
import { runInProcess } from '#tests/support/hosts/terminal-in-process.ts';
import type { Said } from './plain-words.ts';

const [data = '', scratch = ''] = process.argv.slice(2);
mkdirSync(scratch, { recursive: true });
const inScratch = (name: string) => join(scratch, name);
const write = (name: string, text: string) => {
  writeFileSync(inScratch(name), text);
  return inScratch(name);
};

const sample = ['--workspace', 'sample'];
const measured = ['report', '--measures', 'logged_hours', ...sample];
const filtered = (filters: unknown) => [...measured, '--filter', JSON.stringify([{ filters }])];
const where = (propertyName: string, operator: string, operands: object = {}) =>
  filtered([{ propertyName, operator, ...operands }]);
const csv = ['export', '--format', 'csv', ...sample];

const closingActions = Object.keys(commands.find(({ name }) => name === 'closing')?.actions ?? {});
/** What is typed alike in every language: names of commands, of their actions and of choices, and a time such as 24h. */
const typedAlike = commands.flatMap(({ name, actions }) => [
  name,
  ...Object.entries(actions).flatMap(([action, { options }]) => [
    ...action.split(' '),
    ...Object.values(options).flatMap(({ form }) => [...(form?.choices ?? []), String(form?.standard ?? '')]),
  ]),
]);

const asked: readonly (readonly string[])[] = [
  [],
  ['--help'],
  ['nonsense'],
  ['statis'],
  ['status'],
  ['status', ...sample],
  ['status', '--wat'],
  ['status', '--limit', '3'],
  ['status', '--workspace', 'Bad Name'],
  ['status', '--rate', '-1'],
  ['status', '--quota-limit', 'many'],
  ['status', '--rate', '1', '--rate', '2'],
  ['status', '--base-url', 'ftp://nowhere'],
  ['status', '--base-url', 'http://example.com'],
  ['report', ...sample],
  ['report', '--list', ...sample],
  ['report', 'nope', ...sample],
  ['report', write('broken.json', '{'), ...sample],
  ['report', write('other.json', '{"measures":5}'), ...sample],
  ...['overview', 'timesheet', 'margin'].map((name) => ['report', name, ...sample]),
  ['report', 'clients', '--period', '2026-10', '--compare', 'previous', ...sample],
  ['report', 'people', '--group-by', 'team,client', '--columns-by', 'week', '--period', '2026-10', ...sample],
  [...measured, '--period', 'xyz'],
  [...measured, '--period', '2026-13'],
  [...measured, '--period', '2026-12..2026-01'],
  [...measured, '--period', '2026-10-01..2026-10-09'],
  [...measured, '--group-by', 'nope'],
  [...measured, '--group-by', 'a,b,c,d'],
  [...measured, '--order', 'x'],
  [...measured, '--top', 'few'],
  ['report', '--measures', 'nope,billable_rate', ...sample],
  [...measured, '--filter', 'no json'],
  [...measured, '--filter', '{"filters":5}'],
  filtered([{ propertyName: 5 }]),
  where('nope', 'EQ', { value: '1' }),
  where('title', 'GT', { value: '1' }),
  where('title', 'EQ'),
  where('total_hours', 'GT', { value: 'few' }),
  where('total_hours', 'BETWEEN', { value: '1' }),
  where('title', 'IN', { values: [] }),
  where('title', 'CONTAINS_TOKEN', { value: '-' }),
  where('first_start_date', 'LT', { value: '2026-02-30' }),
  ['overview', ...sample],
  ['overview', '--period', 'never', ...sample],
  ['signing', ...sample],
  ['signing', 'nope', ...sample],
  ['checks', ...sample],
  ...['overlap', 'amount-differs'].map((id) => ['checks', id, '--period', '2026-10', ...sample]),
  ['checks', 'nope', ...sample],
  ['names'],
  ['names', 'list'],
  ['names', 'list', ...sample],
  ['names', 'import'],
  ['names', 'import', inScratch('missing.csv')],
  ['names', 'import', write('empty.csv', '')],
  ['names', 'import', write('heads.csv', 'id,nope\n1,2\n')],
  ['names', 'import', write('cells.csv', 'owner_id,name,weekly_hours,active_from\n1,,900,never\n2,B\n')],
  ['names', 'import', write('kinds.csv', 'kind,id,name\ntree,1,Oak\n')],
  ['names', 'import', write('twice.csv', 'owner_id,name\n1,A\n1,B\n'), '--dry-run'],
  ['names', 'import', write('good.csv', 'owner_id,name\n1,A\n2,B\n'), '--dry-run'],
  ['names', 'export', '--out', inScratch('names.csv'), ...sample],
  ['export'],
  [...csv],
  [...csv, '--format', 'doc', '--out', inScratch('a.doc')],
  [...csv, '--out', inScratch('records.csv')],
  [...csv, '--out', inScratch('records.csv')],
  ['verify-file', inScratch('records.csv'), ...sample],
  ['verify-file', inScratch('not-there.csv'), ...sample],
  [...csv, '--out', inScratch('none.csv'), '--query', 'xyzzy'],
  [...csv, '--out', join(scratch, 'nowhere/none.csv')],
  [...csv, '--out', scratch],
  [...csv, '--out', inScratch('b.csv'), '--sort', 'x'],
  [...csv, '--out', inScratch('b.csv'), '--columns', 'nope'],
  ['why', 'clients', ...sample],
  ['why', '--by', 'client', '--period', '2026-10', ...sample],
  ['history', ...sample],
  ['history', '1', ...sample],
  ['history', '--since', '2001-01-01', ...sample],
  ['history', '--keep', 'abc', ...sample],
  ['sent', ...sample],
  ['sent', '1', ...sample],
  ['sent', '--elsewhere', ...sample],
  ['closing', ...sample],
  ['closing', 'month', '--period', '2026-10', ...sample],
  ['closing', 'show', '1', ...sample],
  ['closing', 'create', '--period', '2026-10', '--dry-run', ...sample],
  ...closingActions.map((action) => ['closing', action, ...sample]),
  ['exports', ...sample],
  ['exports', '--due', ...sample],
  ['exports', 'nope'],
  ['exports', 'add', ...sample],
  ['exports', 'save', ...sample],
  ['exports', 'remove', 'nope', ...sample],
  ['export', 'nope', '--out', inScratch('nope.csv'), ...sample],
  ['export', '--due', '--out', scratch, ...sample],
  [...csv, '--out', inScratch('a.pdf'), '--rates'],
  ['list'],
  ['list', '--limit', '2', ...sample],
  ['list', '--limit', '1000', ...sample],
  ['search', '--limit', '2', ...sample],
  ['search', '--query', 'xyzzy', ...sample],
  ['search', '--sort', 'x', ...sample],
  ['lookup', ...sample],
  ['lookup', '1', 'x', ...sample],
  ['lookup', 'x', ...sample],
  ['lookup', '--id-property', 'title', '1', ...sample],
  ['verify', ...sample],
  ['verify'],
  ['key'],
  ['key', 'nope'],
  ['key', 'test'],
  ['key', 'forget', ...sample],
  ['sync'],
  ['sync', '--dry-run', ...sample],
  ['sync', '--max-requests', '1', ...sample],
  ['sync', '--max-requests', 'few', ...sample],
  ['workspace'],
  ['workspace', 'save', '--out', inScratch('sample.timelog'), ...sample],
  ['workspace', 'save', '--out', inScratch('empty.timelog')],
  ['workspace', 'load', inScratch('missing.timelog')],
  ['workspace', 'load', write('odd.timelog', 'odd')],
  ['workspace', 'restore', ...sample],
  ['serve', '--port', 'x'],
  ['serve', '--as-of', 'never'],
  ['serve', '--upstream', 'nowhere'],
  ['serve', '--system-prefix', 'x'],
  ['serve', '--upstream', 'https://example.com/objects', '--records', '5'],
  ...commands.map(({ name }) => [name, '--help']),
];

async function runCommands(): Promise<Said[]> {
  const unasked = commands.filter(
    ({ name }) => !asked.some(([first, second]) => first === name && second !== '--help'),
  );
  if (unasked.length > 0) throw new Error(`No example here asks ${unasked.map(({ name }) => name).join(', ')}`);
  const said: Said[] = [];
  for (const argv of asked) {
    const { stdout, stderr } = await runInProcess([...argv, '--data-dir', data]);
    const text = `${stdout}\n${stderr}`;
    said.push(...text.split('\n').map((line) => ({ where: `$ ${argv.join(' ')}`, typed: argv.join(' '), text: line })));
  }
  return said;
}

/** Each is wrong in a different way; what is right is the interface's. */
const requests: readonly (readonly [path: string, method: string, body?: string, type?: string])[] = [
  ['', 'GET'],
  [`?${'x'.repeat(9_000)}`, 'GET'],
  ['/nowhere', 'GET'],
  ['/search', 'GET'],
  ['?limit=many', 'GET'],
  ['?after=x', 'GET'],
  ['?archived=x', 'GET'],
  ['/search', 'POST', 'x'],
  ['/search', 'POST', '{}', 'text/plain'],
  ['/search', 'POST', '{"limit":"x"}'],
  ['/search', 'POST', JSON.stringify({ limit: 9_000 })],
  ['/search', 'POST', JSON.stringify({ after: 'x' })],
  ['/search', 'POST', JSON.stringify({ after: '10000' })],
  ['/search', 'POST', JSON.stringify({ query: 'x'.repeat(4_000) })],
  ['/search', 'POST', JSON.stringify({ filterGroups: Array.from({ length: 9 }, () => ({ filters: [] })) })],
  ...[
    { propertyName: 'nope', operator: 'EQ', value: '1' },
    { propertyName: 'sys_object_id', operator: 'ODD', value: '1' },
    { propertyName: 'sys_object_id', operator: 'CONTAINS_TOKEN', value: '1' },
    { propertyName: 'sys_object_id', operator: 'EQ', value: 'x' },
    { propertyName: 'sys_object_id', operator: 'EQ' },
    { propertyName: 'sys_object_id', operator: 'IN' },
    { propertyName: 'sys_object_id', operator: 'BETWEEN', value: '1' },
  ].map((filter) => ['/search', 'POST', JSON.stringify({ filterGroups: [{ filters: [filter] }] })] as const),
  ['/batch/read', 'POST', '{"inputs":5}'],
  ['/batch/read', 'POST', JSON.stringify({ inputs: [{ id: '1' }, { id: '1' }], properties: [] })],
  ['/batch/read', 'POST', JSON.stringify({ inputs: [{ id: '1' }], properties: [], idProperty: 'nope' })],
  ['/batch/read', 'POST', JSON.stringify({ inputs: Array.from({ length: 101 }, (_, at) => ({ id: `${at}` })) })],
];

/** The sentences of a refusal: `error` and the like are the interface's words. */
function readSentences(body: unknown): string[] {
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([name, value]) => {
    if (typeof value !== 'string') return readSentences(value);
    if (name === 'details' && value.startsWith('{')) return readSentences(JSON.parse(value));
    return name === 'details' || name === 'message' ? [value] : [];
  });
}

async function askService(): Promise<Said[]> {
  const service = await createService({ records: 20, asOf: '2026-11-20', dailyQuota: requests.length, faults: {} });
  const said: Said[] = [];
  const ask = async ([path, method, body, type = 'application/json']: (typeof requests)[number]) => {
    const headers = { authorization: `Bearer ${service.key}`, ...(body === undefined ? {} : { 'content-type': type }) };
    const answer = await fetch(`${service.url}/service/v1/timelogs${path}`, { method, headers, body: body ?? null });
    const text = await answer.text();
    if (answer.ok) return;
    const sentences = readSentences(JSON.parse(text));
    said.push(
      ...sentences.map((each) => ({
        where: `${method} ${path.slice(0, 60)} ${body?.slice(0, 90) ?? ''}`,
        typed: `${path} ${type} ${body ?? ''}`,
        text: each,
      })),
    );
  };
  try {
    for (const request of requests) await ask(request);
    service.faults?.plan({ rates: { error: 1 } });
    await ask(['', 'GET']);
    service.faults?.plan({ rates: { busy: 1 } });
    await ask(['', 'GET']);
    service.faults?.plan({ rates: { shortLimit: 1 } });
    await ask(['', 'GET']);
    service.faults?.plan({});
    for (let more = 0; more <= requests.length; more += 1) await ask(['?limit=1', 'GET']);
  } finally {
    await service.close();
  }
  if (said.length < requests.length) throw new Error(`The service refused only ${said.length} of ${requests.length}`);
  return said;
}

const said = [...(await runCommands()), ...(await askService())];
process.stdout.write(JSON.stringify({ said, commands: typedAlike }));
