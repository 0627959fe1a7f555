/** The options of opening a workspace. */
import type { Quota } from '#contract/api.ts';
import type { Trouble } from '#contract/service.ts';
import type { Ledger } from '#electron/client/quota/ledger.ts';
import type { Secrets } from '#electron/host/host.ts';

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
