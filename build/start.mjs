/** `npm start`: builds, then opens the app in Electron where its runtime can be had, else in the browser host. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OWN_NODE, requireNode } from './node-version.mjs';

requireNode(OWN_NODE, 'run "npm start", which brings its own where npm has a package of it, or install it');

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const bin = (/** @type {string} */ name) => join(root, 'node_modules/.bin', name);

/** @param {string} sentence */
function say(sentence) {
  process.stderr.write(`${sentence}\n`);
}

/** @type {import('node:child_process').ChildProcess | undefined} */
let running;
/** @type {NodeJS.Signals | undefined} */
let endedBy;

/**
 * Runs one program and passes every termination signal on to it.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').StdioOptions} stdio
 * @returns {Promise<number>} its exit code; ended by a signal: 128 and the signal's number, as shells have it
 */
function run(command, args, stdio) {
  const child = spawn(command, args, { cwd: root, stdio });
  running = child;
  return new Promise((resolve) => {
    child.on('error', () => resolve(1));
    child.on('exit', (code, signal) => resolve(signal ? 128 + constants.signals[signal] : (code ?? 1)));
  });
}

/** @param {NodeJS.Signals} signal */
function end(signal) {
  endedBy = signal;
  running?.kill(signal);
}

/** The shell and, where the system tells (Linux), the npm above it. */
function lineage() {
  const parent = process.ppid;
  try {
    return `${parent} ${readFileSync(`/proc/${parent}/stat`, 'utf8').split(')').at(-1)?.trim().split(' ')[1]}`;
  } catch {
    return String(parent);
  }
}

/** npm signals its shell, and the shell passes nothing on: when one of them has ended, this program must end too. */
function endWithParent() {
  const started = lineage();
  const looking = setInterval(() => {
    if (lineage() === started) return;
    clearInterval(looking);
    end('SIGTERM');
  }, 250);
  looking.unref();
}

async function build() {
  const code = await run(bin('vite'), ['build', '--app', '--logLevel', 'warn'], ['ignore', 2, 2]);
  if (endedBy) process.exit(128 + constants.signals[endedBy]);
  if (code !== 0) {
    say('The app could not be built: see the messages above.');
    process.exit(1);
  }
}

/** @returns {string | undefined} why Electron's window cannot be used here, as a sentence */
function whyNoWindow() {
  if (process.platform === 'linux') {
    if (process.getuid?.() === 0) {
      return 'Electron would have to run without its sandbox as root, so the app is served to your browser instead.';
    }
    if (!process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY']) {
      return 'There is no display for a window, so the app is served to your browser instead.';
    }
  }
  if (!electronRuntime()) {
    return "Electron's runtime is not here and could not be downloaded, so the app is served to your browser instead.";
  }
  return undefined;
}

/** Since Electron 42 its package downloads the runtime on demand; a closed network refuses at once. */
function electronRuntime() {
  const there = () => existsSync(join(root, 'node_modules/electron/path.txt'));
  if (!there() && existsSync(bin('install-electron'))) {
    spawnSync(bin('install-electron'), [], { cwd: root, stdio: 'ignore', timeout: 300_000 });
  }
  return there();
}

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => end(signal));
if (process.env['npm_command'] !== undefined) endWithParent();

await build();
const obstacle = whyNoWindow();
if (obstacle) say(obstacle);
const args = process.argv.slice(2);
process.exit(
  obstacle
    ? await run(process.execPath, [join(root, 'out/browser.js'), ...args], 'inherit')
    : await run(bin('electron'), [root, ...args], 'inherit'),
);
