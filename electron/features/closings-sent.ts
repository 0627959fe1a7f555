/** Links closings to the sent files with their records, and refuses a billing file that differs from its closing. */
import { fail } from '#contract/errors.ts';
import type { SentFile } from '#contract/memory.ts';
import { sentColumns } from '#domain/filter/billed.ts';
import { isSameClient, isStanding, type Closing } from '#domain/closing-ledger.ts';
import { propertyNames } from '#domain/properties.ts';
import type { SentRecord } from '#electron/history/sent-register.ts';
import type { Workspace } from '#electron/workspace/workspace.ts';
import { closingTexts as texts } from '#texts/closings.ts';
import {
  findBilledFor,
  isSamePeriod,
  listBilledLines,
  listHeld,
  openBook,
  readFrozen,
  readVersions,
  type Book,
} from './closings-book.ts';
import { type RegisterEntry, type RecordsToSend } from './exports/sent.ts';

const indexes = [propertyNames.billableHours, propertyNames.billableAmount, propertyNames.billableAmountAuto].map(
  (name) => sentColumns.findIndex((column) => column === name),
);
const isBillable = ([, , values]: SentRecord) =>
  indexes.some((index) => values[index] != null && values[index] !== '' && Number(values[index]) !== 0);

const isFileFor = (closing: Closing, { client, period }: Pick<SentFile, 'client' | 'period'>) =>
  closing.client !== null &&
  client !== null &&
  period !== null &&
  isSamePeriod(period, closing.period) &&
  isSameClient(client, closing.client);

export interface LinkedFile {
  readonly file: SentFile;
  readonly bills: boolean;
  /** Whether it has the records of the closing as they were, and, if it is for its client and period, no other billable ones. */
  readonly same: boolean;
}

export interface Linked {
  /** Newest first. */
  readonly files: readonly LinkedFile[];
  /** Whether each of its records that counts is in a file that bills it for this closing. */
  readonly isBilled: boolean;
}

/** Reads the register once for all closings. @returns the files that belong to each */
export function linkFiles(book: Book, closings: readonly Closing[]): ReadonlyMap<number, Linked> {
  const { sent } = book.workspace.memory;
  const files = sent.files();
  const records = new Map<number, ReadonlyMap<string, SentRecord>>();
  const readSentRecords = (number: number) => {
    const known = records.get(number) ?? new Map(sent.records(number).map((record) => [record[0], record]));
    records.set(number, known);
    return known;
  };
  return new Map(
    closings.map((closing) => {
      const { versions, counted: countedIds } = readFrozen(book, closing);
      const billingFileById = findBilledFor(book, closing, [...versions.keys()]);
      const billingFiles = new Set(billingFileById.values());
      const end = findEnd(book, closing);
      const linked = files.flatMap((file): LinkedFile[] => {
        const { number, hasRecords, state, at } = file;
        const bills = billingFiles.has(number);
        const isLater = isFileFor(closing, file) && at >= closing.at;
        if (!hasRecords || state === 'withdrawn' || at > end || !(bills || isLater)) return [];
        const sentById = readSentRecords(number);
        const isComplete = countedIds.every((id) => sentById.has(id));
        const isAsClosed = [...sentById.values()].every(([id, version]) => (versions.get(id) ?? version) === version);
        const hasExtra =
          isFileFor(closing, file) &&
          [...sentById.values()].some((record) => !versions.has(record[0]) && isBillable(record));
        return [
          {
            file,
            bills: bills || (file.bills && [...versions.keys()].some((id) => sentById.has(id))),
            same: isComplete && isAsClosed && !hasExtra,
          },
        ];
      });
      const isBilled = countedIds.every((id) => billingFileById.has(id));
      return [closing.number, { files: linked, isBilled }];
    }),
  );
}

/** Finds when a closing was taken back: files that are sent later do not belong to it. */
function findEnd({ steps }: Book, { number }: Closing): string {
  const end = steps.find(
    (step) => (step.kind === 'reopen' ? step.closing : step.kind === 'close' && step.cancels) === number,
  );
  return end?.at ?? '9999';
}

/**
 * Refuses a billing file unless it has the records of a closing as they were, and, if it is for its client and period, no others.
 * @throws AppFailure `usage` naming the first record that differs
 */
export function refuseUnlikeClosing(
  workspace: Workspace,
  { records, selection }: RecordsToSend,
  { bills, client, again }: Pick<RegisterEntry, 'bills' | 'client' | 'again'>,
): void {
  if (!bills) return;
  // If closings are unreadable, nothing is billed, for whatever reason.
  const book = openBook(workspace);
  if (again !== undefined) return;
  const standing = book.ledger.closings.filter(isStanding);
  if (standing.length === 0) return;
  const refuse = (detail: string) => fail({ code: 'usage', detail });
  const held = listHeld(book);
  const byNumber = new Map(standing.map((closing) => [closing.number, closing]));
  const sent = records.list();
  const touched = new Set<Closing>();
  for (const [id, version] of sent) {
    const holder = held.get(id);
    const closing = holder && byNumber.get(holder.number);
    if (!holder || !closing) continue;
    if (holder.state !== 'closed') refuse(texts.staysWith(id, closing.number));
    if (readVersions(book, closing).get(id) !== version) refuse(texts.isAnother(id, closing.number));
    touched.add(closing);
  }
  const own = standing.find((closing) =>
    isFileFor(closing, { client: client ?? null, period: selection.period ?? null }),
  );
  if (own) {
    const sentIds = new Set(records.ids);
    const missing = readFrozen(book, own).counted.filter((id) => held.get(id)?.state === 'closed' && !sentIds.has(id));
    const billed = findBilledFor(book, own, missing);
    const missingId = missing.find((id) => !billed.has(id));
    if (missingId !== undefined) refuse(texts.lacks(missingId, own.number));
    const [extraId] = sent.find((record) => !held.has(record[0]) && isBillable(record)) ?? [];
    if (extraId !== undefined) refuse(texts.notClosed(extraId, own.number));
    touched.add(own);
  }
  for (const closing of touched)
    if (listBilledLines(book, closing).some(({ isWritten }) => !isWritten)) refuse(texts.linesFirst(closing.number));
}
