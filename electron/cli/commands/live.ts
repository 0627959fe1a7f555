/** `list`, `search`, `lookup` and `verify`: questions that the service itself answers, each for requests. */
import type { Output } from '#contract/api.ts';
import { errorText } from '#contract/error-text.ts';
import { AppFailure } from '#contract/errors.ts';
import { serviceMethods } from '#contract/service.ts';
import { chooseIds, listNumbers, type SkippedNumber, askKnownNumbers } from '#domain/lookup/choose-ids.ts';
import { readMail } from '#domain/lookup/read-mail.ts';
import { MOST_IDS, readListedIds, readRecordIds } from '#domain/lookup/pasted-ids.ts';
import { findProperty, ID_PROPERTY, OWNER_PROPERTY, PREFIX, RECORD_ID_PROPERTY } from '#domain/properties.ts';
import { formatReceived } from '#domain/record.ts';
import { groupThousands } from '#domain/decimal.ts';
import { notAskedTexts } from '#texts/refusals.ts';
import { said, usage, words } from '#texts/terminal/cli.ts';
import { toPrintable } from '#electron/host/printable.ts';
import type { Command, Caller } from '../arguments/command.ts';
import { deriveOptions, readOptions, refuse, refuseMoreWords, type Option } from '../arguments/option-values.ts';
import { filter, findNamedProperty, propertyList, sortByProperty } from '../arguments/selection.ts';
import { DONE, PARTIAL, UPSTREAM } from '../output/failure.ts';
import { printAnswer } from '../output/lines.ts';
import { formatTable } from '../output/table.ts';
import type { Terminal } from '../terminal.ts';

const listOptions = {
  ...deriveOptions(serviceMethods['service.list'].input, 'limit', 'after'),
  properties: propertyList,
};

export const list: Command = {
  name: 'list',
  options: listOptions,
  prepare: (args) => {
    refuseMoreWords(args, 'list');
    const input = readOptions(args, listOptions);
    return printAnswer({ service: true }, 'service.list', input, (page) => pageLines(page, input.properties));
  },
};

const searchOptions = {
  ...deriveOptions(serviceMethods['service.search'].input, 'query', 'limit', 'after'),
  filter,
  sort: sortByProperty,
  properties: propertyList,
};

export const search: Command = {
  name: 'search',
  options: searchOptions,
  prepare: (args) => {
    refuseMoreWords(args, 'search');
    const { filter: filterGroups, ...options } = readOptions(args, searchOptions);
    const input = { ...options, filterGroups };
    return printAnswer({ service: true }, 'service.search', input, (page) => pageLines(page, input.properties));
  },
};

export const verify: Command = {
  name: 'verify',
  options: { filter },
  prepare: (args) => {
    refuseMoreWords(args, 'verify');
    const { filter: filterGroups } = readOptions(args, { filter });
    return printAnswer(
      { service: true },
      'data.verify',
      { filterGroups },
      ({ held, total }) => [words.verified(groupThousands(held), groupThousands(total))],
      ({ equal }, terminal) => {
        if (!equal) terminal.say(said.unequal);
        return equal ? DONE : PARTIAL;
      },
    );
  },
};

/** The properties that people see of a live record by default; `--json` has them all. */
const defaultProperties = [
  OWNER_PROPERTY,
  ...['title', 'first_start_date', 'total_hours', 'billable_hours', 'billable_amount'].map((name) => PREFIX + name),
];

function recordLines(
  records: Output<'service.list'>['results'],
  properties: readonly string[] = defaultProperties,
): string[] {
  const rows = records.map(({ id, properties: values }) => [
    id,
    ...properties.map((name) => formatValue(values[name])),
  ]);
  return formatTable(
    [{ head: words.id }, ...properties.map((name) => ({ head: findProperty(name)?.label ?? name }))],
    rows,
  );
}

function formatValue(value: unknown): string {
  return value === undefined || value === null ? '' : toPrintable(formatReceived(value));
}

function pageLines(page: Output<'service.search'>, properties: readonly string[] | undefined): string[] {
  return [
    ...(page.results.length === 0 ? [words.emptyPage] : recordLines(page.results, properties)),
    ...(page.total === undefined ? [] : [words.matches(groupThousands(page.total))]),
    ...(page.paging ? [words.nextPage(toPrintable(page.paging.next.after))] : []),
  ];
}

const FROM_INPUT = '-';

const idProperties = [ID_PROPERTY, RECORD_ID_PROPERTY];
const idProperty: Option<string> = (written) => {
  const { name } = findNamedProperty(written);
  return idProperties.includes(name) ? name : refuse(usage.idProperty(idProperties));
};

const lookupOptions = { 'id-property': idProperty, properties: propertyList, history: propertyList };

