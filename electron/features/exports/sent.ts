/** Registers files that are sent, and finds what has become of their records since. Spends no request. */
import type { Output } from '#contract/api.ts';
import { fail } from '#contract/errors.ts';
import type { Manifest } from '#contract/exports.ts';
import { ELSEWHERE, type SentFile } from '#contract/memory.ts';
import { addFilters } from '#domain/filter/model.ts';
import { billed, notBilled, removeBilledFilters, sentColumns } from '#domain/filter/billed.ts';
import type { Selection } from '#domain/filter/match.ts';
import { findOnlyClient } from '#domain/exports/profile.ts';
import { propertyNames } from '#domain/properties.ts';
import { reportSchema } from '#domain/reports/definition/report.ts';
import { isPlaced } from '#electron/exports/placed-file.ts';
import type { HandlersFor, HandlerContext } from '#electron/features/calls.ts';
import { findStillBilled, openBook, refuseTableAgain } from '#electron/features/closings-book.ts';
import { answerReport } from '#electron/features/reports.ts';
import { resolveSelection, type SelectionInput } from '#electron/features/selection.ts';
import type { Merge } from '#electron/history/change-log.ts';
import { SentRecords, type SentRecord } from '#electron/history/sent-register.ts';
import type { RecordValues, StateRead } from '#electron/snapshot/reader.ts';
import { readCompleteness } from '#electron/sync/status.ts';
import type { Workspace } from '#electron/workspace/workspace.ts';
import { sentTexts as texts } from '#texts/exports/sent.ts';

/** For a larger file only ids and modification times are stored, because comparing all values might exhaust the memory. */
const MAX_WITH_VALUES = 300_000;

/** The records of a file that is about to be written. */
export interface RecordsToSend {
  readonly records: SentRecords;
  /** Null if the file lists only some records, which a check or comparison chose. */
  readonly read: StateRead | null;
  readonly selection: Selection;
  /** The last merge of the change log, of records or of names and settings, that belongs to them. */
  readonly merge: number | null;
}

export const withoutRecords = (selection: Selection): RecordsToSend => ({
  records: new SentRecords(),
  read: null,
  selection,
  merge: null,
});

export async function readRecordsToSend(
  workspace: Workspace,
  selection: Selection,
  signal?: AbortSignal,
): Promise<RecordsToSend & { readonly read: StateRead }> {
  const records = new SentRecords();
  const { snapshot, memory, knownMoment } = workspace;
  const isLarge = (await snapshot.countSelected(selection, signal)) > MAX_WITH_VALUES;
  const columns = isLarge ? [] : sentColumns;
  const read = await snapshot.behind(selection, columns, (piece) => records.add(piece.map(toPlain)), signal);
  // Only the newest merges are read, so that damage of older ones does not prevent sending a file.
  const merge = knownMoment?.merge ?? findCarriedMerge(read.merge, memory.merges((read.merge ?? 1) - 1));
  return { records, read, selection, merge };
}

/** Includes names and settings that were logged after the records, up to the next merge of records. */
export function findCarriedMerge(carried: number | undefined, merges: readonly Merge[]): number | null {
  if (carried === undefined) return null;
  const later = merges.find(({ number, kind }) => number > carried && kind !== 'journal');
  return later ? later.number - 1 : (merges.at(-1)?.number ?? null);
}

const toPlain = ([id, version, values]: RecordValues): SentRecord => [id, version, values];

export interface RegisterEntry {
  readonly manifest: Manifest;
  /** The path of the file; null if the host hands it over. */
  readonly path: string | null;
  /** True if the host hands it over, as a browser does, and cannot know whether it was saved. */
  readonly isBrowserDownload: boolean;
  readonly client: string | undefined;
  readonly bills: boolean;
  readonly again: string | undefined;
}

/** Records whether a file that was about to be sent was sent. */
export type Settle = (isDelivered: boolean) => void;

/** Returns the moment at which a file's filter on billed records was resolved: just before it billed its own. */
export const billedUntil = ({ at, asKnown }: SentFile): string => asKnown ?? new Date(Date.parse(at) - 1).toISOString();

/** An unfinished file counts as sent if it is in its place. One whose place cannot be read now stays an intent. */
export async function settleFailed(settle: Settle, { path, sha256 }: { path: string | null; sha256: string }) {
  const isInPlace = path === null ? false : await isPlaced(path, sha256);
  if (isInPlace !== undefined) settle(isInPlace);
}

/**
 * Registers a file that is about to be sent, with its records.
 * @throws AppFailure `usage` if it bills what an earlier file bills, or if it is not known which records it bills
 */
