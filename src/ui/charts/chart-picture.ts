/** The picture of the chart in front, which its frame draws and the Share menu copies or saves. */
import { notifications } from '@mantine/notifications';
import { chartTexts as texts } from '#texts/screens/charts.ts';
import { call } from '../data/client.ts';
import { notifyFailure } from '../notifications.tsx';
import { createOffers } from '../offers.ts';

export interface ChartPicture {
  readonly title: string;
  readonly draw: () => Promise<Blob | undefined>;
}

/** A chart that is not drawn offers undefined. */
const { list, useOffer } = createOffers<ChartPicture | undefined>();

export const useChartPicture = useOffer;

export const findChartPicture = () => list().findLast((picture) => picture !== undefined);

export async function copyPicture({ draw }: ChartPicture): Promise<void> {
  try {
    const blob = await draw();
    if (!blob) throw new Error('No picture');
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })]);
    notifications.show({ message: texts.copied });
  } catch {
    // A window may not be allowed to write the clipboard; saving always works.
    notifications.show({ message: texts.notCopied, color: 'var(--warn)' });
  }
}

export async function savePicture({ title, draw }: ChartPicture): Promise<void> {
  try {
    const blob = await draw();
    const saved = blob && (await call('export.picture', { name: title, png: await toBase64(blob) }));
    if (saved) notifications.show({ message: texts.saved(saved.file) });
  } catch (error) {
    notifyFailure(error);
  }
}

/** @returns the bytes as base64, as the contract requires */
export async function toBase64(blob: Blob | Response): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let binary = '';
  for (const byte of bytes) binary += String.fromCodePoint(byte);
  return btoa(binary);
}
