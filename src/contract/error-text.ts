/**
 * Words errors the same for every host. Separate from errors.ts, because nearly every module can fail, but few need to load the printing of
 * figures, times and filters.
 */
import { formatUnheldValue } from '#domain/filter/print.ts';
import { formatCount, writeMarked } from '#domain/locale-forms.ts';
import { formatUtcMinute } from '#domain/time/utc.ts';
import { errorTexts, type ErrorFacts, type ErrorText } from '#texts/errors.ts';
import type { AppError, ErrorCode } from './errors.ts';

const texts: Readonly<Record<ErrorCode, (facts: ErrorFacts) => ErrorText>> = errorTexts;

/**
 * @param moment formats a UTC timestamp; by default in UTC.
 * @param locale of figures; by default the terminal's.
 * @returns title, sentence and action of an error, including its facts.
 */
export function describeError(
  error: AppError,
  moment: (timestamp: string) => string = formatUtcMinute,
  locale?: string,
): ErrorText {
  const count = (number: number | undefined) => (number === undefined ? null : formatCount(number, locale));
  return texts[error.code]({
    detail: 'detail' in error ? writeMarked(error.detail, locale) : '',
    resetsAt: 'resetsAt' in error ? moment(error.resetsAt) : '',
    status: 'status' in error ? error.status : 0,
    reason: error.code === 'offline' ? error.reason : undefined,
    unheld: error.code === 'nothing-matched' ? (error.unheld ?? []).map(formatUnheldValue) : [],
    quota:
      error.code === 'quota-exhausted'
        ? {
            reserve: error.reserve === true,
            elsewhere: error.usedElsewhere === true,
            usedHere: count(error.usedHere),
            limit: count(error.limit),
            asOf: error.asOf === undefined ? null : moment(error.asOf),
          }
        : unknownQuota,
  });
}

const unknownQuota: ErrorFacts['quota'] = { reserve: false, elsewhere: false, usedHere: null, limit: null, asOf: null };
