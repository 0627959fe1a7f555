/** The list of error codes that scripts read is the contract's: none is missing, and title, exit code and advice are those given. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { toFailureJson, toExitCode } from '#electron/cli/output/failure.ts';
import { describeError } from '#contract/error-text.ts';
import { appErrorSchema, type AppError } from '#contract/errors.ts';

const list = new URL('../../docs/errors.md', import.meta.url);

/** Each code once, with what it carries made up. */
const errors = appErrorSchema.options.flatMap((option): AppError[] => {
  const { code } = option.shape;
  const codes = 'options' in code ? code.options : [code.value];
  return codes.map((each) =>
    appErrorSchema.parse({ code: each, detail: 'd', status: 500, resetsAt: '2026-11-22T00:00:00.000Z' }),
  );
});

test('docs/errors.md lists every error code with its exit code, title and advice', () => {
  const rows = errors.map((error) => {
    const { action } = toFailureJson(error).error;
    return `${error.code} | ${toExitCode(error.code)} | ${describeError(error).title} | ${action}`;
  });
  const listed = readFileSync(list, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      line
        .split('|')
        .map((cell) => cell.trim().replaceAll('`', '').replaceAll('\\', ''))
        .slice(1, -1)
        .join(' | '),
    );
  expect(listed.toSorted()).toEqual(rows.toSorted());
  expect(listed).toHaveLength(new Set(rows).size);
});

test('a question that took too long advises every way to ask for less', () => {
  const { action } = describeError({ code: 'took-too-long' });
  const { action: inTerminal } = toFailureJson({ code: 'took-too-long' }).error;
  for (const advice of [action, inTerminal]) {
    expect(advice).toContain('fewer groups');
    expect(advice).toMatch(/shorter (--)?period/);
    expect(advice).toMatch(/narrower (--)?filter/);
  }
});
