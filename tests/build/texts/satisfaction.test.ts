/** Every language says all that English says: those of the project, and a generated one that stands for the next. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_LANGUAGE, readLanguages, readSeams } from '#build/texts/language.ts';
import { PSEUDO_LANGUAGE, writePseudoTexts } from '#build/texts/pseudo.ts';
import { writeSatisfaction } from '#build/texts/satisfaction.ts';
import { secondTier } from '#tests/support/tier.ts';

const root = join(import.meta.dirname, '../../..');
const english = readSeams(root);
let scratch: string;

beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'language-'));
  writePseudoTexts(root, scratch);
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** @returns what the compiler says of a language; '' where it says all that English does. */
function compile(own: string, at: number): string {
  const settings = writeSatisfaction(root, join(root, english[at]?.folder ?? ''), own, join(scratch, `held-${at}`));
  return spawnSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', settings], {
    encoding: 'utf8',
  }).stdout;
}

const written = readLanguages(root).filter((name) => name !== DEFAULT_LANGUAGE && name !== PSEUDO_LANGUAGE);

for (const language of written)
  test(`${language} says all that English says`, () => {
    for (const [at, { folder }] of readSeams(root, language).entries())
      expect(compile(join(root, folder), at)).toBe('');
  });

test(
  'a language that says all that English says compiles; one without a sentence, or with a module less, does not',
  secondTier,
  () => {
    const folders = readSeams(root, PSEUDO_LANGUAGE).map(({ folder }) => join(scratch, folder));
    expect(folders.map(compile)).toEqual(['', '']);

    const [texts = ''] = folders;
    const errors = join(texts, 'errors.ts');
    const whole = readFileSync(errors, 'utf8');
    writeFileSync(errors, whole.replace(/ {2}'disk-full': \(\) => \(\{[^}]*\}\),\n/, ''));
    expect(compile(texts, 0)).toContain("Property ''disk-full'' is missing");

    writeFileSync(errors, whole.replace('({ status }) => ({', '({ status }: { status: string }) => ({'));
    expect(compile(texts, 0)).toContain('not assignable');

    rmSync(errors);
    expect(compile(texts, 0)).toContain('errors.ts');
  },
);
