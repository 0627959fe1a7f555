/** Remembers why the service did not serve the last attempt of any kind; earlier attempts do not count. */
import type { Trouble } from '#contract/service.ts';
import { AppFailure } from '#contract/errors.ts';
import { isTrouble } from '#contract/service.ts';

export interface ServiceTrouble {
  readonly last: () => Trouble | null;
  /** Called when an attempt ends: null is an answer; a failure that is not the service's does not count. */
  readonly note: (failure: unknown) => void;
}

/** @param onChange called on every change. */
export function createServiceTrouble(onChange: ((trouble: Trouble | null) => void) | undefined): ServiceTrouble {
  let last: Trouble | null = null;
  const update = (next: Trouble | null) => {
    if (next?.code === last?.code) return;
    last = next;
    onChange?.(last);
  };
  return {
    last: () => last,
    note(failure) {
      if (failure === null) update(null);
      else if (failure instanceof AppFailure) {
        const { error } = failure;
        if (isTrouble(error)) update(error);
        // The service answered and accepted the key: it refused only the request.
        else if (answeredCodes.has(error.code)) update(null);
      }
    },
  };
}

const answeredCodes: ReadonlySet<string> = new Set([
  'quota-exhausted',
  'upstream-failed',
  'service-changed',
  'filter-invalid',
]);
