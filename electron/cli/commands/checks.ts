/** `checks`: findings to look at before billing, counted by check or listed for one, printed or as a file. Needs no key and no requests. */
import { api, type Input, type Output } from '#contract/api.ts';
import type { Finding } from '#contract/checks.ts';
import { checks as definitions } from '#domain/checks/checks.ts';
import { compareByStake } from '#domain/checks/stake.ts';
import { createFactFigures, toSentence, type FactFormat } from '#domain/checks/sentence.ts';
import { toUnits, groupThousands, minutesToHours } from '#domain/decimal.ts';
import { createObjectNames, findCurrencyOfObject, findOwner, type Directory } from '#domain/people/directory.ts';
import { findNearestName, foldName } from '#domain/people/nearest-name.ts';
import { OWNER_PROPERTY, propertyNames } from '#domain/properties.ts';
import { chooseGrid, formatSteps, toSteps, type PrintSettings } from '#domain/reports/print/printed.ts';
import type { Settings } from '#domain/settings.ts';
import { checkCliTexts as texts, checkScreenTexts as screen, checkTexts } from '#texts/screens/checks.ts';
import { pastOptions } from '../arguments/arguments.ts';
import { createAction, createCommand } from '../arguments/actions.ts';
import type { Context, CommandAction, AppClient } from '../arguments/command.ts';
import { internalFileOptions, readOutputFile, type OutputFile } from '../arguments/export-options.ts';
import { refuse, toPeriodOption } from '../arguments/option-values.ts';
import { readSelection, selectionOptions, type Selection } from '../arguments/selection.ts';
import { writeFile } from '../output/export.ts';
import { reportCompleteness, warnInvalidSettings, warnUnmatchedFilter, formatCompleteness } from '../output/lines.ts';
import {
  alignLeft,
  alignRight,
  measureWidth,
  formatTable,
  tabulate,
  toCells,
  wrapText,
  type Column,
  type RowColumn,
} from '../output/table.ts';

/** Lists people short of hours; it takes the place of a check's name. */
const PEOPLE = 'people';
const PAGE_SIZE = 500;
const { title: TITLE, objectType: OBJECT_TYPE, objectId: OBJECT } = propertyNames;

export const checks = createCommand('checks', {
  '': createAction(
    { ...selectionOptions, ...internalFileOptions, ...pastOptions },
    (_, [name], args) => {
      const selection = readSelection(args);
      const check = name === undefined ? undefined : findCheck(name);
      const file = readOutputFile(args, internalFileOptions, 'checks --out');
      if (file) return writeFindings(selection, check, file);
      return check === undefined ? listChecks(selection) : listFindings(selection, check);
    },
    { words: 1 },
  ),
  [PEOPLE]: createAction({ period: toPeriodOption(api['checks.people'].input.shape.period) }, listPeople),
});

function findCheck(name: string): string {
  const check = definitions.find(({ id }) => foldName(id) === foldName(name));
  const ids = [...definitions.map(({ id }) => id), PEOPLE];
  return check ? check.id : refuse(texts.unknown(name, findNearestName(name, ids), ids));
}

function writeFindings(selection: Selection, check: string | undefined, file: OutputFile): CommandAction {
  const { audience: _audience, rates: _rates, ...internal } = file.options;
  return writeFile(file, selection.filterGroups, 'checks.export', { ...selection, ...internal, check });
}

async function openWithWarnings({ openApp, terminal }: Context, selection: Selection): Promise<AppClient> {
  const app = await openApp({ key: false });
  // A valid record address would link findings to their records.
  await warnInvalidSettings(app, terminal, (setting) => setting === 'recordAddress');
  await warnUnmatchedFilter(app, terminal, selection.filterGroups, selection);
  return app;
}

function listChecks(selection: Selection): CommandAction {
  return async (context) => {
    const app = await openWithWarnings(context, selection);
    const run = await app.call('checks.run', selection);
    const settings = await app.call('settings.get', {});
    await context.print(run, () => formatSummary(run, settings));
    return reportCompleteness(app, context.terminal, run.complete);
  };
}

