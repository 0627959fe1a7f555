/** Writes open findings to a file with its manifest: those of one check, or of all. For internal use alone. Spends no request. */
import type { Manifest } from '../../../src/contract/exports.ts';
import { exportDocumentTexts as texts } from '#texts/export-document.ts';
import { checkFileHeads as heads, checkTexts } from '#texts/screens/checks.ts';
import { fail } from '../../../src/contract/errors.ts';
import type { Check } from '../../../src/domain/checks/check.ts';
import { findCheck } from '../../../src/domain/checks/checks.ts';
import { byStake } from '../../../src/domain/checks/order.ts';
import { divideHalfEven, formatUnits, toUnits } from '../../../src/domain/decimal.ts';
import { fileTypes } from '../../../src/domain/export-formats.ts';
import type { ColumnSums, ExportColumn, Line } from '../../../src/domain/exports/model.ts';
import type { ExportOptions } from '../../../src/domain/exports/options.ts';
import { toSections } from '../../../src/domain/exports/sections.ts';
import { startSums } from '../../../src/domain/exports/sums.ts';
import type { Selection } from '../../../src/domain/filter/match.ts';
import type { Settings } from '../../../src/domain/settings.ts';
import type { DocumentPart } from '../../exports/document.ts';
import type { FoundRecord } from '../../snapshot/checks/model.ts';
import type { Weekday } from '../../../src/domain/time/weeks.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { readRules } from '../checks/marks.ts';
import { runChecks } from '../checks/run.ts';
import { isLossy, judgeCompleteness, type Completeness } from '../completeness.ts';
import { findingProperties, toFindingColumns, type FindingColumns } from './finding-columns.ts';
import { nameIds } from '../../../src/domain/people/id-names.ts';
import { hashReviews, nameSource, periodText, sealText, toOrigin } from './manifest.ts';
import { spanName, type ExportParts } from './records.ts';
import { requireSigner } from './signing-key.ts';
import { deliver, toSums, writeExport } from './write.ts';

export interface FindingsExport {
  /** Undefined: all that have open findings. */
  readonly check: Check | undefined;
  readonly options: ExportOptions;
  /** A file without lines where nothing is open. Of one check it always is one. */
  readonly allowEmpty?: boolean;
  /** Told the weekday that recorded weeks begin on in the state of the store that is read. */
  readonly selectionAt: (recordedWeeks: Weekday) => Selection;
}

interface FoundList {
  readonly check: string;
  readonly findings: readonly FoundRecord[];
}

interface Found {
  readonly lists: readonly FoundList[];
  readonly seal: Completeness;
  readonly selection: Selection;
}

