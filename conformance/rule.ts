/** What a rule is, and what may become of it. */
import type { Survey } from './survey.ts';
import type { Wire } from './wire.ts';

export type Outcome = 'held' | 'broken' | 'untried';

export interface Verdict {
  readonly outcome: Outcome;
  /** What was seen, or why it could not be tried. */
  readonly evidence: string;
}

export interface Run {
  readonly wire: Wire;
  readonly survey: Survey;
  /** The address that links must name, without a trailing slash. */
  readonly publicUrl: string;
  /** A key that was deactivated, where one was given. */
  readonly deactivatedKey?: string | undefined;
  /** Requests a day of the key, for the rules that use them up. */
  readonly dailyQuota: number;
}

export interface Rule {
  /** The interface's section and a number of our own: `4.1-3`. */
  readonly id: string;
  /** The rule in a sentence. */
  readonly states: string;
  /** Spends the key's quota: only tried when told. */
  readonly spends?: true;
  check(run: Run): Promise<Verdict> | Verdict;
}

export function held(evidence: string): Verdict {
  return { outcome: 'held', evidence };
}

export function broken(evidence: string): Verdict {
  return { outcome: 'broken', evidence };
}

export function untried(reason: string): Verdict {
  return { outcome: 'untried', evidence: reason };
}

const MOST_NAMED = 3;

/** @param problems what breaks the rule. @param evidence what was looked at. */
export function judge(problems: readonly string[], evidence: string): Verdict {
  if (problems.length === 0) return held(evidence);
  const more = problems.length > MOST_NAMED ? [`and ${problems.length - MOST_NAMED} more`] : [];
  return broken([...problems.slice(0, MOST_NAMED), ...more].join('; '));
}
