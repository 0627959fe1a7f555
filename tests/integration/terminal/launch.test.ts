/** What the built programs say when they are not to run: help, wrong options, and what they cannot run on. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { root } from '#tests/e2e/support/places.ts';
import { readFirstOutput } from '#tests/support/hosts/first-output.ts';
import { writeRecordsFile } from '#tests/support/hosts/records-file.ts';
import { chooseCases } from '#tests/support/tier.ts';

const out = fileURLToPath(new URL('../../../out/', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'timelog-launch-'));
const data = join(folder, 'data');
afterAll(() => rmSync(folder, { recursive: true }));

interface Said {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A host that does start would run on: it is ended, and its code is then no number. */
function run(
  program: string,
  args: readonly string[],
  node: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Said> {
  return runCommand(process.execPath, [...node, join(out, program), ...args], env);
}

/** As Electron starts the window's program. */
function runDesktop(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Said> {
  return runCommand(join(root, 'tests/support/electron-stand-in/electron'), [root, ...args], env);
}

function runCommand(command: string, args: readonly string[], env: Readonly<Record<string, string>>): Promise<Said> {
  const child = spawn(command, args, {
    env: { ...process.env, TIMELOG_DATA_DIR: data, XDG_DATA_HOME: folder, HOME: folder, DISPLAY: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 60_000,
  });
  const said = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (said.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said.stderr += chunk.toString()));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, ...said })));
}

