import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readLanguages, readSeams } from '#build/texts/language.ts';

const root = join(import.meta.dirname, '../../..');

test('English is what is built where no language is asked for, and one that nothing names is refused with those there are', () => {
  expect(readSeams(root)).toEqual([
    { prefix: '#texts/', folder: 'src/texts/en/' },
    { prefix: '#service-texts/', folder: 'service/texts/en/' },
  ]);
  expect(readLanguages(root)).toContain('pseudo');
  expect(() => readSeams(root, 'tlh')).toThrow(/no language "tlh" in "imports": it has .*default/);
});
