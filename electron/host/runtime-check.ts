/** Checks what the program needs to run, before anything is loaded that older versions cannot load. Must stay nearly free of imports. */
import { nodeTooOld, noWindowHere, uncheckedCertificates } from '#texts/hosts/startup.ts';

const NODE_MAJOR = 24;

/** @param command starts the program on the right Node */
export function hasRightNode(command: string): boolean {
  if (Number.parseInt(process.versions.node, 10) >= NODE_MAJOR) return true;
  return refuse(nodeTooOld(NODE_MAJOR, process.versions.node, command));
}

export function hasElectron(): boolean {
  return process.versions['electron'] !== undefined || refuse(noWindowHere);
}

/** Refuses an environment in which Node would send the key to a server with any certificate. */
export function checksCertificates(): boolean {
  return process.env['NODE_TLS_REJECT_UNAUTHORIZED'] !== '0' || refuse(uncheckedCertificates);
}

/** Keeps the data of this process private to its user: files are 0600, directories 0700, and a crash writes no memory to disk. */
export function withholdData(): void {
  process.umask(0o077);
  if (process.platform !== 'linux') return;
  withholdDumps();
  try {
    // Bits of the mappings a core dump contains (core(5)): none. Children inherit it.
    process.getBuiltinModule('node:fs').writeFileSync('/proc/self/coredump_filter', '0');
  } catch {
    // Without /proc there is nothing to switch off.
  }
}

/**
 * Suppresses core dumps altogether: each holds the registers, whatever mappings it leaves out, and in them what was copied last, which may
 * be the header that carries the key. The limit is one byte, because the kernel heeds a limit of zero only for files, and one of one byte
 * also where a program collects the dumps. Without prlimit (util-linux), at least the mappings are left out.
 */
function withholdDumps(): void {
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  spawnSync('prlimit', ['--pid', String(process.pid), '--core=1:1'], { stdio: 'ignore' });
}

function refuse(sentence: string): false {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 2;
  return false;
}
