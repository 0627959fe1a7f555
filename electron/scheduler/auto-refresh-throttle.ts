/**
 * Throttles automatic refreshes: one that failed, or records that seem old because the clock runs ahead, must not cost requests at every
 * opening.
 */
import { z } from 'zod';
import type { Journal } from '../journal/journal.ts';

const APART_MS = 3_600_000;

/**
 * Records the attempt if one may be made now.
 * @param now local time, epoch milliseconds. An attempt in its future was recorded by a clock that has been set back since.
 */
export function tryAutoRefresh(
  preferences: Pick<Journal, 'setting' | 'saveSetting'>,
  workspace: string,
  now: number,
): boolean {
  const name = `lookedAt:${workspace}`;
  const before = preferences.setting(name, z.number());
  if (before !== undefined && before <= now && now - before < APART_MS) return false;
  preferences.saveSetting(name, now);
  return true;
}
