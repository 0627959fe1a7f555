/** Defines a rule of the interface and its possible outcomes. */
import type { Survey } from './survey.ts';
import type { ServiceClient } from './client.ts';

export type Outcome = 'held' | 'broken' | 'untried';

export interface Verdict {
  readonly outcome: Outcome;
  /** What the suite observed, or why it could not try the rule. */
  readonly evidence: string;
}

export interface Run {
  readonly client: ServiceClient;
  readonly survey: Survey;
  /** The base address that paging links must have, without a trailing slash. */
  readonly publicUrl: string;
  readonly deactivatedKey?: string | undefined;
  readonly dailyQuota: number;
}

export interface Rule {
  /** The section of the interface, and a running number: `4.1-3`. */
  readonly id: string;
  readonly states: string;
  /** True when the rule uses up the key's quota, so that it runs only on request. */
  readonly spends?: true;
  check(run: Run): Promise<Verdict> | Verdict;
}

export function reportHeld(evidence: string): Verdict {
  return { outcome: 'held', evidence };
}

export function reportBroken(evidence: string): Verdict {
  return { outcome: 'broken', evidence };
}

export function reportUntried(reason: string): Verdict {
  return { outcome: 'untried', evidence: reason };
}

const MAX_NAMED = 3;

/** @param problems the violations found. @param evidence what was checked. */
export function judge(problems: readonly string[], evidence: string): Verdict {
  if (problems.length === 0) return reportHeld(evidence);
  const more = problems.length > MAX_NAMED ? [`and ${problems.length - MAX_NAMED} more`] : [];
  return reportBroken([...problems.slice(0, MAX_NAMED), ...more].join('; '));
}
