/** Writes a text to the clipboard, and reports success or failure. */
import { notifications } from '@mantine/notifications';
import { shareTexts as texts } from '#texts/screens/share.ts';

export function writeToClipboard(text: string, done: string): void {
  navigator.clipboard.writeText(text).then(
    () => notifications.show({ message: done, autoClose: 2500 }),
    () => notifications.show({ message: texts.notCopied, color: 'var(--warn)' }),
  );
}