export function rememberLeaving(
  workspace: Workspace,
  { records, read, selection, merge }: RecordsToSend,
  { manifest, path, isBrowserDownload, client, bills, again }: RegisterEntry,
  now: () => number,
): Settle {
  const time = () => new Date(now()).toISOString();
  const { sent } = workspace.memory;
  // During a download, more records may have come meanwhile.
  const hasRecords =
    read !== null && records.ids.length === manifest.records && readCompleteness(read.state).asOf === manifest.asOf;
  if (bills && !hasRecords) fail({ code: 'usage', detail: read ? texts.changedMeanwhile : texts.findingsBill });
  if (bills) refuseBilled(workspace, records.ids, again);
  const billedBefore = hasRecords ? toBilledBefore(workspace, sent.findBilled(records.ids)) : undefined;
  const number = sent.intend(
    {
      at: time(),
      who: workspace.getUserName(),
      file: manifest.file,
      path,
      sha256: manifest.sha256,
      format: manifest.format,
      audience: manifest.audience,
      of: manifest.of,
      title: manifest.title,
      client: client ?? null,
      period: selection.period ?? null,
      zone: manifest.zone,
      filterGroups: selection.filterGroups,
      query: selection.query,
      records: manifest.records,
      totals: manifest.totals,
      currency: manifest.currency,
      asOf: manifest.asOf,
      complete: manifest.complete,
      merge: hasRecords ? merge : null,
      ...(manifest.asKnown !== undefined && { asKnown: manifest.asKnown }),
      hasRecords,
      bills,
      again: again ?? null,
      ...(billedBefore && { billedBefore }),
    },
    hasRecords ? records : new SentRecords(),
  );
  return settleLater(workspace, number, isBrowserDownload, time);
}

export function settleLater(
  { memory }: Workspace,
  number: number,
  isBrowserDownload: boolean,
  time: () => string,
): Settle {
  return (isDelivered) => {
    try {
      memory.sent.settle(number, isDelivered ? (isBrowserDownload ? 'handed' : 'saved') : 'withdrawn', time());
    } catch {
      // The file is still written, and the next opening checks what happened to it.
    }
  };
}

/** @throws AppFailure `usage` naming the first file that bills one of these records, unless a reason is given */
function refuseBilled(workspace: Workspace, ids: readonly string[], again: string | undefined): void {
  if (again !== undefined) return;
  const before = toBilledBefore(workspace, findStillBilled(openBook(workspace), ids, false));
  if (before) fail({ code: 'usage', detail: texts.billed(before.records, before.file, before.at) });
}

function toBilledBefore(
  { memory: { sent } }: Workspace,
  billedIds: ReadonlyMap<string, number>,
): SentFile['billedBefore'] {
  const [first] = billedIds.values();
  if (first === undefined) return undefined;
  const { number, file, at } = sent.file(first) ?? fail({ code: 'unexpected' });
  return { records: billedIds.size, number, file, at };
}

export function sentHandlers(context: HandlerContext): HandlersFor<'sent'> {
  const now = () => new Date(context.now()).toISOString();
  const find = (number: number) =>
    context.workspace().memory.sent.file(number) ?? fail({ code: 'usage', detail: texts.noFile(number) });
  return {
    'sent.list': async () => {
      const { memory } = context.workspace();
      return { files: memory.sent.files(), setAside: memory.listQuarantined() };
    },
    'sent.record': async ({ id }) => ({ files: await findFilesWith(context.workspace(), id) }),
    'sent.settle': async ({ number, state }) => {
      const workspace = context.workspace();
      const { sent } = workspace.memory;
      const file = find(number);
      const { bills, again, path, of } = file;
      // Meanwhile another file may have billed its records, or a table its lines.
      if (bills && file.state === 'withdrawn' && state !== 'withdrawn') {
        refuseTableAgain(openBook(workspace), file);
        refuseBilled(
          workspace,
          sent.records(number).map(([id]) => id),
          again ?? undefined,
        );
      }
      const isBrowserDownload = path === null && of !== ELSEWHERE;
      sent.settle(number, state === 'withdrawn' ? state : isBrowserDownload ? 'handed' : 'saved', now());
      return find(number);
    },
    'sent.elsewhere': async ({ reason, ...input }) => {
      const workspace = context.workspace();
      openBook(workspace);
      const { mark, billed } = await markElsewhere(workspace, input, reason, now);
      return { mark: find(mark), billed };
    },
    'sent.billed': async (input) => {
      const workspace = context.workspace();
      const { sent } = workspace.memory;
      const ids: string[] = [];
      if (sent.files().some(({ bills }) => bills)) {
        const selected = await resolveSelection(input, workspace);
        await workspace.snapshot.behind(selected, [], (piece) => void ids.push(...piece.map(([id]) => id)));
      }
      const billedIds = sent.findBilled(ids);
      const [first] = billedIds.values();
      return {
        billed: billedIds.size,
        first: first === undefined ? null : (sent.file(first) ?? null),
      };
    },
  };
}

