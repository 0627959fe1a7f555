/** Notes in the store which service its records came from: a journal that was lost or put back must not mix in another's. */
import { AppFailure } from '../../src/contract/errors.ts';
import { parseBaseUrl } from '../client/origin.ts';
import type { StoreFile } from '../snapshot/database/store-file.ts';

export interface RecordsAddress {
  /** Undefined: the store holds no service's records yet, or cannot be read. */
  known(): string | undefined;
  /** Once for each store. Never fails: a store that cannot store this cannot store a record either, and reports it then. */
  note(origin: string): Promise<void>;
  /** The store is a new one. */
  forget(): void;
}

/** Key under which the store keeps it. */
export const ADDRESS = 'address';

/** @throws AppFailure `address-refused` where the store names an address that no key may be sent to. */
export async function openRecordsAddress(store: StoreFile): Promise<RecordsAddress> {
  let known = await readAddress(store);
  return {
    known: () => known,
    async note(origin) {
      if (known !== undefined) return;
      known = origin;
      try {
        await store.snapshot.saveMeta(ADDRESS, origin);
      } catch {
        known = undefined;
      }
    },
    forget() {
      known = undefined;
    },
  };
}

async function readAddress(store: StoreFile): Promise<string | undefined> {
  try {
    const kept = await store.snapshot.meta(ADDRESS);
    return kept === undefined ? undefined : parseBaseUrl(kept);
  } catch (error) {
    // A damaged store reports itself when it is used.
    if (error instanceof AppFailure && error.error.code === 'store-damaged') return undefined;
    throw error;
  }
}
