/** The same export made both ways: by the store's bulk copy, and line by line; and line by line without a thread. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openJournal } from '#electron/journal/journal.ts';
import type { FormatWriter } from '#electron/exports/document.ts';
import { writers } from '#electron/exports/formats.ts';
import { exportRecords, type RecordsExport } from '#electron/features/exports/records.ts';
import type { ExtractLines } from '#electron/snapshot/extract.ts';
import type { Snapshot } from '#electron/snapshot/snapshot.ts';
import type { Workspace } from '#electron/workspace/workspace.ts';
import type { Manifest } from '#contract/exports.ts';
import { fileTypes } from '#domain/export-formats.ts';
import type { Directory } from '#domain/people/directory.ts';
import { defaultSettings, type Settings } from '#domain/settings.ts';
import { quietHost } from '../hosts/quiet-host.ts';

export interface Way {
  readonly path: string;
  readonly bytes: Buffer;
  readonly manifest: Manifest;
  /** Files that the store made. */
  readonly bulkFiles: number;
}

export interface TwoWays {
  write(asked: RecordsExport, settings: Partial<Settings>): Promise<{ readonly bulk: Way; readonly lines: Way }>;
  /** The first way alone. @param place default: a new one */
  writeBulk(asked: RecordsExport, settings: Partial<Settings>, place?: string): Promise<Way>;
  /** Lines that are made and written one by one in the host's own thread. */
  writeHere(asked: RecordsExport, settings: Partial<Settings>): Promise<Way>;
  dispose(): void;
}

/** What a test follows and cancels. */
export interface Following {
  readonly signal?: AbortSignal;
  readonly onWritten?: (written: number) => void;
  /** Told of each bulk copy; the export waits for it. */
  readonly onCopy?: (copying: Promise<unknown>) => Promise<void>;
}

/** @param directory the one that the snapshot was given */
export function startTwoWays(
  snapshot: Snapshot,
  folder: string,
  directory: Directory,
  { signal = new AbortController().signal, onWritten = () => undefined, onCopy }: Following = {},
): TwoWays {
  const journal = openJournal(join(folder, 'journal.sqlite'));
  let count = 0;
  async function write(
    way: 'bulk' | 'lines' | 'here',
    asked: RecordsExport,
    settings: Partial<Settings>,
    place?: string,
  ): Promise<Way> {
    const path = place ?? join(folder, `${way}-${(count += 1)}.${fileTypes[asked.options.format].extension}`);
    let bulkFiles = 0;
    const counted = async <T>(copying: Promise<T>): Promise<T> => {
      await onCopy?.(copying);
      const made = await copying;
      if (made !== undefined) bulkFiles += 1;
      return made;
    };
    const inOneWay = <T extends ExtractLines>(own: T): T => ({
      ...own,
      bulk: async (columns) => {
        const made = way === 'bulk' ? await own.bulk(columns) : undefined;
        return (
          made && {
            sums: made.sums,
            csv: (form) => counted(made.csv(form)),
            parquet: (form) => counted(made.parquet(form)),
            async *lines() {
              const parts = made.lines();
              for (;;) {
                const copying = parts.next();
                await onCopy?.(copying);
                const part = await copying;
                if (part.done === true) return;
                bulkFiles += 1;
                yield part.value;
              }
            },
          }
        );
      },
    });
    const extract: Snapshot['extract'] = (question, work) =>
      snapshot.extract(question, (own) =>
        work({
          ...inOneWay(own),
          months: async () => (await own.months()).map(inOneWay),
        }),
      );
    // What an export asks of a workspace, which opens more than it needs here.
    const workspace = {
      journal: { names: () => directory, damage: journal.damage },
      snapshot: { ...snapshot, extract },
      state: async () => ({ kind: 'service', baseUrl: 'https://records.example' }),
      settings: () => ({ ...defaultSettings, ...settings }),
    } as unknown as Workspace;
    const host = quietHost({ chooseDestination: async () => ({ path }), chooseFolder: async () => ({ path }) });
    const own = writers[asked.options.format];
    const alone: FormatWriter = {
      write: (document, file) => own.write(document, file),
      describe: (document) => own.describe?.(document),
    };
    const writer = way === 'here' ? alone : undefined;
    const parts = { host, version: 'test', onWritten, ...(writer && { writer }) };
    const manifest = await exportRecords(parts, workspace, asked, signal);
    if (!manifest) throw new Error('A destination was chosen');
    return {
      path,
      bytes: asked.options.partition === undefined ? readFileSync(path) : Buffer.alloc(0),
      manifest,
      bulkFiles,
    };
  }
  return {
    write: async (asked, settings) => ({
      bulk: await write('bulk', asked, settings),
      lines: await write('lines', asked, settings),
    }),
    writeBulk: (asked, settings, place) => write('bulk', asked, settings, place),
    writeHere: (asked, settings) => write('here', asked, settings),
    dispose: () => journal.close(),
  };
}