/** Sorted by what is at stake, as on the screen; checks without findings are counted, not listed. */
function formatSummary(run: Output<'checks.run'>, settings: FindingSettings): string[] {
  const { heads } = texts;
  const checksWithFindings = run.checks
    .filter(({ open, reviewed }) => open > 0 || reviewed > 0)
    .toSorted(compareByStake);
  const table = tabulate(checksWithFindings, [
    alignLeft(heads.check, ({ id }) => id),
    alignRight(heads.open, ({ open }) => groupThousands(open)),
    alignRight(heads.reviewed, ({ reviewed }) => groupThousands(reviewed)),
    alignRight(formatStakeHeader(settings.currency), ({ value }) => formatStake(value, settings)),
    alignRight(heads.hours, ({ minutes }) => formatMinutes(minutes, settings)),
    alignLeft(heads.kind, ({ kind }) => (kind === 'notice' ? texts.notice : '')),
  ]);
  const withoutFindings = run.checks.length - checksWithFindings.length;
  return [
    ...(checksWithFindings.length === 0 ? [run.complete ? texts.nothing : texts.nothingSoFar] : table),
    ...(withoutFindings > 0 ? [texts.silent(String(withoutFindings), groupThousands(run.records))] : []),
    formatCompleteness(run),
  ];
}

const formatStakeHeader = (currency: string | null) =>
  currency === null ? texts.heads.value : `${texts.heads.value} ${currency}`;

/** An amount of 0 is not shown as the stake, because the hours show the size of the finding. */
function formatStake(value: string | null, settings: FindingSettings): string {
  if (value === null || toUnits(value) === 0n) return '';
  const grid = chooseGrid('money', settings);
  return formatSteps(toSteps(value, grid), grid);
}

function listFindings(selection: Selection, check: string): CommandAction {
  return async (context) => {
    const { terminal, print } = context;
    const app = await openWithWarnings(context, selection);
    // The completeness as of the requested moment, which the status of the store does not have.
    const { asOf, complete, fromFile, asKnown } = await app.call('report.run', { measures: ['records'], groupBy: [] });
    const findings = await readFindings(app, selection, check);
    const settings = await app.call('settings.get', {});
    const directory = await app.call('names.list', {});
    await print({ check, asOf, complete, fromFile, asKnown, findings }, () => [
      ...formatFindings(check, findings, { settings, directory, columns: terminal.columns, complete }),
      formatCompleteness({ complete, asOf, fromFile, asKnown }),
    ]);
    return reportCompleteness(app, terminal, complete);
  };
}

/** Lists people short of hours as the screen To check does. */
function listPeople(input: Input<'checks.people'>): CommandAction {
  return async ({ terminal, openApp, print }) => {
    const app = await openApp({ key: false });
    const answer = await app.call('checks.people', input);
    const settings = await app.call('settings.get', {});
    const directory = await app.call('names.list', {});
    const { person, note, ...figures } = screen.peopleHeads;
    const toFigure = (header: string) => ({ header, right: true });
    const columns = [{ header: person }, ...Object.values(figures).map(toFigure), { header: note }];
    const rows = answer.people.map(({ ownerId, expected, logged, gap, why, lastEntry }) => [
      findOwnerName(directory, ownerId),
      ...[expected, logged, gap].map((hours) => formatHours(hours, settings)),
      why === 'stopped' && lastEntry !== null ? screen.lastEntry(lastEntry) : screen.peopleWhy[why],
    ]);
    await print(answer, () => (rows.length === 0 ? [screen.peopleNobody] : formatTable(columns, rows)));
    return reportCompleteness(app, terminal, answer.complete);
  };
}

async function readFindings(app: AppClient, selection: Selection, check: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  const columns = [OWNER_PROPERTY, TITLE, OBJECT_TYPE, OBJECT];
  for (;;) {
    const input = { ...selection, check, columns, offset: findings.length, limit: PAGE_SIZE };
    const page = await app.call('checks.findings', input);
    findings.push(...page.findings);
    if (page.findings.length === 0 || findings.length >= page.total) return findings;
  }
}

interface FindingContext {
  /** The width of the terminal; undefined if unlimited. */
  readonly columns?: number | undefined;
  readonly settings: FindingSettings;
  readonly directory: Directory;
  /** Whether all records are here: without them no check may report that all is well. */
  readonly complete?: boolean;
}

/**
 * Prints names of people and objects as the screen does, or ids if no name is known. If the terminal is too narrow for the table, the object,
 * the title and the description of a finding are printed on lines below it.
 */
