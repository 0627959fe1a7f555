/** Lays out what goes into the app: the built program, and of the packages it loads what is for the target, and nothing else of them. */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  closeSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { addDependencies, writeSbom, type Lock, type PackagePath } from '../sbom.ts';
import { listTree } from './files.ts';
import { describeBinary, ReleaseFault, takeSlice, type Target } from './target.ts';

export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly type: string;
  readonly main: string;
  readonly license: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

interface Staging {
  readonly root: string;
  /** The bundler's output. */
  readonly built: string;
  /** The folder in which packages are installed for the target. */
  readonly installed: string;
  /** The folder that is packed. */
  readonly app: string;
  readonly target: Target;
  readonly version: string;
  /** Packages whose runtime is in it, beside what the app loads. */
  readonly runtimes: readonly PackagePath[];
}

/** Of the fonts' package two faces are used (electron/exports/formats/pdf/fonts.ts). */
const FACES = /(?:package\.json|LICENSE|ttf\/DejaVuSansCondensed(?:-Bold)?\.ttf)$/;
/** What a package has for its own developers, and keytar for its compilation. */
const NOT_LOADED =
  /(?:^|\/)(?:tests?|__tests__|docs?|examples?|benchmarks?|\.github|obj\.target|src)(?:\/|$)|\.(?:test|spec)\.[cm]?js$|\.(?:map|md|ts|cts|mts|markdown|gyp|gypi|c|cc|h|mk|o|d|html|ico|ya?ml|sh)$/i;
/** The rest of it is what it was compiled with and of, some of which names the folder. */
const KEYTAR_FILES = /^(?:package\.json|lib\/.*\.js|build\/Release\/keytar\.node)$/;
const KEYTAR = 'node_modules/keytar';

/** Writes the app and, next to it, the list of its packages. @returns these packages, bundled or loaded. */
export function stageApp({ root, built, installed, app, target, version, runtimes }: Staging): Set<PackagePath> {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock;
  installPackages(root, installed, target);
  cpSync(built, join(app, 'out'), { recursive: true, filter: (path) => !path.endsWith('sbom.json') });
  const { name, description, type, main } = manifest;
  const appManifest = {
    name,
    productName: 'Timelog Reports',
    version,
    description,
    type,
    main,
    desktopName: `${name}.desktop`,
  };
  writeFileSync(join(app, 'package.json'), `${JSON.stringify(appManifest, null, 2)}\n`);

  const bundled = readBundled(built);
  const direct = Object.keys(manifest.dependencies).map((dependency) => `node_modules/${dependency}`);
  const loaded = [
    ...addDependencies(
      direct.filter((path) => !bundled.has(path)),
      lock,
    ),
  ].filter((path) => existsSync(join(installed, path)));
  refuseDevelopers(loaded, lock);
  for (const path of loaded) copyPackage(join(installed, path), join(app, path));
  const keytar = join(root, KEYTAR);
  // Compiled here (build/bootstrap.mjs), and only for this machine's own kind; keyring is there for all.
  const isKeytar = isFor(join(keytar, 'build/Release/keytar.node'), target);
  if (isKeytar) copyPackage(keytar, join(app, KEYTAR));
  const packages = new Set([...bundled, ...loaded, ...(isKeytar ? [KEYTAR] : [])]);
  if (target.platform === 'darwin') thinLibraries(app, target);
  writeFileSync(join(dirname(app), 'sbom.json'), writeSbom([...packages, ...runtimes], { ...lock, version }));
  return packages;
}

/** By the lockfile's hashes, without scripts, for another system if need be. */
function installPackages(root: string, folder: string, { platform, arch }: Target): void {
  mkdirSync(folder, { recursive: true });
  for (const file of ['package.json', 'package-lock.json', '.npmrc']) cpSync(join(root, file), join(folder, file));
  const libc = platform === 'linux' ? ['--libc', 'glibc'] : [];
  const args = ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status, stderr } = spawnSync('npm', [...args, '--os', platform, '--cpu', arch, ...libc], {
    cwd: folder,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status !== 0)
    throw new ReleaseFault(
      `The packages for ${platform} ${arch} could not be installed: ${stderr.trim().split('\n')[0]}`,
    );
}

