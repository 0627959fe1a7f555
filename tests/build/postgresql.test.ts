import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { findPostgresql } from '#build/postgresql.mjs';

it('finds the newest server of a version that will do, by its programs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'postgresql-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const install = (version: string, ...programs: string[]) => {
    const bin = join(folder, version, 'bin');
    mkdirSync(bin, { recursive: true });
    for (const program of programs) writeFileSync(join(bin, program), '');
    return bin;
  };
  expect(findPostgresql(join(folder, 'none'))).toBeUndefined();
  install('14', 'postgres', 'initdb');
  install('18', 'psql');
  expect(findPostgresql(folder)).toBeUndefined();
  install('9.6', 'postgres', 'initdb');
  const fifteen = install('15', 'postgres', 'initdb');
  expect(findPostgresql(folder)).toBe(fifteen);
  const seventeen = install('17', 'postgres', 'initdb');
  expect(findPostgresql(folder)).toBe(seventeen);
});
