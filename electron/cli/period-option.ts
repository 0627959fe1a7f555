/** `--period`: only whether it can be read; what it means today is the app's to say, in the workspace's zone. */
import { resolvePeriod } from '../../src/domain/period.ts';
import { refuse } from './option-values.ts';

/** @returns the text as written. @throws AppFailure `usage` */
export function checkedPeriod(written: string): string {
  const today = new Date().toISOString().slice(0, 'YYYY-MM-DD'.length);
  const resolved = resolvePeriod(written, { today, weekStart: 'monday' });
  return resolved.ok ? written : refuse(resolved.problem);
}
