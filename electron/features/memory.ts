/** Answers calls about the remembered past. Spends no request. */
import { AppFailure, fail } from '#contract/errors.ts';
import type { Output, ParsedInput } from '#contract/api.ts';
import type {
  SentFile,
  ChangedRecord,
  ChangeSumsLine,
  MergeLine,
  MovedLine,
  RecordChangeLine,
} from '#contract/memory.ts';
import { formatUnits, parseDecimal } from '#domain/decimal.ts';
import { hasBilledFilter, sentColumns } from '#domain/filter/billed.ts';
import type { Selection } from '#domain/filter/match.ts';
import { foldCase } from '#domain/filter/text.ts';
import { findProperty, propertyNames } from '#domain/properties.ts';
import { chooseAmounts } from '#domain/records/counted.ts';
import { findMeasure } from '#domain/reports/definition/measures.ts';
import { reportSchema, type ReportResult } from '#domain/reports/definition/report.ts';
import {
  chooseCurrency as chooseMoney,
  hasMoney,
  hasMultipleCurrencies,
} from '#domain/reports/print/printed-currencies.ts';
import { changeParts } from '#domain/reports/bridge/split.ts';
import type { Settings } from '#domain/settings.ts';
import type { Cells, ChangeLog, Difference, Merge } from '#electron/history/change-log.ts';
import type {
  ChangesQuery,
  ChangesReading,
  ChangeSums,
  Counted,
  ListedChange,
  SumLine,
} from '#electron/snapshot/changes.ts';
import type { KnownRecords } from '#electron/snapshot/past.ts';
import { readCompleteness } from '#electron/sync/status.ts';
import type { KnownMoment } from '#electron/workspace/known-moments.ts';
import type { Workspace } from '#electron/workspace/workspace.ts';
import { sentTexts } from '#texts/exports/sent.ts';
import { memoryTexts } from '#texts/hosts/memory.ts';
import type { HandlersFor, HandlerContext } from './calls.ts';
import { billedUntil } from './exports/sent.ts';
import { answerReport } from './reports.ts';
import { resolveSelection } from './selection.ts';

export function memoryHandlers(context: HandlerContext): HandlersFor<'memory'> {
  return {
    'memory.merges': async ({ limit }) => {
      const { memory } = context.workspace();
      const merges = memory.merges();
      const setAside = memory.listQuarantined();
      const begins = memory.findStart();
      return { merges: merges.slice(-limit).toReversed().map(toMergeLine), total: merges.length, begins, setAside };
    },
    'memory.changes': async (input, signal) => {
      const workspace = context.workspace();
      const span = await resolveSpan(input, workspace, context.now());
      return compare(workspace, span, (reading) => sumChanges(reading, { span, by: input.by, workspace }, signal));
    },
    'memory.changed': async (input, signal) => {
      const workspace = context.workspace();
      const { part, group, order, offset, limit } = input;
      const span = await resolveSpan(input, workspace, context.now());
      return compare(workspace, span, async (reading) => {
        const currency =
          span.currency ??
          (order === 'value' ? chooseCurrency(await reading.sums('client', signal), span, workspace) : '');
        const { changes, total } = await reading.list({ part, group, order, currency, offset, limit }, signal);
        return { changes: changes.map((change) => toChangedRecord(change, span)), total };
      });
    },
    'memory.figure': async (input, signal) => listFigureSteps(context.workspace(), input, signal),
    'memory.record': async ({ id }) => ({ changes: context.workspace().memory.history(id).map(toChangeLine) }),
  };
}

export interface WholeChanges {
  readonly answer: Output<'memory.changes'>;
  /** All changed records, the largest movement first. */
  readonly records: readonly ChangedRecord[];
  readonly selection: Selection;
  /** The sync state of the later moment. */
  readonly state: string | undefined;
}

const CHUNK_SIZE = 5_000;

