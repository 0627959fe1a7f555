/** Limits Electron's network access: pages open outside the app, and redirects are never followed. */
import { fail } from '#contract/errors.ts';
import { hosts } from '#texts/hosts/hosts.ts';

/**
 * Opens a page outside the app. Only https addresses are handed to the system, because it runs, mounts or installs the targets of other schemes.
 * @param open hands an address to the system.
 * @throws AppFailure `usage` for any other address
 */
export async function openOutside(url: string, open: (url: string) => Promise<void>): Promise<void> {
  if (!URL.canParse(url) || new URL(url).protocol !== 'https:') fail({ code: 'usage', detail: hosts.onlyHttps });
  await open(new URL(url).href);
}

type Fetch = typeof fetch;

/** Electron rejects a redirect, unlike other implementations (electron/electron#43715), and only its message identifies it. */
const REDIRECTED = /^Redirect was cancelled$|redirect policy was 'error'/;

/**
 * Creates the client's fetch from Electron's, which has the system's proxy and trust store.
 * @param netFetch `net.fetch`, which takes no URL object
 */
export function createFetch(netFetch: (input: string | Request, init?: RequestInit) => Promise<Response>): Fetch {
  return async (input, init) => {
    try {
      return await netFetch(input instanceof URL ? input.href : input, init);
    } catch (error) {
      // This response has no status, as fetch answers a redirect that must not be followed.
      if (error instanceof Error && REDIRECTED.test(error.message)) return Response.error();
      throw error;
    }
  };
}
