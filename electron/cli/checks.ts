/** `checks`: what to look at before billing, by check; with a name, its findings. No key, no request. */
import type { Output } from '../../src/contract/api.ts';
import type { Finding } from '../../src/contract/checks.ts';
import { checks as definitions, findCheck } from '../../src/domain/checks/checks.ts';
import { sentenceOf, type FactFormat } from '../../src/domain/checks/sentence.ts';
import { divideHalfEven, formatUnits, roundUnits, unitsOf } from '../../src/domain/decimal.ts';
import { OWNER_PROPERTY, propertyOf } from '../../src/domain/properties.ts';
import { checkCliTexts as texts, checkTexts } from '../../src/texts/en/checks.ts';
import { usage } from '../../src/texts/en/cli.ts';
import type { Caller } from './caller.ts';
import type { Command, Work } from './command.ts';
import { DONE, PARTIAL } from './exit-codes.ts';
import { moment } from './figures.ts';
import { refuse } from './option-values.ts';
import { readSelection, type Selection } from './selection.ts';
import { table } from './table.ts';

const NAME = 'checks';
const PAGE = 500;
const TITLE = propertyOf('title').name;

export const checks: Command = {
  name: NAME,
  options: { filter: 'text', query: 'text', period: 'text' },
  prepare: (args) => {
    const [name, extra] = args.positionals;
    if (extra !== undefined) refuse(usage.tooManyArguments(NAME, extra));
    const selection = readSelection(args);
    if (name === undefined) return listAll(selection);
    return findCheck(name) ? listOne(selection, name) : refuse(unknown(name));
  },
};

const unknown = (name: string) =>
  texts.unknown(
    name,
    definitions.map(({ id }) => id),
  );

function listAll(selection: Selection): Work {
  return async ({ openApp, print }) => {
    const app = await openApp({ key: false });
    const run = await app.call('checks.run', selection);
    await print(run, () => summaryLines(run));
    return run.complete ? DONE : PARTIAL;
  };
}

function summaryLines({ checks: found }: Output<'checks.run'>): string[] {
  const { heads } = texts;
  const columns = [
    { head: heads.check },
    { head: heads.open, right: true },
    { head: heads.reviewed, right: true },
    { head: heads.value, right: true },
    { head: heads.hours, right: true },
    { head: heads.examined, right: true },
    { head: heads.kind },
  ];
  const rows = found.map(({ id, open, reviewed, value, minutes, examined, kind }) => [
    id,
    String(open),
    String(reviewed),
    value === null ? '' : two(value),
    minutes === null ? '' : two(hoursOf(minutes)),
    String(examined),
    kind === 'notice' ? texts.notice : '',
  ]);
  return table(columns, rows);
}

function listOne(selection: Selection, check: string): Work {
  return async ({ openApp, print }) => {
    const app = await openApp({ key: false });
    const { complete, asOf } = await app.call('data.status', {});
    const found = await everyFinding(app, selection, check);
    await print({ check, asOf, complete, findings: found }, () => findingLines(check, found));
    return complete ? DONE : PARTIAL;
  };
}

async function everyFinding(app: Caller, selection: Selection, check: string): Promise<Finding[]> {
  const found: Finding[] = [];
  for (;;) {
    const page = await app.call('checks.findings', {
      ...selection,
      check,
      columns: [OWNER_PROPERTY, TITLE],
      offset: found.length,
      limit: PAGE,
    });
    found.push(...page.findings);
    if (page.findings.length === 0 || found.length >= page.total) return found;
  }
}

function findingLines(check: string, found: readonly Finding[]): string[] {
  const label = checkTexts[check]?.label ?? check;
  if (found.length === 0) return [`${label}: ${texts.nothing}`];
  const { heads } = texts;
  const columns = [{ head: heads.id }, { head: heads.person }, { head: heads.title }, { head: label }];
  const rows = found.map(({ id, values, facts, related }) => [
    id,
    values[OWNER_PROPERTY] ?? '',
    values[TITLE] ?? '',
    sentenceOf(check, facts, related, format),
  ]);
  return table(columns, rows);
}

function two(decimal: string): string {
  const [whole = '', fraction = ''] = formatUnits(roundUnits(unitsOf(decimal), 2)).split('.');
  return `${whole}.${fraction.padEnd(2, '0')}`;
}

function hoursOf(minutes: string): string {
  return formatUnits(divideHalfEven(unitsOf(minutes), 60n));
}

const span = (start: string | null, end: string | null) =>
  [start, end].map((each) => (each === null ? '–' : moment(each))).join(' – ');
const asItIs = (text: string) => text;
const format: FactFormat = { money: two, hours: two, number: asItIs, time: moment, day: asItIs, span };
