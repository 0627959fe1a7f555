/** Writes a text to the clipboard, and reports success or failure. */
import { notifications } from '@mantine/notifications';
import { shareTexts as texts } from '#texts/screens/share.ts';

/** @param notCopied what to do instead */
export function writeToClipboard(text: string, done: string, notCopied: string = texts.notCopied): void {
  void copy(text).then((isCopied) =>
    notifications.show(isCopied ? { message: done, autoClose: 2500 } : { message: notCopied, color: 'var(--warn)' }),
  );
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
