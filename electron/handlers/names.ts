/** The local directory: the names of ids and the clients and teams they belong to. Spends no request. */
import { basename } from 'node:path';
import { namesTableTexts as texts } from '#texts/names-table.ts';
import { writeAtomically } from '../exports/atomic-file.ts';
import { writeNames } from '../exports/names-table.ts';
import { toFileWords } from './shared/file-words.ts';
import type { Handlers } from './shared/handlers.ts';
import type { Parts } from './shared/context.ts';

export function nameHandlers(
  parts: Parts,
): Pick<Handlers, 'names.list' | 'names.recorded' | 'names.keep' | 'names.export'> {
  return {
    'names.list': async () => parts.workspace().journal.names(),
    'names.recorded': async () => ({ ids: await parts.workspace().snapshot.recordedIds() }),
    'names.keep': (change) => parts.workspace().saveNames(change),
    'names.export': async () => {
      const workspace = parts.workspace();
      const destination = await parts.host.chooseDestination(
        `${toFileWords(texts.fileName(workspace.name), 'names')}.csv`,
      );
      if (!destination) return null;
      await writeAtomically(destination.path, (file) => writeNames(workspace.journal.names(), file));
      await parts.host.deliver(destination.path);
      return { file: basename(destination.path) };
    },
  };
}
