/** Says that something failed, and what to do about it, where no other place on the screen says so. */
import { notifications } from '@mantine/notifications';
import { createElement } from 'react';
import { failureText } from '../data/error-text.ts';
import { fieldOfFailure } from '../key/field-of-failure.ts';
import { KeyNotice } from '../key/KeyNotice.tsx';

export function notifyFailure(error: unknown): void {
  const { title, sentence, action } = failureText(error);
  const words = `${sentence} ${action}`;
  // A wrong key leads to the field for another one.
  const message = fieldOfFailure(error) === 'key' ? createElement(KeyNotice, { words }) : words;
  notifications.show({ title, message, color: 'var(--bad)', autoClose: 12_000 });
}