/** Reads all changes, for a file. @throws AppFailure `usage` if records came in meanwhile */
export async function readWholeChanges(
  workspace: Workspace,
  input: SpanInput,
  now: number,
  signal?: AbortSignal,
): Promise<WholeChanges> {
  const span = await resolveSpan(input, workspace, now);
  return compare(workspace, span, async (reading) => {
    const answer = await sumChanges(reading, { span, by: 'client', workspace, hasAllLabels: true }, signal);
    const hasValue = answer.before.value !== '0' || answer.after.value !== '0';
    const listQuery = { order: hasValue ? ('value' as const) : ('logged' as const), currency: answer.currency ?? '' };
    const records: ChangedRecord[] = [];
    let after: ListedChange | undefined;
    while (records.length < answer.total) {
      // oxlint-disable-next-line no-await-in-loop -- piece by piece, so that each is in memory twice only for a moment
      const { changes } = await reading.list({ ...listQuery, offset: 0, after, limit: CHUNK_SIZE }, signal);
      after = changes.at(-1);
      if (!after) break;
      records.push(...changes.map((change) => toChangedRecord(change, span)));
    }
    const { total } = await reading.list({ ...listQuery, offset: 0, limit: 1 }, signal);
    if (total !== answer.total || records.length !== total) fail({ code: 'usage', detail: sentTexts.changedMeanwhile });
    const concernsRecords = ({ number, kind }: Merge) => number <= span.until.merge && kind !== 'journal';
    const state = workspace.memory.merges().findLast(concernsRecords)?.state;
    return { answer, records, selection: span.selection, state };
  });
}

/** Counts the records of a sent file that changed since, by the kind of change. */
export async function countSince(workspace: Workspace, file: number, now: number) {
  const span = await resolveSpan({ file, filterGroups: [], query: '' }, workspace, now);
  return compare(workspace, span, (reading) => reading.counts());
}

function toMergeLine({ number, kind, seenAt, state, counts }: Merge): MergeLine {
  return { number, kind, seenAt, asOf: state === '' ? null : readCompleteness(state).asOf, ...counts };
}

interface Span {
  readonly since: KnownMoment;
  readonly until: KnownMoment;
  readonly isToday: boolean;
  readonly file: SentFile | null;
  /** True if nothing is known of the file's moment except the stored values of its records. */
  readonly isStored: boolean;
  readonly selection: Selection;
  /** Undefined for the main currency; empty for none. */
  readonly currency: string | undefined;
}

type SpanInput = Pick<
  ParsedInput<'memory.changes'>,
  'since' | 'file' | 'until' | 'filterGroups' | 'query' | 'period' | 'currency'
>;

async function resolveSpan(input: SpanInput, workspace: Workspace, now: number): Promise<Span> {
  const { memory } = workspace;
  const { currency } = input;
  const merges = memory.merges();
  const newest =
    merges.findLast(({ kind }) => kind !== 'journal') ?? fail({ code: 'usage', detail: memoryTexts.nothingYet });
  const today = { merge: merges.at(-1)?.number ?? newest.number, time: now, recordsSeenAt: newest.seenAt };
  const file = input.file === undefined ? null : findFile(input.file, workspace);
  const known = file ? findMomentOfFile(workspace, file) : workspace.findMoment(input.since ?? failWithoutSince());
  const since = known ?? { ...today, recordsSeenAt: file?.at ?? '' };
  const isToday = input.until === undefined;
  const until = input.until === undefined ? today : workspace.findMoment(input.until);
  if (until.merge < since.merge) fail({ code: 'usage', detail: memoryTexts.backwards });
  return {
    since,
    until,
    isToday,
    file,
    isStored: !known,
    selection: file ? toSelection(file) : await resolveSelection(input, workspace),
    currency: currency === undefined ? undefined : (currency ?? ''),
  };
}

const failWithoutSince = () => fail({ code: 'usage', detail: memoryTexts.sinceWhat });

function findFile(number: number, { memory: { sent } }: Workspace): SentFile {
  const file = sent.file(number) ?? fail({ code: 'usage', detail: sentTexts.noFile(number) });
  return file.hasRecords ? file : fail({ code: 'usage', detail: sentTexts.withoutRecords(file.file) });
}

/** @returns undefined if the records of the file's moment are no longer known, as after a store was rebuilt */
export function findMomentOfFile(workspace: Workspace, { merge }: SentFile): KnownMoment | undefined {
  if (merge === null) return undefined;
  try {
    return workspace.findMoment(`#${merge}`);
  } catch (error) {
    if (error instanceof AppFailure && error.error.code === 'usage') return undefined;
    throw error;
  }
}

function toSelection({ filterGroups, query, zone, period }: SentFile): Selection {
  return { filterGroups, query, zone, ...(period && { period }) };
}

