/** Remembers files that leave, tells what was sent, and what has become of it since. Spends no request. */
import { userInfo } from 'node:os';
import type { Output } from '#contract/api.ts';
import { fail } from '#contract/errors.ts';
import type { Manifest } from '#contract/exports.ts';
import type { SentChange, SentFile } from '#contract/memory.ts';
import { formatUnits, toUnits } from '#domain/decimal.ts';
import type { Selection } from '#domain/filter/match.ts';
import { isSummable, requireProperty } from '#domain/properties.ts';
import { propertyNames } from '#domain/property-names.ts';
import type { HandlersFor, Parts } from '#electron/features/calls.ts';
import { resolveSelection } from '#electron/features/selection.ts';
import { SentRecords, type SentRecord } from '#electron/history/sent-register.ts';
import type { RecordValues, StateRead } from '#electron/snapshot/reader.ts';
import { readCompleteness } from '#electron/sync/status.ts';
import type { Workspace } from '#electron/workspace/workspace.ts';
import { sentTexts as texts } from '#texts/exports/sent.ts';

/** What of a record matters to the receiver of a file. */
const sentColumns = [
  propertyNames.month,
  propertyNames.firstStart,
  propertyNames.owner,
  propertyNames.objectType,
  propertyNames.objectId,
  propertyNames.service,
  propertyNames.title,
  propertyNames.totalHours,
  propertyNames.billableHours,
  propertyNames.billableRate,
  propertyNames.billableAmount,
  propertyNames.billableAmountAuto,
] as const;

/** Of a larger file only the ids are kept and when each record was last modified: its lines are for programs, and values would slow its writing. */
const MOST_WITH_VALUES = 20_000;
const summed = sentColumns.filter((name) => isSummable(requireProperty(name)));

/** The records of a file that is about to be written. */
export interface RecordsToSend {
  readonly records: SentRecords;
  readonly read: StateRead;
  readonly selection: Selection;
}

export async function readRecordsToSend(
  workspace: Workspace,
  selection: Selection,
  signal?: AbortSignal,
): Promise<RecordsToSend> {
  const records = new SentRecords();
  const { snapshot } = workspace;
  const isLarge = (await snapshot.countSelected(selection, signal)) > MOST_WITH_VALUES;
  const columns = isLarge ? [] : sentColumns;
  const read = await snapshot.behind(selection, columns, (piece) => records.add(piece.map(toPlain)), signal);
  return { records, read, selection };
}

const toPlain = ([id, version, values]: RecordValues): SentRecord => [id, version, values];

export interface Leaving {
  readonly manifest: Manifest;
  /** Where it will be; null where the host gives it away. */
  readonly path: string | null;
  readonly client: string | undefined;
  readonly bills: boolean;
  readonly again: string | undefined;
}

/** Says whether a file that was about to leave has left. */
export type Settle = (hasLeft: boolean) => void;

/**
 * Writes down that a file is about to leave, with its records.
 * @throws AppFailure `usage` where it bills what an earlier file bills, or where the records changed while it was written
 */
export function rememberLeaving(
  workspace: Workspace,
  { records, read, selection }: RecordsToSend,
  { manifest, path, client, bills, again }: Leaving,
  now: () => number,
): Settle {
  const time = () => new Date(now()).toISOString();
  const { sent } = workspace.memory;
  // A file of findings lists some of its records, which the checks chose.
  const isWhole = manifest.of !== 'findings';
  const isSame = records.ids.length === manifest.records && readCompleteness(read.state).asOf === manifest.asOf;
  if (isWhole && !isSame) fail({ code: 'usage', detail: texts.changedMeanwhile });
  if (bills) refuseBilled(workspace, records.ids, again);
  const number = sent.intend(
    {
      at: time(),
      who: userInfo().username,
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
      merge: read.merge ?? null,
      bills,
      again: again ?? null,
    },
    isWhole ? records : new SentRecords(),
  );
  const left = path === null ? 'handed' : 'saved';
  return (hasLeft) => sent.settle(number, hasLeft ? left : 'withdrawn', time());
}

/** @throws AppFailure `usage` naming the first file that bills one of these records, unless a reason is given */
function refuseBilled({ memory: { sent } }: Workspace, ids: readonly string[], again: string | undefined): void {
  if (again !== undefined) return;
  const billed = sent.findBilled(ids);
  const [first] = billed.values();
  if (first === undefined) return;
  const { file, at } = sent.file(first) ?? fail({ code: 'unexpected' });
  fail({ code: 'usage', detail: texts.billed(billed.size, file, at) });
}

