/** Error paths and crashes of the terminal: the command, the fault, and the expected end. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { faults } from '#tests/support/faults.ts';
import { sendJson, type Answerer } from '#tests/support/hosts/loopback-server.ts';
import { goodAnswer, hangingAnswer, type Place } from './place.ts';

export interface TerminalScenario {
  readonly what: string;
  /** @returns arguments; place and key are added unless `isBare`. */
  readonly args: (place: Place) => readonly string[];
  readonly isBare?: boolean;
  readonly answer?: Answerer;
  /** Standard input; the key by default. */
  readonly input?: (key: string) => string;
  readonly env?: Readonly<Record<string, string>>;
  /** Sent when the service has been asked. */
  readonly signal?: NodeJS.Signals;
  /** Run before, successfully, and then the change to its files. */
  readonly after?: (place: Place) => void;
  readonly fault?: 'transport' | 'uncaught' | 'rejection' | 'memory';
  /** Accepted exit codes. */
  readonly codes?: readonly (number | null)[];
}

const sync = () => ['sync', '--json'];
const met = (name: keyof typeof faults, args: TerminalScenario['args'] = sync): TerminalScenario => ({
  what: `meets: ${name}`,
  args,
  answer: faults[name]?.answer ?? goodAnswer,
});
const damaged = (what: string, path: string, text: string | Buffer): TerminalScenario => ({
  what: `finds ${what}`,
  args: sync,
  after: ({ data }) => writeFileSync(join(data, path), text),
});
const ended = (signal: NodeJS.Signals): TerminalScenario => ({
  what: `is ended by ${signal} in a request`,
  args: sync,
  answer: hangingAnswer,
  signal,
});
const quoting: Answerer = (response, { headers }) =>
  sendJson(response, {
    results: [],
    status: 'PENDING',
    errors: [{ category: 'X', message: `for ${headers.authorization}`, context: { ids: ['1'] } }],
  });

