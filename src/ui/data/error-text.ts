/** Turns anything thrown into title, sentence and action. */
import { errorText } from '#contract/error-text.ts';
import { AppFailure, replaceableStore, type AppError, type ErrorCode } from '#contract/errors.ts';
import type { ErrorText } from '#texts/errors.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { pageLocale } from '../locale.ts';
import { HostGone } from './client.ts';

/** An error in words, its figures by this page's locale. */
export function wordError(error: AppError, moment?: Parameters<typeof errorText>[1]): ErrorText {
  return errorText(error, moment, pageLocale());
}

export function failureText(thrown: unknown): ErrorText {
  if (thrown instanceof AppFailure) return wordError(thrown.error);
  return thrown instanceof HostGone ? uiTexts.session.gone : uiTexts.session.unexpected;
}

/** Whether it is this contract error. */
export function isFailure(thrown: unknown, code: AppFailure['error']['code']): boolean {
  return thrown instanceof AppFailure && thrown.error.code === code;
}

/** Whether the records' file cannot be used and another can take its place. */
export function isStoreFailure(thrown: unknown): boolean {
  return thrown instanceof AppFailure && replaceableStore.has(thrown.error.code);
}

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
