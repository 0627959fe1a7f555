/** Writes the chosen records to a file with its manifest, all of one state of the store. Spends no request. */
import type { RecordRow } from '../../../src/contract/api.ts';
import { fail } from '../../../src/contract/errors.ts';
import type { Manifest } from '../../../src/contract/exports.ts';
import { exportDocumentTexts as texts } from '#texts/export-document.ts';
import { fileTypes } from '../../../src/domain/export-formats.ts';
import { listTotalled } from '../../../src/domain/records/counted-amounts.ts';
import { maySeeMeasure, maySeeProperty } from '../../../src/domain/exports/audience.ts';
import type { Line } from '../../../src/domain/exports/model.ts';
import type { ExportOptions } from '../../../src/domain/exports/options.ts';
import { toRecordColumns, type ExportedRecord } from '../../../src/domain/exports/record-columns.ts';
import { toSections } from '../../../src/domain/exports/sections.ts';
import { startSums } from '../../../src/domain/exports/sums.ts';
import { CLIENT_PROPERTY, requireReadable } from '../../../src/domain/local-properties.ts';
import { currencyOfObject, knowsCurrency } from '../../../src/domain/people/directory.ts';
import { isSummable } from '../../../src/domain/properties.ts';
import { propertyNames } from '../../../src/domain/property-names.ts';
import type { SortOrder } from '../../../src/domain/records/sort-order.ts';
import type { CheckedReport } from '../../../src/domain/reports/definition/check.ts';
import { amountsThatCount } from '../../../src/domain/reports/definition/counted.ts';
import { findMeasure } from '../../../src/domain/reports/definition/measures.ts';
import { chooseCurrency } from '../../../src/domain/reports/print/currency.ts';
import { totalNotes } from '../../../src/domain/reports/notes/foot-notes.ts';
import type { ReportNote } from '../../../src/domain/reports/definition/report.ts';
import type { Settings } from '../../../src/domain/settings.ts';
import { nameIds } from '../../../src/domain/people/id-names.ts';
import type { Host } from '../../host/host.ts';
import type { Selection } from '../../snapshot/snapshot.ts';
import { readStatus } from '../../sync/status.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { readCoverage } from '../coverage.ts';
import { isLossy, judgeCompleteness } from '../completeness.ts';
import { failEmpty, nameSource, nameUnheld, periodText, sealText, toOrigin } from './manifest.ts';
import { findUnheldValues } from '../unheld-values.ts';
import { deliver, writeExport } from './write.ts';

export interface ExportParts {
  readonly host: Host;
  readonly version: string;
  /** Told after each piece. */
  readonly onWritten: (written: number, total: number) => void;
}

export interface RecordsExport {
  readonly selection: Selection;
  /** Full names. */
  readonly columns: readonly string[];
  readonly sort?: SortOrder | undefined;
  readonly options: ExportOptions;
  readonly allowEmpty: boolean;
}

