/** Writes a text to the clipboard, and reports success or failure. */
import { notifications } from '@mantine/notifications';
import { checkScreenTexts } from '#texts/screens/checks.ts';
import { shareTexts as texts } from '#texts/screens/share.ts';

export function writeToClipboard(text: string, done: string, notCopied: string = texts.notCopied): void {
  navigator.clipboard.writeText(text).then(
    () => notifications.show({ message: done, autoClose: 2500 }),
    () => notifications.show({ message: notCopied, color: 'var(--warn)' }),
  );
}

/** Copies a message for a person, or says that this window may not write the clipboard. */
export function copyMessage(text: string, done: string): void {
  navigator.clipboard.writeText(text).then(
    () => notifications.show({ message: done }),
    () => notifications.show({ message: checkScreenTexts.copyFailed }),
  );
}
