/** What printing asks of a screen: all its lines, a notice where it prints a part, and Ctrl+P. */
import { useSyncExternalStore, useEffect, useRef, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { notifications } from '@mantine/notifications';
import { Anchor } from '@mantine/core';
import { paperTexts as texts } from '#texts/screens/paper.ts';
import { count } from './format/figures.ts';
import { exportPdfTexts } from '#texts/export-pdf.ts';
import { pageLocale } from './locale.ts';
import { notifyFailure } from './notifications.tsx';

type Kind = 'lines' | 'columns' | 'records' | 'findings';

export interface PrintedPart {
  readonly kind: Kind;
  readonly shown: number;
  readonly all: number;
}

export interface PrintNoticeProps {
  readonly parts: readonly PrintedPart[];
  readonly whole: keyof typeof texts.whole;
}

/** Printed on paper only, where it shows a part: how many of how many, and where all of them are available. */
export function PrintNotice({ parts, whole }: PrintNoticeProps) {
  const lacking = parts.filter(({ shown, all }) => shown < all);
  if (lacking.length === 0) return null;
  return (
    <p className="on-paper" data-testid="print-notice">
      {texts.shows(
        lacking.map(({ kind, shown, all }) => texts[kind](count(shown), count(all))),
        texts.whole[whole],
      )}
    </p>
  );
}

let isPrinting = false;

function subscribe(changed: () => void): () => void {
  const media = matchMedia('print');
  // Only what is drawn when the listener returns is printed.
  const begin = () => {
    isPrinting = true;
    flushSync(changed);
  };
  const end = () => {
    isPrinting = false;
    changed();
  };
  media.addEventListener('change', changed);
  addEventListener('beforeprint', begin);
  addEventListener('afterprint', end);
  return () => {
    media.removeEventListener('change', changed);
    removeEventListener('beforeprint', begin);
    removeEventListener('afterprint', end);
  };
}

/** Whether the page is being printed: content that a screen draws only as far as it is visible is drawn up to the limit of a print. */
export function useOnPaper(): boolean {
  return useSyncExternalStore(subscribe, () => isPrinting || matchMedia('print').matches);
}

const NOTICE = 'printout';

/** What is printed is the screen: whatever files for a client leave out. */
export const printedPages = () =>
  ({ format: 'pdf', audience: 'internal', isPrinted: true, locale: pageLocale() }) as const;

type Write = (() => Promise<unknown>) | undefined;

/** What the screen in front prints; the last one is in front. */
const screens: RefObject<Write>[] = [];

/**
 * Ctrl+P opens what the screen holds as pages to print, every line of it. The window would print what it happens to show.
 * @param write opens the pages; undefined while there is nothing to print
 */
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

let isWriting = false;

/** Opens what the screen in front prints; where it prints nothing, a sentence says which do. */
export function printScreen(): void {
  if (isWriting) return;
  const screen = screens.at(-1);
  const write = screen?.current;
  if (write) printPages(write);
  else notifications.show({ id: NOTICE, message: screen ? exportPdfTexts.nothingToPrint : exportPdfTexts.notPrinted });
}

export function printPages(write: () => Promise<unknown>): void {
  if (isWriting) return;
  isWriting = true;
  notifications.show({ id: NOTICE, message: exportPdfTexts.writing, loading: true, autoClose: false });
  write()
    .catch(notifyFailure)
    .finally(() => {
      isWriting = false;
      notifications.hide(NOTICE);
    });
}

/** Listens once for all screens. */
export function usePrintKeys(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isPrint = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key === 'p';
      if (!isPrint) return;
      event.preventDefault();
      printScreen();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}

/** Browsers open a tab by themselves only shortly after a key was pressed: later a link does. */
export function openPages(url: string): void {
  if (window.open(url, '_blank')) return;
  notifications.show({
    id: 'pages',
    title: exportPdfTexts.ready,
    message: (
      <Anchor href={url} target="_blank" rel="noreferrer" size="sm" onClick={() => notifications.hide('pages')}>
        {exportPdfTexts.open}
      </Anchor>
    ),
    autoClose: false,
  });
}
