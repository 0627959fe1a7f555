/** `checks`: what to look at before billing, by check; with a name, its findings; printed or as a file. No key, no request. */
import type { Output } from '../../../src/contract/api.ts';
import type { Finding } from '../../../src/contract/checks.ts';
import { checks as definitions } from '../../../src/domain/checks/checks.ts';
import { byStake } from '../../../src/domain/checks/order.ts';
import { toSentence } from '../../../src/domain/checks/sentence.ts';
import { toUnits } from '../../../src/domain/decimal.ts';
import { objectNames, ownerEntry, type Directory } from '../../../src/domain/people/directory.ts';
import { nearestName, plainName } from '../../../src/domain/people/nearest-name.ts';
import { OWNER_PROPERTY } from '../../../src/domain/properties.ts';
import { checkCliTexts as texts, checkScreenTexts as screen, checkTexts } from '#texts/screens/checks.ts';
import { usage } from '#texts/terminal/cli.ts';
import type { Caller } from '../caller.ts';
import { formatHours, formatIn, hoursText, moneyText, type FindingSettings } from '../output/check-format.ts';
import type { Arguments } from '../arguments/arguments.ts';
import type { Command, Work } from '../arguments/command.ts';
import { DONE, PARTIAL } from '../output/exit-codes.ts';
import { partialSentence, sealLine } from '../output/lines.ts';
import { internalFileKinds, readFileAsked, type FileAsked } from '../arguments/file-asked.ts';
import { refuse } from '../arguments/option-values.ts';
import { runExport } from '../output/export.ts';
import { readSelection, type Selection } from '../arguments/selection.ts';
import { table, measureWidth, wrapped, type Column } from '../output/table.ts';
import type { Terminal } from '../terminal.ts';
import { sayRefused } from '../output/refused-settings.ts';
import { sayUnheld } from '../output/unheld-values.ts';
import { groupThousands as count } from '../../../src/domain/thousands.ts';
import { propertyNames } from '../../../src/domain/property-names.ts';

const NAME = 'checks';
/** In the place of a check. */
const PEOPLE = 'people';
const PAGE = 500;
const TITLE = propertyNames.title;
const OBJECT_TYPE = propertyNames.objectType;
const OBJECT = propertyNames.objectId;

export const checks: Command = {
  name: NAME,
  options: { filter: 'text', query: 'text', period: 'text', ...internalFileKinds },
  prepare: (args) => {
    const [name, extra] = args.positionals;
    if (extra !== undefined) refuse(usage.tooManyArguments(NAME, extra));
    if (name === PEOPLE) return listPeople(args);
    const selection = readSelection(args);
    const check = name === undefined ? undefined : requireCheck(name);
    const file = readFileAsked(args, internalFileKinds, `${NAME} --out`);
    if (file) return writeFindings(selection, check, file);
    return check === undefined ? listAll(selection) : listOne(selection, check);
  },
};

function requireCheck(name: string): string {
  const check = definitions.find(({ id }) => plainName(id) === plainName(name));
  return check ? check.id : refuse(unknown(name));
}

/** Of one check, or of all that have open findings. */
function writeFindings(selection: Selection, check: string | undefined, { out, replaces, options }: FileAsked): Work {
  return async (context) => {
    const app = await context.openApp({ key: options.sign === true, out, replaces });
    const { audience: _audience, rates: _rates, ...internal } = options;
    const code = await runExport(context, app, out, () =>
      app.call('checks.export', { ...selection, ...internal, ...(check !== undefined && { check }) }),
    );
    // Where nothing matched, the refusal names it.
    await sayUnheld(app, context.terminal, selection.filterGroups);
    return code;
  };
}

function unknown(name: string): string {
  const ids = [...definitions.map(({ id }) => id), PEOPLE];
  return texts.unknown(name, nearestName(name, ids), ids);
}

function listAll(selection: Selection): Work {
  return async ({ terminal, openApp, print }) => {
    const app = await openApp({ key: false });
    // Where findings are, an address would lead to their records.
    await sayRefused(app, terminal, (name) => name === 'recordAddress');
    await sayUnheld(app, terminal, selection.filterGroups);
    const run = await app.call('checks.run', selection);
    const settings = await app.call('settings.get', {});
    await print(run, () => summaryLines(run, settings));
    return sayHowComplete(run.complete, app, terminal);
  };
}

/** Sorted by what is at stake, as on the screen; checks without findings are counted, not listed. */
function summaryLines(run: Output<'checks.run'>, settings: FindingSettings): string[] {
  const { heads } = texts;
  const shown = run.checks.filter(({ open, reviewed }) => open > 0 || reviewed > 0).toSorted(byStake);
  const columns = [
    { head: heads.check },
    { head: heads.open, right: true },
    { head: heads.reviewed, right: true },
    { head: stakeHead(settings.currency), right: true },
    { head: heads.hours, right: true },
    { head: heads.kind },
  ];
  const rows = shown.map(({ id, open, reviewed, value, minutes, kind }) => [
    id,
    count(open),
    count(reviewed),
    formatAtStake(value, settings),
    hoursText(minutes, settings),
    kind === 'notice' ? texts.notice : '',
  ]);
  const silent = texts.silent(String(run.checks.length - shown.length), count(run.records));
  return [
    ...(rows.length === 0 ? [run.complete ? texts.nothing : texts.nothingSoFar] : table(columns, rows)),
    ...(run.checks.length > shown.length ? [silent] : []),
    sealLine(run),
  ];
}

const stakeHead = (currency: string | null) =>
  currency === null ? texts.heads.value : `${texts.heads.value} ${currency}`;

