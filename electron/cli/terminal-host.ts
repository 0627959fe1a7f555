/** What the terminal supplies to the app: Node's fetch, the keychain, and `--out` as the only place to write to. */
import { join } from 'node:path';
import { fail } from '../../src/contract/errors.ts';
import type { Host, Secrets } from '../host/host.ts';
import { openSecrets } from '../host/keychain.ts';
import { hosts } from '#texts/hosts/hosts.ts';

export interface TerminalHostOptions {
  /** False: a key given for this run only; the keychain is never touched. `on-demand`: not before it is asked for something. */
  readonly keychain: boolean | 'on-demand';
  /** Absolute path. */
  readonly out: string | undefined;
  /** Absolute path of a folder in which files get the names suggested for them. */
  readonly folder: string | undefined;
  readonly replaces: boolean;
  /** Absolute path. */
  readonly source: string | undefined;
}

const noSecrets: Secrets = {
  durable: false,
  get: async () => undefined,
  set: async () => fail({ code: 'keychain-unavailable' }),
  forget: async () => fail({ code: 'keychain-unavailable' }),
};

export async function terminalHost({ keychain, out, folder, replaces, source }: TerminalHostOptions): Promise<Host> {
  const choose = async (suggested: string) => {
    const path = folder === undefined ? out : join(folder, suggested);
    return path === undefined ? undefined : { path, replaces };
  };
  return {
    kind: 'terminal',
    fetch: globalThis.fetch,
    secrets: keychain === 'on-demand' ? openOnDemand() : keychain ? await openSecrets() : noSecrets,
    chooseDestination: choose,
    chooseFolder: choose,
    chooseSource: async () => (source === undefined ? undefined : { path: source }),
    deliver: async () => undefined,
    openExternal: async () => fail({ code: 'usage', detail: hosts.terminalOpensNothing }),
  };
}

/** Until it was asked, whether there is a keychain is not known. */
function openOnDemand(): Secrets {
  let opening: Promise<Secrets> | undefined;
  let opened: Secrets | undefined;
  const open = async () => (opened = await (opening ??= openSecrets()));
  return {
    get durable() {
      return opened?.durable ?? true;
    },
    get: async (origin) => (await open()).get(origin),
    set: async (origin, key) => (await open()).set(origin, key),
    forget: async (origin) => (await open()).forget(origin),
  };
}
