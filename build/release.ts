/**
 * `npm run release [-- --platform linux|win32|darwin --arch x64|arm64]`: makes what a person installs, into release/files, from Electron's
 * zip in ELECTRON_ZIP. `--make deb,zip` makes some of the files only; `--stub FILE` takes a stand-in runtime, for tests, `--twin` adds a
 * copy that tests can drive, and `--out FOLDER` takes the place of release. docs/release.md tells what is in it and how it is proven.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { OWN_NODE, requireNode } from './node-version.mjs';
import { root } from './parts.ts';
import { measureParts, writeSums } from './release/files.ts';
import { readFuses } from './release/fuses.ts';
import { findExecutable, makeFile, makeTwin, packProgram } from './release/pack.ts';
import { takeRuntime } from './release/runtime.ts';
import { readCredentials } from './release/signing.ts';
import { checkContents, stageApp, writeLicences, type Manifest } from './release/stage.ts';
import { ReleaseFault, readReleaseOptions, type ReleaseOptions } from './release/target.ts';

const MB = 10 ** 6;
/** The most megabytes without the runtime: more means an unexpected package. */
const MAX_MB = 135;

const readJson = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'));

/** All times of a release are those of its last commit, so that the same sources give the same bytes. */
function readMoment(): Date {
  const { SOURCE_DATE_EPOCH } = process.env;
  const seconds =
    SOURCE_DATE_EPOCH ?? execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' });
  return new Date(Number(seconds) * 1000);
}

/** Builds into release/out, with the version and the day that the program shows. */
function buildSources(version: string, day: string): void {
  const env = { ...process.env, NODE_ENV: 'production', RELEASE_VERSION: version, RELEASE_DAY: day };
  const bundler = join(root, 'node_modules/vite/bin/vite.js');
  const { status } = spawnSync(process.execPath, [bundler, 'build', '--app', '--logLevel', 'warn'], {
    cwd: root,
    env,
    stdio: 'inherit',
  });
  if (status !== 0) throw new ReleaseFault('The program could not be built: see the messages above.');
}

async function makeRelease({ target, kinds, stub, hasTwin, out }: ReleaseOptions): Promise<void> {
  const manifest = readJson('package.json') as Manifest;
  const { version: electronVersion } = readJson('node_modules/electron/package.json') as Manifest;
  const date = readMoment();
  const version = manifest.version + (stub === undefined ? '' : '-stub');
  const name = `${manifest.name}-${version}-${target.platform}-${target.arch}`;
  const credentials = readCredentials(target, process.env);
  // Linux asks no program for a signature.
  const fileName = credentials || target.platform === 'linux' ? name : `${name}-unsigned`;
  const release = out ?? join(root, 'release');
  const work = join(release, 'work', `${target.platform}-${target.arch}`);
  const files = join(release, 'files');
  rmSync(work, { recursive: true, force: true });
  for (const folder of [work, files]) mkdirSync(folder, { recursive: true });

  const checksums = join(root, 'node_modules/electron/checksums.json');
  takeRuntime(
    { official: process.env['ELECTRON_ZIP'], stub },
    { target, electronVersion, checksums },
    join(work, 'runtimes'),
  );
  buildSources(version, date.toISOString().slice(0, 10));
  const [app, installed] = [join(work, 'app'), join(work, 'installed')];
  const runtimes = stub === undefined ? ['node_modules/electron'] : [];
  const packages = stageApp({ root, built: join(root, 'release/out'), installed, app, target, version, runtimes });
  // Files are checked before they are in an archive.
  checkContents(app, target);
  const licences = join(work, 'licences.txt');
  writeLicences(packages, [installed, root], licences);
  const resources = [licences, join(root, 'LICENSE'), join(work, 'sbom.json')];
  const icons = join(work, 'icons');
  cpSync(join(root, 'build/release/icons'), icons, { recursive: true });
  cpSync(join(root, 'src/ui/icon.svg'), join(icons, 'icon.svg'));
  const packing = {
    app,
    runtimes: join(work, 'runtimes'),
    out: work,
    icons,
    resources,
    target,
    version,
    electronVersion,
    credentials,
  };
  const packed = await packProgram(packing);
  const count = checkContents(packed, target);
  const read = await readFuses(findExecutable(packed, target));
  if (hasTwin) await makeTwin(packed, join(release, `twin-of-${name}-for-tests-only`), target);
  const options = {
    target,
    version,
    summary: manifest.description,
    when: date,
    isStub: stub !== undefined,
    credentials,
  };
  for (const kind of kinds) await makeFile(kind, { packed, base: join(files, fileName), work, icons }, options);

  const say = (text: string) => process.stdout.write(`${text}\n`);
  say(
    `Fuses read back: ${Object.entries(read)
      .map(([fuse, isOn]) => `${fuse} ${isOn ? 'on' : 'off'}`)
      .join(', ')}`,
  );
  say(`${count} programs and libraries are for ${target.platform} ${target.arch}`);
  if (target.platform !== 'linux') say(credentials ? 'Signed' : 'Not signed, and named so: no certificate was given');
  const sizes = measureParts(packed);
  for (const [part, bytes] of sizes) say(`${(bytes / MB).toFixed(1).padStart(7)} MB ${part}`);
  const ownMegabytes = [...sizes].reduce((sum, [part, bytes]) => sum + (part === 'runtime' ? 0 : bytes), 0) / MB;
  say(`${ownMegabytes.toFixed(1).padStart(7)} MB without the runtime`);
  if (ownMegabytes > MAX_MB) throw new ReleaseFault(`That is more than ${MAX_MB} MB: see which part grew.`);
  say(writeSums(files).trimEnd());
}

requireNode(OWN_NODE, 'run "npm run release" after "npm start", which brings its own');
try {
  await makeRelease(readReleaseOptions(process.argv.slice(2)));
} catch (fault) {
  if (!(fault instanceof ReleaseFault)) throw fault;
  process.stderr.write(`${fault.message}\n`);
  process.exitCode = 1;
}
