/** Writes open findings to a file with its manifest: those of one check, or of all. For internal use alone. Spends no request. */
import type { Manifest } from '#contract/exports.ts';
import { exportDocumentTexts as texts } from '#texts/export-document.ts';
import { checkFileHeads as heads, checkScreenTexts, checkTexts } from '#texts/screens/checks.ts';
import { fail } from '#contract/errors.ts';
import { isNotice, type Check } from '#domain/checks/check.ts';
import { findCheck } from '#domain/checks/checks.ts';
import { compareByStake } from '#domain/checks/stake.ts';
import {
  noSums,
  toTextColumn,
  numberDuplicateNames,
  type ColumnSums,
  type ExportColumn,
  type Line,
  type Cell,
} from '#domain/exports/model.ts';
import type { ExportOptions } from '#domain/exports/options.ts';
import { formatCount, formatDay, formatUngrouped } from '#domain/locale-forms.ts';
import { createColumnSums } from '#domain/exports/sums.ts';
import type { Selection } from '#domain/filter/match.ts';
import type { Settings } from '#domain/settings.ts';
import type { DocumentPart } from '#electron/exports/document.ts';
import type { FoundRecord } from '#electron/snapshot/checks/model.ts';
import type { Weekday } from '#domain/time/weeks.ts';
import type { Workspace } from '#electron/workspace/workspace.ts';
import { readRules, runChecks } from '#electron/features/checks.ts';
import { judgeCompleteness } from '#electron/features/completeness.ts';
import { hashReviews } from './manifest.ts';
import { exportFile, failIfCancelled, toContentLines, type ContentLines, type ExportContext } from './pipeline.ts';
import { describeParts } from './write.ts';
import { toSentence, type FactFormat } from '#domain/checks/sentence.ts';
import { createLocalTimeFormat } from '#domain/time/utc.ts';
import { CURRENCY_COLUMN, toRecordColumns, isPage } from '#domain/exports/record-columns.ts';
import { findCurrencyOfObject, hasAnyCurrency, createObjectNames, type Directory } from '#domain/people/directory.ts';
import { minutesToHours } from '#domain/decimal.ts';
import { formatRecordAddress } from '#domain/record.ts';
import { propertyNames } from '#domain/properties.ts';
import type { MeasureUnit } from '#domain/reports/definition/measures.ts';
import { chooseGrid, formatSteps, toSteps } from '#domain/reports/print/printed.ts';

interface FindingsExport {
  /** Undefined for all checks that have open findings. */
  readonly check: Check | undefined;
  readonly options: ExportOptions;
  /** Whether a file without lines is written if nothing is open; a file of one check always is. */
  readonly allowEmpty?: boolean;
  /** Called with the weekday on which recorded weeks begin in the state of the store that is read. */
  readonly selectionAt: (recordedWeeks: Weekday) => Selection;
}

interface FindingList {
  readonly check: string;
  /** Explains that findings on much of the data are not slips to be corrected one by one. */
  readonly notice?: string;
  readonly findings: readonly FoundRecord[];
}

/** @returns null when no destination was chosen. @throws AppFailure `nothing-matched`, `cancelled`, and those of files and the store. */
export function exportFindings(
  context: ExportContext,
  workspace: Workspace,
  request: FindingsExport,
  signal?: AbortSignal,
): Promise<Manifest | null> {
  const { options, check } = request;
  return exportFile({ context, workspace, options, signal }, async ({ settings, directory }) => {
    // The findings are read before the file is named, so that its name and its content come from one state of the store.
    const { lists, seal, selection } = await findAll(workspace, request, signal);
    const records = lists.reduce((sum, { findings }) => sum + findings.length, 0);
    if (records === 0 && check === undefined && request.allowEmpty !== true) fail({ code: 'nothing-matched' });
    return {
      baseName: check ? `to-check-${check.id}` : 'to-check',
      period: selection.period ?? null,
      complete: seal.complete,
      filterGroups: selection.filterGroups,
      query: selection.query,
      hasRecords: false,
      compose: async (write) => {
        const unreadable = lists.flatMap(({ findings }) => findings.map(({ row }) => countUnreadable(row.unreadable)));
        const hasSeparateTables = options.format === 'pdf' && check === undefined;
        const table = toFindingColumns({
          options,
          settings,
          directory,
          namesCheck: check === undefined && !hasSeparateTables,
          hasUnreadable: unreadable.some((count) => count > 0),
        });
        const lines = hasSeparateTables ? listSeparately(lists, table, settings) : listTogether(lists, table);
        return write({
          lines,
          shownProperties: findingProperties,
          seal,
          facts: {
            of: 'findings',
            title: options.title ?? (check ? texts.findingsOf(labelCheck(check.id)) : texts.findings),
            ...(check && { check: check.id }),
            reviewsHash: hashReviews(workspace),
            records,
            totals: {},
            currency: settings.currency,
            notes: [],
            missing: [],
            unreadable: unreadable.reduce((sum, count) => sum + count, 0),
            ...describeParts(lines.parts),
          },
          notes: check ? [checkTexts[check.id]?.detail ?? ''] : [],
        });
      },
    };
  });
}

