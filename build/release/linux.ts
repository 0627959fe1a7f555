/** Packages for Debian and for Fedora from one tree: what is installed, the menu's entry, the type of saved workspaces, the command. */
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, lstatSync, lutimesSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isProgram, listTree } from './files.ts';
import { ReleaseFault, type Target } from './target.ts';

const NAME = 'timelog-reports';
const MAINTAINER = 'Timelog Reports <maintainer@invalid>';

/** What Electron's runtime needs of Debian and Ubuntu, beside what every desktop has. */
const DEBIAN_NEEDS =
  'libasound2 | libasound2t64, libatspi2.0-0 | libatspi2.0-0t64, libdrm2, libgbm1, libgtk-3-0 | libgtk-3-0t64, libnss3, libsecret-1-0, libxss1, libxtst6, xdg-utils';
const FEDORA_NEEDS =
  'alsa-lib, at-spi2-core, gtk3, libdrm, libsecret, libXScrnSaver, libXtst, mesa-libgbm, nss, xdg-utils';

export interface LinuxPackage {
  readonly target: Target;
  readonly version: string;
  readonly summary: string;
  readonly when: Date;
  /** Made on the stand-in, which needs nothing of the above but Chromium. */
  readonly isStub: boolean;
}

const desktopEntry = (summary: string) => `[Desktop Entry]
Type=Application
Name=Timelog Reports
Comment=${summary}
Exec=${NAME} %U
Icon=${NAME}
Terminal=false
Categories=Office;
MimeType=application/x-timelog;x-scheme-handler/${NAME};
StartupWMClass=${NAME}
`;

const mimeType = `<?xml version="1.0" encoding="UTF-8"?>
<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
  <mime-type type="application/x-timelog">
    <comment>Workspace of Timelog Reports</comment>
    <icon name="${NAME}"/>
    <glob pattern="*.timelog"/>
  </mime-type>
</mime-info>
`;

/** A word in the first place is a command of the terminal: the same runtime runs it without a window. */
const launcher = `#!/bin/sh
program="$(dirname "$(readlink -f "$0")")/../lib/${NAME}/${NAME}"
case "$1" in
  "" | -* | *[!a-z-]*) exec "$program" "$@" ;;
  *) exec "$program" --ozone-platform=headless "$@" ;;
esac
`;

/** @param packed the packed program @param icons a folder with the icon as SVG and PNG @param tree gets what is installed */
export function layOutTree(packed: string, icons: string, tree: string, { summary, when: date }: LinuxPackage): void {
  cpSync(packed, join(tree, 'usr/lib', NAME), { recursive: true, verbatimSymlinks: true });
  const write = (path: string, text: string, mode = 0o644) => {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), text, { mode });
  };
  write(`usr/bin/${NAME}`, launcher, 0o755);
  write(`usr/share/applications/${NAME}.desktop`, desktopEntry(summary));
  write(`usr/share/mime/packages/${NAME}.xml`, mimeType);
  for (const [size, file] of [
    ['scalable', 'icon.svg'],
    ['512x512', 'icon.png'],
  ] as const) {
    cpSync(join(icons, file), join(tree, 'usr/share/icons/hicolor', size, 'apps', file.replace('icon', NAME)));
  }
  cpSync(join(packed, 'resources/licences.txt'), join(tree, `usr/share/doc/${NAME}/copyright`));
  settle(tree, date);
}

/** Rights and times that no umask and no clock decides. */
function settle(tree: string, date: Date): void {
  for (const name of ['.', ...listTree(tree)].toReversed()) {
    const path = join(tree, name);
    const stat = lstatSync(path);
    // Chromium's sandbox starts by it where the kernel lets users make none.
    if (name.endsWith('/chrome-sandbox')) chmodSync(path, 0o4755);
    else if (!stat.isSymbolicLink()) chmodSync(path, stat.isDirectory() || isProgram(stat.mode) ? 0o755 : 0o644);
    lutimesSync(path, date, date);
  }
}

