/** `--period`: checks only that it can be read; the app resolves it in the workspace's zone. */
import { findPeriodProblem } from '../../../src/domain/time/period.ts';
import { refuse } from './option-values.ts';

/** @returns the text as written. @throws AppFailure `usage` */
export function checkedPeriod(written: string): string {
  const problem = findPeriodProblem(written);
  return problem === undefined ? written : refuse(problem);
}
