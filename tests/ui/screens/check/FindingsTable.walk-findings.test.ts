import { describe, expect, test } from 'vitest';
import { chooseStep } from '#ui/screens/check/FindingsTable.tsx';

describe('the keys', () => {
  test('j and k lead into the list from anywhere and never out of it', () => {
    expect([chooseStep('j', -1, 3, false), chooseStep('j', 2, 3, true), chooseStep('k', 0, 3, true)]).toEqual([
      0, 2, 0,
    ]);
    expect(chooseStep('j', -1, 0, false)).toBeUndefined();
  });

  test('arrows move only within the list', () => {
    expect([
      chooseStep('ArrowDown', -1, 3, false),
      chooseStep('ArrowDown', 0, 3, true),
      chooseStep('End', 0, 3, true),
    ]).toEqual([undefined, 1, 2]);
  });
});
