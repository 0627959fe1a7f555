import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keyboardTexts } from '#texts/screens/shell.ts';
import { screenKeys } from '#ui/keyboard.ts';

const ui = join(import.meta.dirname, '../../../src/ui');
const sources = readdirSync(ui, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => readFileSync(join(ui, name), 'utf8'));

/** What the map writes, as the keys that the page hears: `Ctrl Shift Z` → `z`. */
const written = (press: string) => press.split(' ').at(-1) ?? press;
const mapped = new Set(keyboardTexts.groups.flatMap(({ keys }) => keys.flatMap(({ press }) => press.map(written))));

test('every key that leads somewhere is in the map, and leads from a control of its own', () => {
  for (const [name, key] of Object.entries(screenKeys)) {
    expect(mapped, name).toContain(key.toUpperCase());
    if (name !== 'table')
      expect(sources.filter((text) => text.includes(`describeScreenKey('${name}')`)).length).toBeGreaterThan(0);
  }
});

test('every letter that a screen listens for is in the map, and every letter of the map is listened for', () => {
  const heard = new Set(
    sources.flatMap((text) =>
      [...text.matchAll(/\b(?:key|event\.key(?:\.toLowerCase\(\))?|key\.toLowerCase\(\)) [!=]== '([a-z?])'/g)].map(
        ([, key = '']) => key.toUpperCase(),
      ),
    ),
  );
  for (const text of sources)
    for (const [, key = ''] of text.matchAll(/case '([a-z])':|shortcut=\{\['mod \+ ([A-Z])'\]\}/g))
      heard.add(key.toUpperCase());
  heard.delete('');
  for (const key of Object.values(screenKeys)) heard.add(key.toUpperCase());
  const letters = [...mapped].filter((key) => /^[A-Z?/]$/.test(key));
  expect([...heard].filter((key) => !mapped.has(key))).toEqual([]);
  // What is pasted is heard as an event of its own.
  expect(letters.filter((key) => !heard.has(key))).toEqual(['V']);
});
