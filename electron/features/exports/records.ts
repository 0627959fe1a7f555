/** Writes the chosen records to a file with its manifest, all of one state of the store. Spends no request. */
import {
  exportFile,
  failIfCancelled,
  isStatement,
  type ContentLines,
  type ExportContext,
  type FileContent,
} from './pipeline.ts';
import { findCurrencyOfObject, hasAnyCurrency, type Directory } from '#domain/people/directory.ts';
import type { UnheldValue } from '#contract/filters.ts';
import { setImmediate } from 'node:timers/promises';
import type { RecordRow } from '#contract/api.ts';
import { fail } from '#contract/errors.ts';
import type { Manifest } from '#contract/exports.ts';
import { exportDocumentTexts as texts } from '#texts/export-document.ts';
import { exportPdfTexts } from '#texts/export-pdf.ts';
import { canSeeMeasure, canSeeProperty } from '#domain/exports/audience.ts';
import type { ExportColumn, Line } from '#domain/exports/model.ts';
import type { ExportOptions } from '#domain/exports/options.ts';
import {
  hasNamesInsteadOfIds,
  internalIds,
  listLeftOut,
  toRecordColumns,
  type ExportedRecord,
} from '#domain/exports/record-columns.ts';
import { toFileWords } from '#domain/exports/pack-names.ts';
import { toStatementTable } from '#domain/exports/statement.ts';
import { createColumnSums } from '#domain/exports/sums.ts';
import { CLIENT_PROPERTY, requireReadable } from '#domain/local-properties.ts';
import { isSummable, propertyNames } from '#domain/properties.ts';
import { byStart, listSorts, toSort, type Sort } from '#domain/records/sort-order.ts';
import type { CheckedReport } from '#domain/reports/definition/check.ts';
import { chooseAmounts, findCountedAmount, listNotedMeasures, listTotalled } from '#domain/records/counted.ts';
import { findMeasure } from '#domain/reports/definition/measures.ts';
import { chooseCurrency } from '#domain/reports/print/printed-currencies.ts';
import { listTotalNotes } from '#domain/reports/notes/foot-notes.ts';
import type { ReportNote } from '#domain/reports/definition/report.ts';
import type { Settings } from '#domain/settings.ts';
import { listCut } from './write.ts';
import { writers } from '#electron/exports/formats.ts';
import { MANY_LINES } from '#electron/exports/export-thread.ts';
import type { ExtractLines } from '#electron/snapshot/extract.ts';
import type { Selection } from '#electron/snapshot/snapshot.ts';
import { readStatus } from '#electron/sync/status.ts';
import type { Workspace } from '#electron/workspace/workspace.ts';
import { readCoverage, isLossy, judgeCompleteness } from '#electron/features/completeness.ts';
import { failEmpty, describeUnheld, describeCurrencies, noteMisspelt } from './manifest.ts';
import { findSubject, titleRecords } from './titles.ts';
import { findMisspeltWords, findUnheldValues } from '#electron/features/records.ts';

export interface RecordColumns {
  /** Full names of properties. */
  readonly columns: readonly string[];
  /** Whether the file has pages with columns chosen by the program: the notes then list the omitted ones. */
  readonly isPaper?: boolean;
  readonly sort?: Sort | undefined;
}

export interface RecordsExport extends RecordColumns {
  readonly selection: Selection;
  readonly options: ExportOptions;
  readonly allowEmpty: boolean;
  readonly title?: string | undefined;
}