/**
 * Marks records that are billable and not billed yet.
 * @returns the mark's number, and how many of the selected records were billed before
 */
async function markElsewhere(
  workspace: Workspace,
  input: SelectionInput,
  reason: string,
  now: () => string,
): Promise<{ readonly mark: number; readonly billed: number }> {
  const { snapshot, memory } = workspace;
  const base = await resolveSelection(input, workspace);
  const selection = { ...base, filterGroups: addFilters(base.filterGroups, notBilled) };
  const { records, read, merge } = await readRecordsToSend(workspace, selection);
  // This is counted afterwards, so that it includes what was billed meanwhile.
  const billedCount = await snapshot.countSelected({ ...base, filterGroups: addFilters(base.filterGroups, billed) });
  if (records.ids.length === 0) fail({ code: 'usage', detail: texts.nothingToMark(billedCount) });
  const { totals } = await answerReport(
    reportSchema.parse({
      ...input,
      filterGroups: selection.filterGroups,
      measures: ['billable_logged_hours', 'billable_value'],
    }),
    workspace,
  );
  const { asOf, complete } = readCompleteness(read.state);
  // Another file may have billed one meanwhile.
  refuseBilled(workspace, records.ids, undefined);
  const mark = memory.sent.intend(
    {
      at: now(),
      who: workspace.getUserName(),
      file: reason,
      path: null,
      sha256: '',
      format: '',
      audience: 'internal',
      of: ELSEWHERE,
      title: reason,
      client: findOnlyClient(selection.filterGroups) ?? null,
      period: selection.period ?? null,
      zone: selection.zone,
      filterGroups: selection.filterGroups,
      query: selection.query,
      records: records.ids.length,
      totals,
      currency: workspace.settings().currency,
      asOf,
      complete,
      merge,
      hasRecords: true,
      bills: true,
      again: null,
    },
    records,
  );
  memory.sent.settle(mark, 'saved', now());
  return { mark, billed: billedCount };
}

/** Compares one record with its values in each file that has it. */
async function findFilesWith(workspace: Workspace, id: string): Promise<Output<'sent.record'>['files']> {
  const { snapshot, memory } = workspace;
  const numbers = memory.sent.filesWith(id);
  if (numbers.length === 0) return [];
  const idFilters = toIdFilter([id]).filters;
  const { records } = await readToday(workspace, { filterGroups: [{ filters: idFilters }], query: '', zone: 'UTC' });
  const [today] = records;
  const compare = async (number: number) => {
    const file = memory.sent.file(number) ?? fail({ code: 'unexpected' });
    const [, version, sentValues = []] = memory.sent.records(number).find(([known]) => known === id) ?? [];
    if (!today) return { file, kind: 'vanished' as const, fields: [] };
    const fields = sentValues.length > 0 ? toFields(sentValues, today[2]) : [];
    const { filterGroups, query, zone, period } = file;
    const narrowed = addFilters(removeBilledFilters(filterGroups), idFilters);
    const count = await snapshot.countSelected({ filterGroups: narrowed, query, zone, ...(period && { period }) });
    if (count === 0) return { file, kind: 'moved' as const, fields };
    const isSame = sentValues.length > 0 ? fields.length === 0 : version === today[1];
    return { file, kind: isSame ? ('same' as const) : ('changed' as const), fields };
  };
  return Promise.all(numbers.map(compare));
}

async function readToday({ snapshot }: Workspace, selection: Selection) {
  const records: RecordValues[] = [];
  const { state } = await snapshot.behind(selection, sentColumns, (piece) => void records.push(...piece));
  return { records, state };
}

function toIdFilter(values: readonly string[]) {
  return { filters: [{ propertyName: propertyNames.id, operator: 'IN' as const, values: [...values] }] };
}

type Values = readonly (string | null)[];

/** Lists the values that differ; for a record on one side only, those that are set. */
function toFields(
  before: Values | undefined,
  after: Values | undefined,
): Output<'sent.record'>['files'][number]['fields'] {
  return sentColumns.flatMap((name, index) => {
    const [was, is] = [before?.[index] ?? null, after?.[index] ?? null];
    return was === is ? [] : [{ name, before: was, after: is }];
  });
}
