/** `npm start`: builds, then opens the app in Electron where its runtime can be had, else in the browser host. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const bin = (/** @type {string} */ name) => join(root, 'node_modules/.bin', name);

/** @param {string} sentence */
function say(sentence) {
  process.stderr.write(`${sentence}\n`);
}

function build() {
  const done = spawnSync(bin('vite'), ['build', '--app', '--logLevel', 'warn'], { cwd: root, stdio: ['ignore', 2, 2] });
  if (done.status !== 0) {
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

build();
const obstacle = whyNoWindow();
if (obstacle) say(obstacle);
const args = process.argv.slice(2);
const child = obstacle
  ? spawn(process.execPath, [join(root, 'out/browser.js'), ...args], { cwd: root, stdio: 'inherit' })
  : spawn(bin('electron'), [root, ...args], { cwd: root, stdio: 'inherit' });
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(signal ? 0 : (code ?? 1)));
