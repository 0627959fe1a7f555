import { expect, test } from 'vitest';
import { receivedRecordSchema } from '#contract/service.ts';

test('a property called __proto__ is given like any other, at any depth', () => {
  const text = '{"id":"1","properties":{"__proto__":"own","nested":{"__proto__":[{"__proto__":1}]}}}';
  const { properties } = receivedRecordSchema.parse(JSON.parse(text));
  expect(JSON.stringify(properties)).toBe('{"__proto__":"own","nested":{"__proto__":[{"__proto__":1}]}}');
});

test('what is no JSON is refused', () => {
  for (const value of [Infinity, undefined, 1n, [Number.NaN]])
    expect(receivedRecordSchema.safeParse({ id: '1', properties: { value } }).success).toBe(false);
  expect(receivedRecordSchema.safeParse({ id: '1', properties: [] }).success).toBe(false);
});
