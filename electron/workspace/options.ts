/** The options of opening a workspace. */
import type { Quota } from '#contract/api.ts';
import type { Trouble } from '#contract/errors.ts';
import type { Ledger } from '#electron/client/ledger.ts';
import type { Secrets } from '#electron/host/host.ts';

/** Requests a second. */
export const DEFAULT_RATE = 4;

export interface WorkspaceOptions {
  readonly name: string;
  readonly dataDirectory: string;
  readonly fetch: typeof fetch;
  readonly secrets: Secrets;
  readonly ledger: Ledger;
  readonly now: () => number;
  /** The address given for this run. It binds an unbound workspace and is refused by one bound elsewhere. */
  readonly baseUrl?: string | undefined;
  /**
   * Reads the key given for this run, which is never stored, once the address is known to be the right one. Undefined when there is no key
   * for that address.
   */
  readonly key?: ((address: string | undefined) => Promise<string | undefined>) | undefined;
  readonly quotaLimit?: number | undefined;
  readonly rate?: number | undefined;
  readonly sampleAsOf?: string | undefined;
  /** Called when figures may have changed: after a change of settings or names, and with an empty store. */
  readonly onChanged?: (() => void) | undefined;
  /** Called with the quota after every request that was booked. */
  readonly onSpent?: ((quota: Quota) => void) | undefined;
  /** Called when the result of the service's last answer changes. */
  readonly onTrouble?: ((trouble: Trouble | null) => void) | undefined;
}

type RunOptions = Pick<WorkspaceOptions, 'baseUrl' | 'key'>;

export interface OptionsForThisRun {
  readonly baseUrl?: string | undefined;
  /** The key is never stored. A function is called once, when the address has been checked. */
  readonly key?: string | (() => Promise<string>) | undefined;
}

/**
 * Limits the address and key given for this run to the workspace that was opened with them, however often it is opened.
 * @param workspace the workspace the options were given for
 * @returns a function that chooses the options for opening a workspace
 */
export function limitToWorkspace(workspace: string, { baseUrl, key }: OptionsForThisRun): (name: string) => RunOptions {
  const runOptions: RunOptions = { baseUrl, ...(key !== undefined && { key: limitToAddress(key) }) };
  return (name) => (name === workspace ? runOptions : {});
}

/** The key was given for the address the workspace had then. A file put in its place, with another address, gets no key. */
function limitToAddress(key: string | (() => Promise<string>)): NonNullable<RunOptions['key']> {
  let cached: { readonly key: string; readonly address: string | undefined } | undefined;
  return async (address) => {
    cached ??= { key: typeof key === 'function' ? await key() : key, address };
    return cached.address === address ? cached.key : undefined;
  };
}
