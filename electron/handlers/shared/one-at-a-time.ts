/** Runs long work one at a time, and lets it be cancelled from outside. */
import { fail } from '../../../src/contract/errors.ts';

export interface OneAtATime {
  /** @throws AppFailure `busy` while other work runs. */
  run<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T>;
  cancel(): { readonly cancelled: boolean };
}

export function oneAtATime(): OneAtATime {
  let running: AbortController | undefined;
  return {
    async run(work) {
      if (running) fail({ code: 'busy' });
      const mine = new AbortController();
      running = mine;
      try {
        return await work(mine.signal);
      } finally {
        running = undefined;
      }
    },
    cancel() {
      const cancelled = running !== undefined;
      running?.abort();
      return { cancelled };
    },
  };
}
