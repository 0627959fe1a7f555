import { expect, test } from 'vitest';
import { formatReceived } from '#domain/record.ts';

test('a text is shown as it is, anything else as its JSON, and half a pair by its escape', () => {
  expect(formatReceived('a\u0000"b" 🤝')).toBe('a\u0000"b" 🤝');
  expect(formatReceived('Kick-off \ud83e')).toBe(String.raw`"Kick-off \ud83e"`);
  expect(formatReceived({ a: [1, null] })).toBe('{"a":[1,null]}');
  expect(formatReceived(-0.5)).toBe('-0.5');
});
