/** The client as the program builds it, with a recognisable key, asking an address for all three operations. */
import { createClient, type ServiceClient } from '#electron/client/client.ts';
import { openLedger } from '#electron/client/ledger.ts';
import { AppFailure } from '#contract/errors.ts';

export const KEY = 'canary-of-the-addresses-4Vf9';

export interface Asking {
  readonly client: ServiceClient;
  readonly close: () => void;
}

/** Waits between tries are left out, nothing else. */
export function askAt(origin: string): Asking {
  const ledger = openLedger({ path: ':memory:' });
  const client = createClient({
    origin,
    key: KEY,
    fetch,
    ledger,
    limit: 1_000_000,
    rate: 0,
    sleep: async () => undefined,
  });
  return { client, close: () => ledger.close() };
}

const asks: Readonly<Record<'list' | 'search' | 'lookup', (client: ServiceClient) => Promise<unknown>>> = {
  list: (client) => client.list({ limit: 1 }),
  search: (client) => client.search({ limit: 1 }),
  lookup: (client) => client.batchRead({ ids: ['1'] }),
};
export const operations = ['list', 'search', 'lookup'] as const;

/** @returns `answered`, or the code of the failure. @throws any other error. */
export async function askOnce(client: ServiceClient, operation: (typeof operations)[number]): Promise<string> {
  try {
    const answer = await asks[operation](client);
    const failed = operation === 'lookup' ? (answer as { failed: readonly { category: string }[] }).failed : [];
    return failed[0]?.category ?? 'answered';
  } catch (error) {
    if (error instanceof AppFailure) return error.error.code;
    throw error;
  }
}
