/** Where the PostgreSQL store is: a file that only its owner may read, or the environment (PGHOST, PGUSER, PGPASSWORD …). */
import { readFile, stat } from 'node:fs/promises';
import { storeTexts as texts } from '#service-texts/store.ts';
import { StoreUnfit } from '../store.ts';

const OTHERS = 0o077;

/**
 * A host may be a folder with the server's socket: `postgresql:///database?host=/var/run/postgresql`, with a user before it
 * `postgresql://user@/database?host=…`.
 *
 * @returns the address on the file's first line, password included. @throws StoreUnfit
 */
export async function readAddress(path: string): Promise<string> {
  try {
    // Windows keeps no such bits: its files are guarded by the folder they are in.
    const open = process.platform !== 'win32' && ((await stat(path)).mode & OTHERS) !== 0;
    if (open) throw new StoreUnfit(texts.addressOpen(path));
    const address = (await readFile(path, 'utf8')).split('\n')[0]?.trim() ?? '';
    const host = readHost(address);
    if (host === undefined) throw new StoreUnfit(texts.addressBad(path));
    if (host.includes(',')) throw new StoreUnfit(texts.addressOfMany(path));
    if (host === '' && !process.env['PGHOST']) throw new StoreUnfit(texts.addressNowhere(path));
    return address;
  } catch (fault) {
    if (fault instanceof StoreUnfit) throw fault;
    throw new StoreUnfit(texts.addressUnread(path), { cause: fault });
  }
}

/** As the driver reads it, which takes several hosts for one name, and none for this computer. @returns undefined for what is no address. */
function readHost(address: string): string | undefined {
  if (!/^postgres(ql)?:\/\//.test(address)) return undefined;
  const [, authority = ''] = /^\w+:\/\/(?:[^/?]*@)?([^/?]*)/.exec(address) ?? [];
  if (authority.includes(',')) return authority;
  // The driver takes an empty host behind a user, which an URL may not have.
  const url = URL.parse(address) ?? URL.parse(address.replace('@/', '@socket/'));
  if (!url) return undefined;
  return url.searchParams.get('host') ?? authority;
}
