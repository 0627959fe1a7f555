/** Checks what the program needs before anything loads that an older Node cannot load, so this file must have hardly any imports. */
import { nodeTooOld, noWindowHere, uncheckedCertificates } from '#texts/hosts/startup.ts';

const NODE_MAJOR = 24;

/** @param command the command that starts the program with the right Node */
export function hasSupportedNode(command: string): boolean {
  if (Number.parseInt(process.versions.node, 10) >= NODE_MAJOR) return true;
  return refuse(nodeTooOld(NODE_MAJOR, process.versions.node, command));
}

export function hasElectron(): boolean {
  return process.versions['electron'] !== undefined || refuse(noWindowHere);
}

/** Returns false and prints a sentence if Node would send the key to a server with any certificate. */
export function hasCertificateChecks(): boolean {
  return process.env['NODE_TLS_REJECT_UNAUTHORIZED'] !== '0' || refuse(uncheckedCertificates);
}

/** Keeps the data of this process private to its user: files get mode 0600, directories 0700, and a crash writes no memory to disk. */
export function protectProcessData(): void {
  process.umask(0o077);
  if (process.platform !== 'linux') return;
  disableCoreDumps();
  try {
    // A filter of 0 excludes every memory mapping from core dumps (core(5)). Children inherit it.
    process.getBuiltinModule('node:fs').writeFileSync('/proc/self/coredump_filter', '0');
  } catch {
    // Without /proc there is nothing to switch off.
  }
}

/**
 * Caches compiled code, because compiling takes half the time of a short command. Only in a checkout, beside its packages: a user who may
 * write there may also change the program.
 * @param folder of the built program
 */
export function cacheCompiledCode(folder: string): void {
  const packages = `${folder}/../node_modules`;
  if (!process.getBuiltinModule('node:fs').existsSync(`${packages}/.bin`)) return;
  process.getBuiltinModule('node:module').enableCompileCache(`${packages}/.cache/node-compiled`);
}

/**
 * Suppresses core dumps altogether. Even without mappings, a dump holds the registers and in them the data copied last, which may be the header
 * with the key. The limit is one byte: the kernel obeys a limit of zero only for dumps to files, but one of one byte also if a program
 * collects them. Without prlimit (util-linux), at least the mappings are excluded.
 */
function disableCoreDumps(): void {
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  spawnSync('prlimit', ['--pid', String(process.pid), '--core=1:1'], { stdio: 'ignore' });
}

function refuse(sentence: string): false {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 2;
  return false;
}