/** A future day, which includes everything that is known. */
const LAST_DAY = '9999-12-30';

/** Computes the figure at each moment at which anything changed, and lists the moments at which it differed from the one before. */
async function listFigureSteps(
  workspace: Workspace,
  { measure, limit, currency: chosenCurrency, ...selected }: ParsedInput<'memory.figure'>,
  signal?: AbortSignal,
): Promise<Output<'memory.figure'>> {
  const report = reportSchema.parse({ ...selected, measures: [measure] });
  // Totals stand under the full name, where the question may have had a short one.
  const id = findMeasure(measure)?.id ?? measure;
  const merges = workspace.memory.merges();
  const { currency: own } = workspace.settings();
  // Nothing is known of the time before the last unknown span.
  const first = merges.findLastIndex(({ kind }) => kind === 'first' || kind === 'unknown');
  const begin = first < 0 ? merges.findIndex(({ kind }) => kind === 'refresh') : first;
  const known = begin < 0 ? [] : merges.slice(begin);
  const changed = known.filter(
    ({ counts }, index) => index === 0 || Object.values(counts).some((number) => number > 0),
  );
  const steps: Output<'memory.figure'>['steps'] = [];
  const currencies = new Set<string | null>();
  for (const { number, seenAt } of changed.slice(-limit)) {
    // Since the last one, more may have been billed.
    const moment = number === changed.at(-1)?.number ? LAST_DAY : `#${number}`;
    const result = await workspace.asKnown(moment, (then) => answerReport(report, then, signal));
    const isSplit = hasMoney(report) && hasMultipleCurrencies(result);
    if (isSplit && chosenCurrency === undefined) for (const one of result.currencies ?? []) currencies.add(one);
    const isSingle = hasMoney(report) && chosenCurrency !== undefined;
    const currency = isSingle ? chosenCurrency : chooseMoney(result, own);
    const value = (isSingle ? readCurrency(result, chosenCurrency, own) : result.totals)[id] ?? null;
    const last = steps.at(-1);
    if (last?.value === value && last.currency === currency) continue;
    steps.push({ merge: number, seenAt, value, currency });
  }
  return { steps, ...(currencies.size > 0 && { currencies: [...currencies] }), isCut: changed.length > limit };
}

/** @returns the totals of one currency's money alone */
function readCurrency(result: ReportResult, currency: string | null, own: string | null) {
  const { amounts } = result.total;
  if (amounts) return amounts.find((one) => one.currency === currency)?.values ?? {};
  return chooseMoney(result, own) === currency ? result.totals : {};
}

/** Compares the moments of a span, reusing an open comparison only if names and records are still in the same state. */
function compare<T>(workspace: Workspace, span: Span, work: (reading: ChangesReading) => Promise<T>): Promise<T> {
  const { since, until, isToday, selection, file, isStored } = span;
  const billed = hasBilledFilter(selection.filterGroups) && workspace.memory.sent.version();
  // A new log, begun after damage, counts from 1 again.
  const moments = [
    isStored || [since.merge, since.time, since.recordsSeenAt],
    [until.merge, until.recordsSeenAt],
    isToday || until.time,
  ];
  const key = JSON.stringify([moments, selection, file?.number, billed, workspace.journal.namesVersion()]);
  return workspace.compare(key, () => buildQuery(workspace, span), work);
}

function buildQuery(workspace: Workspace, { since, until, isToday, selection, file, isStored }: Span): ChangesQuery {
  const { memory, journal } = workspace;
  const recall = (moment: KnownMoment) => ({
    ...memory.recall(moment),
    // The same for both sides, because the file itself bills its records.
    ...(file && { billed: () => memory.sent.billed(billedUntil(file)) }),
  });
  const toSide = <Moment>(moment: Moment, { zone, amounts, currency }: Settings) => ({
    moment,
    selection: file ? selection : { ...selection, zone },
    amounts: chooseAmounts(amounts),
    currency: currency ?? '',
  });
  const now = recall(until);
  const to = isToday ? toSide({ ...now, directory: journal.names() }, workspace.settings()) : toSide(now, now.settings);
  if (isStored && file)
    return { from: { ...to, selection: everything, moment: readSentValues(file, workspace) }, to, isRelabelled: false };
  const then = recall(since);
  const isBilledAnew = !file && hasBilledFilter(selection.filterGroups);
  const isRelabelled = isBilledAnew || memory.listRelabelled(since.merge, until.merge).length > 0;
  return { from: toSide(then, then.settings), to, isRelabelled };
}