/** @returns null when no destination was chosen. @throws AppFailure `nothing-matched`, `cancelled`, and those of files and the store. */
export async function exportFindings(
  parts: ExportParts,
  workspace: Workspace,
  asked: FindingsExport,
  signal?: AbortSignal,
): Promise<Manifest | null> {
  const { options, check } = asked;
  const signer = options.sign ? await requireSigner(parts.host.secrets) : undefined;
  // Read before the file has a name: what it is called and what it holds are of one state of the store.
  const { lists, seal, selection } = await findAll(workspace, asked, signal);
  const count = lists.reduce((sum, { findings }) => sum + findings.length, 0);
  if (count === 0 && check === undefined && asked.allowEmpty !== true) fail({ code: 'nothing-matched' });
  const span = selection.period ? `-${spanName(selection.period)}` : '';
  const name = `to-check${check ? `-${check.id}` : ''}${span}${seal.complete ? '' : '-partial'}`;
  const destination = await parts.host.chooseDestination(`${name}.${fileTypes[options.format].extension}`);
  if (!destination) return null;
  if (signal?.aborted) fail({ code: 'cancelled' });
  const settings = workspace.settings();
  const directory = workspace.journal.names();
  const unreadable = lists.flatMap(({ findings }) => findings.map(({ row }) => countUnreadable(row.unreadable)));
  const isApart = options.format === 'pdf' && check === undefined;
  const table = toFindingColumns({
    options,
    settings,
    directory,
    namesCheck: check === undefined && !isApart,
    hasUnreadable: unreadable.some((each) => each > 0),
  });
  const document = isApart ? listApart(lists, table, settings) : listTogether(lists, table);
  const origin = toOrigin({
    options,
    settings,
    directory,
    filterGroups: selection.filterGroups,
    query: selection.query,
    shown: findingProperties,
    period: selection.period ?? null,
    seal,
    isLossy: isLossy(workspace),
    source: await nameSource(workspace),
    version: parts.version,
  });
  const facts = {
    ...origin,
    of: 'findings' as const,
    title: options.title ?? (check ? texts.findingsOf(labelCheck(check.id)) : texts.findings),
    ...(check && { check: check.id }),
    reviewsHash: hashReviews(workspace),
    records: count,
    totals: {},
    currency: settings.currency,
    notes: [],
    missing: [],
    unreadable: unreadable.reduce((sum, each) => sum + each, 0),
    ...(document.parts.length > 0 && {
      parts: document.parts.map(({ title, lines, columns, sums }) => ({
        title,
        lines: lines.length,
        columns: columns.map((column) => column.name),
        heads: columns.map(({ head }) => head),
        ...toSums(sums),
        notes: [],
      })),
    }),
  };
  const period = periodText(selection.period ?? null);
  const manifest = await writeExport(
    destination,
    {
      ...document,
      options,
      lines: once(document.lines),
      outline: null,
      sums: () => document.sums,
      signal,
      head: {
        title: facts.title,
        period,
        seal: sealText(seal),
        complete: seal.complete,
        notes: check ? [checkTexts[check.id]?.detail ?? ''] : [],
        sections: toSections(
          { ...facts, lines: document.lineCount },
          { seal: sealText(seal), period, nameOf: nameIds(directory) },
        ),
      },
    },
    facts,
    { signer, writer: parts.writer },
  );
  await deliver(parts, destination, {
    manifest,
    conditions: { filter: selection.filterGroups, query: selection.query },
  });
  return manifest;
}

export const labelCheck = (id: string): string => checkTexts[id]?.label ?? id;

/** @throws AppFailure `usage` where records came in between two lists */
async function findAll(
  workspace: Workspace,
  { check, selectionAt }: FindingsExport,
  signal: AbortSignal | undefined,
): Promise<Found> {
  const rules = readRules(workspace);
  const checks = check ? [check] : await listOpen(workspace, selectionAt('monday'), signal);
  const lists: FoundList[] = [];
  let first: string | undefined;
  let selection = selectionAt('monday');
  for (const [at, each] of checks.entries()) {
    if (signal?.aborted) fail({ code: 'cancelled' });
    const question = { ...rules, check: each, reviewed: false, columns: findingProperties, signal };
    // oxlint-disable-next-line no-await-in-loop -- one after the other: each may be long
    const { findings, state } = await workspace.snapshot.allFindings(question, (weeks) => {
      selection = selectionAt(weeks);
      return selection;
    });
    if (at === 0) first = state;
    else if (state !== first) fail({ code: 'usage', detail: texts.pack.changed });
    lists.push({ check: each.id, findings });
  }
  return { lists, seal: judgeCompleteness(first, workspace), selection };
}

/** Those with open findings, most at stake first. */
async function listOpen(
  workspace: Workspace,
  selection: Selection,
  signal: AbortSignal | undefined,
): Promise<readonly Check[]> {
  const { checks } = await runChecks(workspace, selection, signal);
  return checks
    .filter(({ open }) => open > 0)
    .toSorted(byStake)
    .flatMap(({ id }) => findCheck(id) ?? []);
}

