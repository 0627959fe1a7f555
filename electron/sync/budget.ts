/** Computes the budget of one run: the day's quota less the user's reserve, and the run's own limit. */
import type { Quota } from '#contract/api.ts';
import type { AppError } from '#contract/errors.ts';

const RESERVE = 50;
const RESERVE_SHARE = 0.05;

/** Computes how many requests are reserved for the user, because lookups must stay possible during and after a sync. */
export function computeReserve(limit: number): number {
  return Math.min(RESERVE, Math.floor(limit * RESERVE_SHARE));
}

export interface Budget {
  /** The attempts this run has booked, retries included. Other uses of the key do not count. */
  used(): number;
  /** Records that this run booked one more attempt. */
  count(): void;
  /** How many more attempts this run may book. */
  left(): number;
  /** Why no further attempt may be booked: null when the run's own limit is reached, undefined when one may be booked. */
  refusal(): AppError | null | undefined;
}

export function createBudget(options: {
  /** The ledger's figures for everything this computer sent with the key today. */
  readonly quota: () => Quota;
  readonly reserve?: number | undefined;
  readonly maxRequests?: number | undefined;
}): Budget {
  const { quota, maxRequests = Number.POSITIVE_INFINITY } = options;
  let used = 0;
  const leftToday = ({ limit, used: today }: Quota) => limit - today - (options.reserve ?? computeReserve(limit));
  return {
    used: () => used,
    count() {
      used += 1;
    },
    left: () => Math.max(0, Math.min(maxRequests - used, leftToday(quota()))),
    refusal() {
      if (used >= maxRequests) return null;
      const today = quota();
      if (leftToday(today) > 0) return undefined;
      const { resetsAt, used: usedHere, limit } = today;
      return { code: 'quota-exhausted', resetsAt, reserve: usedHere < limit, usedHere, limit };
    },
  };
}
