/** Keeps looks that nobody asked for apart: one that failed, or records that seem old by a clock that runs ahead, must not cost requests at every opening. */
import { z } from 'zod';
import type { Journal } from '../journal/journal.ts';

const APART_MS = 3_600_000;

/**
 * Notes the look that is taken if it may be.
 * @param now local time, epoch milliseconds. A look in its future was noted by a clock that has been set back since.
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
