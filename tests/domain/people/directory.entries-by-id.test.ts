/** Entries whose ids are texts from outside: none vanishes, whatever objects inherit under its name. */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { namesMethods } from '#contract/journal.ts';
import { entriesById } from '#domain/people/directory.ts';
import { describeIssue } from '#domain/schema-problem.ts';

const schema = entriesById(z.string().min(1), z.number());
const odd = ['__proto__', '__proto___', '__proto____', '_', 'constructor', 'toString', '7'];
const read = (text: string) => schema.safeParse(JSON.parse(text), { error: describeIssue });

test('every id comes through as it was given, and once more', () => {
  const given = Object.fromEntries(odd.map((id, at) => [id, at]));
  const once = read(JSON.stringify(given)).data ?? {};
  expect(new Map(Object.entries(schema.parse(once)))).toEqual(new Map(Object.entries(given)));
  expect(Object.getPrototypeOf(once)).toBe(Object.prototype);
});

test('an entry that is not of the shape is refused, as is an empty id and what has no ids', () => {
  for (const text of ['{"__proto__": "many"}', '{"": 1}', '[]', '[1]', 'null', '7'])
    expect(read(text).success, text).toBe(false);
  expect(read('{"7": "many"}').error?.issues).toMatchObject([
    { path: ['7'], message: expect.stringContaining('text') },
  ]);
});

test('names cross the contract in both directions', () => {
  const owners = JSON.stringify({ owners: Object.fromEntries(odd.map((id) => [id, { name: id }])), objects: {} });
  const kept = namesMethods['names.keep'].input.parse(JSON.parse(owners));
  const listed = namesMethods['names.list'].output.parse(JSON.parse(JSON.stringify(kept)));
  for (const { owners } of [kept, listed])
    expect(new Set(Object.values(owners).map((entry) => entry?.name))).toEqual(new Set(odd));
});
