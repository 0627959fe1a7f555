import { describe, expect, it } from 'vitest';
import { freeName } from '#ui/screens/reports/free-name.ts';

describe('the builder', () => {
  it('gives a copy a name that is not in use', () => {
    expect(freeName('People', [])).toBe('People');
    expect(freeName('People', ['people', 'People (copy)'])).toBe('People (copy 2)');
  });
});