/** An amount of 0 is not shown as at stake: the hours beside it tell the size. */
function formatAtStake(value: string | null, settings: FindingSettings): string {
  return value === null || toUnits(value) === 0n ? '' : moneyText(value, settings);
}

function listOne(selection: Selection, check: string): Work {
  return async ({ terminal, openApp, print }) => {
    const app = await openApp({ key: false });
    // Where findings are, an address would lead to their records.
    await sayRefused(app, terminal, (name) => name === 'recordAddress');
    await sayUnheld(app, terminal, selection.filterGroups);
    const { asOf, fromFile, ...status } = await app.call('data.status', {});
    const complete = status.complete && status.journal?.hitsFigures !== true;
    const found = await everyFinding(app, selection, check);
    const settings = await app.call('settings.get', {});
    const directory = await app.call('names.list', {});
    await print({ check, asOf, complete, fromFile, findings: found }, () => [
      ...findingLines(check, found, { settings, directory, columns: terminal.columns, complete }),
      sealLine({ complete, asOf, fromFile }),
    ]);
    return sayHowComplete(complete, app, terminal);
  };
}

/** People short of hours, as To check lists them. */
function listPeople(args: Arguments): Work {
  const foreign = [...args.options.keys()].find((each) => Object.hasOwn(checks.options, each) && each !== 'period');
  if (foreign !== undefined) refuse(usage.foreignOption(`--${foreign}`, `${NAME} ${PEOPLE}`));
  const { period } = readSelection(args);
  return async ({ terminal, openApp, print }) => {
    const app = await openApp({ key: false });
    const answer = await app.call('checks.people', period === undefined ? {} : { period });
    const settings = await app.call('settings.get', {});
    const directory = await app.call('names.list', {});
    const { person, note, ...figures } = screen.peopleHeads;
    const heads = [{ head: person }, ...Object.values(figures).map((head) => ({ head, right: true })), { head: note }];
    const rows = answer.people.map(({ ownerId, expected, logged, gap, why, lastEntry }) => [
      ownerEntry(directory, ownerId)?.name ?? ownerId,
      ...[expected, logged, gap].map((hours) => formatHours(hours, settings)),
      why === 'stopped' && lastEntry !== null ? screen.lastEntry(lastEntry) : screen.peopleWhy[why],
    ]);
    await print(answer, () => (rows.length === 0 ? [screen.peopleNobody] : table(heads, rows)));
    return sayHowComplete(answer.complete, app, terminal);
  };
}

async function sayHowComplete(complete: boolean, app: Caller, terminal: Terminal): Promise<number> {
  if (complete) return DONE;
  terminal.say(partialSentence(await app.call('data.status', {})));
  return PARTIAL;
}

async function everyFinding(app: Caller, selection: Selection, check: string): Promise<Finding[]> {
  const found: Finding[] = [];
  for (;;) {
    const page = await app.call('checks.findings', {
      ...selection,
      check,
      columns: [OWNER_PROPERTY, TITLE, OBJECT_TYPE, OBJECT],
      offset: found.length,
      limit: PAGE,
    });
    found.push(...page.findings);
    if (page.findings.length === 0 || found.length >= page.total) return found;
  }
}

interface Words {
  /** Width of the terminal; undefined: any width. */
  readonly columns?: number | undefined;
  readonly settings: FindingSettings;
  readonly directory: Directory;
  /** Whether all records are here: without them no check may report that all is well. */
  readonly complete?: boolean;
}

/**
 * Names of persons and objects as the screen shows them, ids where no name is known. Where a terminal is too narrow for the table, what the
 * finding is about and what differs are printed on lines below.
 */
export function findingLines(
  check: string,
  found: readonly Finding[],
  { settings, directory, columns: width = Infinity, complete = true }: Words,
): string[] {
  const label = checkTexts[check]?.label ?? check;
  if (found.length === 0) return [`${label}: ${complete ? texts.nothing : texts.nothingSoFar}`];
  const { heads } = texts;
  const objectName = objectNames(directory);
  const format = formatIn(settings, objectName);
  const columns = [
    { head: heads.id },
    { head: heads.person },
    { head: heads.object },
    { head: heads.title },
    { head: label },
    { head: heads.hours, right: true },
    { head: stakeHead(settings.currency), right: true },
  ];
  const rows = found.map((each) => {
    const held = (name: string) => each.unreadable[name] ?? each.values[name] ?? '';
    const [owner, object] = [held(OWNER_PROPERTY), held(OBJECT)];
    return [
      each.id,
      ownerEntry(directory, owner)?.name ?? owner,
      objectName(held(OBJECT_TYPE), object) ?? object,
      held(TITLE),
      toSentence(check, each, format),
      hoursText(each.minutes, settings),
      formatAtStake(each.value, settings),
    ];
  });
  const wide = table(columns, rows);
  return wide.every((line) => measureWidth(line) <= width) ? wide : [label, ...stacked(columns, rows, width)];
}

/** The table's columns that stay side by side; the others are printed below. */
const beside = [0, 1, 5, 6];
const INDENT = '  ';

function stacked(columns: readonly Column[], rows: readonly (readonly string[])[], width: number): string[] {
  const kept = <Each>(of: readonly Each[]) => of.filter((_, at) => beside.includes(at));
  const [head = '', rule = '', ...lines] = table(kept(columns), rows.map(kept));
  const below = (text: string) => wrapped(text, Math.max(1, width - INDENT.length)).map((line) => INDENT + line);
  return [
    head,
    rule,
    ...rows.flatMap(([, , object = '', title = '', found = ''], at) => [
      lines[at] ?? '',
      ...below([object, title].filter((text) => text !== '').join(' · ')),
      ...below(found),
    ]),
  ];
}
