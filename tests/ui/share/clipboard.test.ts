import { notifications, notificationsStore } from '@mantine/notifications';
import { beforeEach, expect, it, vi } from 'vitest';
import { shareTexts } from '#texts/screens/share.ts';
import { writeToClipboard } from '#ui/share/clipboard.ts';

const readMessages = () => notificationsStore.getState().notifications.map(({ message }) => message);

beforeEach(() => notifications.clean());

it('says that a text is in the clipboard once it is', async () => {
  const written: string[] = [];
  vi.stubGlobal('navigator', { clipboard: { writeText: async (text: string) => void written.push(text) } });

  writeToClipboard('12.50', 'Copied 12.50.', 'Press the button again.');

  await vi.waitFor(() => expect(readMessages()).toEqual(['Copied 12.50.']));
  expect(written).toEqual(['12.50']);
});

it.each([
  ['refuses the text', { clipboard: { writeText: () => Promise.reject(new DOMException('', 'NotAllowedError')) } }],
  ['has no clipboard for this page', {}],
])('says what to do instead where the browser %s', async (_, navigator) => {
  vi.stubGlobal('navigator', navigator);

  writeToClipboard('12.50', 'Copied 12.50.', 'Press the button again.');
  await vi.waitFor(() => expect(readMessages()).toEqual(['Press the button again.']));

  notifications.clean();
  writeToClipboard('12.50', 'Copied 12.50.');
  await vi.waitFor(() => expect(readMessages()).toEqual([shareTexts.notCopied]));
});
