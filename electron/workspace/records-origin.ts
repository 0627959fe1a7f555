/**
 * Notes in the store which service its records came from, because a journal that was lost or put back must not mix in another's records.
 */
import { AppFailure, replaceableStore } from '#contract/errors.ts';
import { parseBaseUrl } from '#electron/client/origin.ts';
import type { StoreFile } from '#electron/snapshot/database/store-file.ts';

export interface RecordsAddress {
  /** Undefined when the store holds no service's records yet, or cannot be read. */
  known(): string | undefined;
  /**
   * Notes the origin once for each store. It never fails: a store that cannot store this cannot store a record either, and reports it then.
   */
  note(origin: string): Promise<void>;
  /** Called when the store is a new one. */
  forget(): void;
}

/** The key under which the store keeps the address. */
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
    const saved = await store.snapshot.meta(ADDRESS);
    return saved === undefined ? undefined : parseBaseUrl(saved);
  } catch (error) {
    // A damaged store reports itself when it is used.
    if (error instanceof AppFailure && replaceableStore.has(error.error.code)) return undefined;
    throw error;
  }
}
