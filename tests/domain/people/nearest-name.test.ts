import { describe, expect, test } from 'vitest';
import { nearestName, plainName } from '../../../src/domain/people/nearest-name.ts';

const names = ['people', 'missing-time', 'Hours by team', 'months'];

describe('a name somebody may have meant', () => {
  test.each([
    ['peopel', 'people'],
    ['missing time', 'missing-time'],
    ['HOURS  BY TAEM', 'Hours by team'],
    ['missing', 'missing-time'],
    ['mnths', 'months'],
  ])('%s is %s', (given, meant) => {
    expect(nearestName(given, names)).toBe(meant);
  });

  test.each(['revenue', 'x', '', '   ', 'pp'])('“%s” is none of them', (given) => {
    expect(nearestName(given, names)).toBeUndefined();
  });

  test('case, spaces and hyphens make no name another one', () => {
    expect(plainName(' Missing_Time ')).toBe(plainName('missing-time'));
    expect(plainName('a b')).not.toBe(plainName('ab'));
  });
});
