/** The contract as commands call it: typed, with an error thrown instead of a result, and work that Ctrl-C cancels. */
import type { Input, Method, Output } from '#contract/api.ts';
import { AppFailure, type Result } from '#contract/errors.ts';
import type { AppEvent } from '#contract/events.ts';
import type { Terminal } from './terminal.ts';

export interface Caller {
  /** @throws AppFailure with the error of the result. */
  call<M extends Method>(method: M, input: Input<M>): Promise<Output<M>>;
  subscribe(listener: (event: AppEvent) => void): () => void;
}

interface Untyped {
  call(method: string, input: unknown): Promise<Result<unknown>>;
  subscribe(listener: (event: AppEvent) => void): () => void;
}

export function toCaller(app: Untyped): Caller {
  return {
    call: async <M extends Method>(method: M, input: Input<M>) => {
      const result = await app.call(method, input);
      if (!result.ok) throw new AppFailure(result.error);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the app has parsed its answer with this method's schema
      return result.value as Output<M>;
    },
    subscribe: (listener) => app.subscribe(listener),
  };
}

/** Runs `work`; an interruption meanwhile calls the app's method to cancel it. Resolves or fails as `work` does. */
export async function runCancellable<T>(
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
