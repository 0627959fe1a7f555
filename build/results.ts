/** Reads what the test runners report: every test that ran, or should have run, with its seconds. */
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './parts.ts';

/** Tests with this tag are in the second tier: docs/topics/testing.md has the rule. */
export const SECOND_TIER = 'long';

export const reports = {
  vitest: join(root, 'test-results/vitest.json'),
  playwright: join(root, 'test-results/e2e.json'),
};

export interface TestResult {
  /** The file and title of the test. */
  readonly name: string;
  readonly passed: boolean;
  /** It failed first and passed when it was tried again, which is done in CI alone. */
  readonly isRetried: boolean;
  readonly seconds: number;
  /** The runner's message about a test that failed at least once, in a few lines. */
  readonly problem: string;
}

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly duration?: number;
      readonly tags: readonly string[];
      /** Of a test that passed: those of the attempts before. */
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs?: readonly {
    readonly file: string;
    readonly line: number;
    readonly title: string;
    readonly tests: readonly {
      readonly projectName: string;
      readonly status: string;
      readonly results: readonly { readonly duration: number; readonly error?: { readonly stack?: string } }[];
    }[];
  }[];
}

/** The beginning of an error and its first place in a test, for a reader who sees only the end of the output. */
function shortenError(error = ''): string {
  const lines = stripVTControlCharacters(error).split('\n');
  const place = lines.find((line) => line.includes(join(root, 'tests')));
  return [...lines.filter((line) => line.trim() !== '' && !line.startsWith('    at ')).slice(0, 4), place ?? '']
    .filter((line) => line !== '')
    .map((line) => `\n    ${line.trim().slice(0, 200)}`)
    .join('');
}

/** A skipped test is a missing part and counts as failed, unless this run left out the second tier, to which it belongs. */
export function readVitest({ testResults }: VitestReport): TestResult[] {
  return testResults.flatMap(({ name: path, status: fileStatus, assertionResults }): TestResult[] => {
    const file = relative(root, path);
    if (fileStatus === 'failed' && assertionResults.length === 0)
      return [{ name: file, passed: false, isRetried: false, seconds: 0, problem: '\n    could not be loaded' }];
    return assertionResults
      .filter(({ status, tags }) => status !== 'skipped' || !tags.includes(SECOND_TIER))
      .map(({ fullName, status, duration = 0, failureMessages: [failure] = [] }) => ({
        name: `${file} › ${fullName}`,
        passed: status === 'passed',
        isRetried: status === 'passed' && failure !== undefined,
        seconds: duration / 1000,
        problem: failure === undefined ? `\n    ${status}` : shortenError(failure),
      }));
  });
}

export function readPlaywright({ specs = [], suites = [] }: PlaywrightSuite): TestResult[] {
  const ownResults = specs.flatMap(({ file, line, title, tests }) =>
    tests.map(({ projectName, status, results }) => ({
      name: `[${projectName}] ${file}:${line} › ${title}`,
      passed: status === 'expected' || status === 'flaky',
      isRetried: status === 'flaky',
      seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
      problem: `${shortenError(results.findLast(({ error }) => error)?.error?.stack)}\n    ${status}`,
    })),
  );
  return [...ownResults, ...suites.flatMap(readPlaywright)];
}

/** @returns undefined where the runner wrote no report */
export function readResults(runner: keyof typeof reports): TestResult[] | undefined {
  const path = reports[runner];
  if (!existsSync(path)) return undefined;
  const report = JSON.parse(readFileSync(path, 'utf8')) as VitestReport & PlaywrightSuite;
  return runner === 'vitest' ? readVitest(report) : readPlaywright(report);
}

export function listSlowest(results: readonly TestResult[], atLeastSeconds: number): string[] {
  return results
    .filter(({ seconds }) => seconds >= atLeastSeconds)
    .toSorted((first, second) => second.seconds - first.seconds)
    .map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${name}`);
}
