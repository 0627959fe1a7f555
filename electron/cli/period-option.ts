/** `--period`: only whether it can be read; what it means today is the app's to say, in the workspace's zone. */
import { anyContext, resolvePeriod } from '../../src/domain/period.ts';
import { refuse } from './option-values.ts';

/** @returns the text as written. @throws AppFailure `usage` */
export function checkedPeriod(written: string): string {
  const resolved = resolvePeriod(written, anyContext);
  return resolved.ok ? written : refuse(resolved.problem);
}