export const terminalScenarios: readonly TerminalScenario[] = [
  ended('SIGKILL'),
  ended('SIGABRT'),
  met('401'),
  met('credential echoed in a 400', () => ['search', '--json']),
  { what: 'has an uncaught exception', args: sync, fault: 'uncaught', env: { NODE_DEBUG: 'timelog' } },
  { what: 'finds a transport that quotes the request', args: sync, fault: 'transport', env: { NODE_DEBUG: 'timelog' } },
  ended('SIGSEGV'),
  ended('SIGQUIT'),
  ended('SIGINT'),
  ended('SIGTERM'),
  met('403'),
  met('credential echoed in a 502', () => ['list', '--json']),
  met('credential echoed as a page', () => ['search', '--json']),
  met('429 with a garbage reset'),
  met('HTML page', () => ['list']),
  met('truncated JSON', () => ['verify', '--json']),
  met('bad UTF-8'),
  met('cut gzip'),
  met('redirect home'),
  met('reset after the head', () => ['key', 'test', '--json']),
  met('not HTTP', () => ['lookup', '1', '--json']),
  { what: 'looks up what is refused with its request', args: () => ['lookup', '1', '2', '--json'], answer: quoting },
  { what: 'has an unhandled rejection', args: sync, fault: 'rejection', env: { NODE_DEBUG: 'timelog' } },
  {
    what: 'runs out of memory',
    args: sync,
    fault: 'memory',
    env: { NODE_OPTIONS: '--max-old-space-size=120 --report-on-fatalerror' },
    codes: [null, 134],
  },
  {
    what: 'writes a report when asked',
    args: sync,
    answer: hangingAnswer,
    signal: 'SIGUSR2',
    env: { NODE_OPTIONS: '--report-on-signal --report-uncaught-exception' },
    codes: [null, 0, 5, 6, 130],
  },
  { what: 'is asked for help with wrong arguments', args: () => ['sync', '--help', '--nothing', 'of', 'the=kind'] },
  { what: 'is given the key for an option', args: ({ key }) => ['sync', `--nothing=${key}`], codes: [2] },
  { what: 'is given the key for a flag’s value', args: ({ key }) => ['sync', `--json=${key}`], codes: [2] },
  { what: 'is given the key for a number', args: ({ key }) => ['sync', '--max-requests', key], codes: [2] },
  { what: 'is given the key for an action', args: ({ key }) => ['key', 'set', key, '--json'], codes: [2] },
  { what: 'is given the key for a name', args: ({ key }) => ['sync', '--workspace', key], codes: [2] },
  {
    what: 'is given the key within the address',
    args: ({ key }) => ['sync', '--base-url', `http://user:${encodeURIComponent(key)}@127.0.0.1:1`],
    isBare: true,
    codes: [2],
  },
  { what: 'is given a key that no header can carry', args: sync, input: (key) => `${key} ${key}\u0001é`, codes: [3] },
  { what: 'is given the key twice over, and no end of line', args: sync, input: (key) => `${key}\n${key}`.repeat(50) },
  {
    what: 'keeps no key without a keychain',
    args: ({ server, data }) => ['key', 'set', '--json', '--base-url', server.origin, '--data-dir', data],
    isBare: true,
    env: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' },
  },
  damaged(
    'a damaged journal',
    'workspaces/default/journal.sqlite',
    'no database at all, but long enough to be taken for one'.repeat(100),
  ),
  damaged('a damaged store', 'workspaces/default/snapshot.duckdb', Buffer.alloc(50_000, 7)),
  damaged('a damaged ledger', 'ledger.sqlite', Buffer.alloc(9_000, 7)),
  {
    what: 'finds a file where its folder should be',
    args: sync,
    after: ({ folder }) => writeFileSync(join(folder, 'file'), ''),
    isBare: false,
  },
  {
    what: 'meets a name that does not exist',
    args: ({ data }) => ['sync', '--json', '--key-stdin', '--data-dir', data, '--base-url', 'https://service.invalid'],
    isBare: true,
  },
  {
    what: 'meets TLS that is none',
    args: ({ data, server }) => [
      'sync',
      '--json',
      '--key-stdin',
      '--data-dir',
      data,
      '--base-url',
      server.origin.replace('http', 'https'),
    ],
    isBare: true,
  },
  {
    what: 'meets a port on which nothing listens',
    args: ({ data }) => ['search', '--key-stdin', '--data-dir', data, '--base-url', 'http://127.0.0.1:9'],
    isBare: true,
  },
  {
    what: 'exports into a folder',
    args: ({ fallen }) => ['export', '--format', 'csv', '--out', fallen, '--replace'],
    after: () => undefined,
  },
  {
    what: 'exports over a file',
    args: ({ folder }) => ['export', '--format', 'csv', '--out', join(folder, 'file')],
    after: ({ folder }) => writeFileSync(join(folder, 'file'), ''),
  },
  {
    what: 'exports what is held',
    args: ({ folder }) => ['export', '--format', 'csv', '--out', join(folder, 'records.csv')],
    after: () => undefined,
    codes: [0, 6],
  },
  {
    what: 'saves its workspace',
    args: ({ folder }) => ['workspace', 'save', '--out', join(folder, 'saved.timelog')],
    after: () => undefined,
    codes: [0],
  },
  {
    what: 'reports on a full device',
    args: () => ['export', '--format', 'csv', '--out', '/dev/full', '--replace'],
    after: () => undefined,
  },
  {
    what: 'is refused by an environment that trusts anyone',
    args: sync,
    env: { NODE_TLS_REJECT_UNAUTHORIZED: '0' },
    codes: [2],
  },
  {
    what: 'takes a folder that belongs to its file',
    args: sync,
    after: ({ data }) => mkdirSync(join(data, 'workspaces/default/journal.sqlite-wal'), { recursive: true }),
  },
];
