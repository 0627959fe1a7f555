import { expect, test } from 'vitest';
import { exportOptionsSchema, settleOptions } from '../../../src/domain/exports/options.ts';

const settled = (asked: Parameters<typeof exportOptionsSchema.parse>[0]) => {
  const answer = settleOptions(exportOptionsSchema.parse(asked));
  return answer.ok ? answer.value : answer.problem;
};

test('left to itself a file is for people: labels, local times, names, comma and point, internal', () => {
  expect(settled({})).toEqual({
    format: 'csv',
    preset: 'excel',
    heads: 'labels',
    times: 'local',
    names: true,
    separator: 'comma',
    signature: false,
    sign: false,
    decimalMark: 'point',
    audience: 'internal',
    rates: false,
    title: undefined,
  });
});

test('for programs: names of properties, UTC, ids alone; each can still be chosen', () => {
  expect(settled({ preset: 'machine' })).toMatchObject({ heads: 'names', times: 'utc', names: false });
  expect(settled({ preset: 'machine', heads: 'labels', times: 'local', names: true })).toMatchObject({
    heads: 'labels',
    times: 'local',
    names: true,
  });
});

test('a decimal comma takes the semicolon with it, and is refused beside a comma between cells', () => {
  expect(settled({ decimalMark: 'comma' })).toMatchObject({ separator: 'semicolon' });
  expect(settled({ decimalMark: 'comma', separator: 'tab' })).toMatchObject({ separator: 'tab' });
  expect(settled({ decimalMark: 'comma', separator: 'comma' })).toBe(
    'A decimal comma needs another separator than the comma: choose semicolon or tab',
  );
});

test('an unknown choice is refused, and no title is empty', () => {
  expect(exportOptionsSchema.safeParse({ colour: 'red' }).success).toBe(false);
  expect(exportOptionsSchema.safeParse({ audience: 'everyone' }).success).toBe(false);
  expect(exportOptionsSchema.safeParse({ title: '  ' }).success).toBe(false);
});
