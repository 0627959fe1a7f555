/** Writes small files where the person chooses: completely or not at all. */
import { toFileWords } from '#domain/exports/pack-names.ts';
import { basename } from 'node:path';
import { fail } from '#contract/errors.ts';
import { writeAtomically } from '#electron/exports/atomic-file.ts';
import type { Host } from '#electron/host/host.ts';
import { refusalTexts } from '#texts/refusals.ts';
import type { HandlersFor, Parts } from './calls.ts';

/** @returns null when no place was chosen */
export async function writeChosenFile(
  host: Pick<Host, 'chooseDestination' | 'deliver'>,
  name: string,
  write: Parameters<typeof writeAtomically>[1],
): Promise<{ file: string } | null> {
  const destination = await host.chooseDestination(name);
  if (!destination) return null;
  await writeAtomically(destination.path, write);
  await host.deliver(destination.path);
  return { file: basename(destination.path) };
}

export function writeChosenJson(host: Host, name: string, value: unknown): Promise<{ file: string } | null> {
  return writeChosenFile(host, name, (file) => file.write(`${JSON.stringify(value, null, 2)}\n`));
}

/** The signature of every PNG file (w3.org/TR/png-3, 5.2). */
const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Saves the picture of a chart, which the page draws; only a PNG is written. */
export function pictureHandlers({ host }: Pick<Parts, 'host'>): HandlersFor<'export.picture'> {
  return {
    'export.picture': async ({ name, png }) => {
      const bytes = Buffer.from(png, 'base64');
      if (!bytes.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE))
        fail({ code: 'usage', detail: refusalTexts.noPicture });
      return writeChosenFile(host, `${toFileWords(name.toLowerCase(), 'chart')}.png`, (file) => file.write(bytes));
    },
  };
}
