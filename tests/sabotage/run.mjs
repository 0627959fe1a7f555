/**
 * `npm run campaign -- sabotage`: plants known defects, one at a time, in a copy of the sources and runs the tests that guard against each.
 * A defect that no test notices makes the run fail, and each one says which tier noticed it: the tests of the second run only where the
 * first tier stays green. Arguments name the defects to plant; without any, all are.
 * `--jobs N` plants so many at once, each in a copy of its own.
 */
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { BUILT, PAGE } from './defect.mjs';
import { defects } from './defects/index.mjs';

/** @typedef {{ passed: boolean, ran: boolean, output: string, noticed?: string | undefined }} Outcome `noticed`: the first test that failed */
/** @typedef {'both' | 'first' | 'second'} Tier both: all tests, whichever tier they are in */

const root = join(import.meta.dirname, '../..');
const parts = [
  'src',
  'electron',
  'service',
  'tests',
  'build',
  'oxlint.config.ts',
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'playwright.config.ts',
  'tsconfig.json',
  'tsconfig.base.json',
];

/** @param {string} folder @param {string} program of a package @param {readonly string[]} args @returns {Promise<{ passed: boolean, output: string }>} */
function run(folder, program, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, 'node_modules', program), ...args], {
      cwd: folder,
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 600_000,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    child.on('error', reject);
    child.on('close', (code) => resolve({ passed: code === 0, output }));
  });
}

/** @param {readonly string[]} tests */
const needsBuild = ([first]) => first === PAGE || first === BUILT;

/** @param {string} folder @param {readonly string[]} tests @returns {Promise<{ passed: boolean, output: string } | undefined>} undefined if they need no build */
async function buildFor(folder, tests) {
  return needsBuild(tests) ? build(folder, tests[0] === PAGE) : undefined;
}

/** @param {string} folder where what they need is built @param {readonly string[]} tests @param {Tier} tier @returns {Promise<Outcome>} */
function runAsked(folder, tests, tier) {
  if (tests[0] === PAGE) return runPlaywright(folder, tests.slice(1), tier);
  return runVitest(folder, needsBuild(tests) ? tests.slice(1) : tests, tier);
}

/** @type {Readonly<Record<Tier, readonly string[]>>} */
const vitestTiers = { both: [], first: ['--tags-filter=!long'], second: ['--tags-filter=long'] };
/** @param {readonly string[]} tests their title is the last, behind `-g` @param {Tier} tier @returns {readonly string[]} */
function chooseTier(tests, tier) {
  if (tier === 'first') return [...tests, '--grep-invert', '@long'];
  // Of two patterns Playwright would take one.
  return tier === 'second' ? [...tests.slice(0, -1), `(?=.*${tests.at(-1)})(?=.*@long)`] : tests;
}

/** @param {string} folder @param {readonly string[]} tests @param {Tier} tier @returns {Promise<Outcome>} */
async function runVitest(folder, tests, tier) {
  const done = await run(folder, 'vitest/vitest.mjs', [
    'run',
    '--reporter=dot',
    '--bail=1',
    '--maxWorkers=1',
    ...vitestTiers[tier],
    ...tests,
  ]);
  const noticed = /^ FAIL +(?:\|\w+\| +)?(.*)$/m.exec(done.output)?.[1];
  return { ...done, noticed, ran: /^ +Tests +.*\d+ (passed|failed)/m.test(done.output) };
}

/** @param {string} folder @param {readonly string[]} tests @param {Tier} tier @returns {Promise<Outcome>} */
async function runPlaywright(folder, tests, tier) {
  const done = await run(folder, 'playwright/cli.js', [
    'test',
    '--reporter=line',
    '--workers=1',
    '--no-deps',
    '-x',
    ...chooseTier(tests, tier),
  ]);
  const noticed = /^ +1\) \[[^\]]*\] › (.*?)[ ─]*$/m.exec(done.output)?.[1];
  return { ...done, noticed, ran: /^\s*(\d+) (passed|failed)/m.test(done.output) };
}

/** What Playwright prepares must pass as well: only then does a failure tell of the defect. @param {string} folder @param {boolean} hasPage */
async function build(folder, hasPage) {
  const built = await run(folder, 'vite/bin/vite.js', ['build', '--app', '--logLevel', 'error']);
  if (!built.passed || !hasPage) return built;
  return run(folder, 'playwright/cli.js', ['test', '--reporter=line', '--project', 'prepare']);
}

