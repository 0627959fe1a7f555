/** Gives the page exactly two functions. A new feature is a new method of the contract: this file stays as it is. */
import { contextBridge, ipcRenderer } from 'electron';
import type { AppEvent } from '#contract/events.ts';
import { CALL, EVENT } from './channels.ts';

contextBridge.exposeInMainWorld('timelog', {
  call: (method: unknown, input: unknown, ticket?: unknown, look?: unknown, asKnown?: unknown): Promise<unknown> =>
    ipcRenderer.invoke(CALL, method, input, ticket, look, asKnown),
  /** @returns a function that ends the subscription. */
  subscribe(event: string, listener: (payload: unknown) => void): () => void {
    // Electron's event object stays on this side: it would give the page the sender.
    const forward = (_: unknown, happened: AppEvent) => {
      if (happened.event === event) listener(happened.payload);
    };
    ipcRenderer.on(EVENT, forward);
    return () => {
      ipcRenderer.removeListener(EVENT, forward);
    };
  },
});