const labelCheck = (id: string): string => checkTexts[id]?.label ?? id;

/** @throws AppFailure `usage` if records came in between two lists */
async function findAll(
  workspace: Workspace,
  { check, selectionAt, options: { locale } }: FindingsExport,
  signal: AbortSignal | undefined,
) {
  const rules = readRules(workspace);
  const { open, notices } = check
    ? { open: [check], notices: new Map<string, string>() }
    : await listOpen(workspace, selectionAt('monday'), { locale, signal });
  const lists: FindingList[] = [];
  let firstState: string | undefined;
  let selection = selectionAt('monday');
  for (const [index, examined] of open.entries()) {
    failIfCancelled(signal);
    const findingsQuery = { ...rules, check: examined, reviewed: false, columns: findingProperties, signal };
    // oxlint-disable-next-line no-await-in-loop -- one after the other: each may be long
    const { findings, state } = await workspace.snapshot.allFindings(findingsQuery, (weeks) => {
      selection = selectionAt(weeks);
      return selection;
    });
    if (index === 0) firstState = state;
    else if (state !== firstState) fail({ code: 'usage', detail: texts.pack.changed });
    const notice = notices.get(examined.id);
    lists.push({ check: examined.id, findings, ...(notice !== undefined && { notice }) });
  }
  return { lists, seal: judgeCompleteness(firstState, workspace), selection };
}

/** Lists the checks with open findings, most at stake first, with the notices of those that concern the data. */
async function listOpen(
  workspace: Workspace,
  selection: Selection,
  { locale, signal }: { readonly locale: string | undefined; readonly signal: AbortSignal | undefined },
): Promise<{ readonly open: readonly Check[]; readonly notices: ReadonlyMap<string, string> }> {
  const { checks } = await runChecks(workspace, selection, signal);
  const openChecks = checks.filter(({ open }) => open > 0).toSorted(compareByStake);
  const notices = openChecks
    .filter(({ kind }) => kind === 'notice')
    .map(({ id, open, everywhere: { found: all, examined } }) => {
      const counted = checkScreenTexts.noticeDetail(formatCount(all, locale), formatCount(examined, locale));
      return [id, isNotice(all, examined) ? counted : checkScreenTexts.noticeCount(formatCount(open, locale))] as const;
    });
  return { open: openChecks.flatMap(({ id }) => findCheck(id) ?? []), notices: new Map(notices) };
}

const toLines = (table: FindingColumns, { check, findings }: FindingList) =>
  findings.map((finding) => table.toLine(check, finding));

function addUp({ columns, currencyIndex }: FindingColumns, lines: readonly Line[]): ColumnSums {
  const sums = createColumnSums(columns, currencyIndex);
  sums.add(lines);
  return sums.result();
}

function listTogether(lists: readonly FindingList[], table: FindingColumns): ContentLines {
  const lines = lists.flatMap((list) => toLines(table, list));
  return toContentLines({ ...table, lines, sums: addUp(table, lines) });
}