/** @returns null when no destination was chosen. @throws AppFailure `nothing-matched`, `cancelled`, and those of files and the store. */
export async function exportRecords(
  context: ExportContext,
  workspace: Workspace,
  request: RecordsExport,
  signal: AbortSignal,
): Promise<Manifest | null> {
  const { selection, options, allowEmpty } = request;
  const { filterGroups, query, period = null } = selection;
  const { client } = findSubject(selection, workspace.journal.names());
  const columns = chooseVisible(isStatement(options, client) ? toStatement(request) : request, workspace.settings());
  return exportFile({ context, workspace, options, signal }, async ({ settings, directory }) => {
    // This is checked before the person chooses a place, and once more while the lines are read.
    const unheld = await findUnheldValues(workspace, filterGroups, signal);
    const misspelt = noteMisspelt(await findMisspeltWords(workspace, filterGroups, signal), options);
    if (!allowEmpty && (await workspace.snapshot.countSelected(selection)) === 0) failEmpty(unheld);
    const { complete } = await readStatus(workspace.snapshot);
    const reading = {
      request,
      columns,
      settings,
      directory,
      unheld,
      misspelt,
      workspace,
      signal,
      onWritten: context.onWritten,
    };
    return {
      baseName: [
        isStatement(options, client) ? texts.statementFile : texts.recordsFile,
        ...(client === undefined ? [] : [toFileWords(client, texts.recordsFile)]),
        ...(period ? [] : ['all']),
      ].join('-'),
      period,
      complete: complete && !isLossy(workspace),
      filterGroups,
      query,
      withheld: columns.withheld,
      compose: (write) => composeRecords(reading, write),
    };
  });
}

interface RecordsReading {
  readonly request: RecordsExport;
  readonly columns: ReturnType<typeof chooseVisible>;
  readonly settings: Settings;
  readonly directory: Directory;
  readonly unheld: readonly UnheldValue[];
  readonly misspelt: Manifest['notes'];
  readonly workspace: Workspace;
  readonly signal: AbortSignal;
  readonly onWritten: ExportContext['onWritten'];
}

