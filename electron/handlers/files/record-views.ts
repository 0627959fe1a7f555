/** Writes a view of the records as a small file. Spends no request. */
import { basename } from 'node:path';
import { writeAtomically } from '../../exports/atomic-file.ts';
import type { Handlers } from '../shared/handlers.ts';
import type { Parts } from '../shared/context.ts';
import { toFileWords } from '../shared/file-words.ts';

export function recordViewHandlers(parts: Parts): Pick<Handlers, 'views.export'> {
  return {
    'views.export': async ({ file }) => {
      const destination = await parts.host.chooseDestination(`${toFileWords(file.name, 'view')}.view.json`);
      if (!destination) return null;
      await writeAtomically(destination.path, (out) => out.write(`${JSON.stringify(file, null, 2)}\n`));
      await parts.host.deliver(destination.path);
      return { file: basename(destination.path) };
    },
  };
}
