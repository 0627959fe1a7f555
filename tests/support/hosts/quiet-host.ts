/** A host without a user: no file is chosen, nothing is opened, and there is no keychain unless a test gives one. */
import type { Host, Secrets } from '#electron/host/host.ts';

const nothing = async () => {};

/** Stores no key, as on a machine without a keychain. */
const noSecrets: Secrets = { durable: false, get: async () => undefined, set: nothing, forget: nothing };

/** @param keys by origin; they outlive the app that was given them, as a keychain's do. */
export function memorySecrets(keys = new Map<string, string>()): Secrets {
  return {
    durable: true,
    get: async (origin) => keys.get(origin),
    set: async (origin, key) => void keys.set(origin, key),
    forget: async (origin) => void keys.delete(origin),
  };
}

/** @param given the parts a test is about. */
export function quietHost(given: Partial<Host> = {}): Host {
  return {
    kind: 'terminal',
    fetch,
    secrets: noSecrets,
    chooseDestination: async () => undefined,
    deliver: nothing,
    openExternal: nothing,
    ...given,
  };
}
