/** A build is taken as it is only where nothing that it read or wrote has changed. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { BuiltStamp } from '#build/built-stamp.ts';

function build() {
  const root = mkdtempSync(join(tmpdir(), 'built-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const write = (path: string, text: string) => writeFileSync(join(root, path), text);
  for (const folder of ['src/ui', 'electron', 'service', 'build', 'out/chunks'])
    mkdirSync(join(root, folder), { recursive: true });
  write('src/ui/main.tsx', 'one');
  write('package.json', '{}');
  write('out/chunks/a.js', 'built');
  const stamp = () => new BuiltStamp(root, join(root, 'out'));
  stamp().write();
  return { root, write, stamp };
}

test('what was built of these sources is current', () => {
  expect(build().stamp().isCurrent()).toBe(true);
});

test.for([
  ['a source that was changed', 'src/ui/main.tsx'],
  ['a new source', 'src/new.ts'],
  ['a source of the hosts', 'electron/main.ts'],
  ['a source of the service', 'service/server.ts'],
  ['a part of the build', 'build/sbom.ts'],
  ['its configuration', 'vite.config.ts'],
  ['another version of a package', 'package-lock.json'],
  ['a built file of the same length that was changed', 'out/chunks/a.js'],
  ['a built file that is not of the build', 'out/chunks/b.js'],
])('%s asks for a build', ([, path]) => {
  const { write, stamp } = build();
  write(path!, 'other');
  expect(stamp().isCurrent()).toBe(false);
});

test('a built file that is gone, another language, and a build that was cut off ask for a build', () => {
  const { root, stamp } = build();
  vi.stubEnv('TEXTS_LANGUAGE', 'pseudo');
  expect(stamp().isCurrent()).toBe(false);
  vi.unstubAllEnvs();
  stamp().remove();
  expect(stamp().isCurrent()).toBe(false);
  stamp().write();
  rmSync(join(root, 'out/chunks/a.js'));
  expect(stamp().isCurrent()).toBe(false);
});

test('a source that is changed while it is built leaves no stamp', () => {
  const { write, stamp } = build();
  const begun = stamp();
  begun.remove();
  write('src/ui/main.tsx', 'edited');
  begun.write();
  write('src/ui/main.tsx', 'one');
  expect(stamp().isCurrent()).toBe(false);
});

test('figures of campaigns beside a build leave it current', () => {
  const { write, stamp } = build();
  write('out/trust.json', '{}');
  expect(stamp().isCurrent()).toBe(true);
});
