/** The budget of one run: the day's quota less the user's reserve, and the run's own limit. */
import type { Quota } from '../../src/contract/api.ts';
import type { AppError } from '../../src/contract/errors.ts';

const RESERVE = 50;
const RESERVE_SHARE = 0.05;

/** Requests reserved for the user: lookups must stay possible while and after a sync runs. */
export function reserveWithin(limit: number): number {
  return Math.min(RESERVE, Math.floor(limit * RESERVE_SHARE));
}

export interface Budget {
  /** Booked attempts of this run, retries included; other uses of the key meanwhile do not count. */
  used(): number;
  /** One more attempt of this run was booked. */
  count(): void;
  /** How many more attempts this run may book. */
  left(): number;
  /** Why no further attempt may be booked; null: the run's own limit is reached; undefined: it may. */
  refusal(): AppError | null | undefined;
}

export function createBudget(options: {
  /** The ledger's figures: everything this computer sent with the key today. */
  readonly quota: () => Quota;
  readonly reserve?: number | undefined;
  readonly maxRequests?: number | undefined;
}): Budget {
  const { quota, maxRequests = Number.POSITIVE_INFINITY } = options;
  let used = 0;
  const leftToday = ({ limit, used: today }: Quota) => limit - today - (options.reserve ?? reserveWithin(limit));
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
