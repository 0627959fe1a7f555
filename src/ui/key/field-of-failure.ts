/** Which field of the connection form a failure is about. Pure. */
import { AppFailure, type ErrorCode } from '#contract/errors.ts';

const fields: Readonly<Partial<Record<ErrorCode, 'address' | 'key'>>> = {
  'key-missing': 'key',
  'key-rejected': 'key',
  'key-deactivated': 'key',
  'address-refused': 'address',
  'not-the-service': 'address',
  'workspace-bound': 'address',
  offline: 'address',
};

/** @returns undefined where correcting neither of them helps. */
export function fieldOfFailure(failure: unknown): 'address' | 'key' | undefined {
  return failure instanceof AppFailure ? fields[failure.error.code] : undefined;
}