const everything: Selection = { filterGroups: [], query: '', zone: 'UTC' };

function readSentValues(file: SentFile, { memory: { sent }, journal }: Workspace): KnownRecords {
  const records = sent.records(file.number);
  if (records.some(([, , values]) => values.length === 0))
    fail({ code: 'usage', detail: memoryTexts.withoutValues(file.file) });
  return {
    ids: records.map(([id]) => id),
    values: new Map(sentColumns.map((name, index) => [name, records.map(([, , values]) => values[index] ?? null)])),
    directory: journal.names(),
  };
}

interface SumsInput {
  readonly span: Span;
  readonly by: 'client' | 'person';
  readonly workspace: Workspace;
  readonly hasAllLabels?: true;
}

const MAX_LABELS = 100;

async function sumChanges(
  reading: ChangesReading,
  { span, by, workspace, hasAllLabels }: SumsInput,
  signal?: AbortSignal,
): Promise<Output<'memory.changes'>> {
  const lines = await reading.sums(by, signal);
  const counts = await reading.counts(signal);
  const { total } = await reading.list({ order: 'logged', currency: '', offset: 0, limit: 1 }, signal);
  const currency = span.currency ?? chooseCurrency(lines, span, workspace);
  const groups = new Map<string | null, { readonly key: string | null; readonly lines: SumLine[] }>();
  for (const line of lines) {
    const key = line.key === null || by === 'person' ? line.key : foldCase(line.key);
    const group = groups.get(key) ?? { key: line.key, lines: [] };
    groups.set(key, group);
    group.lines.push(line);
  }
  const countRecords = (part: SumLine['part']) =>
    lines.reduce((sum, line) => sum + (line.part === part ? line.records : 0), 0);
  const currencies = [...new Set(lines.map((line) => line.currency))].toSorted();
  const labels = workspace.memory.listRelabelled(span.since.merge, span.until.merge);
  return {
    since: { ...toMoment(span.since), ...(span.isStored && { merge: null }) },
    until: toMoment(span.until),
    file: span.file,
    period: span.selection.period ?? null,
    currency: currency || null,
    currencies: currencies.map((label) => label || null),
    others: currencies.flatMap((other) => (other === currency ? [] : listMoved(lines, other))),
    records: { before: countRecords('before'), after: countRecords('after') },
    ...sumMovement(lines, currency),
    counts,
    total,
    by,
    groups: [...groups.values()].flatMap(({ key, lines: own }) => {
      const moved = sumMovement(own, currency);
      return Object.keys(moved.parts).length === 0 ? [] : [{ key, ...moved }];
    }),
    labels: labels.slice(0, hasAllLabels ? undefined : MAX_LABELS).map(([entry, before, after]) => ({
      entry,
      fields: listFields([entry, before, after]).filter((field) => field.before !== field.after),
    })),
    labelCount: labels.length,
    complete: readCompleteness(await workspace.snapshot.loadState()).complete,
  };
}

/** Returns nothing if no part moved the value of the currency. */
function listMoved(lines: readonly SumLine[], currency: string): Output<'memory.changes'>['others'] {
  const { before, after, parts } = sumMovement(lines, currency);
  const hasMoved = Object.values(parts).some(({ value }) => value !== '0');
  return hasMoved ? [{ currency: currency || null, before: before.value, after: after.value }] : [];
}

/**
 * Chooses the workspace's currency if either moment has amounts in it, else the currency of most records. No currency is chosen only if no
 * amount has one.
 */
function chooseCurrency(lines: readonly SumLine[], { currency }: Span, workspace: Workspace): string {
  const own = workspace.settings().currency ?? '';
  const money = lines.filter(({ value }) => value !== 0n);
  const named = money.filter((line) => line.currency !== '');
  const paid = named.length > 0 ? named : money;
  if (currency !== undefined || paid.length === 0 || paid.some((line) => line.currency === own)) return currency ?? own;
  const records = new Map<string, number>();
  for (const { part, currency: of, records: own } of paid)
    if (part === 'before' || part === 'after') records.set(of, (records.get(of) ?? 0) + own);
  const [largest] = [...records].toSorted(([one, a], [other, b]) => b - a || (one < other ? -1 : 1));
  return largest?.[0] ?? own;
}

