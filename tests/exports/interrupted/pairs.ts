/** Looks at a folder in which an export was interrupted: whole files under final names, each beside its own manifest or none. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkSignature } from '#electron/exports/signature.ts';

export interface Found {
  readonly state: 'pair' | 'signed pair' | 'without manifest' | 'no file' | 'wrong';
  readonly problem?: string;
}

const suffixes = ['.manifest.json', '.manifest.json.sig', '.datapackage.json', '.mail.html'];

/** @param whole hashes of the files that may stand there */
export function judgePair(path: string, whole: ReadonlySet<string>): Found {
  const wrong = (problem: string): Found => ({ state: 'wrong', problem });
  const [manifest, signature, description, plain] = suffixes.map((suffix) => path + suffix);
  if (!existsSync(path)) {
    const beside = [manifest, signature, description, plain].filter((each) => each !== undefined && existsSync(each));
    return beside.length > 0 ? wrong(`${beside.join(', ')} without the file`) : { state: 'no file' };
  }
  const own = createHash('sha256').update(readFileSync(path)).digest('hex');
  if (!whole.has(own)) return wrong('a broken file has its final name');
  if (description !== undefined && existsSync(description)) {
    const { resources } = JSON.parse(readFileSync(description, 'utf8')) as { resources: { hash: string }[] };
    if (resources[0]?.hash !== `sha256:${own}`) return wrong("the description is another file's");
  }
  if (manifest === undefined || !existsSync(manifest)) return { state: 'without manifest' };
  const text = readFileSync(manifest);
  const { sha256, signedBy } = JSON.parse(text.toString('utf8')) as { sha256: string; signedBy?: string };
  if (sha256 !== own) return wrong("the manifest is another file's");
  if (signature === undefined || !existsSync(signature))
    return signedBy === undefined ? { state: 'pair' } : wrong('the signature is not there');
  const { state, fingerprint } = checkSignature(readFileSync(signature, 'latin1'), text);
  const isOwn = state === 'valid' && fingerprint === signedBy;
  return isOwn ? { state: 'signed pair' } : wrong("the signature is another manifest's");
}

/** What stands in a folder beside finished files. */
export function findLeftovers(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.startsWith('.'))
    .map((name) => join(folder, name));
}
