/** Places a file together with its manifest, never beside the manifest of a different file. */
import { basename } from 'node:path';
import { fail } from '#contract/errors.ts';
import type { Manifest } from '#contract/exports.ts';
import { type ColumnSums, type ExportColumn, listSumUnits } from '#domain/exports/model.ts';
import { refuseExisting, removeStale, stageFile, type StagedFile } from '#electron/exports/atomic-file.ts';
import {
  sidecarSuffixes,
  type DocumentPart,
  type ExportDocument,
  type FormatWriter,
  type WriteResult,
} from '#electron/exports/document.ts';
import { writers, writeDocument } from '#electron/exports/formats.ts';
import { hideFromClient } from './manifest.ts';
import type { RegisterEntry, RecordsToSend, Settle } from './sent.ts';
import type { Signer } from './signing.ts';
import { startThread } from '#electron/exports/export-thread.ts';
import type { Destination, Host } from '#electron/host/host.ts';
import type { WrittenExport } from '#electron/journal/exports.ts';
import { htmlTexts } from '#texts/export-document.ts';
import { countHtmlLines } from '#domain/export-formats.ts';
import type { ExportOptions } from '#domain/exports/options.ts';
import { formatCount } from '#domain/locale-forms.ts';

/** The fields of a manifest besides its file's name, sums and hash. */
export type ManifestHead = Omit<
  Manifest,
  'file' | 'columns' | 'heads' | 'lines' | 'sums' | 'sumsByCurrency' | 'units' | 'guarded' | 'sha256' | 'signedBy'
>;

export const MANIFEST_SUFFIX = '.manifest.json';
/** A signature has the name of the manifest or index that it signs, with this suffix. */
export const SIGNATURE_SUFFIX = '.sig';

export type DocumentParts = Omit<ExportDocument, 'facts'>;

/** @param options the format's own writer and no signer by default */
export async function writeExport(
  destination: Destination,
  parts: DocumentParts,
  head: ManifestHead,
  options: {
    readonly signer?: Signer | undefined;
    readonly writer?: FormatWriter | undefined;
    /** Called once all is on the disk, and before it takes its place. */
    readonly onStaged?: ((manifest: Manifest) => void) | undefined;
  } = {},
): Promise<Manifest> {
  const { signer, writer = writers[parts.options.format], onStaged } = options;
  const { path } = destination;
  const describeFile = () => ({ ...head, ...describeLines(parts) });
  const facts = () => hideFromClient(describeFile());
  const replace = destination.replaces !== false;
  if (!replace) for (const name of [path, ...listCompanions(path)]) await refuseExisting(name);
  let written: WriteResult = { guarded: 0 };
  const staged: StagedFile[] = [];
  const stage = async (...file: Parameters<typeof stageFile>) => {
    const stagedFile = await stageFile(...file);
    staged.push(stagedFile);
    return stagedFile;
  };
  try {
    const { sha256, bytes } = await stage(
      path,
      async (file) => {
        written = await writeDocument(writer, { ...parts, facts }, file, startThread);
      },
      { replace },
    );
    const { guarded, sidecar } = written;
    const name = basename(path);
    if (sidecar) {
      const description = sidecar.content({ name, sha256, bytes });
      await stage(path + sidecar.suffix, (file) => file.write(description), { replace });
    }
    const signedBy = signer && { signedBy: signer.fingerprint };
    const manifest: Manifest = { file: name, ...describeFile(), guarded, sha256, ...signedBy };
    const content = `${JSON.stringify(hideFromClient(manifest), null, 2)}\n`;
    if (signer) {
      const signature = signer.sign(Buffer.from(content));
      await stage(path + MANIFEST_SUFFIX + SIGNATURE_SUFFIX, (file) => file.write(signature), { replace });
    }
    await stage(path + MANIFEST_SUFFIX, (file) => file.write(content), { replace });
    if (parts.signal?.aborted) fail({ code: 'cancelled' });
    onStaged?.(manifest);
    await placeTogether(staged, replace);
    return manifest;
  } finally {
    for (const file of staged) await file.discard();
  }
}

/** Lists the files that may accompany a file and belong to it. */
const listCompanions = (path: string) =>
  [MANIFEST_SUFFIX, MANIFEST_SUFFIX + SIGNATURE_SUFFIX, ...sidecarSuffixes].map((suffix) => path + suffix);

/**
 * All bytes are already on the disk, so a full disk leaves the files as they were. After an interruption no file is beside the
 * manifest or signature of a different one: the old companions are removed first, led by the manifest, and the new manifest is placed last.
 */
async function placeTogether(staged: readonly StagedFile[], replace: boolean): Promise<void> {
  const [file] = staged;
  if (file && !replace) await refuseExisting(file.path);
  const stale = file && replace ? listCompanions(file.path) : [];
  for (const path of stale) await removeStale(path);
  for (const stagedFile of staged) await stagedFile.place();
}

/**
 * Hands the finished file to the user. This computer remembers what was written under which conditions, so that the file can be checked.
 */
export async function deliver(
  { host, keep }: Deliverer,
  destination: Destination,
  written: WrittenExport,
): Promise<void> {
  keep?.([written]);
  await host.deliver(destination.path);
}

export interface Deliverer {
  readonly host: Host;
  /** Absent when a file is rewritten for a comparison, which is not remembered. */
  readonly keep?: ((written: readonly WrittenExport[]) => void) | undefined;
  /** Registers a file that is about to be sent; absent if it is only printed, or rewritten for a comparison. */
  readonly register?: ((toSend: RecordsToSend, entry: RegisterEntry) => Settle) | undefined;
}

/** Describes lines and columns for a manifest, which is possible after the last line was read. */
export function describeLines({ columns, lineCount, sums }: Pick<DocumentParts, 'columns' | 'lineCount' | 'sums'>) {
  return { ...describeTable(columns, lineCount, sums()), units: listSumUnits(columns) };
}

export function describeTable(columns: readonly ExportColumn[], lines: number, sums: ColumnSums) {
  return { lines, columns: columns.map(({ name }) => name), heads: columns.map(({ head }) => head), ...toSums(sums) };
}

export function describeParts(tables: readonly DocumentPart[] = []): Pick<ManifestHead, 'parts'> {
  if (tables.length === 0) return {};
  const parts = tables.map(({ title, columns, lines, sums }) => ({
    title,
    ...describeTable(columns, lines.length, sums),
    notes: [],
  }));
  return { parts };
}

function toSums({ all, byCurrency }: ColumnSums): Pick<Manifest, 'sums' | 'sumsByCurrency'> {
  return {
    sums: { ...all },
    ...(byCurrency.length > 0 && {
      sumsByCurrency: byCurrency.map(({ currency, sums }) => ({ currency, totals: { ...sums } })),
    }),
  };
}

/**
 * Notes that a file lists only some of its lines, for its manifest and the person who exports; an HTML page has the note at its top as
 * well.
 */
export function listCut({ format, locale }: ExportOptions, lines: number, columns: number): ManifestHead['notes'] {
  const listed = countHtmlLines(lines, columns);
  if (format !== 'html' || listed === lines) return [];
  return [{ code: 'cut', records: null, text: htmlTexts.cut(formatCount(listed, locale), formatCount(lines, locale)) }];
}
