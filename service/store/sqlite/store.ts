/** The store of one host: a SQLite file, which several processes may share, or memory. */
import type { Store } from '../store.ts';
import { connect, IN_MEMORY } from './connection.ts';
import type { Method, Reads, Writes } from './queue.ts';

type Methods = Reads & Writes;

/** @param path a file, or `:memory:`. @param now the clock of its days. @throws StoreUnfit */
export async function openSqliteStore(path: string, now: () => number): Promise<Store> {
  const connection = await connect(path);
  const ask = async <M extends Method>(method: M, ...args: Parameters<Methods[M]>): Promise<ReturnType<Methods[M]>> => {
    const result = await connection.call({ method, args });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the thread runs the method of this name
    return result as ReturnType<Methods[M]>;
  };
  return {
    // Requests that wait together are booked together: booking ahead would only lose what a kill leaves unserved.
    lease: 1,
    shared: path !== IN_MEMORY,
    readKeys: (known) => ask('readKeys', known),
    listKeys: () => ask('listKeys', now()),
    addKey: (draft) => ask('addKey', draft, now()),
    replaceKey: (id, draft, graceMs) => ask('replaceKey', id, draft, graceMs, now()),
    deactivateKey: (id) => ask('deactivateKey', id, now()),
    setQuota: (id, dailyQuota) => ask('setQuota', id, dailyQuota),
    take: (account, dailyQuota, wanted) => ask('take', account, dailyQuota, wanted, now()),
    giveBack: (account, day, count) => ask('giveBack', account, day, count),
    readUsed: (account) => ask('readUsed', account, now()),
    noteUses: (uses) => ask('noteUses', uses),
    close: () => connection.close(),
  };
}
