/** Opens finished pages in a tab of their own, where the browser prints them. */
import { Anchor } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { exportPdfTexts as texts } from '#texts/export-pdf.ts';

/** Browsers open a tab by themselves only shortly after a key was pressed: later a link does. */
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
