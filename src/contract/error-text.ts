/** Joins an error to its words, so that every host says the same. */
import { errorTexts, type ErrorFacts, type ErrorText } from '#texts/errors.ts';
import type { AppError, ErrorCode } from './errors.ts';
import { unheldText } from '../domain/filter/unheld-text.ts';
import { groupThousands } from '../domain/thousands.ts';
import { formatUtcMinute } from '../domain/time/utc-text.ts';

const texts: Readonly<Record<ErrorCode, (facts: ErrorFacts) => ErrorText>> = errorTexts;

/**
 * @param moment prints a UTC timestamp; by default as it is, in UTC.
 * @returns title, sentence and action of an error, with its own facts in them.
 */
export function errorText(error: AppError, moment: (timestamp: string) => string = formatUtcMinute): ErrorText {
  return texts[error.code]({
    detail: 'detail' in error ? error.detail : '',
    resetsAt: 'resetsAt' in error ? moment(error.resetsAt) : '',
    status: 'status' in error ? error.status : 0,
    reason: error.code === 'offline' ? error.reason : undefined,
    unheld: error.code === 'nothing-matched' ? (error.unheld ?? []).map(unheldText) : [],
    quota: error.code === 'quota-exhausted' ? quotaFacts(error, moment) : unknownQuota,
  });
}

const unknownQuota: ErrorFacts['quota'] = { reserve: false, elsewhere: false, usedHere: null, limit: null, asOf: null };

function quotaFacts(
  error: Extract<AppError, { code: 'quota-exhausted' }>,
  moment: (timestamp: string) => string,
): ErrorFacts['quota'] {
  return {
    reserve: error.reserve === true,
    elsewhere: error.usedElsewhere === true,
    usedHere: error.usedHere === undefined ? null : groupThousands(error.usedHere),
    limit: error.limit === undefined ? null : groupThousands(error.limit),
    asOf: error.asOf === undefined ? null : moment(error.asOf),
  };
}
