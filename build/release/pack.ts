/** Packs the laid-out program into Electron's runtime, sets its fuses, and makes the files that people download. */
import { cpSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { packager } from '@electron/packager';
import { readFuses, setFuses, twinFuses } from './fuses.ts';
import { writeZip } from './files.ts';
import { layOutTree, makeDeb, makeRpm, run, type LinuxPackage } from './linux.ts';
import { toSigningOptions, type Credentials } from './signing.ts';
import { ReleaseFault, type Target } from './target.ts';
import { makeSetup } from './windows.ts';

export const PRODUCT = 'Timelog Reports';

/** Loaded by the system or by a process of its own, so not from within an archive. */
const UNPACKED = '{*.node,*.so,*.so.*,*.dll,*.dylib,*.ttf}';

interface Packing {
  readonly app: string;
  readonly runtimes: string;
  readonly out: string;
  readonly icons: string;
  /** Put beside the archive. */
  readonly resources: readonly string[];
  readonly target: Target;
  readonly version: string;
  readonly electronVersion: string;
  /** Undefined: it is not signed. */
  readonly credentials: Credentials | undefined;
}

/** Finds the program in a packed folder, on macOS the bundle. */
export function findExecutable(packed: string, { platform }: Target): string {
  const names = { linux: 'timelog-reports', win32: `${PRODUCT}.exe`, darwin: `${PRODUCT}.app` };
  return join(packed, names[platform]);
}

/** @returns the packed folder. */
export async function packProgram(packing: Packing): Promise<string> {
  const { app, runtimes, out, icons, resources, target, version, electronVersion, credentials } = packing;
  const runtime = { linux: 'electron', win32: 'electron.exe', darwin: 'Electron.app' }[target.platform];
  const [packed] = await packager({
    dir: app,
    name: PRODUCT,
    ...(target.platform === 'linux' && { executableName: 'timelog-reports' }),
    ...target,
    appVersion: version,
    electronVersion,
    electronZipDir: runtimes,
    out,
    overwrite: true,
    prune: false,
    quiet: true,
    asar: { unpack: UNPACKED },
    icon: join(icons, { linux: 'icon.png', win32: 'icon.ico', darwin: 'icon.icns' }[target.platform]),
    extraResource: [...resources],
    win32metadata: { CompanyName: PRODUCT },
    appBundleId: 'reports.timelog.desktop',
    protocols: [{ name: PRODUCT, schemes: ['timelog-reports'] }],
    extendInfo: {
      CFBundleDocumentTypes: [
        { CFBundleTypeName: 'Workspace', CFBundleTypeExtensions: ['timelog'], CFBundleTypeRole: 'Editor' },
      ],
    },
    // Before it is signed: a fuse that is set afterwards breaks the signature.
    afterExtract: [({ buildPath }) => setFuses(join(buildPath, runtime))],
    ...toSigningOptions(target, credentials),
  });
  if (packed === undefined) throw new ReleaseFault('Nothing was packed: see the messages above.');
  return packed;
}

/** A copy for tests, which differs in the fuse by which it can be driven. It lies apart from what is published, and its name says what it is. */
export async function makeTwin(packed: string, twin: string, target: Target): Promise<void> {
  rmSync(twin, { recursive: true, force: true });
  cpSync(packed, twin, { recursive: true, verbatimSymlinks: true });
  await setFuses(findExecutable(twin, target), twinFuses);
  await readFuses(findExecutable(twin, target), twinFuses);
}

interface FileOptions extends LinuxPackage {
  readonly credentials: Credentials | undefined;
}

/** @param kind of `fileKinds` @param base the file's path without its ending @param work a folder that may be filled */
export async function makeFile(
  kind: string,
  { packed, base, work, icons }: Record<'packed' | 'base' | 'work' | 'icons', string>,
  options: FileOptions,
): Promise<void> {
  const tree = join(work, `tree-${kind}`);
  switch (kind) {
    case 'zip':
      return writeZip(packed, `${base}.zip`, options.when);
    case 'deb':
      layOutTree(packed, icons, tree, options);
      return makeDeb(tree, `${base}.deb`, options);
    case 'rpm':
      layOutTree(packed, icons, tree, options);
      return makeRpm(tree, `${base}.rpm`, join(work, 'rpm'), options);
    case 'setup':
      return makeSetup(packed, `${base}-setup.exe`, work, options);
    default:
      layOutImage(packed, tree, options.target);
      run(
        'hdiutil',
        'of macOS',
        ['create', '-ov', '-volname', PRODUCT, '-srcfolder', tree, '-format', 'UDZO', `${base}.dmg`],
        options.when,
      );
  }
}

/** What a person sees who opens the disk image: the program, and the folder that they drag it to. */
function layOutImage(packed: string, tree: string, target: Target): void {
  mkdirSync(tree);
  const bundle = findExecutable(packed, target);
  cpSync(bundle, join(tree, basename(bundle)), { recursive: true, verbatimSymlinks: true });
  symlinkSync('/Applications', join(tree, 'Applications'));
}
