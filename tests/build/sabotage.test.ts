/** The list of `npm run campaign -- sabotage`, which plants for half an hour: that it still fits the sources is seen at once. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

interface Defect {
  readonly name: string;
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  readonly tests: readonly string[];
}

const root = join(import.meta.dirname, '../..');
const list = join(root, 'tests/sabotage/defects/index.mjs');
const { defects } = (await import(list)) as { readonly defects: readonly Defect[] };

describe('the defects that are planted', () => {
  it('have a name each', () => {
    expect(new Set(defects.map(({ name }) => name)).size).toBe(defects.length);
  });

  it.each(defects)('$name has its one place in the sources, and its tests are there', ({ file, find, ...defect }) => {
    expect(readFileSync(join(root, file), 'utf8').split(find)).toHaveLength(2);
    expect(defect.replace).not.toBe(find);
    const paths = defect.tests.filter((each) => each.startsWith('tests/'));
    expect(paths.length).toBeGreaterThan(0);
    for (const path of paths) expect(existsSync(join(root, path)), path).toBe(true);
    const at = defect.tests.findIndex((argument) => argument === '-t' || argument === '-g');
    // Without a title, all tests of a file or folder are asked.
    if (at < 0) return;
    expect(paths.map((path) => readFileSync(join(root, path), 'utf8')).join('\n')).toContain(defect.tests[at + 1]);
  });
});
