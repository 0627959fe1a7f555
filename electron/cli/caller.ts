/** The contract as commands call it: typed, and an error thrown instead of a result. */
import type { Input, Method, Output } from '../../src/contract/api.ts';
import { AppFailure, type Result } from '../../src/contract/errors.ts';
import type { AppEvent } from '../../src/contract/events.ts';

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
