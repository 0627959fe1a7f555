import { expect, test } from 'vitest';
import { toShownText } from '../../src/domain/received-text.ts';

test('a text is shown as it is, anything else as its JSON, and half a pair by its escape', () => {
  expect(toShownText('a\u0000"b" 🤝')).toBe('a\u0000"b" 🤝');
  expect(toShownText('Kick-off \ud83e')).toBe(String.raw`"Kick-off \ud83e"`);
  expect(toShownText({ a: [1, null] })).toBe('{"a":[1,null]}');
  expect(toShownText(-0.5)).toBe('-0.5');
});
