/** Writes the lines that a closing bills besides its records as a table of reversals and rebookings, registered like any sent file. */
import { basename } from 'node:path';
import type { Output } from '#contract/api.ts';
import { fail } from '#contract/errors.ts';
import { ADJUSTMENTS } from '#contract/memory.ts';
import { listChanges, sumByCurrency } from '#domain/closing-ledger.ts';
import type { RecordState } from '#domain/closing-steps.ts';
import { formatUnits, toUnits, toHours } from '#domain/decimal.ts';
import { stageFile } from '#electron/exports/atomic-file.ts';
import { writeSmallTable } from '#electron/exports/small-table.ts';
import { SentRecords } from '#electron/history/sent-register.ts';
import type { Host } from '#electron/host/host.ts';
import { closingTexts } from '#texts/closings.ts';
import {
  listBilledLines,
  listTables,
  requireClosing,
  requireStanding,
  type BilledLine,
  type Book,
  type StepWriter,
} from './closings-book.ts';
import { settleFailed, settleLater, type Settle } from './exports/sent.ts';

const texts = closingTexts.adjustments;
const columns = Object.entries(texts.heads).map(([name, head]) => ({
  head,
  kind: name === 'hours' || name === 'value' ? ('number' as const) : ('text' as const),
}));

/** Records the lines before placing the file: if the program ends in between, the next opening looks for the file. */
export async function writeAdjustments(
  book: Book,
  { number, all }: { readonly number: number; readonly all: boolean },
  host: Host,
  { stamp, add }: StepWriter,
): Promise<Output<'closings.adjust'>> {
  const chosen = requireClosing(book, number);
  const closing = chosen.cancels === null ? requireStanding(book, number) : chosen;
  const billed = listBilledLines(book, closing);
  const lines = billed.flatMap(({ line, isWritten }) => (all || !isWritten ? [line] : []));
  if (lines.length === 0) {
    const last = listTables(book, number).at(-1);
    fail({
      code: 'usage',
      detail: last ? closingTexts.allWritten(number, last.file) : closingTexts.noAdjustments(number),
    });
  }
  const rows = lines.flatMap((line) => toRows(book, number, line));
  const title = chosen.cancels === null ? texts.file(number) : texts.creditNote(number);
  const destination = await host.chooseDestination(`${title}.csv`);
  if (!destination) return null;
  const table = await stageFile(destination.path, (file) => writeSmallTable({ columns, rows }, file));
  const { sha256 } = table;
  const file = basename(destination.path);
  const isBrowserDownload = host.kind === 'browser';
  const path = isBrowserDownload ? null : destination.path;
  const { sent } = book.workspace.memory;
  let settle: Settle | undefined;
  try {
    const { client, period, zone, asOf } = closing;
    const signature = stamp();
    const entry = sent.intend(
      {
        ...signature,
        file,
        path,
        sha256,
        format: 'csv',
        audience: 'client',
        of: ADJUSTMENTS,
        title,
        client,
        period,
        zone,
        filterGroups: [],
        query: '',
        records: new Set(lines.map(({ id }) => id)).size,
        totals: {},
        currency: null,
        asOf,
        complete: true,
        merge: null,
        hasRecords: false,
        bills: !all,
        again: null,
      },
      new SentRecords(),
    );
    settle = settleLater(book.workspace, entry, isBrowserDownload, () => stamp().at);
    const lineKeys = lines.map(({ step, id }) => ({ step, id }));
    const step = { kind: 'adjusted', ...signature, closing: number, file, sent: { number: entry, sha256 } } as const;
    if (!all) add(book, [{ step: { ...step, lines: lineKeys } }]);
    await table.place();
  } catch (error) {
    if (settle) await settleFailed(settle, { path, sha256 });
    throw error;
  } finally {
    await table.discard();
  }
  settle(true);
  await host.deliver(destination.path);
  return { file, lines: rows.length, totals: sumByCurrency(listChanges(lines)) };
}

/** Splits a billed line into its reversal and its rebooking. */
function toRows(book: Book, number: number, line: BilledLine): string[][] {
  const { reversal, rebooking, own, with: withClosing } = texts;
  const { id, before, after, reason, step, at } = line;
  const origin = requireClosing(book, line.closing);
  const row = (state: RecordState | null, what: string, sign: bigint) =>
    state
      ? [
          [
            String(origin.number),
            origin.period.text,
            origin.client ?? '',
            id,
            what,
            formatUnits(sign * toHours(toUnits(state.minutes))),
            formatUnits(sign * toUnits(state.value)),
            state.currency ?? '',
            origin.number === number ? own : withClosing(number),
            reason,
            String(step),
            at.slice(0, 10),
          ],
        ]
      : [];
  return [...row(before, reversal, -1n), ...row(after, rebooking, 1n)];
}
