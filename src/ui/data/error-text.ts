/** Turns anything thrown into title, sentence and action. */
import { AppFailure } from '../../contract/errors.ts';
import { errorText } from '../../contract/error-text.ts';
import type { ErrorText } from '#texts/errors.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { localizeText } from '../locale/forms.ts';
import { HostGone } from '../transport/transport.ts';

export function failureText(thrown: unknown): ErrorText {
  if (thrown instanceof AppFailure) {
    const { title, sentence, action } = errorText(thrown.error);
    return { title, sentence: localizeText(sentence), action: localizeText(action) };
  }
  return thrown instanceof HostGone ? uiTexts.session.gone : uiTexts.session.unexpected;
}

/** Whether it is this contract error. */
export function isFailure(thrown: unknown, code: AppFailure['error']['code']): boolean {
  return thrown instanceof AppFailure && thrown.error.code === code;
}
