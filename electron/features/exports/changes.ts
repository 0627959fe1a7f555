/** Writes what changed between two moments to a file: the sums from then to now, and record by record, value by value. For internal use alone. */
import type { ParsedInput } from '#contract/api.ts';
import { fail } from '#contract/errors.ts';
import type { Manifest } from '#contract/exports.ts';
import type { ChangedRecord, ChangeSumsLine } from '#contract/memory.ts';
import { formatUnits, SCALE, toUnits, minutesToHours } from '#domain/decimal.ts';
import { noSums, toTextColumn, type Cell, type ExportColumn, type Line } from '#domain/exports/model.ts';
import type { ExportOptions } from '#domain/exports/options.ts';
import { isPage } from '#domain/exports/record-columns.ts';
import { printFilter } from '#domain/filter/print.ts';
import { type Directory, nameIds } from '#domain/people/directory.ts';
import { findProperty, OWNER_PROPERTY } from '#domain/properties.ts';
import { changeParts } from '#domain/reports/bridge/split.ts';
import { bridgeChanges, listOtherCurrencies } from '#domain/reports/bridge/changes.ts';
import type { Bridge, BridgeAmount } from '#domain/reports/bridge/question.ts';
import { chooseGrid } from '#domain/reports/print/printed.ts';
import type { Settings } from '#domain/settings.ts';
import { formatUtcMinute } from '#domain/time/utc.ts';
import type { DocumentPart } from '#electron/exports/document.ts';
import { judgeCompleteness } from '#electron/features/completeness.ts';
import { readWholeChanges, type WholeChanges } from '#electron/features/memory.ts';
import type { Workspace } from '#electron/workspace/workspace.ts';
import { exportDocumentTexts } from '#texts/export-document.ts';
import { changeTexts as texts } from '#texts/reports/changes.ts';
import { formatPeriod } from './manifest.ts';
import { exportFile, toContentLines, type ContentLines, type ExportContext } from './pipeline.ts';
import { describeParts } from './write.ts';

