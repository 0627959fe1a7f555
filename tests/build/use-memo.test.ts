/** React's compiler is used where it was asked for, and only where it keeps exact figures exact. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { transformSync } from 'oxc-transform-react';

const root = join(import.meta.dirname, '../..');
const compiled = globSync('src/ui/**/*.tsx', { cwd: root }).filter((path) =>
  readFileSync(join(root, path), 'utf8').includes("'use memo'"),
);

/** The compiler writes `100n` as `100`. */
test('nothing that the compiler rewrites counts with large integers of its own', () => {
  expect(compiled.length).toBeGreaterThan(30);
  const numbers = compiled.filter((path) => /\b\d[\d_]*n\b/.test(readFileSync(join(root, path), 'utf8')));
  expect(numbers).toEqual([]);
});

test('the compiler takes each component that asks for it', () => {
  const left = compiled.filter((path) => {
    const source = readFileSync(join(root, path), 'utf8');
    const { code } = transformSync(path, source, { reactCompiler: { compilationMode: 'annotation' } });
    return !code.includes('react/compiler-runtime');
  });
  expect(left).toEqual([]);
});
