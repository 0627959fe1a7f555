/** The programs behind `npm start`, `npm test` and `npm run check`, run as processes of their own: what each says and how it ends. */
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';

const build = join(import.meta.dirname, '../../build');
const LOCK = { packages: { '': {}, 'node_modules/zod': { version: '4.6.7' } } };

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'a fresh machine '));
  onTestFinished(() => rmSync(root, { recursive: true }));
  cpSync(build, join(root, 'build'), { recursive: true });
  write('package-lock.json', LOCK);
});

function write(path: string, content: unknown): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content));
}

/** An npm that leaves a mark and ends so. */
function standInNpm(script: string): void {
  write('bin/npm', `#!/bin/sh\ntouch "${join(root, 'npm-was-run')}"\n${script}\n`);
  chmodSync(join(root, 'bin/npm'), 0o755);
}

function run(program: string, node: readonly string[] = []) {
  const env = { ...process.env, PATH: `${join(root, 'bin')}:${process.env['PATH']}` };
  const { status, stdout, stderr } = spawnSync(process.execPath, [...node, join(root, 'build', program)], {
    env,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

/** Makes Node say that it is another one. */
const asNode = (version: string) => [
  '--import',
  `data:text/javascript,Object.defineProperty(process.versions, "node", { value: "${version}" })`,
];

it('the bootstrap asks npm for nothing where every package is there', () => {
  standInNpm('exit 1');
  write('node_modules/.package-lock.json', LOCK);
  write('node_modules/zod/package.json', {});
  expect(run('bootstrap.mjs')).toEqual({ status: 0, stdout: '', stderr: '' });
  expect(existsSync(join(root, 'npm-was-run'))).toBe(false);
});

it('the bootstrap ends with one sentence and a failure where a package is missing and cannot be installed', () => {
  standInNpm('echo "npm error code EUSAGE" >&2; exit 1');
  write('node_modules/.package-lock.json', LOCK);
  const { status, stdout, stderr } = run('bootstrap.mjs');
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr.trim().split('\n').at(-1)).toBe(
    'The packages could not be installed: check that the npm registry can be reached and start this again.',
  );
});

it.each([
  ['bootstrap.mjs', '18.19.1', 'This is Node 18.19.1, and Node 20.20 or later is needed: '],
  ['start.mjs', '20.20.2', 'This is Node 20.20.2, and Node 24.0 or later is needed: run "npm start"'],
  ['test.mjs', '20.20.2', 'This is Node 20.20.2, and Node 24.0 or later is needed: run "npm test"'],
  ['check.mjs', '22.20.0', 'This is Node 22.20.0, and Node 24.0 or later is needed: run "npm run check"'],
])('%s refuses Node %s in one sentence', (program, version, beginning) => {
  const { status, stdout, stderr } = run(program, asNode(version));
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^[^\n]+\.\n$/);
  expect(stderr).toContain(beginning);
});
