/** Writes the chosen records to a file with its manifest, all of one state of the store. Spends no request. */
import { setImmediate } from 'node:timers/promises';
import type { RecordRow } from '../../../src/contract/api.ts';
import { fail } from '../../../src/contract/errors.ts';
import type { Manifest } from '../../../src/contract/exports.ts';
import { exportDocumentTexts as texts } from '#texts/export-document.ts';
import { exportPdfTexts } from '#texts/export-pdf.ts';
import { fileTypes } from '../../../src/domain/export-formats.ts';
import { findCountedAmount, listNotedMeasures, listTotalled } from '../../../src/domain/records/counted-amounts.ts';
import { maySeeMeasure, maySeeProperty } from '../../../src/domain/exports/audience.ts';
import type { Line } from '../../../src/domain/exports/model.ts';
import type { ExportOptions } from '../../../src/domain/exports/options.ts';
import { listLeftOut } from '../../../src/domain/exports/paper/paper-columns.ts';
import { toRecordColumns, type ExportedRecord } from '../../../src/domain/exports/record-columns.ts';
import { toSections } from '../../../src/domain/exports/sections.ts';
import { startSums } from '../../../src/domain/exports/sums.ts';
import { CLIENT_PROPERTY, requireReadable } from '../../../src/domain/local-properties.ts';
import { currencyOfObject, knowsCurrency } from '../../../src/domain/people/directory.ts';
import { isSummable } from '../../../src/domain/properties.ts';
import { propertyNames } from '../../../src/domain/property-names.ts';
import { listSorts, toSort, type Sort } from '../../../src/domain/records/sort-order.ts';
import type { CheckedReport } from '../../../src/domain/reports/definition/check.ts';
import { amountsThatCount } from '../../../src/domain/reports/definition/counted.ts';
import { findMeasure } from '../../../src/domain/reports/definition/measures.ts';
import { chooseCurrency } from '../../../src/domain/reports/print/currency.ts';
import { totalNotes } from '../../../src/domain/reports/notes/foot-notes.ts';
import type { ReportNote } from '../../../src/domain/reports/definition/report.ts';
import type { Settings } from '../../../src/domain/settings.ts';
import { nameIds } from '../../../src/domain/people/id-names.ts';
import type { FormatWriter } from '../../exports/document.ts';
import { writers } from '../../exports/formats.ts';
import { MANY_LINES } from '../../exports/thread/host.ts';
import type { ExtractLines, ExtractMonth } from '../../snapshot/extract.ts';
import type { Selection } from '../../snapshot/snapshot.ts';
import { readStatus } from '../../sync/status.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { readCoverage } from '../coverage.ts';
import { isLossy, judgeCompleteness } from '../completeness.ts';
import { failEmpty, nameSource, nameUnheld, periodText, sealText, toOrigin } from './manifest.ts';
import { chooseMonthsFolder, writeByMonth } from './packs/by-month.ts';
import { requireSigner } from './signing-key.ts';
import { findSubject, titleRecords } from './subject.ts';
import { findUnheldValues } from '../unheld-values.ts';
import { deliver, writeExport, type Deliverer, type DocumentParts } from './write.ts';

export interface ExportParts extends Deliverer {
  readonly version: string;
  /** Told after each piece. */
  readonly onWritten: (written: number, total: number) => void;
  /** Names the file, without its ending; absent: it is suggested by what is in it. */
  readonly nameFile?: (facts: NameFacts) => string;
  /** Instead of the format's own. */
  readonly writer?: FormatWriter;
}

/** What a file's name is made of. */
export interface NameFacts {
  /** `2026-10`, or its days; `all` without a period. */
  readonly span: string;
  readonly complete: boolean;
  readonly audience: ExportOptions['audience'];
  readonly title: string | undefined;
}

export interface RecordsExport {
  readonly selection: Selection;
  /** Full names. */
  readonly columns: readonly string[];
  /** None were chosen, and the file has pages: what they leave out is said. */
  readonly isPaper?: boolean;
  readonly sort?: Sort | undefined;
  readonly options: ExportOptions;
  readonly allowEmpty: boolean;
  /** Its title where that is decided already. */
  readonly title?: string | undefined;
}

