/**
 * Makes a stand-in for Electron's runtime in the layout of its zip, of which `npm run release -- --stub FILE` makes everything that it makes
 * of the real one. It runs the stand-in of the module `electron` on the Node of this project and heeds three fuses: RunAsNode,
 * EnableNodeOptionsEnvironmentVariable and EnableNodeCliInspectArguments. It cannot show what Electron itself does with the others.
 * Those for Windows and macOS have the layout and the heads alone: they can be packed, and nothing in them can be started.
 * `node tests/support/electron-stub/make.ts FILE [linux|win32|darwin]`
 */
import { createWriteStream, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { NtExecutable, NtExecutableResource, Resource } from 'resedit';
import { build } from 'vite';
import { ZipFile } from 'yazl';

const here = (path: string) => join(import.meta.dirname, path);

/** What marks the fuses in an executable, their version and their number; after them their states as Electron ships them. */
const WIRE = Buffer.concat([
  Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'),
  Buffer.from([1, 9]),
  Buffer.from('101100110'),
  Buffer.from('\n'),
]);

const script = `#!/bin/sh
self=$(readlink -f "$0")
stub="$(dirname "$self")/stub"
fuses=$(tail -c 10 "$self")
case "$fuses" in 1*) [ -n "$ELECTRON_RUN_AS_NODE" ] && exec "$stub/node" "$@" ;; esac
case "$fuses" in ??0*) unset NODE_OPTIONS ;; esac
inspect=
case "$fuses" in ???1*)
  for argument; do
    case "$argument" in --inspect | --inspect=*) inspect=$argument ;; esac
  done ;;
esac
exec "$stub/node" $inspect --no-warnings --import "$stub/hook.js" "$stub/start.js" "$self" "$@"
exit
#`;

async function bundle(folder: string): Promise<void> {
  const { NODE_ENV } = process.env;
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: folder,
      target: 'node24',
      minify: false,
      rolldownOptions: {
        input: {
          start: here('start.ts'),
          module: here('../electron-stand-in/module.ts'),
          hook: here('../electron-stand-in/hook.ts'),
          'parent-port': here('../electron-stand-in/parent-port.ts'),
        },
        external: ['electron'],
        output: { format: 'esm', entryFileNames: '[name].js', chunkFileNames: '[name].js' },
      },
    },
  });
  // The bundler sets it, and npm would install no packages of developers by it.
  process.env['NODE_ENV'] = NODE_ENV ?? '';
}

type Files = Record<string, string | Buffer>;

/** What starts: a script of the shell, and Node with the stand-in. */
async function makeForLinux(): Promise<Files> {
  const folder = mkdtempSync(join(tmpdir(), 'electron-stub-'));
  await bundle(folder);
  const modules = readdirSync(folder).map((name) => [`stub/${name}`, readFileSync(join(folder, name))] as const);
  rmSync(folder, { recursive: true });
  return {
    electron: Buffer.concat([Buffer.from(script), WIRE]),
    'chrome-sandbox': '',
    'resources/default_app.asar': '',
    'stub/package.json': '{"type":"module"}',
    'stub/node': `#!/bin/sh\nexec ${realpathSync(process.execPath)} "$@"\n`,
    ...Object.fromEntries(modules),
  };
}

/** A program of Windows without code, and with what a packager replaces: its icon and its version. */
function makeForWindows(): Files {
  const program = NtExecutable.createEmpty(false, false);
  const resources = NtExecutableResource.from(program);
  const lang = 1033;
  const strings = [{ lang, codepage: 1200, values: { ProductName: 'Electron' } }];
  Resource.IconGroupEntry.replaceIconsForResource(resources.entries, 1, lang, []);
  Resource.VersionInfo.create(lang, {}, strings).outputToResourceEntries(resources.entries);
  resources.outputResource(program);
  return {
    'electron.exe': Buffer.concat([Buffer.from(program.generate()), WIRE]),
    'resources/default_app.asar': '',
  };
}

function makeForMac(): Files {
  const head = Buffer.alloc(64);
  head.writeUInt32BE(0xcffa_edfe, 0);
  head.writeUInt32LE(0x0100_000c, 4);
  const plist = (executable: string) => `<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict>
<key>CFBundleExecutable</key><string>${executable}</string>
<key>CFBundleIconFile</key><string>electron.icns</string>
</dict></plist>
`;
  const [contents, helper] = ['Electron.app/Contents', 'Frameworks/Electron Helper.app/Contents'];
  return {
    [`${contents}/Info.plist`]: plist('Electron'),
    [`${contents}/MacOS/Electron`]: head,
    [`${contents}/Resources/default_app.asar`]: '',
    [`${contents}/Frameworks/Electron Framework.framework/Electron Framework`]: Buffer.concat([head, WIRE]),
    [`${contents}/${helper}/Info.plist`]: plist('Electron Helper'),
    [`${contents}/${helper}/MacOS/Electron Helper`]: head,
  };
}

const makers = { linux: makeForLinux, win32: makeForWindows, darwin: makeForMac };

/** @param path of the zip */
export async function makeStub(path: string, platform: keyof typeof makers = 'linux'): Promise<void> {
  const zip = new ZipFile();
  const files = { version: '45.4.1', LICENSE: 'A stand-in for tests.\n', ...(await makers[platform]()) };
  for (const [name, content] of Object.entries(files)) {
    const mode = /(?:^|\/)(?:electron|chrome-sandbox|node)$|\/MacOS\//.test(name) ? 0o100_755 : 0o100_644;
    zip.addBuffer(Buffer.from(content), name, { mtime: new Date(0), mode });
  }
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path));
}

if (import.meta.main) {
  const [file = 'electron-stub.zip', platform = 'linux'] = process.argv.slice(2);
  await makeStub(resolve(file), platform as keyof typeof makers);
}
