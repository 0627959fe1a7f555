/** Says that something failed, and what to do about it, where no other place on the screen says so. */
import { notifications } from '@mantine/notifications';
import { failureText } from '../data/error-text.ts';

export function notifyFailure(error: unknown): void {
  const { title, sentence, action } = failureText(error);
  notifications.show({ title, message: `${sentence} ${action}`, color: 'var(--bad)', autoClose: 12_000 });
}