/** Reads figures, notes and lines of one state of the store, and writes them while it is held. */
function composeRecords(
  { request, columns, settings, directory, unheld, misspelt, workspace, signal, onWritten }: RecordsReading,
  write: (content: FileContent) => Promise<Manifest>,
): Promise<Manifest> {
  const { selection, options, allowEmpty } = request;
  const { visible, shownAsIs, order } = columns;
  const isPaper = request.isPaper === true;
  const subject = findSubject(selection, directory);
  const currencyIn = hasAnyCurrency(directory, settings.currency)
    ? ({ values }: ExportedRecord) => {
        const [type, id] = [values[propertyNames.objectType] ?? undefined, values[propertyNames.objectId] ?? undefined];
        return findCurrencyOfObject(directory, type, id, settings.currency) ?? null;
      }
    : undefined;
  const toColumns = (hasUnreadable: boolean, currency: string | null) => {
    const choice = { chosen: visible, options, settings, directory, currencyIn, currency, hasUnreadable, isPaper };
    const recordColumns = toRecordColumns(choice);
    return isStatement(options, subject.client) ? toStatementTable(recordColumns) : recordColumns;
  };
  const { read } = toColumns(true, null);
  const { totalled, report } = createTotalsReport(selection, visible, settings.amounts, { ...options, isPaper });
  const totals = (values: Readonly<Record<string, string | null>>) =>
    Object.fromEntries(totalled.map((id) => [id, values[id] ?? null]));
  const input = { selection, columns: read, sort: order, report, namesAndSettings: { settings, directory }, signal };
  return workspace.snapshot.extract(input, async (extract) => {
    const { figures, notes, state, unreadable } = extract;
    if (figures.records === 0 && !allowEmpty) failEmpty(unheld);
    const currency = chooseCurrency({ notes: [], currencies: figures.currencies }, settings.currency);
    const table = toColumns(unreadable > 0, currency);
    const missing = selection.period ? readCoverage(state).missing(selection.period, toCalendar(selection)) : [];
    const visibleNotes = notes.filter((note) => canReceiveNote(note, options));
    const added = { measures: totalled, groupBy: [] };
    const printing = { ...settings, locale: options.locale };
    const totalNotes = listTotalNotes(added, { ...figures, missing, notes: visibleNotes }, printing).map(
      ({ money, ...note }) => ({
        ...note,
        ...(money && { money: [...money] }),
      }),
    );
    const isExact = options.format === 'csv' && options.preset === 'excel' && table.columns.some(isRounded);
    const manifestNotes = [
      ...(options.billableOnly ? [{ code: 'billable-only', records: null, text: texts.billableOnly }] : []),
      ...(isExact ? [{ code: 'every-digit', records: null, text: texts.everyDigit }] : []),
      ...listCut(options, figures.records, table.columns.length),
      ...misspelt,
      ...totalNotes,
    ];
    /** @param before lines that are written already */
    const describe = async (extractLines: ExtractLines, lineCount: number, before: number): Promise<ContentLines> => {
      // The store has names and ids, but does not know which of them replaces the other.
      const canBeBulk = !hasNamesInsteadOfIds(options) && isMadeInBulk(options.format, lineCount);
      const bulk = canBeBulk ? await extractLines.bulk(table) : undefined;
      const sums = createColumnSums(table.columns, table.currencyIndex);
      const lines = toLines(extractLines.rows, table.toLine, {
        signal,
        onChunk: (chunk, total) => {
          sums.add(chunk);
          onWritten(before + total, figures.records);
        },
      });
      return {
        columns: table.columns,
        currencyIndex: table.currencyIndex,
        lines,
        bulk,
        onWritten: (share) => {
          failIfCancelled(signal);
          onWritten(before + Math.floor(lineCount * share), figures.records);
        },
        lineCount,
        outline: null,
        sums: () => bulk?.sums ?? sums.result(),
      };
    };
    const lines = await describe(extract, figures.records, 0);
    return write({
      lines,
      byMonth:
        options.partition === undefined
          ? undefined
          : {
              months: await extract.months(),
              describe: (month, before) => describe(month, month.records, before),
            },
      // The client is shown beside its object.
      shownProperties:
        options.names && visible.includes(propertyNames.objectId) ? [...shownAsIs, CLIENT_PROPERTY] : shownAsIs,
      seal: judgeCompleteness(state, workspace),
      facts: {
        of: 'records',
        title: options.title ?? request.title ?? titleRecords(subject),
        ...(isPaper ? { paper: true as const } : { chosen: visible }),
        ...(order && { sort: order }),
        records: figures.records,
        totals: totals(figures.totals),
        currency,
        ...describeCurrencies(figures, totals),
        notes: manifestNotes,
        missing: missing.map((month) => month.slice(0, 7)),
        ...describeUnheld(unheld, options),
        unreadable,
      },
      notes: [...manifestNotes.map(({ text }) => text), ...listLeftOutNotes(request, read)],
      client: subject.client,
    });
  });
}

/** Orders a client's lines by the day, and adds the columns that they are grouped by. */
function toStatement(request: RecordsExport): RecordsExport {
  const { columns, options } = request;
  const groupColumns = [
    ...(options.groupedBy === 'service' ? [propertyNames.service] : []),
    ...(options.groupedBy === 'object' ? [propertyNames.objectType, propertyNames.objectId] : []),
    ...(options.rates && request.isPaper ? [propertyNames.billableRate] : []),
  ];
  const added = groupColumns.filter((name) => !columns.includes(name));
  return { ...request, columns: [...columns, ...added], sort: byStart };
}

/** Some writers, and the thread that writes many lines, take complete files of lines from the store. */
function isMadeInBulk(format: ExportOptions['format'], lineCount: number): boolean {
  const writer = writers[format];
  return writer.copy !== undefined || (writer.isThreaded === true && lineCount >= MANY_LINES);
}

/**
 * Chooses what the receiver may see, the order included, because an order reveals its property. @throws AppFailure `usage` when no column
 * is left.
 */
