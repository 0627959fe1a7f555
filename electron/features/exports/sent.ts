/** Remembers files that leave, tells what was sent, and what has become of it since. Spends no request. */
import { userInfo } from 'node:os';
import { fail } from '#contract/errors.ts';
import type { Manifest } from '#contract/exports.ts';
import type { Selection } from '#domain/filter/match.ts';
import { propertyNames } from '#domain/property-names.ts';
import type { HandlersFor, Parts } from '#electron/features/calls.ts';
import { resolveSelection } from '#electron/features/selection.ts';
import { SentRecords, type SentRecord } from '#electron/history/sent-register.ts';
import type { RecordValues, StateRead } from '#electron/snapshot/reader.ts';
import { readCompleteness } from '#electron/sync/status.ts';
import type { Workspace } from '#electron/workspace/workspace.ts';
import { sentTexts as texts } from '#texts/exports/sent.ts';

/** What of a record matters to the receiver of a file. */
export const sentColumns = [
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

/** The records of a file that is about to be written. */
export interface RecordsToSend {
  readonly records: SentRecords;
  readonly read: StateRead;
  readonly selection: Selection;
  /** The last merge of the change log, of records or of names and settings, that belongs to them. */
  readonly merge: number | null;
}

export async function readRecordsToSend(
  workspace: Workspace,
  selection: Selection,
  signal?: AbortSignal,
): Promise<RecordsToSend> {
  const records = new SentRecords();
  const { snapshot, memory, knownMoment } = workspace;
  const merge = knownMoment?.merge ?? memory.merges().at(-1)?.number ?? null;
  const isLarge = (await snapshot.countSelected(selection, signal)) > MOST_WITH_VALUES;
  const columns = isLarge ? [] : sentColumns;
  const read = await snapshot.behind(selection, columns, (piece) => records.add(piece.map(toPlain)), signal);
  return { records, read, selection, merge };
}

const toPlain = ([id, version, values]: RecordValues): SentRecord => [id, version, values];

export interface Leaving {
  readonly manifest: Manifest;
  /** Where it will be; null where it has no place of its own. */
  readonly path: string | null;
  /** The host gives it away and does not learn what becomes of it. */
  readonly isHanded: boolean;
  readonly client: string | undefined;
  readonly bills: boolean;
  readonly again: string | undefined;
}

/** Says whether a file that was about to leave has left. */
export type Settle = (hasLeft: boolean) => void;

/**
 * Writes down that a file is about to leave, with its records.
 * @throws AppFailure `usage` where it bills what an earlier file bills, or where it is not known which records it bills
 */
export function rememberLeaving(
  workspace: Workspace,
  { records, read, selection, merge }: RecordsToSend,
  { manifest, path, isHanded, client, bills, again }: Leaving,
  now: () => number,
): Settle {
  const time = () => new Date(now()).toISOString();
  const { sent } = workspace.memory;
  // A file of findings lists some of the records, which the checks chose; during a download others may have come meanwhile.
  const isSame = records.ids.length === manifest.records && readCompleteness(read.state).asOf === manifest.asOf;
  const hasRecords = manifest.of !== 'findings' && isSame;
  if (bills && !hasRecords)
    fail({ code: 'usage', detail: manifest.of === 'findings' ? texts.findingsBill : texts.changedMeanwhile });
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
      merge: hasRecords ? merge : null,
      ...(manifest.asKnown !== undefined && { asKnown: manifest.asKnown }),
      hasRecords,
      bills,
      again: again ?? null,
    },
    hasRecords ? records : new SentRecords(),
  );
  return (hasLeft) => {
    try {
      sent.settle(number, hasLeft ? (isHanded ? 'handed' : 'saved') : 'withdrawn', time());
    } catch {
      // The file is written all the same; the next opening looks what became of it.
    }
  };
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
      const { memory } = parts.workspace();
      return { files: memory.sent.files(), setAside: memory.setAside() };
    },
    'sent.settle': async ({ number, state }) => {
      const workspace = parts.workspace();
      const { sent } = workspace.memory;
      const { bills, again, state: before, path } = find(number);
      // Meanwhile another file may have billed its records.
      if (bills && before === 'withdrawn' && state !== 'withdrawn')
        refuseBilled(
          workspace,
          sent.records(number).map(([id]) => id),
          again ?? undefined,
        );
      sent.settle(number, state === 'saved' && path === null ? 'handed' : state, now());
      return find(number);
    },
    'sent.billed': async (input) => {
      const workspace = parts.workspace();
      const { sent } = workspace.memory;
      const ids: string[] = [];
      if (sent.files().some(({ bills }) => bills)) {
        const selected = await resolveSelection(input, workspace);
        await workspace.snapshot.behind(selected, [], (piece) => void ids.push(...piece.map(([id]) => id)));
      }
      const billed = sent.findBilled(ids);
      const [first] = billed.values();
      return {
        billed: billed.size,
        first: first === undefined ? null : (sent.file(first) ?? null),
      };
    },
  };
}