/** Reads records by id, from the arguments or from a mail on standard input. */
export const lookup: Command = {
  name: 'lookup',
  options: lookupOptions,
  prepare: (args) => {
    // Without an id property, both kinds of ids are accepted, as in a mail.
    const { idProperty: kind, history, ...options } = readOptions(args, lookupOptions);
    const fromInput = args.positionals.includes(FROM_INPUT);
    const named = readNamed(
      args.positionals.filter((word) => word !== FROM_INPUT),
      kind,
    );
    if (!fromInput) checkQuestion(named);
    return async ({ terminal, openApp, print }) => {
      // Opening takes the key from the first line; the mail is the lines after it.
      const app = await openApp({ service: true });
      const question = fromInput ? checkQuestion(joinQuestions(named, await readInput(app, terminal, kind))) : named;
      const { ignored, notAsked } = question;
      const answer = await runLookup(app, question, { ...options, ...(history && { propertiesWithHistory: history }) });
      const document = {
        ...answer,
        ...(ignored.length > 0 && { ignored }),
        ...(notAsked.length > 0 && { notAsked: notAsked.map(({ text, reason }) => ({ text, reason })) }),
      };
      await print(document, () => [
        ...(answer.found.length === 0 ? [words.nothingFound] : recordLines(answer.found, options.properties)),
        ...(answer.missing.length === 0 ? [] : [words.missing(answer.missing.map(toPrintable).join(', '))]),
      ]);
      if (ignored.length > 0) terminal.say(said.notIds(...shorten(ignored)));
      if (notAsked.length > 0) {
        const reasons = notAsked.map(({ reason }) => notAskedTexts[reason]);
        terminal.say(said.notAsked(...shorten(notAsked.map(({ text }) => text)), reasons));
      }
      const failed = answer.failed.reduce((sum, { ids }) => sum + ids.length, 0);
      if (failed === 0) return DONE;
      terminal.say(said.failedIds(groupThousands(failed), failed));
      return UPSTREAM;
    };
  },
};

interface Question {
  readonly objectIds: readonly string[];
  readonly recordIds: readonly string[];
  readonly ignored: readonly string[];
  readonly notAsked: readonly SkippedNumber[];
}
const nothing: Question = { objectIds: [], recordIds: [], ignored: [], notAsked: [] };

function checkQuestion(question: Question): Question {
  const { objectIds, recordIds, ignored, notAsked } = question;
  const others = [...notAsked.map(({ text }) => text), ...ignored];
  const ids = objectIds.length + recordIds.length;
  if (ids === 0) return refuse(others.length === 0 ? usage.noIds : usage.noneIsId(...shorten(others)));
  return ids > MOST_IDS ? refuse(usage.tooManyIds(MOST_IDS)) : question;
}

/** Arguments are looked up as they are; quotation marks say where a record ID begins and ends. */
function readNamed(words: readonly string[], kind: string | undefined): Question {
  if (kind === RECORD_ID_PROPERTY) return { ...nothing, recordIds: words };
  const { ids, ignored } = readListedIds(words);
  return { ...nothing, objectIds: ids, ignored };
}

async function readInput(app: Caller, { input }: Terminal, kind: string | undefined): Promise<Question> {
  const pasted = (await input.rest()).join('\n');
  if (kind === RECORD_ID_PROPERTY) {
    const { ids, ignored } = readRecordIds(pasted);
    return { ...nothing, recordIds: ids, ignored };
  }
  const { candidates, words: ignored } = readMail(pasted);
  const knownNumbers = await askKnownNumbers(listNumbers(candidates), (numbers) =>
    app.call('lookup.known', { numbers }),
  );
  const { objectIds, recordIds, notAsked } = chooseIds(candidates, knownNumbers);
  if (kind === undefined) return { objectIds, recordIds, ignored, notAsked };
  return { objectIds, recordIds: [], ignored: [...recordIds, ...ignored], notAsked };
}

function joinQuestions(one: Question, other: Question): Question {
  return {
    objectIds: [...one.objectIds, ...other.objectIds],
    recordIds: [...one.recordIds, ...other.recordIds],
    ignored: [...one.ignored, ...other.ignored],
    notAsked: [...one.notAsked, ...other.notAsked],
  };
}

type Answer = Output<'lookup.run'>;

/** Looks up each kind of id by itself; what the first call brought is paid for, and is kept where the second fails. */
async function runLookup(
  app: Caller,
  { objectIds, recordIds }: Question,
  options: { properties?: string[]; propertiesWithHistory?: string[] },
): Promise<Answer> {
  const answers: Answer[] = [];
  for (const [kind, ids] of [[ID_PROPERTY, objectIds] as const, [RECORD_ID_PROPERTY, recordIds] as const]) {
    if (ids.length === 0) continue;
    try {
      answers.push(await app.call('lookup.run', { ids: [...ids], idProperty: kind, ...options }));
    } catch (error) {
      if (!(error instanceof AppFailure) || answers.length === 0) throw error;
      const failed = { ids: [...ids], category: error.error.code, message: errorText(error.error).sentence };
      answers.push({ found: [], missing: [], failed: [failed], requestsUsed: 0 });
    }
  }
  return {
    found: answers.flatMap(({ found }) => found),
    missing: answers.flatMap(({ missing }) => missing),
    failed: answers.flatMap(({ failed }) => failed),
    requestsUsed: answers.reduce((sum, { requestsUsed }) => sum + requestsUsed, 0),
  };
}

const MOST_SHOWN = 5;
const LONGEST = 60;

/** Prints how many there are, and the first of them. */
function shorten(texts: readonly string[]): [number: number, texts: string[]] {
  const cut = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text);
  return [texts.length, texts.slice(0, MOST_SHOWN).map((text) => cut(toPrintable(text)))];
}