interface ChangesExport {
  readonly input: Omit<ParsedInput<'memory.changes'>, 'by'>;
  readonly options: ExportOptions;
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * @returns null when no destination was chosen
 * @throws AppFailure `usage`, `nothing-matched`, `cancelled`, and those of files and the store
 */
export function exportChanges(
  context: ExportContext,
  workspace: Workspace,
  { input, options, now }: ChangesExport,
  signal?: AbortSignal,
): Promise<Manifest | null> {
  return exportFile({ context, workspace, options, signal }, async ({ settings, directory }) => {
    const whole = await readWholeChanges(workspace, input, now, signal);
    const { answer, selection, state } = whole;
    const { since, until, file } = answer;
    if (answer.total === 0 && answer.labels.length === 0) fail({ code: 'nothing-matched' });
    const seal = judgeCompleteness(state, workspace);
    const keptNote = since.merge === null && file ? texts.kept(file.file) : undefined;
    const others = listOtherCurrencies(answer.others, { ...settings, locale: options.locale });
    const [from, to] = [since, until].map(({ recordsSeenAt }) => formatUtcMinute(recordsSeenAt));
    const days = [since, until].map(({ recordsSeenAt }) => recordsSeenAt.slice(0, 10));
    return {
      baseName: ['changes', ...new Set(days)].join('-'),
      period: selection.period ?? null,
      complete: seal.complete,
      filterGroups: selection.filterGroups,
      query: selection.query,
      hasRecords: false,
      compose: (write) => {
        const notes = [keptNote, ...others, answer.complete ? undefined : texts.partial].filter(
          (note) => note !== undefined,
        );
        const lines = buildLines(whole, { options, settings, directory, notes });
        return write({
          lines,
          shownProperties: [],
          seal,
          facts: {
            of: 'changes',
            title:
              options.title ??
              (file ? texts.file.titleOfFile(file.file, from ?? '', to ?? '') : texts.file.title(from ?? '', to ?? '')),
            changes: { since, until, ...(file && { file: file.number }) },
            records: answer.total,
            totals: {},
            currency: answer.currency,
            notes: [
              ...(keptNote === undefined ? [] : [{ code: 'kept', records: null, text: keptNote }]),
              ...others.map((text) => ({ code: 'mixed-currencies', records: null, text })),
            ],
            missing: [],
            unreadable: 0,
            ...describeParts(lines.parts),
          },
          notes,
        });
      },
    };
  });
}

interface Layout {
  readonly options: ExportOptions;
  readonly settings: Settings;
  readonly directory: Directory;
  readonly notes: readonly string[];
}

/** The cells of a line by column name; columns without one are empty. */
type Cells = Readonly<Record<string, Cell>>;

/** Tables list the steps from then to now above the records; pages have a separate table for them. */
function buildLines(whole: WholeChanges, layout: Layout): ContentLines {
  const columns = toColumns(whole, layout);
  const toTable = (cells: readonly Cells[], isIncluded: (name: string) => boolean) => {
    const own = columns.filter(({ name }) => isIncluded(name));
    const lines = cells.map((one): Line => own.map(({ name }) => one[name] ?? null));
    return { columns: own, currencyIndex: undefined, lines, sums: noSums };
  };
  const steps = listSteps(whole, layout);
  const changed = [...listLabels(whole), ...whole.records.flatMap((record) => listRecord(record, whole, layout))];
  if (!isPage(layout.options.format))
    return toContentLines(toTable([...steps, ...listFacts(whole, layout), ...changed], () => true));
  const part: DocumentPart = {
    title: texts.file.records,
    remarks: [],
    chart: null,
    outline: null,
    ...toTable(changed, (name) => name !== 'records'),
  };
  return { ...toContentLines(toTable(steps, (name) => !recordColumns.includes(name))), parts: [part] };
}

/** The columns that only lines of records have. */
const recordColumns: readonly string[] = ['id', 'title', 'client', 'person', 'property', 'before', 'after'];

function toColumns({ answer }: WholeChanges, { options, settings }: Layout): ExportColumn[] {
  const headers = texts.file.heads;
  const text = (name: keyof typeof headers) => toTextColumn(name, headers[name], options);
  const isClock = hasClock(options, settings);
  const value = nameInCurrency(headers.value, answer.currency);
  const time = isClock
    ? ({ kind: 'clock', digits: isPage(options.format) ? 0 : null } as const)
    : ({ kind: 'hours', digits: settings.hoursDigits } as const);
  return [
    text('step'),
    { ...text('records'), kind: 'count', digits: 0 },
    { ...text('id'), kind: 'id' },
    ...(['title', 'client', 'person', 'property', 'before', 'after'] as const).map(text),
    { ...text('logged'), ...time },
    { ...text('billable'), ...time },
    {
      ...toTextColumn('value', value, options),
      kind: 'money',
      digits: settings.moneyDigits,
      currency: answer.currency,
    },
  ];
}

const nameInCurrency = (label: string, currency: string | null | undefined) =>
  currency ? exportDocumentTexts.columns.inCurrency(label, currency) : label;

function nameProperty(name: string, currency: string | null | undefined): string {
  const { label, unit } = findProperty(name) ?? { label: name };
  return unit === 'money' || unit === 'rate' ? nameInCurrency(label, currency) : label;
}

const hasClock = ({ preset }: ExportOptions, { hoursStyle }: Settings) => hoursStyle === 'clock' && preset === 'excel';

function toFigures({ logged, billable, value }: ChangeSumsLine, { options, settings }: Layout): Cells {
  const hours = (minutes: string) => (hasClock(options, settings) ? minutes : minutesToHours(minutes));
  return { logged: hours(logged), billable: hours(billable), value };
}

/** Prints steps as on screen, because pages round and separately rounded steps need not add up. */
function createPagePrinter({ answer }: WholeChanges, { options, settings }: Layout) {
  const hoursStyle = hasClock(options, settings) ? ('clock' as const) : ('decimal' as const);
  const printSettings = { ...settings, hoursStyle };
  const bridges = (['logged', 'billable', 'value'] as const).map((name) => {
    const { digits } = chooseGrid(name === 'value' ? 'money' : 'hours', printSettings);
    return { name, one: 10n ** BigInt(SCALE - digits), bridge: bridgeChanges(answer, name, printSettings) };
  });
  return (pickAmount: (bridge: Bridge) => BridgeAmount | undefined): Cells =>
    Object.fromEntries(
      bridges.map(({ name, one, bridge }) => [name, formatUnits(BigInt(pickAmount(bridge)?.steps ?? 0) * one)]),
    );
}

function listSteps(whole: WholeChanges, layout: Layout): Cells[] {
  const { since, until, before, after, parts, counts, records } = whole.answer;
  const none = { logged: '0', billable: '0', value: '0' };
  const print = isPage(layout.options.format) ? createPagePrinter(whole, layout) : undefined;
  const writeSums = (sums: ChangeSumsLine, pickAmount: (bridge: Bridge) => BridgeAmount | undefined) =>
    print ? print(pickAmount) : toFigures(sums, layout);
  return [
    {
      step: texts.file.at(texts.before, formatUtcMinute(since.recordsSeenAt)),
      records: String(records.before),
      ...writeSums(before, ({ start }) => start),
    },
    ...changeParts
      .filter((part) => counts[part] > 0)
      .map((part) => ({
        step: texts.kinds[part],
        records: String(counts[part]),
        ...writeSums(parts[part] ?? none, (bridge) => bridge.parts[part]),
      })),
    {
      step: texts.file.at(texts.after, formatUtcMinute(until.recordsSeenAt)),
      records: String(records.after),
      ...writeSums(after, ({ end }) => end),
    },
  ];
}

/** Lists period, filter and notes as lines, because a CSV for people has no other place for them. */
function listFacts({ answer, selection }: WholeChanges, { options, directory, notes }: Layout): Cells[] {
  if (options.format !== 'csv' || options.preset !== 'excel') return [];
  const filter = printFilter(selection.filterGroups, { query: selection.query, nameOf: nameIds(directory) });
  return [
    { step: texts.file.period, title: formatPeriod(answer.period, options.locale) },
    { step: texts.file.filter, title: filter },
    ...notes.map((title) => ({ step: texts.file.note, title })),
  ];
}

const listLabels = ({ answer }: WholeChanges): Cells[] =>
  answer.labels.flatMap(({ entry, fields }) =>
    fields.map(({ name, before, after }) => ({ step: texts.labels, title: entry, property: name, before, after })),
  );

/** Writes one line for each changed value; the first one also shows how much the record moved. */
function listRecord(record: ChangedRecord, { answer }: WholeChanges, layout: Layout): Cells[] {
  const { id, kind, isRelabelled, title, was, is, fields } = record;
  const nameOf = nameIds(layout.directory);
  const print = (name: string, value: string | null) => (value === null ? null : (nameOf(name, value) ?? value));
  const count = (side: ChangedRecord['was'], name: keyof ChangeSumsLine) =>
    side?.isSelected && (name !== 'value' || side.currency === answer.currency) ? toUnits(side[name]) : 0n;
  const moved = (name: keyof ChangeSumsLine) => formatUnits(count(is, name) - count(was, name));
  const counted = is ?? was;
  const own = {
    step: [...(kind ? [texts.kinds[kind]] : []), ...(isRelabelled ? [texts.kinds.relabelled] : [])].join(', '),
    id,
    title,
    client: counted?.client ?? null,
    person: print(OWNER_PROPERTY, counted?.person ?? null),
  };
  const isOneSided = kind === 'appeared' || kind === 'vanished';
  const others = (['client', 'currency'] as const).flatMap((name) =>
    isRelabelled && was?.[name] !== is?.[name]
      ? [{ property: texts.fields[name], before: was?.[name] ?? null, after: is?.[name] ?? null }]
      : [],
  );
  const values = (isOneSided ? [] : fields).map(({ name, before, after }) => ({
    property: nameProperty(name, counted?.currency),
    before: print(name, before),
    after: print(name, after),
  }));
  const [first = {}, ...remaining] = [...others, ...values];
  const figures = { logged: moved('logged'), billable: moved('billable'), value: moved('value') };
  return [{ ...own, ...first, ...toFigures(figures, layout) }, ...remaining.map((value) => ({ ...own, ...value }))];
}
