/** Ctrl+P opens what the screen holds as pages to print, every line of it. The window would print what it happens to show. */
import { notifications } from '@mantine/notifications';
import { useEffect, useRef, type RefObject } from 'react';
import { exportPdfTexts as texts } from '#texts/export-pdf.ts';
import { pageLocale } from '../locale/forms.ts';
import { notifyFailure } from '../notifications/notify-failure.ts';

const NOTICE = 'printout';

/** What is printed is the screen: whatever files for a client leave out. */
export const printedPages = () =>
  ({ format: 'pdf', audience: 'internal', isPrinted: true, locale: pageLocale() }) as const;

type Write = (() => Promise<unknown>) | undefined;

/** What the screen in front prints; the last one is in front. */
const screens: RefObject<Write>[] = [];

/** @param write opens the pages; undefined while there is nothing to print */
export function usePrintKey(write: Write): void {
  const latest = useRef(write);
  useEffect(() => {
    latest.current = write;
  });
  useEffect(() => {
    screens.push(latest);
    return () => void screens.splice(screens.indexOf(latest), 1);
  }, []);
}

/** Listens once for all screens: on those that print nothing, a sentence says which do. */
export function usePrintKeys(): void {
  useEffect(() => {
    let isWriting = false;
    const press = (event: KeyboardEvent) => {
      const isPrint = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key === 'p';
      if (!isPrint) return;
      event.preventDefault();
      if (isWriting) return;
      const screen = screens.at(-1);
      const write = screen?.current;
      if (!write) {
        notifications.show({ id: NOTICE, message: screen ? texts.nothingToPrint : texts.notPrinted });
        return;
      }
      isWriting = true;
      notifications.show({ id: NOTICE, message: texts.writing, loading: true, autoClose: false });
      write()
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