export function sentHandlers(parts: Parts): HandlersFor<'sent'> {
  const now = () => new Date(parts.now()).toISOString();
  const find = (number: number) =>
    parts.workspace().memory.sent.file(number) ?? fail({ code: 'usage', detail: texts.noFile(number) });
  return {
    'sent.list': async () => {
      const { sent, setAside } = parts.workspace().memory;
      return { files: sent.files(), setAside: setAside() };
    },
    'sent.changes': ({ number, limit }) => findChanges(parts.workspace(), find(number), limit),
    'sent.settle': async ({ number, state }) => {
      find(number);
      parts.workspace().memory.sent.settle(number, state, now());
      return find(number);
    },
    'sent.billed': async (input) => {
      const workspace = parts.workspace();
      const { sent } = workspace.memory;
      const { ids } = await readToday(workspace, await resolveSelection(input, workspace));
      const billed = sent.findBilled(ids);
      const [first] = billed.values();
      return {
        records: ids.length,
        billed: billed.size,
        first: first === undefined ? null : (sent.file(first) ?? null),
      };
    },
  };
}

/** Compares the records of a file with today's: those it had, and those it would have. */
async function findChanges(workspace: Workspace, file: SentFile, limit: number): Promise<Output<'sent.changes'>> {
  const { sent } = workspace.memory;
  const { filterGroups, query, zone, period } = file;
  const then = sent.records(file.number);
  const selection: Selection = { filterGroups, query, zone, ...(period && { period }) };
  const { records: now, state } = await readToday(workspace, selection);
  const selected = toMap(now);
  const missing = then.flatMap(([id]) => (selected.has(id) ? [] : [id]));
  const elsewhere = toMap(
    missing.length === 0
      ? []
      : (await readToday(workspace, { filterGroups: [toIdFilter(missing)], query: '', zone })).records,
  );
  const had = new Set(then.map(([id]) => id));
  const changes: SentChange[] = [
    ...then.flatMap((record): SentChange[] => {
      const [id, version, before] = record;
      const today = selected.get(id);
      const other = today ?? elsewhere.get(id);
      if (!other) return [{ id, kind: 'vanished', fields: toFields(before, undefined) }];
      const hasValues = before.length > 0;
      const fields = hasValues ? toFields(before, other[2]) : [];
      if (today && (hasValues ? fields.length === 0 : version === other[1])) return [];
      return [{ id, kind: today ? 'changed' : 'moved', fields }];
    }),
    ...now.flatMap(([id, , values]): SentChange[] =>
      had.has(id) ? [] : [{ id, kind: 'added', fields: toFields(undefined, values) }],
    ),
  ];
  const count = (kind: SentChange['kind']) => changes.filter((change) => change.kind === kind).length;
  return {
    file,
    sums: (then.some(([, , values]) => values.length > 0) ? summed : []).map((name) => ({
      name,
      before: sumOf(then, name),
      after: sumOf(now, name),
    })),
    changes: changes.slice(0, limit),
    counts: {
      changed: count('changed'),
      moved: count('moved'),
      vanished: count('vanished'),
      added: count('added'),
    },
    complete: readCompleteness(state).complete,
  };
}

async function readToday({ snapshot }: Workspace, selection: Selection) {
  const records: RecordValues[] = [];
  const { state } = await snapshot.behind(selection, sentColumns, (piece) => void records.push(...piece));
  return { records, ids: records.map(([id]) => id), state };
}

const toMap = (records: readonly RecordValues[]) => new Map(records.map((record) => [record[0], record]));

function toIdFilter(values: readonly string[]) {
  return { filters: [{ propertyName: propertyNames.id, operator: 'IN' as const, values: [...values] }] };
}

type Values = readonly (string | null)[];

/** Lists the values that differ; of a record that is on one side only, those that are set. */
function toFields(before: Values | undefined, after: Values | undefined): SentChange['fields'] {
  return sentColumns.flatMap((name, at) => {
    const [was, is] = [before?.[at] ?? null, after?.[at] ?? null];
    return was === is ? [] : [{ name, before: was, after: is }];
  });
}

function sumOf(records: readonly RecordValues[], name: string): string {
  const at = sentColumns.findIndex((column) => column === name);
  return formatUnits(records.reduce((sum, [, , values]) => sum + toUnits(values[at] ?? '0'), 0n));
}
