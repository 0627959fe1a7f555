/**
 * `npm run dev`: Vite's server for the page, before the browser host on data of its own. An edit of the page is swapped in; one of what the
 * host runs builds that anew and restarts it. Arguments are the host's, `--port` is the page's.
 */
import { mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createBuilder, createServer, type InlineConfig, type Rolldown } from 'vite';
import { createSecret } from '#electron/browser/sessions.ts';
import { watchParent } from '#electron/cli/terminal.ts';
import { standBefore } from './dev/front.ts';
import { createDevHost } from './dev/host.ts';

const root = join(import.meta.dirname, '..');
/** Apart from `out` and the data of the user, so that a program that runs is not disturbed. */
const place = join(root, '.build/dev');
const out = join(place, 'out');
const args = process.argv.slice(2);
const { values } = parseArgs({ args, strict: false, options: { port: { type: 'string', default: '5173' } } });

const config: InlineConfig = {
  configFile: join(root, 'vite.config.ts'),
  cacheDir: join(place, 'vite'),
  clearScreen: false,
};

function say(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}

/** Kept between runs, for this user alone: an open tab and its address stay valid. */
function readSession(): string {
  const path = join(place, 'session');
  try {
    return readFileSync(path, 'utf8');
  } catch {
    const session = createSecret();
    writeFileSync(path, session, { mode: 0o600 });
    return session;
  }
}

mkdirSync(place, { recursive: true, mode: 0o700 });
const session = readSession();
const host = createDevHost({
  entry: join(out, 'browser.js'),
  // Of an option given twice the last one counts.
  args: ['--data-dir', join(place, 'data'), ...args, '--port', '0', '--no-open'],
  say,
  end: (code) => void end(code),
});
const server = await createServer({
  ...config,
  plugins: [standBefore(host, session)],
  css: { devSourcemap: true },
  server: {
    host: '127.0.0.1',
    port: Number(values.port),
    strictPort: true,
    cors: false,
    // The page's own sources and packages alone: beside them are the session and the data, which any program here could ask for.
    fs: { allow: [join(root, 'src'), realpathSync(join(root, 'node_modules')), join(place, 'vite')] },
    warmup: { clientFiles: ['main.tsx'] },
  },
});

let ending = false;
/** A second signal does not wait; the host ends by itself then. */
async function end(code: number): Promise<void> {
  if (ending) process.exit(130);
  ending = true;
  await host.stop();
  process.exit(code);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0));
watchParent(() => void end(0));

await server.listen().catch((fault: Error) => {
  say(`${fault.message}: name another port with --port.`);
  process.exit(1);
});
rmSync(out, { recursive: true, force: true });
const builder = await createBuilder({
  ...config,
  logLevel: 'warn',
  environments: {
    node: {
      build: {
        outDir: out,
        // Never emptied while it is watched: the host may be starting from it.
        emptyOutDir: false,
        // An editor may write a file twice.
        watch: { exclude: '**/node_modules/**', buildDelay: 50 },
      },
    },
  },
});
const node = builder.environments['node'];
if (!node) throw new Error('vite.config.ts has no environment named node');
say('Building and starting the host …');
const watcher = (await builder.build(node)) as Rolldown.RolldownWatcher;
/** A second build of the same save begins within this time. */
const SETTLED_MS = 30;
let builds = 0;
let restarting: NodeJS.Timeout | undefined;
watcher.on('event', (event) => {
  // A build that begins makes the one before it stale.
  if (event.code === 'BUNDLE_START') clearTimeout(restarting);
  if (event.code === 'ERROR') say('The host was not built: it stays as it was until the next edit.');
  if (event.code !== 'BUNDLE_END') return;
  if (builds++ > 0) say(`Built in ${event.duration} ms: the host restarts.`);
  // The host looks for a built page, which nobody asks it for here.
  mkdirSync(join(out, 'ui'), { recursive: true });
  clearTimeout(restarting);
  restarting = setTimeout(() => host.restart(), SETTLED_MS);
});
await host.session().catch(() => undefined);
if (!ending) {
  process.stdout.write(`http://127.0.0.1:${server.config.server.port}/?token=${session}\n`);
  say('Open this address: saved edits appear in it. Ctrl+C stops the page and its host.');
}
