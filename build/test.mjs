/**
 * `npm test`: every behaviour once. `npm run test:all` (`--all`) adds the second tier: larger sizes, both hosts, both themes. The checks of
 * the sources run beside the tests, and one closing line counts everything.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { OWN_NODE, requireNode } from './node-version.mjs';

requireNode(OWN_NODE, 'run "npm test", which brings its own');
// An older Node cannot load them at all, and would say so instead.
const { root, runAlone, runBeside, runTogether, sourceChecks } = await import('./parts.ts');
const { listSlowest, readResults, reports, SECOND_TIER } = await import('./results.ts');

const isWhole = process.argv.includes('--all');
/** `--shard=1/2` as both runners take it: a part of the files, for a machine of its own. */
const shard = process.argv.filter((argument) => argument.startsWith('--shard='));
const SLOW_SECONDS = 5;
/** What tests read to choose their sizes, and Playwright its projects. */
const env = isWhole ? { TIER: 'all' } : {};

/** @typedef {import('./results.ts').TestResult} TestResult */

/** @param {string} name @param {boolean} passed @returns {TestResult} */
function toResult(name, passed, problem = '') {
  return { name, passed, isRetried: false, seconds: 0, problem };
}

/**
 * A runner's report; a runner that failed without naming a failed test counts as one failure.
 * @param {keyof typeof import('./results.ts').reports} runner
 * @param {import('./parts.ts').Part} part
 * @param {typeof runAlone} run
 * @returns {Promise<TestResult[]>}
 */
async function runTests(runner, part, run = runAlone) {
  const ended = await run(part);
  const results = readResults(runner);
  if (!results?.length) return [toResult(part.title, false, '\n    no test ran')];
  if (!ended && results.every(({ passed }) => passed))
    return [...results, toResult(part.title, false, '\n    ended without naming what failed')];
  return results;
}

/** @param {readonly import('./parts.ts').Part[]} parts @returns {Promise<TestResult[]>} */
async function runChecks(parts) {
  const passed = await runTogether(parts);
  return parts.map(({ title }, index) => toResult(title, passed[index] === true));
}

/** @param {string} heading @param {readonly TestResult[]} rows */
function list(heading, rows) {
  const lines = rows.map(({ name, problem }) => `  ${name}${problem}\n`);
  if (lines.length > 0) process.stdout.write(`\n${heading}:\n${lines.join('')}`);
}

rmSync(join(root, 'test-results'), { recursive: true, force: true });
mkdirSync(join(root, 'test-results'), { recursive: true });

const checksEnd = runChecks(sourceChecks);
// The programs that tests start are those of the build: it comes first.
const build = await runChecks([{ title: 'build', command: 'vite', args: ['build', '--app', '--logLevel', 'warn'] }]);
// The sample is downloaded meanwhile, which is waiting more than work: the program sends four requests a second.
const [checks, tests, prepared] = await Promise.all([
  checksEnd,
  runTests('vitest', {
    title: 'unit and integration tests',
    command: 'vitest',
    args: [
      'run',
      // Two more workers than cores, because some tests wait for a service's seconds.
      `--maxWorkers=${availableParallelism() + 2}`,
      ...(isWhole ? [] : [`--tags-filter=!${SECOND_TIER}`]),
      ...shard,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${reports.vitest}`,
    ],
    env,
  }),
  runTests(
    'playwright',
    { title: 'the sample of the end-to-end tests', command: 'playwright', args: ['test', '--project=prepare'], env },
    runBeside,
  ),
]);
const secondTier = isWhole ? [] : ['--grep-invert', `@${SECOND_TIER}`];
const pages = prepared.every(({ passed }) => passed)
  ? await runTests('playwright', {
      title: 'end-to-end tests',
      command: 'playwright',
      args: ['test', '--no-deps', '--project=desktop*', '--project=browser', ...secondTier, ...shard],
      env,
    })
  : [];

const results = [...build, ...checks, ...tests, ...prepared, ...pages];
const slow = listSlowest(results, SLOW_SECONDS);
const failed = results.filter(({ passed }) => !passed);
if (slow.length > 0) process.stdout.write(`\nTests over ${SLOW_SECONDS} s:\n${slow.join('\n')}\n`);
list(
  'Passed at the second attempt',
  results.filter(({ isRetried }) => isRetried),
);
list('Not passed', failed);
process.stdout.write(`\n${results.length - failed.length} passed, ${failed.length} failed\n`);
process.exitCode = failed.length === 0 ? 0 : 1;
