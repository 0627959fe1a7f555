/**
 * `npm run sabotage`: plants known defects, one at a time, in a copy of the sources and runs the tests that guard against each.
 * A defect that no test notices makes the run fail. Arguments name the defects to plant; without any, all are.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defects, PAGE } from './defects.mjs';

const root = join(import.meta.dirname, '../..');
const parts = [
  'src',
  'electron',
  'service',
  'tests',
  'package.json',
  'vite.config.ts',
  'playwright.config.ts',
  'tsconfig.json',
  'tsconfig.base.json',
];

/** @param {string} folder @param {string} program of a package @param {string[]} args */
function run(folder, program, args) {
  const done = spawnSync(process.execPath, [join(root, 'node_modules', program), ...args], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 600_000,
  });
  return { passed: done.status === 0, output: done.stdout + done.stderr };
}

/** @param {string} folder @param {string[]} tests */
function testsPass(folder, tests) {
  const [first, ...rest] = tests;
  if (first === PAGE) return pageTestsPass(folder, rest);
  const done = run(folder, 'vitest/vitest.mjs', ['run', '--reporter=dot', ...tests]);
  return { ...done, ran: /Tests\s+.*?(\d+)\s+(passed|failed)/.test(done.output) };
}

/** What Playwright prepares first must pass: only then does a failure tell of the defect. @param {string} folder @param {string[]} tests */
function pageTestsPass(folder, tests) {
  const built = run(folder, 'vite/bin/vite.js', ['build', '--app', '--logLevel', 'error']);
  if (!built.passed) return { ...built, ran: false };
  const prepared = run(folder, 'playwright/cli.js', ['test', '--reporter=line', '--project', 'prepare']);
  if (!prepared.passed) return { ...prepared, ran: false };
  const done = run(folder, 'playwright/cli.js', ['test', '--reporter=line', '--no-deps', ...tests]);
  return { ...done, ran: /^\s*(\d+) (passed|failed)/m.test(done.output) };
}

/** @template T @param {(folder: string) => T} work @returns {T} */
function inCopy(work) {
  const folder = mkdtempSync(join(tmpdir(), 'sabotage-'));
  try {
    for (const part of parts) cpSync(join(root, part), join(folder, part), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @type {Map<string, string | undefined>} */
const soundness = new Map();

/** Tests that fail on sound sources would catch anything: they must pass in a copy first. @param {string[]} tests */
function whyUnsound(tests) {
  const asked = tests.join('\n');
  if (!soundness.has(asked)) {
    const { passed, ran, output } = inCopy((folder) => testsPass(folder, tests));
    soundness.set(asked, passed && ran ? undefined : `its tests do not pass without it:\n${output.slice(-2000)}`);
  }
  return soundness.get(asked);
}

/** @param {import('./defects.mjs').Defect} defect @returns {string | undefined} why it was not caught */
function plant(defect) {
  return inCopy((folder) => {
    const path = join(folder, defect.file);
    const source = readFileSync(path, 'utf8');
    if (source.split(defect.find).length !== 2) return `its place in ${defect.file} was not found exactly once`;
    writeFileSync(
      path,
      source.replace(defect.find, () => defect.replace),
    );
    const { passed, ran, output } = testsPass(folder, defect.tests);
    if (!ran) return `no test ran:\n${output.slice(-2000)}`;
    return passed ? 'no test noticed it' : undefined;
  });
}

const wanted = process.argv.slice(2);
const chosen = defects.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
let missed = chosen.length === 0 ? 1 : 0;
for (const defect of chosen) {
  const problem = whyUnsound(defect.tests) ?? plant(defect);
  if (problem) missed += 1;
  process.stdout.write(`${problem ? 'MISSED' : 'caught'}  ${defect.name}: ${problem ?? defect.what}\n`);
}
process.stdout.write(`\n${chosen.length - missed} passed, ${missed} failed\n`);
process.exitCode = missed === 0 ? 0 : 1;
