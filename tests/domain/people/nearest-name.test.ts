import { describe, expect, test } from 'vitest';
import { findNearestName, foldName } from '#domain/people/nearest-name.ts';

const names = ['people', 'missing-time', 'Hours by team', 'months'];

describe('a name somebody may have meant', () => {
  test.each([
    ['peopel', 'people'],
    ['missing time', 'missing-time'],
    ['HOURS  BY TAEM', 'Hours by team'],
    ['missing', 'missing-time'],
    ['mnths', 'months'],
  ])('%s is %s', (given, meant) => {
    expect(findNearestName(given, names)).toBe(meant);
  });

  test.each(['revenue', 'x', '', '   ', 'pp'])('“%s” is none of them', (given) => {
    expect(findNearestName(given, names)).toBeUndefined();
  });

  test('case, spaces and hyphens make no name another one', () => {
    expect(foldName(' Missing_Time ')).toBe(foldName('missing-time'));
    expect(foldName('a b')).not.toBe(foldName('ab'));
  });
});
