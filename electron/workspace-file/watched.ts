/** Progress of saving and loading a large workspace, and a way to cancel it between two parts. */
import { fail } from '../../src/contract/errors.ts';

export interface Watched {
  /** Cancels the work. */
  readonly signal?: AbortSignal | undefined;
  /** @param done records written or read, of `total` */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

export interface Steps {
  /** So many records more. @throws AppFailure `cancelled` */
  passed(records: number): void;
  /** @throws AppFailure `cancelled` */
  assertWanted(): void;
}

/** Reports at once that nothing is done yet. */
export function createSteps({ signal, onProgress }: Watched, total: number): Steps {
  let done = 0;
  const assertWanted = () => {
    if (signal?.aborted === true) fail({ code: 'cancelled' });
  };
  assertWanted();
  onProgress?.(0, total);
  return {
    assertWanted,
    passed(records) {
      assertWanted();
      done += records;
      onProgress?.(done, total);
    },
  };
}
