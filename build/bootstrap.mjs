/**
 * Installs what is missing before `npm start` and `npm test`, on the machine's own Node (20.20 or later) and without any package.
 * `--for-tests` also requires what the tests run against: Chromium, a keyring, PostgreSQL, and the headers keytar is compiled with.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findPostgresql } from './postgresql.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const forTests = process.argv.includes('--for-tests');

/**
 * What the tests need of the system: the file that shows that it is installed, and Debian's package for it. None of its documentation, which
 * slim images leave out.
 */
const systemParts = [
  { file: '/usr/bin/chromium', packageName: 'chromium' },
  { file: '/usr/bin/gnome-keyring-daemon', packageName: 'gnome-keyring' },
  { file: '/usr/bin/dbus-run-session', packageName: 'dbus' },
  { file: '/usr/include/libsecret-1/libsecret/secret.h', packageName: 'libsecret-1-dev' },
  { file: '/usr/bin/python3', packageName: 'python3' },
  { file: '/usr/bin/make', packageName: 'make' },
  { file: '/usr/bin/g++', packageName: 'g++' },
  { file: '/usr/bin/pdftotext', packageName: 'poppler-utils' },
  { file: '/usr/bin/ssh-keygen', packageName: 'openssh-client' },
  { file: join(findPostgresql() ?? '/usr/lib/postgresql', 'postgres'), packageName: 'postgresql' },
];

/** What makes the tests quicker, and they do without: the engine of Chromium alone. */
const quickeningParts = [{ file: '/usr/lib/chromium/chromium-headless-shell', packageName: 'chromium-headless-shell' }];

/** Without a network, what can be done without is not waited for long. */
const hurried = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=20', '-o', 'Acquire::https::Timeout=20'];

/** @param {string} sentence */
function say(sentence) {
  process.stderr.write(`${sentence}\n`);
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
function run(command, args, env = process.env) {
  // The child's output goes to stderr: stdout is reserved for the address and the test count.
  const done = spawnSync(command, args, { cwd: root, env, stdio: ['ignore', 2, 2] });
  return done.status === 0;
}

/**
 * @param {string} path
 * @returns {{ packages: Record<string, { version?: string, optional?: boolean, devOptional?: boolean }> }}
 */
function readLock(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

/** npm's package of Node for this machine: pinned by hash in the lockfile, and with the headers keytar is compiled with. */
const nodePackage = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;

/** Whether node_modules holds every package of the lockfile in its version (optional ones may be absent, but not Node). */
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
  return run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']);
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
  const parts = [join(headers, 'include/node/node_api.h'), '/usr/include/libsecret-1', '/usr/bin/make', '/usr/bin/g++'];
  if (!parts.every((path) => existsSync(path))) return;
  // node-gyp cannot use a path with a space in it, and this project's path may have one.
  const nodedir = join(mkdtempSync(join(tmpdir(), 'node-headers-')), 'node');
  symlinkSync(headers, nodedir);
  say("Compiling keytar, which reaches the system's keychain …");
  const env = { ...process.env, npm_config_nodedir: nodedir };
  const done = spawnSync('npm', ['run', 'build', '--silent'], {
    cwd: join(root, 'node_modules/keytar'),
    env,
    encoding: 'utf8',
  });
  rmSync(dirname(nodedir), { recursive: true });
  if (!keytarBuilt()) say(`keytar could not be compiled: ${done.stderr.trim().split('\n').at(-1)}`);
}

/**
 * @param {{ file: string, packageName: string }[]} parts
 * @param {string} without what becomes of the tests while one is missing
 * @param {string[]} [options] of apt-get
 */
function installSystemParts(parts, without, options = []) {
  const missing = parts.filter(({ file }) => !existsSync(file)).map(({ packageName }) => packageName);
  if (missing.length === 0) return;
  const names = missing.join(' ');
  const root = process.getuid?.() === 0;
  const prefix = root ? [] : ['sudo', '-n'];
  const can = existsSync('/usr/bin/apt-get') && (root || spawnSync('sudo', ['-n', 'true']).status === 0);
  if (!can) {
    say(
      `The tests use ${names}, and this user cannot install them: run "apt-get install ${names}" as root; until then ${without}.`,
    );
    return;
  }
  say(`Installing ${names} (Debian packages) …`);
  const apt = (/** @type {string[]} */ ...args) => {
    const [command = 'apt-get', ...rest] = [
      ...prefix,
      'env',
      'DEBIAN_FRONTEND=noninteractive',
      'apt-get',
      '-qq',
      ...options,
      ...args,
    ];
    return run(command, rest);
  };
  if (!(apt('update') && apt('install', '-y', '--no-install-recommends', ...missing))) {
    say(`${names} could not be installed: install them by hand and run this again; until then ${without}.`);
  }
}

if (forTests && process.platform === 'linux') {
  installSystemParts(systemParts, 'their tests fail');
  installSystemParts(quickeningParts, 'the tests take longer', hurried);
}
if (!installed() && !installPackages()) {
  say('The packages could not be installed: check that the npm registry can be reached and run this again.');
  process.exit(1);
}
if (process.platform === 'linux' && !keytarBuilt()) buildKeytar();
if (forTests && !keytarBuilt()) {
  say('keytar is not built (it needs libsecret-1-dev, python3, make and g++): the keychain tests will fail.');
}
