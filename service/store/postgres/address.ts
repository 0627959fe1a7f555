/** Where the PostgreSQL store is: a file that only its owner may read, or the environment (PGHOST, PGUSER, PGPASSWORD …). */
import { readFile, stat } from 'node:fs/promises';
import { storeTexts as texts } from '#service-texts/store.ts';
import { StoreUnfit } from '../store.ts';

const OTHERS = 0o077;

/** @returns the address on the file's first line, password included. @throws StoreUnfit */
export async function readAddress(path: string): Promise<string> {
  try {
    // Windows keeps no such bits: its files are guarded by the folder they are in.
    const open = process.platform !== 'win32' && ((await stat(path)).mode & OTHERS) !== 0;
    if (open) throw new StoreUnfit(texts.addressOpen(path));
    const address = (await readFile(path, 'utf8')).split('\n')[0]?.trim() ?? '';
    if (!/^postgres(ql)?:\/\//.test(address) || !URL.canParse(address)) throw new StoreUnfit(texts.addressBad(path));
    return address;
  } catch (fault) {
    if (fault instanceof StoreUnfit) throw fault;
    throw new StoreUnfit(texts.addressUnread(path), { cause: fault });
  }
}
