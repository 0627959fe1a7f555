/** Ctrl+P writes what a screen holds as a PDF, every line of it. The window would print what it happens to show. */
import { notifications } from '@mantine/notifications';
import { useEffect, useRef } from 'react';
import { exportPdfTexts } from '#texts/export-pdf.ts';
import { notifyFailure } from '../notifications/notify-failure.ts';

const NOTICE = 'printout';

/** @param write writes the PDF; undefined while there is nothing to write, and then the window is printed. */
export function usePrintKey(write: (() => Promise<unknown>) | undefined): void {
  const latest = useRef(write);
  useEffect(() => {
    latest.current = write;
  });
  useEffect(() => {
    let isWriting = false;
    const press = (event: KeyboardEvent) => {
      const isPrint = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key === 'p';
      if (!isPrint || latest.current === undefined) return;
      event.preventDefault();
      if (isWriting) return;
      isWriting = true;
      notifications.show({ id: NOTICE, message: exportPdfTexts.writing, loading: true, autoClose: false });
      latest
        .current()
        .catch(notifyFailure)
        .finally(() => {
          isWriting = false;
          notifications.hide(NOTICE);
        });
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}
