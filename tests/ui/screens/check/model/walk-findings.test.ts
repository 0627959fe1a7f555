import { describe, expect, test } from 'vitest';
import { stepOf } from '../../../../../src/ui/screens/check/model/walk-findings.ts';

describe('the keys', () => {
  test('j and k lead into the list from anywhere and never out of it; arrows only within', () => {
    expect([stepOf('j', -1, 3, false), stepOf('j', 2, 3, true), stepOf('k', 0, 3, true)]).toEqual([0, 2, 0]);
    expect([stepOf('ArrowDown', -1, 3, false), stepOf('ArrowDown', 0, 3, true), stepOf('End', 0, 3, true)]).toEqual([
      undefined,
      1,
      2,
    ]);
    expect(stepOf('j', -1, 0, false)).toBeUndefined();
  });
});