/** @returns null when no destination was chosen. @throws AppFailure `nothing-matched`, `cancelled`, and those of files and the store. */
export async function exportRecords(
  parts: ExportParts,
  workspace: Workspace,
  asked: RecordsExport,
  signal: AbortSignal,
): Promise<Manifest | null> {
  const { selection, options } = asked;
  const { visible, order, withheld } = chooseVisible(asked);
  const lossy = isLossy(workspace);
  const { complete } = await readStatus(workspace.snapshot);
  const name = suggestedName(selection, complete && !lossy);
  const destination = await parts.host.chooseDestination(`${name}.${fileTypes[options.format].extension}`);
  if (!destination) return null;
  const settings = workspace.settings();
  const directory = workspace.journal.names();
  const source = await nameSource(workspace);
  // The client stands beside its object.
  const shown = options.names && visible.includes(propertyNames.objectId) ? [...visible, CLIENT_PROPERTY] : visible;
  const unheld = await findUnheldValues(workspace, selection.filterGroups, signal);
  const currencyIn = knowsCurrency(directory, settings.currency)
    ? ({ values }: ExportedRecord) => {
        const [type, id] = [values[propertyNames.objectType] ?? undefined, values[propertyNames.objectId] ?? undefined];
        return currencyOfObject(directory, type, id, settings.currency) ?? null;
      }
    : undefined;
  const toColumns = (hasUnreadable: boolean, currency: string | null) =>
    toRecordColumns({ chosen: visible, options, settings, directory, currencyIn, currency, hasUnreadable });
  const { read } = toColumns(true, null);
  const report = totalsReport(selection, visible, settings.amounts, options.audience);
  const question = { selection, columns: read, sort: order, report, beside: { settings, directory } };
  const manifest = await workspace.snapshot.extract(question, async ({ figures, notes, state, unreadable, rows }) => {
    if (figures.records === 0 && !asked.allowEmpty) failEmpty(unheld);
    const seal = judgeCompleteness(state, workspace);
    const currency = chooseCurrency({ notes: [], currencies: figures.currencies }, settings.currency);
    const table = toColumns(unreadable > 0, currency);
    const sums = startSums(table.columns, table.currencyAt);
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
    const added = { measures: report.measures.map(({ id }) => id), groupBy: [] };
    const said = totalNotes(added, { ...figures, missing, notes: told }, settings).map(({ money, ...note }) => ({
      ...note,
      ...(money && { money: [...money] }),
    }));
    const facts = {
      ...origin,
      of: 'records' as const,
      title: options.title ?? texts.records,
      chosen: visible,
      ...(order && { sort: order }),
      records: figures.records,
      totals: figures.totals,
      currency,
      ...(figures.currencies && figures.currencies.length > 1 && { currencies: figures.currencies }),
      ...(figures.total.amounts && {
        totalsByCurrency: figures.total.amounts.map((each) => ({ currency: each.currency, totals: each.values })),
      }),
      notes: said,
      missing: missing.map((month) => month.slice(0, 7)),
      ...nameUnheld(unheld, options),
      unreadable,
    };
    const period = periodText(selection.period ?? null);
    return writeExport(
      destination,
      {
        options,
        columns: table.columns,
        currencyAt: table.currencyAt,
        lines: toLines(rows, table.toLine, {
          signal,
          onPiece: (lines, total) => {
            sums.add(lines);
            parts.onWritten(total, figures.records);
          },
        }),
        lineCount: figures.records,
        outline: null,
        sums: () => sums.result(),
        head: {
          title: facts.title,
          period,
          seal: sealText(seal),
          complete: seal.complete,
          notes: said.map(({ text }) => text),
          sections: toSections(
            { ...facts, lines: figures.records },
            { seal: sealText(seal), period, nameOf: nameIds(directory) },
          ),
        },
      },
      facts,
    );
  });
  await deliver(parts.host, destination);
  return { ...manifest, ...(withheld.length > 0 && { withheld }) };
}

/** What the receiver may see, the sort included: an order tells what it is by. @throws AppFailure `usage` when no column is left. */
function chooseVisible({ columns, sort, options }: RecordsExport) {
  const visible = columns.filter((each) => maySeeProperty(each, options));
  if (visible.length === 0) fail({ code: 'usage', detail: texts.refusals.noColumn });
  const order = sort && maySeeProperty(sort.propertyName, options) ? sort : undefined;
  const sortedBy = sort && !order && !columns.includes(sort.propertyName) ? [sort.propertyName] : [];
  return { visible, order, withheld: [...columns.filter((each) => !visible.includes(each)), ...sortedBy] };
}

interface Following {
  readonly signal: AbortSignal;
  /** @param total how many lines there are by then */
  readonly onPiece: (lines: readonly Line[], total: number) => void;
}

async function* toLines(
  rows: AsyncIterable<readonly RecordRow[]>,
  toLine: (record: ExportedRecord) => Line,
  { signal, onPiece }: Following,
): AsyncGenerator<readonly Line[]> {
  let total = 0;
  for await (const piece of rows) {
    if (signal.aborted) fail({ code: 'cancelled' });
    const lines = piece.map(toLine);
    yield lines;
    total += lines.length;
    onPiece(lines, total);
  }
}

/** A note of what the receiver may not see is not for them. */
function isToldTo({ kind }: ReportNote, options: ExportOptions): boolean {
  if (kind !== 'no-cost' && kind !== 'no-value' && kind !== 'cost-alone') return true;
  return maySeeMeasure({ id: 'margin' }, options);
}

const toCalendar = ({ period }: Selection) =>
  period?.calendar === 'clock' ? ('clock' as const) : ('recorded' as const);

/** `partial` is in the name of a file over incomplete records. The dates, not `last-month`, which is another one tomorrow. */
function suggestedName({ period }: Selection, complete: boolean): string {
  const days = period ? spanName(period) : 'all';
  return `time-logs-${days}${complete ? '' : '-partial'}`;
}

/** A whole month by its name, anything else by its days. */
export function spanName({ from, to }: { readonly from: string; readonly to: string }): string {
  const [year = 0, month = 0] = from.split('-').map(Number);
  const last = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
  return from.endsWith('-01') && to === last ? from.slice(0, 7) : from === to ? from : `${from}_${to}`;
}

/** The sum of every column that may be summed, over the same records. */
function totalsReport(
  { filterGroups, query }: Selection,
  columns: readonly string[],
  amounts: Settings['amounts'],
  audience: ExportOptions['audience'],
): CheckedReport {
  const summed = columns.filter((name) => isSummable(requireReadable(name)));
  const measures = listTotalled(summed, amountsThatCount(amounts), audience === 'client').flatMap(
    (name) => findMeasure(name) ?? [],
  );
  return { measures, groupBy: [], filterGroups, query };
}
