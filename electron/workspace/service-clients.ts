/** Makes the clients that send a workspace's requests, and remembers why the service did not serve the last attempt. */
import { AppFailure, fail, isTrouble, type Trouble } from '#contract/errors.ts';
import { createClient, type ClientOptions, type ServiceClient } from '#electron/client/client.ts';
import type { RecordsAddress, Connection } from './connection.ts';
import type { WorkspaceOptions } from './options.ts';

interface ServiceParts {
  readonly connection: Connection;
  readonly recordsAddress: RecordsAddress;
  readonly limit: () => number;
}

export function createServiceClients(options: WorkspaceOptions, { connection, recordsAddress, limit }: ServiceParts) {
  const { ledger, now } = options;
  const trouble = createServiceTrouble(options.onTrouble);
  const createClientWithKey = (
    key: string,
    { origin, address, onOutcome }: { origin: string; address: string } & Pick<ClientOptions, 'onOutcome'>,
  ): ServiceClient =>
    createClient({
      origin: address,
      account: origin,
      key,
      fetch: reportAccepted(options.fetch, async () => {
        if (connection.kind === 'sample' || connection.origin() !== origin) return;
        connection.noteAnswer();
        await recordsAddress.note(origin);
      }),
      ledger,
      limit: limit(),
      rate: connection.rate,
      now,
      onOutcome,
      onBooked: () => options.onSpent?.(ledger.quota({ origin, key }, limit())),
    });

  const client = async () => {
    // The address is read first, so that no key is read for an address that may not have it.
    const address = await connection.address();
    const key = await connection.key();
    if (key === undefined) fail({ code: 'key-missing' });
    try {
      return createClientWithKey(key, { origin: connection.origin() ?? address, address, onOutcome: trouble.note });
    } catch (failure) {
      // This is a key that no request can carry.
      trouble.note(failure);
      throw failure;
    }
  };
  return { trouble, createClientWithKey, client };
}

/** If the first answer does not come from the service, the address is probably mistyped. */
export function failAsNotTheService(failure: unknown, origin: string): never {
  if (!(failure instanceof AppFailure)) throw failure;
  const { error } = failure;
  const isOtherServer = error.code === 'service-changed' || (error.code === 'service-failed' && error.status < 500);
  return isOtherServer ? fail({ code: 'not-the-service', detail: origin }, failure) : fail(error, failure);
}

/** Wraps a fetch so that it reports that the service accepted a request before its answer is read. */
function reportAccepted(send: typeof fetch, onAccepted: () => Promise<void>): typeof fetch {
  return async (...request) => {
    const response = await send(...request);
    if (response.ok) await onAccepted();
    return response;
  };
}

/**
 * Remembers why the service did not serve the last attempt of any kind; earlier attempts do not count.
 * @param onChange called on every change.
 */
function createServiceTrouble(onChange: ((trouble: Trouble | null) => void) | undefined) {
  let last: Trouble | null = null;
  const update = (next: Trouble | null) => {
    if (next?.code === last?.code) return;
    last = next;
    onChange?.(last);
  };
  return {
    last: () => last,
    /** Called when an attempt ends: null is an answer; a failure that is not the service's does not count. */
    note: (failure: unknown) => {
      if (failure === null) update(null);
      else if (failure instanceof AppFailure) {
        const { error } = failure;
        if (isTrouble(error)) update(error);
        // The service answered and accepted the key: it refused only the request.
        else if (answeredCodes.has(error.code)) update(null);
      }
    },
  };
}

const answeredCodes: ReadonlySet<string> = new Set([
  'quota-exhausted',
  'upstream-failed',
  'service-changed',
  'filter-invalid',
]);