interface Tables {
  readonly columns: readonly ExportColumn[];
  readonly currencyAt: number | undefined;
  readonly lines: readonly Line[];
  readonly lineCount: number;
  readonly sums: ColumnSums;
  readonly parts: readonly DocumentPart[];
}

const toLines = (table: FindingColumns, { check, findings }: FoundList) =>
  findings.map((each) => table.toLine(check, each));

function addUp({ columns, currencyAt }: Pick<Tables, 'columns' | 'currencyAt'>, lines: readonly Line[]): ColumnSums {
  const sums = startSums(columns, currencyAt);
  sums.add(lines);
  return sums.result();
}

function listTogether(lists: readonly FoundList[], table: FindingColumns): Tables {
  const lines = lists.flatMap((list) => toLines(table, list));
  const { columns, currencyAt } = table;
  return { columns, currencyAt, lines, lineCount: lines.length, sums: addUp(table, lines), parts: [] };
}

/** On pages: how much each check found, then a table for each of them. */
function listApart(lists: readonly FoundList[], table: FindingColumns, settings: Settings): Tables {
  const parts = lists.map((list): DocumentPart => {
    const lines = toLines(table, list);
    const detail = checkTexts[list.check]?.detail;
    return {
      title: labelCheck(list.check),
      remarks: detail === undefined ? [] : [detail],
      chart: null,
      columns: table.columns,
      currencyAt: table.currencyAt,
      lines,
      outline: null,
      sums: addUp(table, lines),
    };
  });
  const columns = summaryColumns(settings, table.currencyAt === undefined);
  const lines = lists.map(({ check, findings }, at): Line => {
    const all: Readonly<Record<string, string | null>> = parts[at]?.sums.all ?? {};
    return [labelCheck(check), String(findings.length), all['hours'] ?? null, all['value'] ?? null];
  });
  const none = { all: {}, byCurrency: [] };
  // What several checks found on one record is in each of their lists: their sums are not added up.
  return { columns, currencyAt: undefined, lines, lineCount: lines.length, sums: none, parts };
}

function summaryColumns(settings: Settings, isPlain: boolean): ExportColumn[] {
  const column = (name: string, head: string, own: Partial<ExportColumn>): ExportColumn => ({
    name,
    label: head,
    head,
    kind: 'text',
    digits: null,
    currency: null,
    adds: false,
    ...own,
  });
  const isClock = settings.hoursStyle === 'clock';
  const value =
    isPlain || settings.currency === null ? heads.value : texts.columns.inCurrency(heads.value, settings.currency);
  return [
    column('check', heads.check, {}),
    column('open', heads.open, { kind: 'count', digits: 0 }),
    column('hours', heads.hours, { kind: isClock ? 'clock' : 'hours', digits: isClock ? 0 : settings.hoursDigits }),
    column('value', value, { kind: 'money', digits: settings.moneyDigits, currency: settings.currency }),
  ];
}

const countUnreadable = (unreadable: Readonly<Record<string, string>>) =>
  Object.keys(unreadable).filter((name) => findingProperties.includes(name)).length;

async function* once(lines: readonly Line[]): AsyncGenerator<readonly Line[]> {
  yield lines;
}

/** A table of how much each check found, for a document of several parts. */
export async function summariseChecks(
  workspace: Workspace,
  selection: Selection,
): Promise<Pick<DocumentPart, 'columns' | 'lines'> & { readonly asOf: string | null }> {
  const settings = workspace.settings();
  const { checks, asOf } = await runChecks(workspace, selection);
  const isClock = settings.hoursStyle === 'clock';
  const toHours = (minutes: string | null) =>
    minutes === null || isClock ? minutes : formatUnits(divideHalfEven(toUnits(minutes), 60n));
  const lines = checks
    .filter(({ open }) => open > 0)
    .toSorted(byStake)
    .map(({ id, open, minutes, value }): Line => [labelCheck(id), String(open), toHours(minutes), value]);
  return { columns: summaryColumns(settings, false), lines, asOf };
}
