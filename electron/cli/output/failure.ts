/** An error as the terminal tells it: one sentence for people, one document for scripts, one exit code. */
import { errorText } from '../../../src/contract/error-text.ts';
import type { AppError, ErrorCode } from '../../../src/contract/errors.ts';
import { terminalActions } from '#texts/terminal/cli.ts';

const actions: Readonly<Record<ErrorCode, string>> = terminalActions;

/** What happened and what to do, in one sentence on one line. */
export function failureSentence(error: AppError): string {
  return oneLine(`${toMessage(error)}; ${actions[error.code]}.`);
}

export function failureDocument(error: AppError): { error: { code: string; message: string; action: string } } {
  const action = actions[error.code];
  return {
    error: {
      code: error.code,
      message: oneLine(`${toMessage(error)}.`),
      action: `${action.slice(0, 1).toUpperCase()}${action.slice(1)}.`,
    },
  };
}

function toMessage(error: AppError): string {
  return errorText(error).sentence.trim().replace(/\.$/, '');
}

/** An upstream's own words may span lines. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}
