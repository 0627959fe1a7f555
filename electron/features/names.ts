/** The local directory: the names of ids and the clients and teams they belong to. Spends no request. */
import { writeNames } from '#electron/exports/small-table.ts';
import { namesTableTexts as texts } from '#texts/names-table.ts';
import type { HandlersFor, Parts } from './calls.ts';
import { toFileWords } from '#domain/exports/pack-names.ts';
import { writeChosenFile } from './files.ts';

export function nameHandlers(parts: Parts): HandlersFor<'names'> {
  return {
    // A terminal reads the names that it prints, a page gets all of them.
    'names.list': async () => {
      const { journal } = parts.workspace();
      return parts.host.kind === 'terminal' ? journal.names() : journal.wholeNames();
    },
    'names.recorded': async () => ({ ids: await parts.workspace().snapshot.recordedIds() }),
    'names.keep': (change) => parts.workspace().saveNames(change),
    'names.export': () => {
      const { name, journal } = parts.workspace();
      const fileName = `${toFileWords(texts.fileName(name), 'names')}.csv`;
      return writeChosenFile(parts.host, fileName, (file) => writeNames(journal.wholeNames(), file));
    },
  };
}
