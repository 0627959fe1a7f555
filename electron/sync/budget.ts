/** What one run may still spend: the day's quota less the person's reserve, and the run's own bound. */
import type { Quota } from '../../src/contract/api.ts';
import type { AppError } from '../../src/contract/errors.ts';

const RESERVE = 50;
const RESERVE_SHARE = 0.05;

/** Requests kept for the person: they must be able to look something up while and after a sync runs. */
export function reserveOf(limit: number): number {
  return Math.min(RESERVE, Math.floor(limit * RESERVE_SHARE));
}

export interface Budget {
  /** Attempts sent by this run. */
  used(): number;
  /** Why no further request may be sent; null: the run's own bound is reached; undefined: go on. */
  refusal(): AppError | null | undefined;
}

export function createBudget(options: {
  readonly quota: () => Quota;
  readonly reserve?: number | undefined;
  readonly maxRequests?: number | undefined;
}): Budget {
  const { quota, maxRequests = Number.POSITIVE_INFINITY } = options;
  let last = quota().used;
  let sum = 0;
  const used = () => {
    const now = quota().used;
    // Less than before: a new UTC day began.
    sum += now >= last ? now - last : now;
    last = now;
    return sum;
  };
  return {
    used,
    refusal() {
      if (used() >= maxRequests) return null;
      const { limit, used: today, resetsAt } = quota();
      const reserve = options.reserve ?? reserveOf(limit);
      return limit - today > reserve ? undefined : { code: 'quota-exhausted', resetsAt, reserve: true };
    },
  };
}
