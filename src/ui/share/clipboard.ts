/** Writes a text to the clipboard, and reports success or failure. */
import { notifications } from '@mantine/notifications';
import { checkScreenTexts } from '#texts/screens/checks.ts';
import { shareTexts as texts } from '#texts/screens/share.ts';

export function writeToClipboard(text: string, done: string, notCopied: string = texts.notCopied): void {
  void copy(text).then((isCopied) =>
    notifications.show(isCopied ? { message: done, autoClose: 2500 } : { message: notCopied, color: 'var(--warn)' }),
  );
}

/** Copies a message for a person, or says that this window may not write the clipboard. */
export function copyMessage(text: string, done: string): void {
  void copy(text).then((isCopied) => notifications.show({ message: isCopied ? done : checkScreenTexts.copyFailed }));
}

/** @returns false where the browser does not allow it, or has no clipboard for this page */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
