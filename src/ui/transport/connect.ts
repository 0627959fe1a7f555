/** Chooses the transport once, at start: the desktop host's if it is there, else the browser host's. */
import { httpTransport } from './http.ts';
import { preloadTransport } from './preload.ts';
import { openSession } from './session.ts';
import type { Transport } from './transport.ts';

/** @returns undefined when the page has no session of either host. */
export async function connectTransport(): Promise<Transport | undefined> {
  const desktop = preloadTransport();
  if (desktop) return desktop;
  const secret = await openSession().catch(() => undefined);
  return secret === undefined ? undefined : httpTransport(secret);
}