function chooseVisible({ columns, sort, options, isPaper = false }: RecordsExport, { amounts }: Settings) {
  const areIdsHidden = options.audience === 'client' && hasNamesInsteadOfIds(options);
  const canSee = (name: string) =>
    canSeeProperty(name, options) && !(areIdsHidden && !isPaper && internalIds.has(name));
  const visible = columns.filter(canSee);
  if (visible.length === 0) fail({ code: 'usage', detail: texts.refusals.noColumn });
  // If a different amount counts, a client's file has it under the property's name, and the recorded amount is hidden.
  const counted = chooseAmounts(amounts);
  const isAsIs = (name: string) => options.audience === 'internal' || findCountedAmount(name, counted) === undefined;
  const isVisible = (name: string) => canSeeProperty(name, options) && isAsIs(name);
  const request = listSorts(sort);
  const order = toSort(request.filter(({ propertyName }) => isVisible(propertyName)));
  const names = request.map(({ propertyName }) => propertyName);
  const sortedBy = names.filter((name) => !isVisible(name) && !columns.includes(name));
  // Names replace these ids, so a client's conditions must not show the ids either.
  const isNamed = (name: string) => name === propertyNames.owner || name === propertyNames.objectId;
  const shownAsIs = visible.filter((name) => isAsIs(name) && !(areIdsHidden && isNamed(name)));
  return {
    visible,
    shownAsIs,
    order,
    withheld: [...columns.filter((column) => !visible.includes(column)), ...sortedBy],
  };
}

interface LineOptions {
  readonly signal: AbortSignal;
  /** @param total the number of lines so far */
  readonly onChunk: (lines: readonly Line[], total: number) => void;
}

/** This many lines are made and written at once, which takes a few milliseconds. */
const CHUNK_SIZE = 256;

async function* toLines(
  rows: AsyncIterable<readonly RecordRow[]>,
  toLine: (record: ExportedRecord) => Line,
  { signal, onChunk }: LineOptions,
): AsyncGenerator<readonly Line[]> {
  let total = 0;
  for await (const chunk of rows) {
    for (let start = 0; start < chunk.length; start += CHUNK_SIZE) {
      failIfCancelled(signal);
      const lines = chunk.slice(start, start + CHUNK_SIZE).map(toLine);
      yield lines;
      total += lines.length;
      onChunk(lines, total);
      // Other work runs in between, because the window's own process writes these lines.
      await setImmediate();
    }
  }
}

/** Notes the properties that a page omits if the program chose its columns, but not for a client, from whom they are hidden. */
function listLeftOutNotes({ isPaper, options }: RecordsExport, read: readonly string[]): string[] {
  if (isPaper !== true || options.audience === 'client') return [];
  return [exportPdfTexts.leftOut(listLeftOut(read))];
}

/** Checks whether the screen rounds the column; a CSV of records has every digit, so that it adds up. */
const isRounded = ({ kind, digits, adds }: ExportColumn) => (digits !== null || kind === 'clock') && adds;

/** The receiver gets no note about figures that are hidden from them. */
function canReceiveNote({ kind }: ReportNote, options: ExportOptions): boolean {
  if (kind !== 'no-cost' && kind !== 'no-value' && kind !== 'cost-alone') return true;
  return canSeeMeasure({ id: 'margin' }, options);
}

const toCalendar = ({ period }: Selection) =>
  period?.calendar === 'clock' ? ('clock' as const) : ('recorded' as const);

/** Creates the report that sums every summable column over the same records; its notes need further measures. */
function createTotalsReport(
  { filterGroups, query }: Selection,
  columns: readonly string[],
  amounts: Settings['amounts'],
  receiver: ExportOptions & { readonly isPaper: boolean },
): { readonly totalled: string[]; readonly report: CheckedReport } {
  const summed = columns.filter((name) => isSummable(requireReadable(name)));
  const listed = listTotalled(
    summed,
    chooseAmounts(amounts),
    receiver.isPaper || receiver.audience === 'client',
  ).flatMap((name) => findMeasure(name) ?? []);
  const totalNotes = listNotedMeasures(columns)
    .flatMap((name) => findMeasure(name) ?? [])
    .filter((measure) => canSeeMeasure(measure, receiver) && listed.every(({ id }) => id !== measure.id));
  return {
    totalled: listed.map(({ id }) => id),
    report: { measures: [...listed, ...totalNotes], groupBy: [], filterGroups, query },
  };
}
