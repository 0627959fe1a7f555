/** `net`: Node's fetch, where Electron's would follow the system's proxy and trust store; a redirect is rejected as Electron does. */
import { strict } from './strict.ts';

export const net = strict('net', {
  async fetch(input: string | Request, init?: RequestInit): Promise<Response> {
    if (init?.redirect === undefined || init.redirect === 'follow') return fetch(input, init);
    const response = await fetch(input, { ...init, redirect: 'manual' });
    if (response.status < 300 || response.status >= 400 || !response.headers.has('location')) return response;
    await response.body?.cancel();
    // Its words in lib/browser/api/client-request.ts of Electron.
    throw new Error(
      init.redirect === 'manual' ? 'Redirect was cancelled' : "Attempted to redirect, but redirect policy was 'error'",
    );
  },
});
