/** Calls the contract for commands: typed, with failures thrown, and with work that Ctrl-C cancels. */
import type { Input, Method, Output } from '#contract/api.ts';
import { AppFailure, fail, type Result } from '#contract/errors.ts';
import type { AppEvent } from '#contract/events.ts';
import { pastMethods } from '#contract/moments.ts';
import { memoryTexts } from '#texts/hosts/memory.ts';
import type { Terminal } from './terminal.ts';

export interface Caller {
  /** @throws AppFailure with the error of the result. */
  call<M extends Method>(method: M, input: Input<M>): Promise<Output<M>>;
  subscribe(listener: (event: AppEvent) => void): () => void;
}

interface Untyped {
  call(method: string, input: unknown, ticket?: unknown, look?: unknown, asKnown?: unknown): Promise<Result<unknown>>;
  subscribe(listener: (event: AppEvent) => void): () => void;
}

/** @param asKnown the moment of the past that is asked about; undefined for today */
export function toCaller(app: Untyped, asKnown?: string): Caller {
  return {
    call: async <M extends Method>(method: M, input: Input<M>) => {
      // A saved export records its run, which happens today.
      if (asKnown !== undefined && method === 'exports.run') fail({ code: 'usage', detail: memoryTexts.savedExport });
      const moment = pastMethods.has(method) ? asKnown : undefined;
      const result = await app.call(method, input, undefined, undefined, moment);
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
