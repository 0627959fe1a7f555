/** The options of opening a workspace. */
import type { Quota } from '../../src/contract/api.ts';
import type { Trouble } from '../../src/contract/service.ts';
import type { Ledger } from '../client/quota/ledger.ts';
import type { Secrets } from '../host/host.ts';

export interface WorkspaceOptions {
  readonly name: string;
  readonly dataDirectory: string;
  readonly fetch: typeof fetch;
  readonly secrets: Secrets;
  readonly ledger: Ledger;
  readonly now: () => number;
  /** Address given for this run; binds an unbound workspace, refused by one bound elsewhere. */
  readonly baseUrl?: string | undefined;
  /**
   * Reads the key given for this run, which is never stored, once the address is known to be the right one. Undefined: there is none for
   * that address.
   */
  readonly key?: ((address: string | undefined) => Promise<string | undefined>) | undefined;
  readonly quotaLimit?: number | undefined;
  readonly rate?: number | undefined;
  readonly sampleAsOf?: string | undefined;
  /** Called when figures may be others: after a change of settings or names, and over an empty store. */
  readonly onChanged?: (() => void) | undefined;
  /** Told of the quota after every request that was booked. */
  readonly onSpent?: ((quota: Quota) => void) | undefined;
  /** Called when the result of the service's last answer changes. */
  readonly onTrouble?: ((trouble: Trouble | null) => void) | undefined;
}
