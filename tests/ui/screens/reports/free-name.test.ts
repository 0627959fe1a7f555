import { describe, expect, it } from 'vitest';
import { pickName } from '#ui/screens/reports/free-name.ts';

describe('the builder', () => {
  it('gives a copy a name that is not in use', () => {
    expect(pickName('People', [])).toBe('People');
    expect(pickName('People', ['people', 'People (copy)'])).toBe('People (copy 2)');
  });
});
