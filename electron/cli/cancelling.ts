/** Turns Ctrl-C into an orderly end: the app stops at the next safe point and keeps what has been committed. */
import type { Caller } from './caller.ts';
import type { Terminal } from './terminal.ts';

/** Runs `work`; while it runs, an interruption calls the app's own cancel. Resolves or fails as `work` does. */
export async function cancelling<T>(
  { interrupted }: Terminal,
  app: Caller,
  method: 'sync.cancel' | 'export.cancel' | 'workspace.cancel',
  work: () => Promise<T>,
): Promise<T> {
  // The work itself reports that it was cancelled; the cancelling call's answer adds nothing.
  const cancel = () => void app.call(method, {}).catch(() => undefined);
  interrupted.addEventListener('abort', cancel, { once: true });
  try {
    const running = work();
    if (interrupted.aborted) cancel();
    return await running;
  } finally {
    interrupted.removeEventListener('abort', cancel);
  }
}
