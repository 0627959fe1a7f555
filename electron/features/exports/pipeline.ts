/** Writes every file by the same steps: reads its content, names it, asks for its destination, writes it with its manifest, and delivers it. */
import { fail } from '#contract/errors.ts';
import type { Manifest } from '#contract/exports.ts';
import { fileTypes } from '#domain/export-formats.ts';
import type { ExportOptions } from '#domain/exports/options.ts';
import { toLetter } from '#domain/exports/letter.ts';
import { toSections } from '#domain/exports/sections.ts';
import type { FilterGroups } from '#domain/filter/model.ts';
import { type Directory, nameIds } from '#domain/people/directory.ts';
import type { ReportResult } from '#domain/reports/definition/report.ts';
import type { Settings } from '#domain/settings.ts';
import type { DocumentPart, FormatWriter } from '#electron/exports/document.ts';
import { isLossy, type Completeness } from '#electron/features/completeness.ts';
import type { ExtractMonth } from '#electron/snapshot/extract.ts';
import { findMisspeltWords } from '#electron/features/records.ts';
import type { Workspace } from '#electron/workspace/workspace.ts';
import { chooseMonthsFolder, writeByMonth } from './by-month.ts';
import { hashLetterhead, nameSource, formatPeriod, formatSeal, toOrigin, type Origin } from './manifest.ts';
import { readRecordsToSend, settleFailed, withoutRecords, type Settle } from './sent.ts';
import { requireSigner } from './signing.ts';
import { deliver, writeExport, type Deliverer, type DocumentParts, type ManifestHead } from './write.ts';

export interface ExportContext extends Deliverer {
  readonly version: string;
  readonly onWritten: (written: number, total: number) => void;
  /** Names the file without its extension; if absent, the content suggests a name. */
  readonly nameFile?: (facts: NameFacts) => string;
  /** Replaces the format's own writer. */
  readonly writer?: FormatWriter;
}

export interface NameFacts {
  /** The span is `2026-10` for a whole month, the days of any other period, and `all` without a period. */
  readonly span: string;
  readonly complete: boolean;
  readonly audience: ExportOptions['audience'];
  readonly title: string | undefined;
}

export interface ExportRun {
  readonly context: ExportContext;
  readonly workspace: Workspace;
  readonly options: ExportOptions;
  readonly signal: AbortSignal | undefined;
}

/** The facts about a file that are known before it has a place. */
export interface PreparedFile {
  /** The suggested name begins with this, followed by the days of the period. */
  readonly baseName: string;
  readonly period: ReportResult['period'];
  readonly complete: boolean;
  readonly filterGroups: FilterGroups;
  readonly query: string;
  /** False if it lists only some records, which a check or comparison chose: it is registered without them. */
  readonly hasRecords?: false;
  /** The receiver may not see these columns, measures or order. */
  readonly withheld?: string[];
  /** Reads the content, and calls `write` while the store stays unchanged. */
  readonly compose: (write: (content: FileContent) => Promise<Manifest>) => Promise<Manifest>;
}

export interface FileContent {
  readonly lines: ContentLines;
  /** Gives the same lines by month, if each month gets a separate file. */
  readonly byMonth?: ContentByMonth | undefined;
  readonly shownProperties: readonly string[];
  readonly seal: Completeness;
  /** The facts that only this kind of manifest states. */
  readonly facts: Omit<ManifestHead, keyof Origin> & Partial<Pick<ManifestHead, 'calendar'>>;
  /** These sentences are printed below the lines. */
  readonly notes: readonly string[];
  /** The file is about this client alone. */
  readonly client?: string | undefined;
}

export type ContentLines = Omit<DocumentParts, 'head' | 'options' | 'signal'>;

/** Gives the lines of a table that is completely in memory. */
export function toContentLines(
  table: Pick<DocumentPart, 'columns' | 'currencyIndex' | 'lines' | 'sums'>,
): ContentLines {
  const { columns, currencyIndex, lines, sums } = table;
  return { columns, currencyIndex, lines: yieldOnce(lines), lineCount: lines.length, outline: null, sums: () => sums };
}

async function* yieldOnce<T>(piece: T): AsyncGenerator<T> {
  yield piece;
}

interface ContentByMonth {
  readonly months: readonly ExtractMonth[];
  /** @param before records of the months that are written */
  readonly describe: (month: ExtractMonth, before: number) => Promise<ContentLines>;
}

/**
 * Writes a file of any kind by the same steps.
 * @param prepare reads what the file holds, and fails if there is nothing to write
 * @returns null when no destination was chosen
 * @throws AppFailure `cancelled`, `signing-key-missing`, what `prepare` throws, and those of files and the store
 */
