/** `npm test`: the checks of the sources side by side, then every runner, and one closing line that counts them all. */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { OWN_NODE, requireNode } from './node-version.mjs';

requireNode(OWN_NODE, 'run "npm test", which brings its own');
// An older Node cannot load it at all, and would say so instead.
const { root, runAlone, runTogether, sourceChecks } = await import('./parts.ts');

const results = join(root, 'test-results');

/** @typedef {{ passed: number, failed: number, names: string[] }} Count `names` are those of the failed tests. */

/**
 * A runner's own report, counted; a runner that failed without naming a failed test counts as one failure.
 * @param {string} title
 * @param {string} command
 * @param {string[]} args
 * @param {string} report
 * @param {(report: any) => Count} read
 * @returns {Promise<Count>}
 */
async function runCounted(title, command, args, report, read) {
  const path = join(results, report);
  const ok = await runAlone({ title, command, args });
  if (!existsSync(path)) return { passed: 0, failed: 1, names: [`${title}: no report was written`] };
  const count = read(JSON.parse(readFileSync(path, 'utf8')));
  if (!ok && count.failed === 0) return { ...count, failed: 1, names: [`${title}: ended without naming what failed`] };
  if (count.passed + count.failed === 0) return { passed: 0, failed: 1, names: [`${title}: no test ran`] };
  return count;
}

/** @param {readonly import('./parts.ts').Part[]} parts @returns {Promise<Count[]>} */
async function runUncounted(parts) {
  const passed = await runTogether(parts);
  return parts.map(({ title }, at) => {
    const ok = passed[at] === true;
    return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, names: ok ? [] : [title] };
  });
}

/**
 * The beginning of an error and its first place in a test, for who sees only the end of the output.
 * @param {string | undefined} error
 */
function why(error) {
  const lines = stripVTControlCharacters(error ?? '').split('\n');
  const place = lines.find((line) => line.includes(join(root, 'tests')));
  return [...lines.filter((line) => line.trim() !== '' && !line.startsWith('    at ')).slice(0, 4), place ?? '']
    .filter((line) => line !== '')
    .map((line) => `\n    ${line.trim().slice(0, 200)}`)
    .join('');
}

/** Every project in one run: the cores have work to the end of the last. One more worker than cores: some tests wait for a service's seconds. */
function vitest() {
  const report = 'vitest.json';
  return runCounted(
    'unit and integration tests',
    'vitest',
    [
      'run',
      `--maxWorkers=${availableParallelism() + 1}`,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${join(results, report)}`,
    ],
    report,
    (found) => {
      /** @type {string[]} */
      const names = [];
      for (const file of found.testResults) {
        // A test file that could not be loaded failed without a test.
        if (file.status === 'failed' && file.assertionResults.length === 0) names.push(file.name);
        for (const test of file.assertionResults) {
          if (test.status !== 'passed')
            names.push(
              `${test.status}: ${relative(root, file.name)} › ${test.fullName}${why(test.failureMessages?.[0])}`,
            );
        }
      }
      // A skipped test is a missing part: it counts as a failure here.
      return { passed: found.numPassedTests, failed: names.length, names };
    },
  );
}

/**
 * Playwright's suites hold suites, and these the tests.
 * @param {any} suite
 * @returns {string[]}
 */
function notPassed(suite) {
  const own = (suite.specs ?? []).flatMap((/** @type {any} */ { file, line, title, tests }) =>
    tests
      .filter((/** @type {any} */ { status }) => status !== 'expected' && status !== 'flaky')
      .map(
        (/** @type {any} */ test) =>
          `${test.status}: [${test.projectName}] ${file}:${line} › ${title}${why(test.results.at(-1)?.error?.stack)}`,
      ),
  );
  return [...own, ...(suite.suites ?? []).flatMap(notPassed)];
}

rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

/** @type {Count[]} */
const counts = [
  ...(await runUncounted([
    ...sourceChecks,
    { title: 'build', command: 'vite', args: ['build', '--app', '--logLevel', 'warn'] },
  ])),
  await vitest(),
  await runCounted('end-to-end tests', 'playwright', ['test', '--grep-invert', '@long'], 'e2e.json', (found) => {
    const names = found.suites.flatMap(notPassed);
    return { passed: found.stats.expected + found.stats.flaky, failed: names.length, names };
  }),
];

const passed = counts.reduce((sum, each) => sum + each.passed, 0);
const failed = counts.reduce((sum, each) => sum + each.failed, 0);
const names = counts.flatMap((each) => each.names);
if (names.length > 0) process.stdout.write(`\nNot passed:\n${names.map((name) => `  ${name}\n`).join('')}`);
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