/** Reads the bundler's list. */
function readBundled(built: string): Set<PackagePath> {
  const { components } = JSON.parse(readFileSync(join(built, 'sbom.json'), 'utf8')) as {
    readonly components: readonly { readonly 'bom-ref': string }[];
  };
  return new Set(components.map((component) => component['bom-ref'].split('#')[1] ?? ''));
}

function copyPackage(source: string, destination: string): void {
  const only = source.endsWith('dejavu-fonts-ttf') ? FACES : source.endsWith(KEYTAR) ? KEYTAR_FILES : undefined;
  const keeps = (name: string) =>
    only ? only.test(name) : !NOT_LOADED.test(name) && !/^(?:licen[cs]e|readme|changelog)/i.test(name);
  cpSync(source, destination, {
    recursive: true,
    filter: (path) => {
      const name = relative(source, path).split(sep).join('/');
      if (name === 'node_modules') return false;
      return name === '' || (statSync(path).isDirectory() ? !NOT_LOADED.test(name) : keeps(name));
    },
  });
}

/** macOS libraries hold the code for both processors in one file. */
function thinLibraries(app: string, { arch }: Target): void {
  for (const name of listTree(app).filter((path) => /\.(?:node|dylib)$/.test(path))) {
    const path = join(app, name);
    if (describeBinary(readHead(path)) === 'darwin-universal') writeFileSync(path, takeSlice(readFileSync(path), arch));
  }
}

/** A bundled package may be a development dependency, such as React; a loaded one may not. @throws ReleaseFault */
function refuseDevelopers(loaded: readonly PackagePath[], { packages }: Lock): void {
  const wrong = loaded.filter((path) => packages[path]?.dev !== undefined);
  if (wrong.length > 0) throw new ReleaseFault(`Packages of developers are in the release: ${wrong.join(', ')}.`);
}

const isFor = (path: string, { platform, arch }: Target) =>
  existsSync(path) && describeBinary(readHead(path)) === `${platform}-${arch}`;

function readHead(path: string): Buffer {
  const head = Buffer.alloc(1024);
  const file = openSync(path, 'r');
  try {
    return head.subarray(0, readSync(file, head));
  } finally {
    closeSync(file);
  }
}

/**
 * @throws ReleaseFault naming each program or library in the folder that is for another system, and each test.
 * @returns how many were looked at
 */
export function checkContents(folder: string, { platform, arch }: Target): number {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => name.split(sep).join('/'));
  const tests = files.filter((name) => /\.(?:test|spec)\.[cm]?[jt]sx?$/.test(name));
  if (tests.length > 0) throw new ReleaseFault(`Tests are in the release: ${tests.join(', ')}.`);
  const binaries = files
    .filter((name) => statSync(join(folder, name)).isFile())
    .flatMap((name) => {
      const binaryTarget = describeBinary(readHead(join(folder, name)));
      return binaryTarget === undefined ? [] : [{ name, binaryTarget }];
    });
  const wrong = binaries.filter(
    ({ binaryTarget }) => binaryTarget !== `${platform}-${arch}` && binaryTarget !== `${platform}-universal`,
  );
  if (wrong.length > 0)
    throw new ReleaseFault(
      `Not for ${platform} ${arch}: ${wrong.map(({ name, binaryTarget }) => `${name} (${binaryTarget})`).join(', ')}.`,
    );
  return binaries.length;
}

/** The licences of all that is in it, in one text. @param places where packages may be installed */
export function writeLicences(packages: ReadonlySet<PackagePath>, places: readonly string[], path: string): void {
  const texts = [...packages].toSorted().map((name) => {
    const place = places.map((folder) => join(folder, name)).find((folder) => existsSync(folder));
    if (place === undefined) throw new ReleaseFault(`${name} is in the release and not installed: run npm ci again.`);
    const { version, license } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')) as Manifest;
    const files = readdirSync(place).filter((file) => /^(?:licen[cs]e|copying|notice)/i.test(file));
    const bodies = files.toSorted().map((file) => readFileSync(join(place, file), 'utf8').trim());
    return [`${name.replace(/^.*node_modules\//, '')} ${version} (${license})`, ...bodies].join('\n\n');
  });
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${texts.join(`\n\n${'-'.repeat(78)}\n\n`)}\n`);
}