test.each(['--help', '--version'])('%s of the browser host is answered, and no host is started', async (option) => {
  const { code, stdout, stderr } = await run('browser.js', ['--data-dir', data, option]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(option === '--help' ? /^Usage: .*--no-open/s : /^\d+\.\d+\.\d+\n$/);
  expect(existsSync(data)).toBe(false);
});

test.each(chooseCases(1, [['--data-dri', '/x'], ['--frobnicate'], ['sample']]))(
  'the browser host refuses %s in one sentence',
  async (...args) => {
    const { code, stdout, stderr } = await run('browser.js', ['--data-dir', data, ...args]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(args[0]);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(existsSync(data)).toBe(false);
  },
);

test('the window’s program says outside Electron what starts it', async () => {
  const { code, stderr } = await run('main.js', []);
  expect(code).toBe(2);
  expect(stderr).toMatch(/^This program .*"npm start"\.\n$/);
});

test.each(chooseCases(2, ['report --frobnicate', '--version', '--help', 'serve --help']))(
  'the terminal loads no engine of records for %s',
  async (command) => {
    const script = `import { registerHooks } from 'node:module';
      registerHooks({ resolve(name, context, next) {
        if (name.startsWith('@duckdb/')) throw new Error('The engine was loaded');
        return next(name, context);
      } });`;
    const { stderr } = await run('cli.js', command.split(' '), [
      `--import=data:text/javascript,${encodeURIComponent(script)}`,
    ]);
    expect(stderr).not.toMatch(/engine|unexpected/i);
  },
);

test('an escape sequence in an argument reaches the terminal as visible characters only', async () => {
  const { code, stdout, stderr } = await run('cli.js', ['--\u001B]52;c;ZXZpbA==\u0007', '--json']);
  expect(code).toBe(2);
  expect(stderr).toContain(']52;c;ZXZpbA');
  expect(stderr).toMatch(/^[^\p{Cc}]*\n$/u);
  expect(stdout).toMatch(/^[^\p{Cc}]*\n$/u);
});

test.each(['cli.js', 'browser.js'])('%s does not run where any certificate would be believed', async (program) => {
  const { code, stdout, stderr } = await run(program, ['status'], [], { NODE_TLS_REJECT_UNAUTHORIZED: '0' });
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(/^NODE_TLS_REJECT_UNAUTHORIZED=0 is set, .*unset it.*\n$/);
  expect(existsSync(data)).toBe(false);
});

test.each(
  chooseCases(1, [
    '--ignore-certificate-errors',
    '-allow-insecure-localhost',
    '--host-resolver-rules=MAP * evil.example',
  ]),
)('the window does not open with %s', async (option) => {
  const { code, stdout, stderr } = await runDesktop([option]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(/^With --[a-z-]+ the API key could go to .*leave it out/m);
  expect(existsSync(data)).toBe(false);
});

test('the window does not open where any certificate would be believed', async () => {
  const { code, stderr } = await runDesktop([], { NODE_TLS_REJECT_UNAUTHORIZED: '0' });
  expect(code).toBe(2);
  expect(stderr).toContain('NODE_TLS_REJECT_UNAUTHORIZED=0 is set');
  expect(existsSync(data)).toBe(false);
});

test('a crash of a program writes none of its memory to disk, where dumps are wanted too', async () => {
  const fallen = mkdtempSync(join(tmpdir(), 'launch-core-'));
  const wanted = ['-c', 'ulimit -c "$(ulimit -H -c)" && exec "$@"', 'bash'];
  const command = [process.execPath, join(out, 'cli.js'), 'serve', '--records-file', writeRecordsFile(folder)];
  const program = spawn('bash', [...wanted, ...command], { cwd: fallen, stdio: ['ignore', 'pipe', 'pipe'] });
  try {
    await readFirstOutput(program);
    expect(readFileSync(`/proc/${program.pid}/coredump_filter`, 'utf8').trim()).toBe('00000000');
    // Nor is what it writes elsewhere for others to read.
    expect(readFileSync(`/proc/${program.pid}/status`, 'utf8')).toMatch(/^Umask:\s+0077$/m);
    // Not of none: of a limit of one byte the kernel writes no file and starts no program that collects dumps.
    expect(readFileSync(`/proc/${program.pid}/limits`, 'utf8')).toMatch(/^Max core file size +1 +1 +bytes/m);
    program.kill('SIGABRT');
    expect(await once(program, 'close')).toEqual([null, 'SIGABRT']);
    expect(readdirSync(fallen)).toEqual([]);
  } finally {
    program.kill('SIGKILL');
    rmSync(fallen, { recursive: true, force: true });
  }
});

test.each(['cli.js', 'browser.js'])(
  '%s says on an older Node which one it needs and what brings it',
  async (program) => {
    const older = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.0' } })`;
    const { code, stdout, stderr } = await run(program, ['--help'], ['--import', `data:text/javascript,${older}`]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(
      /^This needs Node 24 or later but is running on 20\.20\.0: start it with "(npm start|npx node .*)"\.\n$/,
    );
  },
);

test.each(['cli.js', 'browser.js', 'main.js'])(
  '%s loads nothing before it has looked at what it runs on',
  (program) => {
    const outside: string[] = [];
    const follow = (file: string): void => {
      const text = readFileSync(file, 'utf8');
      for (const [, from = ''] of text.matchAll(/^import\b[^'"]*['"]([^'"]+)['"]/gm)) {
        if (from.startsWith('.')) follow(join(dirname(file), from));
        else outside.push(from);
      }
    };
    follow(join(out, program));
    expect(outside).toEqual([]);
  },
);

test('a build writes down what it contains, bundled or loaded, and nothing of its tools', () => {
  const { components } = JSON.parse(readFileSync(join(out, 'sbom.json'), 'utf8')) as {
    components: { name: string; version: string }[];
  };
  const names = components.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['react', 'recharts', 'zod', '@mantine/core', 'fastify', 'keytar']));
  // What is bundled is found in the modules themselves; what is loaded, in what the bundles import.
  const imported = readdirSync(join(out, 'chunks'))
    .filter((file) => file.endsWith('.js'))
    .flatMap((file) => [
      ...readFileSync(join(out, 'chunks', file), 'utf8').matchAll(/^import\b[^'"]*['"]([^'".:]+)['"]/gm),
    ])
    .map(([, from = '']) =>
      from
        .split('/')
        .slice(0, from.startsWith('@') ? 2 : 1)
        .join('/'),
    )
    .filter((name) => name !== 'electron' && !builtinModules.includes(name));
  expect(names).toEqual(expect.arrayContaining([...new Set(imported)]));
  expect(names.filter((name) => /^(vite|vitest|playwright|typescript|oxlint|knip|prettier)$/.test(name))).toEqual([]);
});
