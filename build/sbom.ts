/**
 * Writes down what the built app contains, as CycloneDX 1.6 (cyclonedx.org/docs/1.6/json): the packages whose code was bundled, those
 * loaded from node_modules at run time with all that they need, and Node itself. npm's own list without development packages would miss
 * what is bundled: React, Mantine, Recharts.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

interface LockedPackage {
  readonly version: string;
  readonly integrity?: string;
  readonly license?: string;
  /** Of developers alone. */
  readonly dev?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

export interface Lock {
  readonly name: string;
  readonly version: string;
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

/** Packages as the lockfile names them: `node_modules/a`, `node_modules/a/node_modules/b`. */
export type PackagePath = string;

/** @returns the innermost package that a bundled file belongs to; undefined for the project's own files and for virtual ones. */
export function findPackage(file: string, root: string): PackagePath | undefined {
  const path = file.replace(/^\0/, '').replaceAll('\\', '/');
  const start = path.indexOf('node_modules/');
  if (start < 0 || (path.startsWith('/') && !path.startsWith(`${root.replaceAll('\\', '/')}/`))) return undefined;
  return /^.*node_modules\/(?:@[^/]+\/)?[^/?]+/.exec(path.slice(start))?.[0];
}

/** @returns these packages and all that they load, resolved as Node does. */
export function addDependencies(paths: Iterable<PackagePath>, lock: Lock): Set<PackagePath> {
  const packages = new Set<PackagePath>();
  const visit = (path: PackagePath) => {
    const locked = lock.packages[path];
    if (!locked || packages.has(path)) return;
    packages.add(path);
    for (const name of Object.keys({ ...locked.dependencies, ...locked.optionalDependencies })) {
      const from = resolveFrom(path, name, lock);
      if (from !== undefined) visit(from);
    }
  };
  for (const path of paths) visit(path);
  return packages;
}

function resolveFrom(path: PackagePath, name: string, lock: Lock): PackagePath | undefined {
  for (let folder = path; folder !== ''; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const inner = `${folder}/node_modules/${name}`;
    if (lock.packages[inner]) return inner;
  }
  const outer = `node_modules/${name}`;
  return lock.packages[outer] ? outer : undefined;
}

/** @returns a CycloneDX document. It has no time and no serial number: the same build writes the same bytes. */
export function writeSbom(paths: Iterable<PackagePath>, lock: Lock): string {
  const components = [...new Set(paths)].toSorted().flatMap((path) => {
    const locked = lock.packages[path];
    if (!locked) throw new Error(`${path} is bundled and not in the lockfile: run npm ci and build again.`);
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const purl = `pkg:npm/${name.replace('@', '%40')}@${locked.version}`;
    const [algorithm, digest] = locked.integrity?.split('-') ?? [];
    return {
      type: 'library',
      'bom-ref': `${purl}#${path}`,
      name,
      version: locked.version,
      purl,
      ...(locked.license && { licenses: [{ license: { name: locked.license } }] }),
      ...(algorithm === 'sha512' &&
        digest && { hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }] }),
    };
  });
  const document = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', name: lock.name, version: lock.version } },
    components,
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** Collects the content of every bundle of a build and, after the last one, writes `sbom.json` beside them. @param out from the root. */
export function sbom(root: string, loaded: readonly string[], out: string): Plugin & { write(): void } {
  const bundled = new Set<PackagePath>();
  return {
    name: 'sbom',
    // One list over all bundles of the app, whichever environment builds them.
    sharedDuringBuild: true,
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        for (const file of Object.keys(chunk.modules)) {
          const packagePath = findPackage(file, root);
          if (packagePath !== undefined) bundled.add(packagePath);
        }
      }
    },
    write() {
      const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock;
      const installed = (path: PackagePath) => existsSync(join(root, path, 'package.json'));
      const needed = addDependencies(
        loaded.map((name) => `node_modules/${name}`),
        lock,
      );
      writeFileSync(join(root, out, 'sbom.json'), writeSbom([...bundled, ...[...needed].filter(installed)], lock));
    },
  };
}
