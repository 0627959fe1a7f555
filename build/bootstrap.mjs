/**
 * Installs what is missing before `npm start` and `npm test`, on the machine's own Node (20.20 or later) and without any package. What is
 * there is not asked for: a second run needs no network.
 * `--for-tests` also requires what the tests run against: Chromium, a keyring, PostgreSQL, and the headers keytar is compiled with.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installParts, installWithRetries } from './install.mjs';
import { requireNode } from './node-version.mjs';
import { findPostgresql } from './postgresql.mjs';

requireNode('20.20', 'install it and start this again');

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const forTests = process.argv.includes('--for-tests');

/**
 * @param {string} packageName of Debian
 * @param {string} path shows that it is installed; none of its documentation, which slim images leave out
 */
const part = (packageName, path) => ({ packageName, isThere: () => existsSync(path) });

/** What the tests need of the system. */
const neededParts = [
  part('chromium', '/usr/bin/chromium'),
  part('gnome-keyring', '/usr/bin/gnome-keyring-daemon'),
  part('dbus', '/usr/bin/dbus-run-session'),
  part('libsecret-1-dev', '/usr/include/libsecret-1/libsecret/secret.h'),
  part('python3', '/usr/bin/python3'),
  part('make', '/usr/bin/make'),
  part('g++', '/usr/bin/g++'),
  part('poppler-utils', '/usr/bin/pdftotext'),
  part('openssh-client', '/usr/bin/ssh-keygen'),
  { packageName: 'postgresql', isThere: () => findPostgresql() !== undefined },
];

/** What makes the tests quicker, and they do without: the engine of Chromium alone. */
const quickeningParts = [part('chromium-headless-shell', '/usr/lib/chromium/chromium-headless-shell')];

/** Without a network, what can be done without is not waited for long. */
const hurried = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=20', '-o', 'Acquire::https::Timeout=20'];

/** @param {string} sentence */
function say(sentence) {
  process.stderr.write(`${sentence}\n`);
}

/** @param {string} sentence */
function stop(sentence) {
  say(sentence);
  process.exit(1);
}

/**
 * What it prints is shown as it comes, on stderr: stdout is reserved for the address and the test count.
 * @param {string} command
 * @param {string[]} args
 */
function run(command, args) {
  const { status, stderr } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 2, 'pipe'],
    // On Windows npm is a script of the shell.
    shell: process.platform === 'win32',
  });
  process.stderr.write(stderr ?? '');
  return { ok: status === 0, errors: stderr ?? '' };
}

const pausesSeconds = [5, 30];
/** @param {number} seconds */
const pause = (seconds) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, seconds * 1000);

/**
 * @param {string} path
 * @returns {{ packages: Record<string, { version?: string, optional?: boolean, devOptional?: boolean }> }}
 */
function readLock(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

/** npm's package of Node for this machine: pinned by hash in the lockfile, and with the headers keytar is compiled with. */
const nodePackage = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;

/** Tells whether node_modules holds every package of the lockfile in its version (optional ones may be absent, but not Node). */
function installed() {
  const hidden = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(hidden)) return false;
  const have = readLock(hidden).packages;
  return Object.entries(readLock(join(root, 'package-lock.json')).packages).every(([path, { version, optional }]) => {
    if (path === '' || (optional && path !== `node_modules/${nodePackage}`)) return true;
    return have[path]?.version === version && existsSync(join(root, path, 'package.json'));
  });
}

/** No package runs a script of its own: the lockfile's hashes cover everything that is installed. */
function installPackages() {
  say('Installing the packages (about half a minute) …');
  return installWithRetries({ say, pause, pausesSeconds }, 'Packages', () =>
    run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']),
  ).ok;
}

function keytarBuilt() {
  return existsSync(join(root, 'node_modules/keytar/build/Release/keytar.node'));
}

/**
 * Compiles keytar from its pinned sources with the pinned headers; its own install script, which would download a binary, never runs.
 * Without a compiler or libsecret's headers it is not built, and the app keeps keys for one run and says so.
 */
function buildKeytar() {
  const headers = join(root, 'node_modules', nodePackage);
  const keytar = join(root, 'node_modules/keytar');
  const node = join(headers, 'include/node/node_api.h');
  const parts = [keytar, node, '/usr/include/libsecret-1', '/usr/bin/make', '/usr/bin/g++'];
  if (!parts.every((path) => existsSync(path))) return;
  // node-gyp cannot use a path with a space in it, and this project's path may have one.
  const nodedir = join(mkdtempSync(join(tmpdir(), 'node-headers-')), 'node');
  symlinkSync(headers, nodedir);
  say("Compiling keytar, which reaches the system's keychain …");
  const env = { ...process.env, npm_config_nodedir: nodedir };
  const done = spawnSync('npm', ['run', 'build', '--silent'], {
    cwd: keytar,
    env,
    encoding: 'utf8',
  });
  rmSync(dirname(nodedir), { recursive: true });
  if (!keytarBuilt()) say(`keytar could not be compiled: ${done.stderr.trim().split('\n').at(-1)}`);
}

/** @returns {import('./install.mjs').Machine} */
function describeMachine() {
  const isRoot = process.getuid?.() === 0;
  const maySudo = () => spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0;
  const findRights = () => (isRoot ? 'root' : maySudo() ? 'sudo' : 'none');
  return { findRights, hasApt: existsSync('/usr/bin/apt-get'), run, say, pause, pausesSeconds };
}

if (forTests && process.platform === 'linux') {
  const machine = describeMachine();
  const obstacle = installParts(neededParts, machine);
  if (obstacle !== undefined) stop(obstacle);
  if (installParts(quickeningParts, { ...machine, pausesSeconds: [] }, hurried) !== undefined)
    say('chromium-headless-shell is not here and could not be installed: the tests do without and take longer.');
}
if (!installed() && !installPackages()) {
  stop('The packages could not be installed: check that the npm registry can be reached and start this again.');
}
if (process.platform === 'linux' && !keytarBuilt()) buildKeytar();
if (forTests && process.platform === 'linux' && !keytarBuilt()) {
  stop(
    'The tests need keytar, which is compiled here with libsecret-1-dev, python3, make and g++, and was not: see above.',
  );
}
