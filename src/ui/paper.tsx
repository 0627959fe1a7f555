/** Printing a screen: Ctrl+P opens all its lines as pages, and the browser's own printout states which part of them it shows. */
import { useSyncExternalStore, useEffect } from 'react';
import { flushSync } from 'react-dom';
import { notifications } from '@mantine/notifications';
import { Anchor } from '@mantine/core';
import { paperTexts as texts } from '#texts/screens/paper.ts';
import { count } from './format/figures-and-times.ts';
import { pageLocale } from './locale.ts';
import { notifyFailure } from './notifications.tsx';
import { createOffers } from './offers.ts';

export interface PrintedPart {
  readonly kind: 'lines' | 'columns' | 'records' | 'findings';
  readonly printed: number;
  readonly all: number;
}

export interface PrintNoticeProps {
  readonly parts: readonly PrintedPart[];
  readonly subject: keyof typeof texts.whole;
}

/** States on a partial printout how much of the total is printed and where to find the rest. */
export function PrintNotice({ parts, subject }: PrintNoticeProps) {
  const incomplete = parts.filter(({ printed, all }) => printed < all);
  if (incomplete.length === 0) return null;
  return (
    <p className="on-paper" data-testid="print-notice">
      {texts.shows(
        incomplete.map(({ kind, printed, all }) => texts[kind](count(printed), count(all))),
        texts.whole[subject],
      )}
    </p>
  );
}

let isPrinting = false;

function subscribe(onChange: () => void): () => void {
  const media = matchMedia('print');
  // The window prints what is drawn when this listener returns.
  const begin = () => {
    isPrinting = true;
    flushSync(onChange);
  };
  const end = () => {
    isPrinting = false;
    onChange();
  };
  media.addEventListener('change', onChange);
  addEventListener('beforeprint', begin);
  addEventListener('afterprint', end);
  return () => {
    media.removeEventListener('change', onChange);
    removeEventListener('beforeprint', begin);
    removeEventListener('afterprint', end);
  };
}

/** Whether the page is printed. Lists that are drawn only where they are visible are then drawn up to the limit of a print. */
export function useOnPaper(): boolean {
  return useSyncExternalStore(subscribe, () => isPrinting || matchMedia('print').matches);
}

const NOTICE = 'printout';

/** Export options for printed pages, which include what files for a client leave out. */
export const printedPages = () =>
  ({ format: 'pdf', audience: 'internal', isPrinted: true, locale: pageLocale() }) as const;

const { list, useOffer } = createOffers<(() => Promise<unknown>) | undefined>();

/** Lets Ctrl+P open all lines of the screen as pages to print; a screen offers undefined while there is nothing to print. */
export const usePrintKey = useOffer;

let isWriting = false;

/** Opens the pages of the screen in front; a notice appears if there is nothing to print. */
export function printScreen(): void {
  if (isWriting) return;
  const writes = list();
  const write = writes.at(-1);
  const problem = writes.length > 0 ? texts.nothingToPrint : texts.notPrinted;
  if (write) printPages(write);
  else notifications.show({ id: NOTICE, message: problem });
}

export function printPages(write: () => Promise<unknown>): void {
  if (isWriting) return;
  isWriting = true;
  notifications.show({ id: NOTICE, message: texts.writing, loading: true, autoClose: false });
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

/** Opens the pages in a tab, or offers a link: browsers let a page open a tab only shortly after a key was pressed. */
export function openPages(url: string): void {
  if (window.open(url, '_blank')) return;
  notifications.show({
    id: 'pages',
    title: texts.ready,
    message: (
      <Anchor href={url} target="_blank" rel="noreferrer" size="sm" onClick={() => notifications.hide('pages')}>
        {texts.open}
      </Anchor>
    ),
    autoClose: false,
  });
}
