/** Handles small files such as saved reports and names, each written where the person chooses, completely or not at all. */
import { basename } from 'node:path';
import { fail } from '#contract/errors.ts';
import { toFileWords } from '#domain/exports/pack-names.ts';
import { writeAtomically } from '#electron/exports/atomic-file.ts';
import { writeNames } from '#electron/exports/small-table.ts';
import type { Host } from '#electron/host/host.ts';
import { namesTableTexts as texts } from '#texts/names-table.ts';
import { refusalTexts } from '#texts/refusals.ts';
import type { HandlersFor, HandlerContext } from './calls.ts';
import { refuseNewNames, requireValidPeriod, requireValidReport } from './selection.ts';

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
export function pictureHandlers({ host }: Pick<HandlerContext, 'host'>): HandlersFor<'export.picture'> {
  return {
    'export.picture': async ({ name, png }) => {
      const bytes = Buffer.from(png, 'base64');
      if (!bytes.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE))
        fail({ code: 'usage', detail: refusalTexts.noPicture });
      return writeChosenFile(host, `${toFileWords(name.toLowerCase(), 'chart')}.png`, (file) => file.write(bytes));
    },
  };
}

/** Handles saved reports. Spends no request. */
export function savedReportHandlers(context: HandlerContext): HandlersFor<'reports'> {
  return {
    'reports.list': async () => ({ reports: context.workspace().journal.reports() }),
    'reports.save': async ({ id, file }) => {
      const { journal } = context.workspace();
      const saved = journal.reports().find((report) => report.id === id);
      refuseNewNames(file, saved?.file, id);
      // A file from elsewhere may name properties that do not exist here: it is refused when it is saved, not when it is run.
      requireValidReport(file.report);
      requireValidPeriod(file.report.period);
      return journal.saveReport(file, new Date(context.now()).toISOString(), id);
    },
    'reports.remove': async ({ id }) => ({ removed: context.workspace().journal.removeReport(id) ?? null }),
    'reports.export': ({ file }) =>
      writeChosenJson(context.host, `${toFileWords(file.name, 'report')}.report.json`, file),
  };
}

/** Handles the local directory: the names of ids and the clients and teams they belong to. */
export function nameHandlers(context: HandlerContext): HandlersFor<'names'> {
  return {
    // A terminal reads the names that it prints, a page gets all of them.
    'names.list': async () => {
      const { journal } = context.workspace();
      return context.host.kind === 'terminal' ? journal.names() : journal.readAllNames();
    },
    'names.recorded': async () => ({ ids: await context.workspace().snapshot.recordedIds() }),
    'names.keep': (change) => context.workspace().saveNames(change),
    'names.export': () => {
      const { name, journal } = context.workspace();
      const fileName = `${toFileWords(texts.fileName(name), 'names')}.csv`;
      return writeChosenFile(context.host, fileName, (file) => writeNames(journal.readAllNames(), file));
    },
  };
}
