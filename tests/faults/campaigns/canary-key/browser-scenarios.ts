/** The browser host with the key given through its page: its answers, its output and the files it leaves behind. */
import { join } from 'node:path';
import { faults } from '#tests/support/faults.ts';
import { exchangeToken } from '#tests/e2e/support/browser-process.ts';
import { root } from '#tests/e2e/support/places.ts';
import type { Answerer } from '#tests/support/hosts/loopback-server.ts';
import { findInFiles, type Forms } from './forms.ts';
import { goodAnswer, hangingAnswer, openPlace, type Place } from './place.ts';
import { findInTexts, findOnTheWire, NO_DUMP } from './terminal-run.ts';
import { watch } from './watched-process.ts';

type Post = (path: string, body: string, headers?: Readonly<Record<string, string>>) => Promise<string>;

export interface BrowserScenario {
  readonly what: string;
  readonly answer?: Answerer;
  /** @returns everything the page was answered. */
  readonly talk: (post: Post, place: Place) => Promise<readonly string[]>;
  readonly signal?: NodeJS.Signals;
}

const connect = ({ key, server }: Place) =>
  JSON.stringify({ method: 'workspace.connect', input: { name: 'default', baseUrl: server.origin, key } });
const call = (method: string, input: unknown = {}) => JSON.stringify({ method, input });
const shown = ['workspace.state', 'workspace.list', 'sync.state', 'data.status', 'settings.get', 'app.info'];

/** Connects, and asks for everything a page shows. */
const look: BrowserScenario['talk'] = async (post, place) => {
  const texts = [await post('/api/call', connect(place))];
  for (const method of shown) texts.push(await post('/api/call', call(method)));
  texts.push(await post('/api/call', call('sync.run')), await post('/api/call', call('service.search')));
  return texts;
};
const hang: BrowserScenario['talk'] = async (post, place) => {
  void post('/api/call', connect(place)).catch(() => '');
  await place.asked;
  return [];
};

export const browserScenarios: readonly BrowserScenario[] = [
  { what: 'connects and shows everything', talk: look },
  { what: 'is refused the key', talk: look, answer: faults['401']?.answer ?? goodAnswer },
  { what: 'is ended by SIGABRT with the key in a request', talk: hang, answer: hangingAnswer, signal: 'SIGABRT' },
  { what: 'is ended by SIGKILL with the key in a request', talk: hang, answer: hangingAnswer, signal: 'SIGKILL' },
  { what: 'has its credential echoed', talk: look, answer: faults['credential echoed in a 400']?.answer ?? goodAnswer },
  { what: 'finds HTML', talk: look, answer: faults['HTML page']?.answer ?? goodAnswer },
  {
    what: 'is sent the key in bodies that are none',
    talk: async (post, { key }) => [
      await post('/api/call', `{"method":"workspace.connect","input":{"key":${JSON.stringify(key)}`),
      await post('/api/call', call('workspace.connect', { name: '../..', baseUrl: 'nowhere', key })),
      await post('/api/call', call('workspace.connect', { name: 'default', baseUrl: key, key })),
      await post('/api/call', call('key.set', { key: [key] })),
      await post('/api/call', call('key.set', { key, also: key })),
      await post('/api/call', JSON.stringify({ method: 'key.set', input: { key }, secret: key })),
      await post('/api/call', JSON.stringify({ method: 'key.set', input: { key, padding: 'x'.repeat(2_000_000) } })),
      await post('/api/session', JSON.stringify({ token: key })),
      await post('/api/source', key, { 'content-type': 'text/plain' }),
    ],
  },
];

const secondsToEnd: NodeJS.Signals = 'SIGTERM';

/** @returns what is wrong, a line each. */
export async function runBrowser(
  { answer, talk, signal }: BrowserScenario,
  key: string,
  forms: Forms,
): Promise<string[]> {
  const place = await openPlace(key, answer ?? goodAnswer);
  const command = [
    process.execPath,
    join(root, 'out/browser.js'),
    '--no-open',
    '--data-dir',
    place.data,
    '--workspace',
    'default',
  ];
  const host = watch(command, { folder: place.fallen, env: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' } });
  try {
    const address = (await host.line(/^http:\S+$/m)).trim();
    const headers = await exchangeToken(address);
    const { origin } = new URL(address);
    const post: Post = async (path, body, more = {}) =>
      (
        await fetch(origin + path, { method: 'POST', headers: { ...headers, ...more }, body }).catch(() => undefined)
      )?.text() ?? 'refused';
    const answers = [...(await talk(post, place)), await (await fetch(origin)).text()];
    host.look();
    host.kill(signal ?? secondsToEnd);
    const end = await host.ended;
    const texts = { ...end.texts, 'an answer to the page': answers.join('\n') };
    const wrong = [
      ...findInTexts({ ...end, texts }, forms),
      ...findInFiles(place.folder, forms),
      ...findOnTheWire(place, forms),
    ];
    if (end.dumpLimit !== NO_DUMP) wrong.push(`a core dump may be written, of ${end.dumpLimit} bytes`);
    return wrong;
  } finally {
    host.kill('SIGKILL');
    await host.ended;
    await place.close();
  }
}