/** @returns null when no destination was chosen. @throws AppFailure `nothing-matched`, `cancelled`, and those of files and the store. */
export async function exportRecords(
  parts: ExportParts,
  workspace: Workspace,
  asked: RecordsExport,
  signal: AbortSignal,
): Promise<Manifest | null> {
  const { selection, options } = asked;
  const settings = workspace.settings();
  const { visible, shownAsIs, order, withheld } = chooseVisible(asked, settings);
  const signer = options.sign ? await requireSigner(parts.host.secrets) : undefined;
  const subject = findSubject(selection, workspace.journal.names());
  const lossy = isLossy(workspace);
  // Told before a person chooses a place; what is written meanwhile is judged again below.
  const unheld = await findUnheldValues(workspace, selection.filterGroups, signal);
  if (!asked.allowEmpty && (await workspace.snapshot.countSelected(selection)) === 0) failEmpty(unheld);
  const { complete } = await readStatus(workspace.snapshot);
  const { audience, title } = options;
  const span = selection.period ? spanName(selection.period) : 'all';
  const naming = { span, complete: complete && !lossy, audience, title };
  const name = parts.nameFile?.(naming) ?? suggestedName(naming);
  const destination =
    options.partition === undefined
      ? await parts.host.chooseDestination(`${name}.${fileTypes[options.format].extension}`)
      : await chooseMonthsFolder(parts.host, name);
  if (!destination) return null;
  const directory = workspace.journal.names();
  const source = await nameSource(workspace);
  // The client stands beside its object.
  const shown = options.names && visible.includes(propertyNames.objectId) ? [...shownAsIs, CLIENT_PROPERTY] : shownAsIs;
  const currencyIn = knowsCurrency(directory, settings.currency)
    ? ({ values }: ExportedRecord) => {
        const [type, id] = [values[propertyNames.objectType] ?? undefined, values[propertyNames.objectId] ?? undefined];
        return currencyOfObject(directory, type, id, settings.currency) ?? null;
      }
    : undefined;
  const toColumns = (hasUnreadable: boolean, currency: string | null) =>
    toRecordColumns({
      chosen: visible,
      options,
      settings,
      directory,
      currencyIn,
      currency,
      hasUnreadable,
      isPaper: asked.isPaper === true,
    });
  const { read } = toColumns(true, null);
  const { totalled, report } = totalsReport(selection, visible, settings.amounts, {
    ...options,
    isPaper: asked.isPaper === true,
  });
  const totals = (values: Readonly<Record<string, string | null>>) =>
    Object.fromEntries(totalled.map((id) => [id, values[id] ?? null]));
  const question = { selection, columns: read, sort: order, report, beside: { settings, directory }, signal };
  const manifest = await workspace.snapshot.extract(question, async (extract) => {
    const { figures, notes, state, unreadable } = extract;
    if (figures.records === 0 && !asked.allowEmpty) failEmpty(unheld);
    const seal = judgeCompleteness(state, workspace);
    const currency = chooseCurrency({ notes: [], currencies: figures.currencies }, settings.currency);
    const table = toColumns(unreadable > 0, currency);
    const coverage = readCoverage(state);
    const origin = toOrigin({
      options,
      settings,
      directory,
      ...selection,
      shown,
      period: selection.period ?? null,
      seal,
      isLossy: lossy,
      source,
      version: parts.version,
    });
    const missing = selection.period ? coverage.missing(selection.period, toCalendar(selection)) : [];
    const told = notes.filter((note) => isToldTo(note, options));
    const added = { measures: totalled, groupBy: [] };
    const noted = totalNotes(added, { ...figures, missing, notes: told }, settings).map(({ money, ...note }) => ({
      ...note,
      ...(money && { money: [...money] }),
    }));
    const said = options.billableOnly
      ? [{ code: 'billable-only', records: null, text: texts.billableOnly }, ...noted]
      : noted;
    const facts = {
      ...origin,
      of: 'records' as const,
      title: options.title ?? asked.title ?? titleRecords(subject),
      ...(asked.isPaper ? { paper: true as const } : { chosen: visible }),
      ...(order && { sort: order }),
      records: figures.records,
      totals: totals(figures.totals),
      currency,
      ...(figures.currencies && figures.currencies.length > 1 && { currencies: figures.currencies }),
      ...(figures.total.amounts && {
        totalsByCurrency: figures.total.amounts.map((each) => ({
          currency: each.currency,
          totals: totals(each.values),
        })),
      }),
      notes: said,
      missing: missing.map((month) => month.slice(0, 7)),
      ...nameUnheld(unheld, options),
      unreadable,
    };
    const period = periodText(selection.period ?? null);
    const head = {
      title: facts.title,
      period,
      seal: sealText(seal),
      complete: seal.complete,
      notes: [...said.map(({ text }) => text), ...sayLeftOut(asked, read)],
      ...(subject.client !== undefined && { client: subject.client }),
      sections: toSections(
        { ...facts, lines: figures.records },
        { seal: sealText(seal), period, nameOf: nameIds(directory) },
      ),
    };
    /** @param before lines that are written already */
    const describe = async (own: ExtractLines, lineCount: number, before: number): Promise<DocumentParts> => {
      const bulk = isMadeInBulk(options.format, lineCount) ? await own.bulk(table) : undefined;
      const sums = startSums(table.columns, table.currencyAt);
      const lines = toLines(own.rows, table.toLine, {
        signal,
        onPiece: (piece, total) => {
          sums.add(piece);
          parts.onWritten(before + total, figures.records);
        },
      });
      return {
        options,
        columns: table.columns,
        currencyAt: table.currencyAt,
        lines,
        bulk,
        signal,
        onWritten: (share) => {
          if (signal.aborted) fail({ code: 'cancelled' });
          parts.onWritten(before + Math.floor(lineCount * share), figures.records);
        },
        lineCount,
        outline: null,
        sums: () => bulk?.sums ?? sums.result(),
        head,
      };
    };
    const whole = await describe(extract, figures.records, 0);
    if (options.partition === undefined)
      return writeExport(destination, whole, facts, { signer, writer: parts.writer });
    const months = await extract.months();
    const describeMonth = (month: ExtractMonth, before: number) => describe(month, month.records, before);
    return writeByMonth(destination, { whole, months, describe: describeMonth, signer }, facts);
  });
  await deliver(parts, destination, {
    manifest,
    conditions: { filter: selection.filterGroups, query: selection.query },
  });
  return { ...manifest, ...(withheld.length > 0 && { withheld }) };
}

