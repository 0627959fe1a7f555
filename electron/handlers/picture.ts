/** Saves a chart's picture: the page draws it, this checks that it is a PNG and writes the file completely or not at all. */
import { basename } from 'node:path';
import { fail } from '../../src/contract/errors.ts';
import { writeAtomically } from '../exports/atomic-file.ts';
import type { Handlers } from './shared/handlers.ts';
import type { Parts } from './shared/context.ts';
import { refusalTexts } from '#texts/refusals.ts';

/** Signature of every PNG file (w3.org/TR/png-3, 5.2). */
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export function pictureHandlers(parts: Parts): Pick<Handlers, 'export.picture'> {
  return {
    'export.picture': async ({ name, png }) => {
      const bytes = Buffer.from(png, 'base64');
      if (!bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE))
        fail({ code: 'usage', detail: refusalTexts.noPicture });
      const destination = await parts.host.chooseDestination(`${fileName(name)}.png`);
      if (!destination) return null;
      await writeAtomically(destination.path, (file) => file.write(bytes));
      await parts.host.deliver(destination.path);
      return { file: basename(destination.path) };
    },
  };
}

function fileName(name: string): string {
  const plain = name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '');
  return plain === '' ? 'chart' : plain.slice(0, 60);
}