/** @returns {string} a folder of its own */
function makeCopy() {
  const folder = mkdtempSync(join(tmpdir(), 'sabotage-'));
  for (const part of parts) cpSync(join(root, part), join(folder, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** @template T @param {(folder: string) => Promise<T>} work @returns {Promise<T>} */
async function inCopy(work) {
  const folder = makeCopy();
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The sound program, built once for all tests that need it and taken by one at a time. @type {Promise<{ folder: string, built: { passed: boolean, output: string } }> | undefined} */
let soundBuild;

async function makeSoundBuild() {
  const folder = makeCopy();
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return { folder, built: await build(folder, true) };
}

/** @param {readonly string[]} tests @returns {Promise<Outcome>} */
async function runInSoundBuild(tests) {
  const before = soundBuild ?? makeSoundBuild();
  const outcome = before.then(({ folder, built }) =>
    built.passed ? runAsked(folder, tests, 'both') : { ...built, ran: false },
  );
  soundBuild = outcome.then(() => before);
  return outcome;
}

/** @type {Map<string, Promise<string | undefined>>} */
const soundness = new Map();

/** Tests that fail on sound sources would catch anything: they must pass in a copy first. @param {readonly string[]} tests */
function whyUnsound(tests) {
  const asked = tests.join('\n');
  const known = soundness.get(asked) ?? runSound(tests);
  soundness.set(asked, known);
  return known;
}

/** @param {readonly string[]} tests */
async function runSound(tests) {
  const inOwn = () => inCopy((folder) => runAsked(folder, tests, 'both'));
  const { passed, ran, output } = await (needsBuild(tests) ? runInSoundBuild(tests) : inOwn());
  return passed && ran ? undefined : `its tests do not pass without it:\n${output.slice(-2000)}`;
}

/** @param {import('./defect.mjs').Defect} defect @returns {Promise<{ why?: string, noticed?: string | undefined, command?: string }>} `why` it was not caught, or who noticed it by which command */
function plant(defect) {
  return inCopy(async (folder) => {
    const path = join(folder, defect.file);
    const source = readFileSync(path, 'utf8');
    if (source.split(defect.find).length !== 2)
      return { why: `its place in ${defect.file} was not found exactly once` };
    writeFileSync(
      path,
      source.replace(defect.find, () => defect.replace),
    );
    const built = await buildFor(folder, defect.tests);
    if (built?.passed === false) return { why: `it was not built:\n${built.output.slice(-2000)}` };
    const first = await runAsked(folder, defect.tests, 'first');
    if (first.ran && !first.passed) return { noticed: first.noticed, command: 'npm test' };
    const second = await runAsked(folder, defect.tests, 'second');
    if (second.ran && !second.passed) return { noticed: second.noticed, command: 'npm run test:all' };
    return { why: first.ran || second.ran ? 'no test noticed it' : `no test ran:\n${first.output.slice(-2000)}` };
  });
}

/** @param {import('./defect.mjs').Defect} defect @returns {Promise<boolean>} whether it was caught */
async function tryDefect(defect) {
  const began = performance.now();
  const seconds = () => `${((performance.now() - began) / 1000).toFixed(0)} s`.padStart(6);
  const unsound = await whyUnsound(defect.tests);
  const { why, noticed, command = '' } = unsound === undefined ? await plant(defect) : { why: unsound };
  if (command) commands[command] = (commands[command] ?? 0) + 1;
  const told = why ?? `${defect.what}\n                in ${command} by ${noticed ?? 'a test'}`;
  process.stdout.write(`${why ? 'MISSED' : 'caught'} ${seconds()}  ${defect.name}: ${told}\n`);
  return why === undefined;
}

const { values, positionals } = parseArgs({ options: { jobs: { type: 'string' } }, allowPositionals: true });
const jobs = Number(values.jobs ?? '1');
const unknown = positionals.filter((name) => !defects.some((defect) => defect.name === name));
if (!Number.isInteger(jobs) || jobs < 1) throw new Error('--jobs takes a whole number from 1');
if (unknown.length > 0) throw new Error(`There is no such defect: ${unknown.join(', ')}`);

const waiting = defects.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const asked = waiting.length;
/** How many defects each command notices. @type {Record<string, number>} */
const commands = {};
let caught = 0;
const began = performance.now();
const work = async () => {
  for (let defect = waiting.shift(); defect; defect = waiting.shift()) if (await tryDefect(defect)) caught += 1;
};
await Promise.all(Array.from({ length: jobs }, work));
const tiers = Object.entries(commands)
  .map(([command, count]) => `${count} in ${command}`)
  .join(', ');
const minutes = ((performance.now() - began) / 60_000).toFixed(1);
process.stdout.write(
  `\n${caught} of ${asked} caught (${tiers}) in ${minutes} minutes\n${caught} passed, ${asked - caught} failed\n`,
);
process.exitCode = caught === asked ? 0 : 1;