/** Their writers, and the thread that many lines are written in, take whole files of lines from the store. */
function isMadeInBulk(format: ExportOptions['format'], lineCount: number): boolean {
  const writer = writers[format];
  return writer.copy !== undefined || (writer.isThreaded === true && lineCount >= MANY_LINES);
}

/** What the receiver may see, the sort included: an order tells what it is by. @throws AppFailure `usage` when no column is left. */
function chooseVisible({ columns, sort, options }: RecordsExport, { amounts }: Settings) {
  const visible = columns.filter((each) => maySeeProperty(each, options));
  if (visible.length === 0) fail({ code: 'usage', detail: texts.refusals.noColumn });
  // Where another amount counts, a client's file has that one under its name: the recorded one is not shown.
  const counted = amountsThatCount(amounts);
  const isAsIs = (name: string) => options.audience === 'internal' || findCountedAmount(name, counted) === undefined;
  const isSeen = (name: string) => maySeeProperty(name, options) && isAsIs(name);
  const asked = listSorts(sort);
  const order = toSort(asked.filter(({ propertyName }) => isSeen(propertyName)));
  const names = asked.map(({ propertyName }) => propertyName);
  const sortedBy = names.filter((name) => !isSeen(name) && !columns.includes(name));
  const shownAsIs = visible.filter(isAsIs);
  return { visible, shownAsIs, order, withheld: [...columns.filter((each) => !visible.includes(each)), ...sortedBy] };
}

interface Following {
  readonly signal: AbortSignal;
  /** @param total how many lines there are by then */
  readonly onPiece: (lines: readonly Line[], total: number) => void;
}

/** Lines made and written in one go: a few milliseconds' worth. */
const PORTION = 256;

async function* toLines(
  rows: AsyncIterable<readonly RecordRow[]>,
  toLine: (record: ExportedRecord) => Line,
  { signal, onPiece }: Following,
): AsyncGenerator<readonly Line[]> {
  let total = 0;
  for await (const piece of rows) {
    for (let start = 0; start < piece.length; start += PORTION) {
      if (signal.aborted) fail({ code: 'cancelled' });
      const lines = piece.slice(start, start + PORTION).map(toLine);
      yield lines;
      total += lines.length;
      onPiece(lines, total);
      // Whatever waits has its turn: the window's own process writes these lines.
      await setImmediate();
    }
  }
}

/** Where the program chose what a page shows. A client is not told of what they may not see. */
function sayLeftOut({ isPaper, options }: RecordsExport, read: readonly string[]): string[] {
  if (isPaper !== true || options.audience === 'client') return [];
  return [exportPdfTexts.leftOut(listLeftOut(read))];
}

/** A note of what the receiver may not see is not for them. */
function isToldTo({ kind }: ReportNote, options: ExportOptions): boolean {
  if (kind !== 'no-cost' && kind !== 'no-value' && kind !== 'cost-alone') return true;
  return maySeeMeasure({ id: 'margin' }, options);
}

const toCalendar = ({ period }: Selection) =>
  period?.calendar === 'clock' ? ('clock' as const) : ('recorded' as const);

/** `partial` is in the name of a file over incomplete records. The dates, not `last-month`, which is another one tomorrow. */
function suggestedName({ span, complete }: NameFacts): string {
  return `time-logs-${span}${complete ? '' : '-partial'}`;
}

/** A whole month by its name, anything else by its days. */
export function spanName({ from, to }: { readonly from: string; readonly to: string }): string {
  const [year = 0, month = 0] = from.split('-').map(Number);
  const last = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
  return from.endsWith('-01') && to === last ? from.slice(0, 7) : from === to ? from : `${from}_${to}`;
}

/** The sum of every column that may be summed, over the same records; what is said of them needs other measures too. */
function totalsReport(
  { filterGroups, query }: Selection,
  columns: readonly string[],
  amounts: Settings['amounts'],
  receiver: ExportOptions & { readonly isPaper: boolean },
): { readonly totalled: string[]; readonly report: CheckedReport } {
  const summed = columns.filter((name) => isSummable(requireReadable(name)));
  const listed = listTotalled(
    summed,
    amountsThatCount(amounts),
    receiver.isPaper || receiver.audience === 'client',
  ).flatMap((name) => findMeasure(name) ?? []);
  const noted = listNotedMeasures(columns)
    .flatMap((name) => findMeasure(name) ?? [])
    .filter((each) => maySeeMeasure(each, receiver) && listed.every(({ id }) => id !== each.id));
  return {
    totalled: listed.map(({ id }) => id),
    report: { measures: [...listed, ...noted], groupBy: [], filterGroups, query },
  };
}
