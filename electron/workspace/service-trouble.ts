/** Why the service did not serve the last attempt of any kind; earlier attempts do not count. */
import type { Trouble } from '../../src/contract/service.ts';
import { AppFailure } from '../../src/contract/errors.ts';
import { isTrouble } from '../../src/contract/service.ts';

export interface ServiceTrouble {
  readonly last: () => Trouble | null;
  /** Called when an attempt ends: null is an answer; a failure that is not the service's does not count. */
  readonly note: (failure: unknown) => void;
}

/** @param tell called on every change. */
export function serviceTrouble(tell: ((trouble: Trouble | null) => void) | undefined): ServiceTrouble {
  let last: Trouble | null = null;
  const keep = (next: Trouble | null) => {
    if (next?.code === last?.code) return;
    last = next;
    tell?.(last);
  };
  return {
    last: () => last,
    note(failure) {
      if (failure === null) keep(null);
      else if (failure instanceof AppFailure) {
        const { error } = failure;
        if (isTrouble(error)) keep(error);
        // It answered and accepted the key: it refused only the request.
        else if (answered.has(error.code)) keep(null);
      }
    },
  };
}

const answered: ReadonlySet<string> = new Set([
  'quota-exhausted',
  'upstream-failed',
  'service-changed',
  'filter-invalid',
]);
