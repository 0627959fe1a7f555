/** Describes an error for the terminal: one sentence for people, one document for scripts, one exit code. */
import { describeError } from '#contract/error-text.ts';
import type { AppError, ErrorCode } from '#contract/errors.ts';
import { terminalActions } from '#texts/terminal/cli.ts';

const actions: Readonly<Record<ErrorCode, string>> = terminalActions;

export function formatFailure(error: AppError): string {
  return toOneLine(`${toMessage(error)}; ${actions[error.code]}.`);
}

export function toFailureJson(error: AppError): { error: { code: string; message: string; action: string } } {
  const action = actions[error.code];
  return {
    error: {
      code: error.code,
      message: toOneLine(`${toMessage(error)}.`),
      action: `${action.slice(0, 1).toUpperCase()}${action.slice(1)}.`,
    },
  };
}

function toMessage(error: AppError): string {
  return describeError(error).sentence.trim().replace(/\.$/, '');
}

/** An upstream's message may span lines. */
function toOneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}

export const DONE = 0;
const USAGE = 2;
/** The command ended over incomplete records, or nothing matched or was due. */
export const PARTIAL = 6;
export const QUOTA = 4;
export const UPSTREAM = 5;
/** A file or a closing has changed since it was made. */
export const CHANGED = 7;
export const CANCELLED = 130;

const exitCodes: Readonly<Record<ErrorCode, number>> = {
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
  'store-format': 7,
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
  return exitCodes[code];
}
