/** Checks and makes signatures by OpenSSH's own program. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SIGNATURE_NAMESPACE as NAMESPACE } from '#contract/proof/signing.ts';

export interface Told {
  readonly holds: boolean;
  readonly said: string;
}

/** As receivers do who have an `allowed_signers` file. */
export function verifyBySsh(message: Uint8Array, signature: string, allowedSigner: string): Told {
  return inFolder((folder) => {
    const [signers, file] = [join(folder, 'allowed_signers'), join(folder, 'message.sig')];
    writeFileSync(signers, `${allowedSigner}\n`);
    writeFileSync(file, signature);
    return ask(['-Y', 'verify', '-f', signers, '-I', NAMESPACE, '-n', NAMESPACE, '-s', file], message);
  });
}

/** Without knowing whose key it is. */
export function checkBySsh(message: Uint8Array, signature: string): Told {
  return inFolder((folder) => {
    const file = join(folder, 'message.sig');
    writeFileSync(file, signature);
    return ask(['-Y', 'check-novalidate', '-n', NAMESPACE, '-s', file], message);
  });
}

/** A new key's signature by that program. */
export function signBySsh(
  message: Uint8Array,
  {
    namespace = NAMESPACE,
    hash = 'sha512',
    kind = 'ed25519',
  }: { namespace?: string; hash?: string; kind?: string } = {},
): { readonly signature: string; readonly fingerprint: string } {
  return inFolder((folder) => {
    const [key, file] = [join(folder, 'key'), join(folder, 'message')];
    execFileSync('ssh-keygen', ['-q', '-t', kind, '-N', '', '-C', '', '-f', key]);
    writeFileSync(file, message);
    execFileSync('ssh-keygen', ['-Y', 'sign', '-f', key, '-n', namespace, '-O', `hashalg=${hash}`, file], {
      stdio: 'ignore',
    });
    return {
      signature: readFileSync(`${file}.sig`, 'utf8'),
      fingerprint: fingerprintBySsh(readFileSync(`${key}.pub`)),
    };
  });
}

/** @param publicLine as in a `.pub` file */
export function fingerprintBySsh(publicLine: string | Uint8Array): string {
  const told = execFileSync('ssh-keygen', ['-l', '-f', '-'], { input: publicLine, encoding: 'utf8' });
  return told.split(' ')[1] ?? '';
}

function ask(args: readonly string[], input: Uint8Array): Told {
  const { status, stdout, stderr } = spawnSync('ssh-keygen', args, { input, encoding: 'utf8' });
  return { holds: status === 0, said: `${stdout}${stderr}` };
}

function inFolder<Answer>(work: (folder: string) => Answer): Answer {
  const folder = mkdtempSync(join(tmpdir(), 'ssh-signature-'));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