/** Pages show how much each check found, and then a table for each of them. */
function listSeparately(lists: readonly FindingList[], table: FindingColumns, settings: Settings): ContentLines {
  const parts = lists.map((list): DocumentPart => {
    const lines = toLines(table, list);
    const detail = checkTexts[list.check]?.detail;
    return {
      title: labelCheck(list.check),
      remarks: [detail, list.notice].filter((remark) => remark !== undefined),
      chart: null,
      outline: null,
      ...(list.notice === undefined
        ? { columns: table.columns, currencyIndex: table.currencyIndex, lines, sums: addUp(table, lines) }
        : { columns: [], currencyIndex: undefined, lines: [], sums: noSums }),
    };
  });
  const columns = summaryColumns(settings, table.currencyIndex === undefined);
  const lines = lists.map(({ check, findings }, index): Line => {
    const sums: Readonly<Record<string, string | null>> = parts[index]?.sums.all ?? {};
    // A notice has no lines to add up.
    return [labelCheck(check), String(findings.length), sums['hours'] ?? null, sums['value'] ?? null];
  });
  // A record that several checks found is in each of their lists, so their sums are not added up.
  return { ...toContentLines({ columns, currencyIndex: undefined, lines, sums: noSums }), parts };
}

function summaryColumns(settings: Settings, isPlain: boolean): ExportColumn[] {
  const isClock = settings.hoursStyle === 'clock';
  const value =
    isPlain || settings.currency === null ? heads.value : texts.columns.inCurrency(heads.value, settings.currency);
  return [
    toTextColumn('check', heads.check),
    { ...toTextColumn('open', heads.open), kind: 'count', digits: 0 },
    {
      ...toTextColumn('hours', heads.hours),
      kind: isClock ? 'clock' : 'hours',
      digits: isClock ? 0 : settings.hoursDigits,
    },
    { ...toTextColumn('value', value), kind: 'money', digits: settings.moneyDigits, currency: settings.currency },
  ];
}

const countUnreadable = (unreadable: Readonly<Record<string, string>>) =>
  Object.keys(unreadable).filter((name) => findingProperties.includes(name)).length;

/** Makes a table of how much each check found, for a document of several parts. */
export async function summariseChecks(
  workspace: Workspace,
  selection: Selection,
): Promise<Pick<DocumentPart, 'columns' | 'lines'> & { readonly asOf: string | null }> {
  const settings = workspace.settings();
  const { checks, asOf } = await runChecks(workspace, selection);
  const isClock = settings.hoursStyle === 'clock';
  const toHours = (minutes: string | null) => (minutes === null || isClock ? minutes : minutesToHours(minutes));
  const lines = checks
    .filter(({ open }) => open > 0)
    .toSorted(compareByStake)
    .map(({ id, open, minutes, value }): Line => [labelCheck(id), String(open), toHours(minutes), value]);
  return { columns: summaryColumns(settings, false), lines, asOf };
}

// The columns of a file of findings: the record, the finding, how much is at stake, and the address at which it is corrected.

const findingProperties: readonly string[] = [
  propertyNames.recordId,
  propertyNames.firstStart,
  propertyNames.month,
  propertyNames.owner,
  propertyNames.objectType,
  propertyNames.objectId,
  propertyNames.service,
  propertyNames.title,
];
const paperProperties: readonly string[] = [
  propertyNames.firstStart,
  propertyNames.owner,
  propertyNames.objectType,
  propertyNames.objectId,
  propertyNames.title,
];

interface FindingColumnsInput {
  readonly options: ExportOptions;
  readonly settings: Settings;
  readonly directory: Directory;
  readonly namesCheck: boolean;
  readonly hasUnreadable: boolean;
}

interface FindingColumns {
  readonly columns: readonly ExportColumn[];
  readonly currencyIndex: number | undefined;
  readonly toLine: (check: string, record: FoundRecord) => Line;
}

interface FindingColumn extends ExportColumn {
  readonly cell: (check: string, record: FoundRecord) => Cell;
}

function toFindingColumns(input: FindingColumnsInput): FindingColumns {
  const { options, settings, directory, namesCheck, hasUnreadable } = input;
  const isPaper = isPage(options.format);
  const record = toRecordColumns({
    chosen: isPaper ? paperProperties : findingProperties,
    options,
    settings,
    directory,
    currencyIn: undefined,
    currency: null,
    hasUnreadable,
    isPaper,
  });
  const createColumn: ToColumn = (name, label, cell, own = {}) => ({
    ...toTextColumn(name, label, options),
    ...own,
    cell,
  });
  const leading = [
    ...(namesCheck ? [createColumn('check', heads.check, (check) => checkTexts[check]?.label ?? check)] : []),
    ...(isPaper ? [] : [createColumn('id', heads.id, (_, { id }) => id, { kind: 'id' })]),
  ];
  const trailing = [...createStakeColumns(input, createColumn), ...createFindingColumns(input, createColumn)];
  const columns = numberDuplicateNames<ExportColumn>([
    ...leading.map(toColumn),
    ...record.columns,
    ...trailing.map(toColumn),
  ]);
  const currencyIndex = columns.findIndex(({ name }) => name === CURRENCY_COLUMN);
  return {
    columns,
    currencyIndex: currencyIndex < 0 ? undefined : currencyIndex,
    toLine: (check, finding) => [
      ...leading.map(({ cell }) => cell(check, finding)),
      ...record.toLine(finding.row),
      ...trailing.map(({ cell }) => cell(check, finding)),
    ],
  };
}