const toMoment = ({ merge, recordsSeenAt }: Pick<KnownMoment, 'merge' | 'recordsSeenAt'>) => ({ merge, recordsSeenAt });

function sumMovement(lines: readonly SumLine[], currency: string): MovedLine {
  const add = (part: SumLine['part']): ChangeSums => {
    const own = lines.filter((line) => line.part === part);
    const sum = (read: (line: SumLine) => bigint) => own.reduce((total, line) => total + read(line), 0n);
    return {
      logged: sum(({ logged }) => logged),
      billable: sum(({ billable }) => billable),
      value: sum((line) => (line.currency === currency ? line.value : 0n)),
    };
  };
  const parts = changeParts.flatMap((part) => {
    const sums = add(part);
    return Object.values(sums).every((sum) => sum === 0n) ? [] : [[part, toSumsLine(sums)] as const];
  });
  return { before: toSumsLine(add('before')), after: toSumsLine(add('after')), parts: Object.fromEntries(parts) };
}

const toSumsLine = ({ logged, billable, value }: ChangeSums): ChangeSumsLine => ({
  logged: formatUnits(logged),
  billable: formatUnits(billable),
  value: formatUnits(value),
});

/** The columns whose values are stored of a sent file's records. */
const storedColumns: ReadonlySet<string> = new Set(sentColumns);

function toChangedRecord(
  { id, kind, isRelabelled, title, cells, ...counted }: ListedChange,
  { isStored }: Pick<Span, 'isStored'>,
): ChangedRecord {
  const { before, after } = cells;
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  // The former values of other columns are unknown, which does not mean empty.
  const isKnown = (name: string) => !isStored || before === null || after === null || storedColumns.has(name);
  const differing = names.filter((name) => isKnown(name) && (before?.[name] ?? null) !== (after?.[name] ?? null));
  const only = (side: Cells | null) => side && Object.fromEntries(differing.map((name) => [name, side[name] ?? null]));
  const toCounted = (side: Counted | null) =>
    side && {
      ...toSumsLine(side),
      isSelected: side.isSelected,
      client: side.client,
      person: side.person,
      currency: side.currency || null,
    };
  return {
    id,
    kind,
    isRelabelled,
    title,
    was: toCounted(counted.before),
    is: toCounted(counted.after),
    fields: listFields([id, only(before), only(after)]),
  };
}

function toChangeLine({
  merge: { number, seenAt },
  difference,
}: ReturnType<ChangeLog['history']>[number]): RecordChangeLine {
  return {
    merge: number,
    seenAt,
    id: difference[0],
    kind: nameKind(difference),
    fields: listFields(difference),
  };
}

function listFields([, before, after]: Difference): RecordChangeLine['fields'] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (name) => !own.has(name),
  );
  const value = (cells: Cells | null, name: string) => toPlain(name, cells?.[name] ?? null);
  return names.map((name) => ({
    name: toPropertyName(name),
    before: value(before, name),
    after: value(after, name),
  }));
}

function nameKind([, before, after]: Difference): RecordChangeLine['kind'] {
  if (before === null) return 'appeared';
  if (after === null) return 'vanished';
  if (before['archived'] === undefined) return 'changed';
  return after['archived'] === 'true' ? 'archived' : 'restored';
}

/** The store's internal columns, whose changes are not reported. */
const own = new Set(['id', 'archived', 'searched', 'rounded', 'anomalies', 'extra']);

/** The columns of every record that are also properties of the service. */
const builtIn: Readonly<Record<string, string>> = {
  created_at: propertyNames.created,
  updated_at: propertyNames.modified,
};
const toPropertyName = (column: string) => builtIn[column] ?? column;

/** Formats a value as in every other answer: exact decimals without trailing zeros, times in ISO UTC. */
function toPlain(column: string, cell: string | null): string | null {
  if (cell === null) return null;
  const type = findProperty(toPropertyName(column))?.type;
  if (type === 'number') return formatUnits(parseDecimal(cell)?.units ?? fail({ code: 'unexpected' }));
  return type === 'datetime' ? new Date(Number(BigInt(cell) / 1000n)).toISOString() : cell;
}
