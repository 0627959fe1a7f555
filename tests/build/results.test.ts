/** How `npm test` counts what its runners report. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '#build/parts.ts';
import { listSlowest, readPlaywright, readVitest } from '#build/results.ts';

const file = join(root, 'tests/domain/a.test.ts');
const vitestReport = (
  status: string,
  tags: readonly string[] = [],
  rest: { duration?: number; failureMessages?: string[] } = {},
) => ({
  testResults: [{ name: file, status: 'passed', assertionResults: [{ fullName: 'holds', status, tags, ...rest }] }],
});

it('a skipped test counts as failed, unless its tag says that this run leaves it out', () => {
  expect(readVitest(vitestReport('skipped'))).toEqual([
    { name: 'tests/domain/a.test.ts › holds', passed: false, isRetried: false, seconds: 0, problem: '\n    skipped' },
  ]);
  expect(readVitest(vitestReport('skipped', ['other']))).toMatchObject([{ passed: false }]);
  expect(readVitest(vitestReport('skipped', ['long']))).toEqual([]);
});

it('a test of the second tier that ran counts as any other', () => {
  expect(readVitest(vitestReport('passed', ['long'], { duration: 1500 }))).toMatchObject([
    { passed: true, seconds: 1.5 },
  ]);
  expect(readVitest(vitestReport('failed', ['long']))).toMatchObject([{ passed: false }]);
});

it('a file that could not be loaded counts as one failed test', () => {
  expect(readVitest({ testResults: [{ name: file, status: 'failed', assertionResults: [] }] })).toMatchObject([
    { name: 'tests/domain/a.test.ts', passed: false },
  ]);
});

it('a failed test is told with the beginning of its error and its place', () => {
  const stack = `AssertionError: expected 1 to be 2\n\n- 2\n+ 1\n    at made/up.ts:1\n    at ${file}:7:3`;
  const [failed] = readVitest(vitestReport('failed', [], { failureMessages: [stack] }));
  expect(failed?.problem).toContain('expected 1 to be 2');
  expect(failed?.problem).toContain('a.test.ts:7:3');
  expect(failed?.problem).not.toContain('made/up');
});

it('a test that passed when it was tried again is told with the failure before, and one that failed twice has failed', () => {
  const [again] = readVitest(vitestReport('passed', [], { failureMessages: [`Error: too late\n    at ${file}:7:3`] }));
  expect(again).toMatchObject({
    passed: true,
    isRetried: true,
    problem: expect.stringContaining('too late') as string,
  });
  const [twice] = readVitest(vitestReport('failed', [], { failureMessages: ['Error: one', 'Error: two'] }));
  expect(twice).toMatchObject({ passed: false, isRetried: false });
  expect(readVitest(vitestReport('passed', [], { failureMessages: [] }))).toMatchObject([{ isRetried: false }]);

  const failure = { duration: 1000, error: { stack: 'Error: not drawn' } };
  const spec = (status: string, results: readonly { duration: number }[]) =>
    readPlaywright({
      specs: [{ file: 'a.spec.ts', line: 3, title: 'holds', tests: [{ projectName: 'browser', status, results }] }],
    });
  expect(spec('flaky', [failure, { duration: 2000 }])).toMatchObject([
    { passed: true, isRetried: true, seconds: 3, problem: expect.stringContaining('not drawn') as string },
  ]);
  expect(spec('unexpected', [failure, failure])).toMatchObject([{ passed: false, isRetried: false }]);
  expect(spec('expected', [{ duration: 2000 }])).toMatchObject([{ passed: true, isRetried: false }]);
});

it('tests of Playwright are found in suites of suites, in each host once', () => {
  const spec = (status: string) => ({
    file: 'a.spec.ts',
    line: 3,
    title: 'holds',
    tests: ['desktop', 'browser'].map((projectName) => ({ projectName, status, results: [{ duration: 2000 }] })),
  });
  const found = readPlaywright({ suites: [{ suites: [{ specs: [spec('expected'), spec('skipped')] }] }] });
  expect(found.map(({ name, passed, seconds }) => [name, passed, seconds])).toEqual([
    ['[desktop] a.spec.ts:3 › holds', true, 2],
    ['[browser] a.spec.ts:3 › holds', true, 2],
    ['[desktop] a.spec.ts:3 › holds', false, 2],
    ['[browser] a.spec.ts:3 › holds', false, 2],
  ]);
});

it('the slowest come first, and the quick ones not at all', () => {
  const result = (name: string, seconds: number) => ({
    name,
    seconds,
    passed: true,
    isRetried: false,
    problem: '',
  });
  expect(listSlowest([result('b', 5), result('a', 12.34), result('c', 4.9)], 5)).toEqual([
    '   12.3 s  a',
    '    5.0 s  b',
  ]);
});
