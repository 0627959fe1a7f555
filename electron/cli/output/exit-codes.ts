/** Which exit code stands for which error: what schedulers and scripts decide by. */
import type { ErrorCode } from '../../../src/contract/errors.ts';

export const DONE = 0;
const USAGE = 2;
/** Done, but over records that are incomplete. */
export const PARTIAL = 6;
export const QUOTA = 4;
export const UPSTREAM = 5;
/** A file that is not what was exported. */
export const CHANGED = 7;
export const CANCELLED = 130;

const byCode: Readonly<Record<ErrorCode, number>> = {
  unexpected: 1,

  usage: USAGE,
  'filter-invalid': USAGE,
  'took-too-long': USAGE,
  'file-exists': USAGE,
  'nothing-matched': PARTIAL,
  'address-refused': USAGE,
  'workspace-bound': USAGE,

  'key-missing': 3,
  'key-rejected': 3,
  'key-deactivated': 3,
  'keychain-unavailable': 3,
  'signing-key-missing': 3,
  'signing-unavailable': 3,

  'quota-exhausted': QUOTA,

  'service-busy': UPSTREAM,
  'service-failed': UPSTREAM,
  'service-changed': UPSTREAM,
  'not-the-service': UPSTREAM,
  'upstream-failed': UPSTREAM,
  offline: UPSTREAM,

  'store-damaged': 7,
  'file-damaged': 7,
  'store-in-use': 7,
  'store-newer': 7,
  'journal-damaged': 7,
  'disk-full': 7,
  'write-failed': 7,
  busy: 7,

  cancelled: CANCELLED,
};

export function toExitCode(code: ErrorCode): number {
  return byCode[code];
}
