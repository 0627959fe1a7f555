/** Limits what of the network Electron reaches: pages are opened outside the app, and redirects are never followed. */
import { fail } from '#contract/errors.ts';
import { hosts } from '#texts/hosts/hosts.ts';

/**
 * Opens a page outside the app. Only https addresses are handed to the system, whatever it would do with others.
 * @param open hands an address to the system, which runs, mounts or installs what some schemes name.
 * @throws AppFailure `usage` for what is no https address
 */
export async function openOutside(url: string, open: (url: string) => Promise<void>): Promise<void> {
  if (!URL.canParse(url) || new URL(url).protocol !== 'https:') fail({ code: 'usage', detail: hosts.onlyHttps });
  await open(new URL(url).href);
}

type Fetch = typeof fetch;

/** Electron rejects where others answer (electron/electron#43715); it tells so by its message alone. */
const REDIRECTED = /^Redirect was cancelled$|redirect policy was 'error'/;

/**
 * Gives the client Electron's fetch, with the system's proxy and trust store.
 * @param netFetch `net.fetch`, which takes no URL object
 */
export function fetchThrough(netFetch: (input: string | Request, init?: RequestInit) => Promise<Response>): Fetch {
  return async (input, init) => {
    try {
      return await netFetch(input instanceof URL ? input.href : input, init);
    } catch (error) {
      // Without a status, as fetch answers a redirect that is not to be followed.
      if (error instanceof Error && REDIRECTED.test(error.message)) return Response.error();
      throw error;
    }
  };
}
