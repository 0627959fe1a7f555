/** Joins an error to its words, so that every host says the same. */
import { errorTexts, type ErrorFacts, type ErrorText } from '../texts/en/errors.ts';
import type { AppError, ErrorCode } from './errors.ts';

const texts: Readonly<Record<ErrorCode, (facts: ErrorFacts) => ErrorText>> = errorTexts;

/** @returns title, sentence and action of an error, with its own facts in them; times in UTC. */
export function errorText(error: AppError): ErrorText {
  return texts[error.code]({
    detail: 'detail' in error ? error.detail : '',
    resetsAt: 'resetsAt' in error ? readable(error.resetsAt) : '',
    status: 'status' in error ? error.status : 0,
    reserve: 'reserve' in error && error.reserve === true,
  });
}

/** `2026-11-22T00:00:00.000Z` → `2026-11-22 00:00 UTC`. */
function readable(timestamp: string): string {
  const match = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})/.exec(timestamp);
  return match ? `${match[1]} ${match[2]} UTC` : timestamp;
}