/** @param tree as `layOutTree` wrote it */
export function makeDeb(
  tree: string,
  path: string,
  { target, version, summary, when: date, isStub }: LinuxPackage,
): void {
  const kilobytes =
    listTree(join(tree, 'usr')).reduce((sum, name) => sum + lstatSync(join(tree, 'usr', name)).size, 0) / 1024;
  mkdirSync(join(tree, 'DEBIAN'), { mode: 0o755 });
  const control = `Package: ${NAME}
Version: ${version.replace('-', '~')}
Section: office
Priority: optional
Architecture: ${target.arch === 'x64' ? 'amd64' : 'arm64'}
Installed-Size: ${Math.ceil(kilobytes)}
Maintainer: ${MAINTAINER}
Depends: ${isStub ? 'chromium' : DEBIAN_NEEDS}
Description: ${summary}
`;
  writeFileSync(join(tree, 'DEBIAN/control'), control, { mode: 0o644 });
  for (const name of ['DEBIAN/control', 'DEBIAN', '.']) lutimesSync(join(tree, name), date, date);
  // gzip: the same bytes from any number of threads.
  run('dpkg-deb', 'dpkg', ['--root-owner-group', '-Zgzip', '--build', tree, path], date);
}

/** Every file, and the folders that are the program's own. */
function listRpmFiles(tree: string): string[] {
  return listTree(join(tree, 'usr')).flatMap((name) => {
    if (!lstatSync(join(tree, 'usr', name)).isDirectory()) return [`"/usr/${name}"`];
    return `${name}/`.startsWith(`lib/${NAME}/`) ? [`%dir "/usr/${name}"`] : [];
  });
}

/** @param tree as `layOutTree` wrote it @param work a folder for rpmbuild's own */
export function makeRpm(tree: string, path: string, work: string, options: LinuxPackage): void {
  const { target, version, summary, when: date, isStub } = options;
  const spec = `Name: ${NAME}
Version: ${version.replace('-', '~')}
Release: 1
Summary: ${summary}
License: Proprietary
AutoReqProv: no
Requires: ${isStub ? 'chromium' : FEDORA_NEEDS}
%global __os_install_post %{nil}
%description
${summary}
%install
cp -a "${tree}/usr" "%{buildroot}/usr"
%files
${listRpmFiles(tree).join('\n')}
`;
  mkdirSync(work, { recursive: true });
  writeFileSync(join(work, `${NAME}.spec`), spec);
  const define = (name: string, value: string) => ['--define', `${name} ${value}`];
  run(
    'rpmbuild',
    'rpm',
    [
      '-bb',
      '--quiet',
      '--target',
      target.arch === 'x64' ? 'x86_64' : 'aarch64',
      ...define('_topdir', work),
      ...define('_buildhost', 'reproducible'),
      ...define('_binary_payload', 'w6.gzdio'),
      ...define('use_source_date_epoch_as_buildtime', '1'),
      ...define('clamp_mtime_to_source_date_epoch', '1'),
      ...define('_build_id_links', 'none'),
      join(work, `${NAME}.spec`),
    ],
    date,
  );
  const rpmName = readdirSync(join(work, 'RPMS'), { recursive: true, encoding: 'utf8' }).find((name) =>
    name.endsWith('.rpm'),
  );
  if (rpmName === undefined) throw new ReleaseFault('rpmbuild made no package: see its messages above.');
  renameSync(join(work, 'RPMS', rpmName), path);
}

/** @param debian the package that brings the program @throws ReleaseFault */
export function run(program: string, debian: string, args: readonly string[], date: Date): void {
  const env = { ...process.env, SOURCE_DATE_EPOCH: String(date.getTime() / 1000) };
  const { status, error, stderr } = spawnSync(program, args, { env, encoding: 'utf8' });
  if (error) throw new ReleaseFault(`${program} is not here: install the package ${debian}.`);
  if (status !== 0) throw new ReleaseFault(`${program} failed: ${stderr.trim().split('\n').slice(-3).join(' ')}`);
}
