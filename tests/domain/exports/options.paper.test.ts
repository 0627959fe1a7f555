import { expect, it } from 'vitest';
import { choosePaper } from '#domain/exports/options.ts';

it.each([
  ['en-US', 'letter'],
  ['en-CA', 'letter'],
  ['es-MX', 'letter'],
  ['en', 'letter'],
  ['de-DE', 'a4'],
  ['en-GB', 'a4'],
  [undefined, 'a4'],
] as const)('readers of %s print on %s', (locale, paper) => {
  expect(choosePaper(undefined, locale)).toBe(paper);
});

it('is the one that was chosen', () => expect(choosePaper('a4', 'en-US')).toBe('a4'));
