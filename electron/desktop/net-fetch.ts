/** Electron's fetch as the client knows fetch: the system's proxy and trust store, and redirects that are seen and never followed. */

type Fetch = typeof fetch;

/** Electron rejects where others answer (electron/electron#43715); it tells so by its message alone. */
const REDIRECTED = /^Redirect was cancelled$|redirect policy was 'error'/;

/** @param netFetch `net.fetch`, which takes no URL object */
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
