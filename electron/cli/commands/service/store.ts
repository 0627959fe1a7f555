/** Where `serve` and `serve keys` have the service's keys and counts. */
import { join } from 'node:path';
import type { Store } from '../../../../service/store/store.ts';
import { StoreAway, StoreUnfit } from '../../../../service/store/store.ts';
import { fail } from '../../../../src/contract/errors.ts';
import { dataFolder } from '../../arguments/data-folder.ts';
import type { GlobalOptions } from '../../arguments/global-options.ts';

/** @returns undefined where no place is named. @throws AppFailure `usage`, `store-in-use` */
export async function openNamedStore({ dataDirectory }: GlobalOptions): Promise<Store | undefined> {
  if (dataDirectory === undefined) return undefined;
  const { openSqliteStore } = await import('../../../../service/store/sqlite/store.ts');
  return sayUnfit(() => openSqliteStore(join(dataFolder(dataDirectory), 'service.sqlite'), Date.now));
}

/** A store that cannot be used or reached is said in its own sentence. @throws AppFailure */
export async function sayUnfit<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (fault) {
    if (fault instanceof StoreUnfit) return fail({ code: 'usage', detail: fault.message }, fault);
    if (fault instanceof StoreAway) return fail({ code: 'store-in-use' }, fault);
    throw fault;
  }
}
