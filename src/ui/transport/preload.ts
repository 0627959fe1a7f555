/** The desktop host's transport: two functions that the preload script put on the window. */
import type { Transport } from './transport.ts';

declare global {
  interface Window {
    readonly timelog?: Transport;
  }
}

export function preloadTransport(): Transport | undefined {
  return window.timelog;
}
