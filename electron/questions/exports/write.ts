/** Puts a file in its place with its manifest: both, or neither beside another's. */
import { basename } from 'node:path';
import { fail } from '../../../src/contract/errors.ts';
import type { Manifest } from '../../../src/contract/exports.ts';
import type { ColumnSums } from '../../../src/domain/exports/model.ts';
import { listSumUnits } from '../../../src/domain/exports/value-types.ts';
import { refuseExisting, removeStale, stageFile, type StagedFile } from '../../exports/atomic-file.ts';
import { besideSuffixes, type ExportDocument, type FormatWriter, type Written } from '../../exports/document.ts';
import { writers } from '../../exports/formats.ts';
import { writeDocument } from '../../exports/write-document.ts';
import { tellReceiver } from './manifest.ts';
import type { Signer } from './signing-key.ts';
import { startThread } from './thread/start.ts';
import { exportWords } from './words.ts';
import type { Destination, Host } from '../../host/host.ts';
import type { WrittenExport } from '../../journal/tables/written-exports.ts';

/** What a manifest says besides its file's name, sums and hash. */
export type ManifestHead = Omit<
  Manifest,
  'file' | 'columns' | 'heads' | 'lines' | 'sums' | 'sumsByCurrency' | 'units' | 'guarded' | 'sha256' | 'signedBy'
>;

export const MANIFEST_SUFFIX = '.manifest.json';
/** Behind the name of the manifest, or of a pack's index, that it signs. */
export const SIGNATURE_SUFFIX = '.sig';

export interface WrittenBy {
  /** Signs the manifest. */
  readonly signer?: Signer | undefined;
  /** Default: the format's own. */
  readonly writer?: FormatWriter | undefined;
}

export type DocumentParts = Omit<ExportDocument, 'facts' | 'words'>;

export async function writeExport(
  destination: Destination,
  parts: DocumentParts,
  head: ManifestHead,
  { signer, writer = writers[parts.options.format] }: WrittenBy = {},
): Promise<Manifest> {
  const { path } = destination;
  const described = () => ({ ...head, ...describeLines(parts) });
  const facts = () => tellReceiver(described());
  const replace = destination.replaces !== false;
  if (!replace) for (const name of [path, ...listCompanions(path)]) await refuseExisting(name);
  let written: Written = { guarded: 0 };
  const staged: StagedFile[] = [];
  const stage = async (...file: Parameters<typeof stageFile>) => {
    const whole = await stageFile(...file);
    staged.push(whole);
    return whole;
  };
  try {
    const { sha256, bytes } = await stage(
      path,
      async (file) => {
        written = await writeDocument(writer, { ...parts, words: exportWords, facts }, file, startThread);
      },
      { replace },
    );
    const { guarded, beside } = written;
    const name = basename(path);
    if (beside) {
      const description = beside.content({ name, sha256, bytes });
      await stage(path + beside.suffix, (file) => file.write(description), { replace });
    }
    const signedBy = signer && { signedBy: signer.fingerprint };
    const manifest: Manifest = { file: name, ...described(), guarded, sha256, ...signedBy };
    const content = `${JSON.stringify(tellReceiver(manifest), null, 2)}\n`;
    if (signer) {
      const signature = signer.sign(Buffer.from(content));
      await stage(path + MANIFEST_SUFFIX + SIGNATURE_SUFFIX, (file) => file.write(signature), { replace });
    }
    await stage(path + MANIFEST_SUFFIX, (file) => file.write(content), { replace });
    if (parts.signal?.aborted) fail({ code: 'cancelled' });
    await placeTogether(staged, replace);
    return manifest;
  } finally {
    for (const each of staged) await each.discard();
  }
}

/** What may stand beside a file and belong to it. */
const listCompanions = (path: string) =>
  [MANIFEST_SUFFIX, MANIFEST_SUFFIX + SIGNATURE_SUFFIX, ...besideSuffixes].map((suffix) => path + suffix);

/**
 * All bytes are on the disk: a full disk leaves the files as they were. Whatever ends this between two names, no file is beside another's
 * manifest or signature: what belonged to the file before goes first, its manifest in front; the new manifest comes last.
 */
async function placeTogether(staged: readonly StagedFile[], replace: boolean): Promise<void> {
  const [file] = staged;
  if (file && !replace) await refuseExisting(file.path);
  const stale = file && replace ? listCompanions(file.path) : [];
  for (const path of stale) await removeStale(path);
  for (const each of staged) await each.place();
}

/** Hands the finished file to the user. What was written under which conditions stays on this computer, to check the file by. */
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
  /** Absent: what is written again to be compared is not kept. */
  readonly keep?: ((written: readonly WrittenExport[]) => void) | undefined;
}

/** What a manifest says of the lines and columns. Known after the last line was read. */
export function describeLines({ columns, lineCount, sums }: DocumentParts) {
  return {
    lines: lineCount,
    columns: columns.map(({ name }) => name),
    heads: columns.map((column) => column.head),
    ...toSums(sums()),
    units: listSumUnits(columns),
  };
}

export function toSums({ all, byCurrency }: ColumnSums): Pick<Manifest, 'sums' | 'sumsByCurrency'> {
  return {
    sums: { ...all },
    ...(byCurrency.length > 0 && {
      sumsByCurrency: byCurrency.map(({ currency, sums }) => ({ currency, totals: { ...sums } })),
    }),
  };
}