export async function exportFile(
  { context, workspace, options, signal }: ExportRun,
  prepare: (known: { readonly settings: Settings; readonly directory: Directory }) => Promise<PreparedFile>,
): Promise<Manifest | null> {
  const { host, version, writer } = context;
  const signer = options.sign ? await requireSigner(host.secrets) : undefined;
  const settings = workspace.settings();
  const directory = workspace.journal.names();
  const prepared = await prepare({ settings, directory });
  const { period, filterGroups, query, hasRecords = true, withheld = [] } = prepared;
  const { register } = context;
  const selection = { filterGroups, query, zone: settings.zone, ...(period && { period }) };
  // The records are read from the state in which the file was prepared, because the person may take minutes to choose a place.
  const toSend =
    register && (hasRecords ? await readRecordsToSend(workspace, selection, signal) : withoutRecords(selection));
  failIfCancelled(signal);
  const name = nameFile(context, options, prepared);
  const destination =
    options.partition === undefined
      ? await host.chooseDestination(`${name}.${fileTypes[options.format].extension}`)
      : await chooseMonthsFolder(host, name);
  if (!destination) return null;
  failIfCancelled(signal);
  const source = await nameSource(workspace);
  const misspelt = await findMisspeltWords(workspace, filterGroups, signal);
  let leaving: { readonly settle: Settle; readonly path: string | null; readonly sha256: string } | undefined;
  const write = async ({ lines, byMonth, shownProperties, seal, facts: contentFacts, notes, client }: FileContent) => {
    const originInput = {
      options,
      settings,
      directory,
      filterGroups,
      query,
      misspelt,
      shownProperties,
      period,
      seal,
      source,
      version,
    };
    const origin = toOrigin({ ...originInput, isLossy: isLossy(workspace) });
    const { report } = contentFacts;
    const { locale } = options;
    const texts = { seal: formatSeal(seal), period: formatPeriod(period, locale) };
    const letter = isStatement(options, client)
      ? toLetter({
          settings,
          client,
          title: options.title,
          period: { text: texts.period, span: period ? formatSpanName(period) : 'all' },
          asOf: seal.asOf,
          locale,
        })
      : undefined;
    const { senderName } = settings;
    const workspaceTitle = contentFacts.of === 'overview' ? (await workspace.state()).title : undefined;
    const firm = options.audience === 'client' ? undefined : (senderName ?? workspaceTitle);
    const facts: ManifestHead = {
      ...origin,
      ...contentFacts,
      ...(report && origin.internalFilter && { report: { ...report, filterGroups: [], query: '' } }),
      ...(options.format === 'pdf' && hashLetterhead(settings, { letter, firm })),
    };
    const head = {
      title: facts.title,
      ...texts,
      complete: seal.complete,
      notes,
      ...(client !== undefined && { client }),
      ...(letter && { letter }),
      ...(firm !== undefined && { firm }),
      sections: toSections(
        { ...facts, lines: lines.lineCount },
        { ...texts, nameOf: nameIds(directory), client, locale },
      ),
    };
    const toDocument = (content: ContentLines) => ({ ...content, options, signal, head });
    const whole = toDocument(lines);
    const onStaged = (manifest: Manifest) => {
      const { bills = false, again } = options;
      const isBrowserDownload = host.kind === 'browser';
      const path = isBrowserDownload ? null : destination.path;
      const settle = toSend && register?.(toSend, { manifest, path, isBrowserDownload, client, bills, again });
      leaving = settle && { settle, path, sha256: manifest.sha256 };
    };
    if (!byMonth) return writeExport(destination, whole, facts, { signer, writer, onStaged });
    const describe = async (month: ExtractMonth, before: number) => toDocument(await byMonth.describe(month, before));
    return writeByMonth(destination, { whole, months: byMonth.months, describe, signer, onStaged }, facts);
  };
  const manifest = await prepared.compose(write).catch(async (error: unknown) => {
    if (leaving) await settleFailed(leaving.settle, leaving);
    throw error;
  });
  leaving?.settle(true);
  await deliver(context, destination, { manifest, conditions: { filter: filterGroups, query } });
  return { ...manifest, ...(withheld.length > 0 && { withheld }) };
}

/** Checks whether the pages begin with the sender's and the client's address. */
export function isStatement(
  { format, audience }: Pick<ExportOptions, 'format' | 'audience'>,
  client: string | undefined,
): client is string {
  return format === 'pdf' && audience === 'client' && client !== undefined;
}

export function failIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) fail({ code: 'cancelled' });
}

/** A file over incomplete records is named `partial`. Its name has the dates, because `last-month` may mean a different month tomorrow. */
export function nameFile(
  context: Pick<ExportContext, 'nameFile'>,
  { audience, title }: ExportOptions,
  { baseName, period, complete }: Pick<PreparedFile, 'baseName' | 'period' | 'complete'>,
): string {
  const span = period ? [formatSpanName(period)] : [];
  const suggested = [baseName, ...span, ...(complete ? [] : ['partial'])].join('-');
  return context.nameFile?.({ span: span[0] ?? 'all', complete, audience, title }) ?? suggested;
}

/** Names a whole month `2026-10`, and any other span by its days. */
export function formatSpanName({ from, to }: { readonly from: string; readonly to: string }): string {
  const [year = 0, month = 0] = from.split('-').map(Number);
  const last = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
  return from.endsWith('-01') && to === last ? from.slice(0, 7) : from === to ? from : `${from}_${to}`;
}
