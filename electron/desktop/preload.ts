/** Gives the page exactly two functions. New features are methods of the contract, so this file never grows. */
import { contextBridge, ipcRenderer } from 'electron';
import type { AppEvent } from '#contract/events.ts';
import { CALL, EVENT } from './channels.ts';

contextBridge.exposeInMainWorld('timelog', {
  call: (method: unknown, input: unknown, ticket?: unknown, look?: unknown, asKnown?: unknown): Promise<unknown> =>
    ipcRenderer.invoke(CALL, method, input, ticket, look, asKnown),
  /** @returns a function that ends the subscription. */
  subscribe(event: string, listener: (payload: unknown) => void): () => void {
    // Electron's event object stays on this side, because it would give the page access to the sender.
    const forward = (_: unknown, appEvent: AppEvent) => {
      if (appEvent.event === event) listener(appEvent.payload);
    };
    ipcRenderer.on(EVENT, forward);
    return () => {
      ipcRenderer.removeListener(EVENT, forward);
    };
  },
});