const toColumn = ({ cell: _cell, ...column }: FindingColumn): ExportColumn => column;

type ToColumn = (
  name: string,
  label: string,
  cell: FindingColumn['cell'],
  own?: Partial<ExportColumn>,
) => FindingColumn;

/** Makes the columns of hours and money in question, and of the money's currency. */
function createStakeColumns(
  { options, settings, directory }: FindingColumnsInput,
  createColumn: ToColumn,
): FindingColumn[] {
  const isClock = settings.hoursStyle === 'clock' && options.preset === 'excel';
  const hours: FindingColumn['cell'] = (_, { minutes }) =>
    minutes === null || isClock ? minutes : minutesToHours(minutes);
  const currency: FindingColumn['cell'] = (_, { row: { values } }) => {
    const [type, id] = [values[propertyNames.objectType] ?? undefined, values[propertyNames.objectId] ?? undefined];
    return findCurrencyOfObject(directory, type, id, settings.currency) ?? null;
  };
  const time = isClock
    ? ({ kind: 'clock', digits: isPage(options.format) ? 0 : null, adds: true } as const)
    : ({ kind: 'hours', digits: settings.hoursDigits, adds: true } as const);
  return [
    createColumn('hours', heads.hours, hours, time),
    createColumn('value', heads.value, (_, { value }) => value, {
      kind: 'money',
      digits: settings.moneyDigits,
      adds: true,
    }),
    ...(hasAnyCurrency(directory, settings.currency) ? [createColumn(CURRENCY_COLUMN, heads.currency, currency)] : []),
  ];
}

function createFindingColumns(
  { options, settings, directory }: FindingColumnsInput,
  createColumn: ToColumn,
): FindingColumn[] {
  const format = createFactFormat({ ...settings, locale: options.locale }, directory);
  const { recordAddress } = settings;
  const findingColumn = createColumn('finding', heads.found, (check, findingColumn) =>
    toSentence(check, findingColumn, format),
  );
  if (isPage(options.format)) return [findingColumn];
  return [
    findingColumn,
    createColumn('related', heads.related, (_, { related }) => related.join(' ')),
    ...(recordAddress === null
      ? []
      : [createColumn('address', heads.link, (_, { id }) => formatRecordAddress(recordAddress, id))]),
  ];
}

const MINUTE_LENGTH = 16;

/** Formats figures in sentences by the settings and the reader's locale, like those in columns. */
function createFactFormat(
  settings: Settings & { readonly locale: string | undefined },
  directory: Directory,
): FactFormat {
  const { locale } = settings;
  const day = (date: string) => (locale === undefined ? date : formatDay(date, locale));
  const formatLocalTime = createLocalTimeFormat(settings.zone);
  // A text that is not a time stays as it was received.
  const localTime = (instant: string) => {
    if (Number.isNaN(Date.parse(instant))) return instant;
    const [date = '', time = ''] = formatLocalTime(instant).slice(0, MINUTE_LENGTH).split('T');
    return `${day(date)} ${time}`;
  };
  const print = (unit: MeasureUnit) => (decimal: string) => {
    const grid = chooseGrid(unit, settings);
    return formatSteps(toSteps(decimal, grid), grid);
  };
  return {
    money: print('money'),
    hours: print('hours'),
    number: (value) => (/^-?\d+(\.\d+)?$/.test(value) ? formatUngrouped(value, locale) : value),
    time: localTime,
    span: (start, end) => `${start === null ? '–' : localTime(start)} – ${end === null ? '–' : localTime(end)}`,
    day,
    objectName: createObjectNames(directory),
  };
}