export function formatFindings(
  check: string,
  findings: readonly Finding[],
  { settings, directory, columns: width = Infinity, complete = true }: FindingContext,
): string[] {
  const label = checkTexts[check]?.label ?? check;
  if (findings.length === 0) return [`${label}: ${complete ? texts.nothing : texts.nothingSoFar}`];
  const { heads } = texts;
  const findObjectName = createObjectNames(directory);
  const format = createFactFormat(settings, findObjectName);
  const readCurrency = ({ values }: Finding) =>
    findCurrencyOfObject(directory, values[OBJECT_TYPE] ?? undefined, values[OBJECT] ?? undefined, settings.currency);
  const [currency = null, ...others] = new Set(findings.map(readCurrency));
  const formatFindingStake = (finding: Finding) => {
    const stake = formatStake(finding.value, settings);
    return stake === '' || others.length === 0 ? stake : `${stake} ${readCurrency(finding) ?? ''}`.trimEnd();
  };
  const columns: RowColumn<Finding>[] = [
    alignLeft(heads.id, ({ id }) => id),
    alignLeft(heads.person, (finding) => findOwnerName(directory, readProperty(finding, OWNER_PROPERTY))),
    alignLeft(heads.object, (finding) => {
      const object = readProperty(finding, OBJECT);
      return findObjectName(readProperty(finding, OBJECT_TYPE), object) ?? object;
    }),
    alignLeft(heads.title, (finding) => readProperty(finding, TITLE)),
    alignLeft(label, (finding) => toSentence(check, finding, format)),
    alignRight(heads.hours, ({ minutes }) => formatMinutes(minutes, settings)),
    alignRight(formatStakeHeader(others.length === 0 ? currency : null), formatFindingStake),
  ];
  const rows = toCells(findings, columns);
  const lines = formatTable(columns, rows);
  return lines.every((line) => measureWidth(line) <= width) ? lines : [label, ...stackLines(columns, rows, width)];
}

const findOwnerName = (directory: Directory, id: string) => findOwner(directory, id)?.name ?? id;

const readProperty = ({ unreadable, values }: Finding, name: string) => unreadable[name] ?? values[name] ?? '';

/** The table's columns that stay side by side on a narrow terminal; the others are printed below. */
const narrowColumns = [0, 1, 5, 6];
const INDENT = '  ';

function stackLines(columns: readonly Column[], rows: readonly (readonly string[])[], width: number): string[] {
  const keepNarrow = <Cell>(cells: readonly Cell[]) => cells.filter((_, index) => narrowColumns.includes(index));
  const [header = '', rule = '', ...lines] = formatTable(keepNarrow(columns), rows.map(keepNarrow));
  const indent = (text: string) => wrapText(text, Math.max(1, width - INDENT.length)).map((line) => INDENT + line);
  return [
    header,
    rule,
    ...rows.flatMap(([, , object = '', title = '', sentence = ''], index) => [
      lines[index] ?? '',
      ...indent([object, title].filter((text) => text !== '').join(' · ')),
      ...indent(sentence),
    ]),
  ];
}

/** Minutes as hours: `1.50`, `1:30`; empty if unknown. */
function formatMinutes(minutes: string | null, settings: PrintSettings): string {
  return formatHours(minutes === null ? null : minutesToHours(minutes), settings);
}

function formatHours(hours: string | null, settings: PrintSettings): string {
  const grid = chooseGrid('hours', settings);
  return formatSteps(toSteps(hours, grid), grid);
}

const UNKNOWN = '–';
const keepText = (text: string) => text;

type FindingSettings = PrintSettings & Pick<Settings, 'zone' | 'currency'>;

/** Formats figures by the settings, and times in the workspace's zone. */
function createFactFormat(settings: FindingSettings, objectName: FactFormat['objectName']): FactFormat {
  const time = (timestamp: string) => formatTime(timestamp, settings.zone);
  return {
    ...createFactFigures(settings),
    number: keepText,
    day: keepText,
    time,
    span: (start, end) => formatSpan(start, end, time),
    objectName,
  };
}

/** Prints the day once if both times are on it: `2026-10-01 09:00 – 11:30`. */
function formatSpan(start: string | null, end: string | null, format: (timestamp: string) => string): string {
  const [from, to] = [start, end].map((time) => (time === null ? UNKNOWN : format(time)));
  const [day, clock] = (to ?? '').split(' ');
  return clock !== undefined && from?.startsWith(`${day} `) === true ? `${from} – ${clock}` : `${from} – ${to}`;
}

/** An ISO time as `2026-10-01 09:00` in the zone. */
function formatTime(timestamp: string, zone: string): string {
  const instant = Date.parse(timestamp);
  if (Number.isNaN(instant)) return timestamp;
  // Swedish dates are written YYYY-MM-DD HH:MM.
  return new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).format(instant);
}
