/** `list`, `search`, `lookup` and `verify`: queries that the service answers, at the cost of requests. */
import type { Output } from '#contract/api.ts';
import { describeError } from '#contract/error-text.ts';
import { AppFailure } from '#contract/errors.ts';
import { serviceMethods } from '#contract/service.ts';
import { chooseIds, listNumbers, type SkippedNumber, fetchKnownNumbers } from '#domain/lookup/choose-ids.ts';
import { readMail } from '#domain/lookup/read-mail.ts';
import { MAX_IDS, readListedIds, readRecordIds } from '#domain/lookup/pasted-ids.ts';
import { findProperty, ID_PROPERTY, OWNER_PROPERTY, PREFIX, RECORD_ID_PROPERTY } from '#domain/properties.ts';
import { formatReceived } from '#domain/record.ts';
import { groupThousands } from '#domain/decimal.ts';
import { notAskedTexts } from '#texts/refusals.ts';
import { messages, usage, labels } from '#texts/terminal/cli.ts';
import { toPrintable } from '#electron/host/printable.ts';
import { createAction, createCommand } from '../arguments/actions.ts';
import type { AppClient } from '../arguments/command.ts';
import { deriveOptions, refuse, type Option } from '../arguments/option-values.ts';
import { filter, findNamedProperty, propertyList, sortByProperty } from '../arguments/selection.ts';
import { DONE, PARTIAL, UPSTREAM } from '../output/failure.ts';
import { printAnswer } from '../output/lines.ts';
import { formatTable } from '../output/table.ts';
import type { Terminal } from '../terminal.ts';

export const list = createCommand('list', {
  '': createAction(
    { ...deriveOptions(serviceMethods['service.list'].input, 'limit', 'after'), properties: propertyList },
    (input) => printAnswer({ service: true }, 'service.list', input, (page) => formatPage(page, input.properties)),
  ),
});

const searchOptions = {
  ...deriveOptions(serviceMethods['service.search'].input, 'query', 'limit', 'after'),
  filter,
  sort: sortByProperty,
  properties: propertyList,
};

export const search = createCommand('search', {
  '': createAction(searchOptions, ({ filter: filterGroups, ...input }) =>
    printAnswer({ service: true }, 'service.search', { ...input, filterGroups }, (page) =>
      formatPage(page, input.properties),
    ),
  ),
});

export const verify = createCommand('verify', {
  '': createAction({ filter }, ({ filter: filterGroups }) =>
    printAnswer(
      { service: true },
      'data.verify',
      { filterGroups },
      ({ held, total }) => [labels.verified(groupThousands(held), groupThousands(total))],
      ({ equal }, terminal) => {
        if (!equal) terminal.say(messages.unequal);
        return equal ? DONE : PARTIAL;
      },
    ),
  ),
});

/** The properties of a live record that are shown by default; `--json` has all of them. */
const defaultProperties = [
  OWNER_PROPERTY,
  ...['title', 'first_start_date', 'total_hours', 'billable_hours', 'billable_amount'].map((name) => PREFIX + name),
];

function formatRecords(
  records: Output<'service.list'>['results'],
  properties: readonly string[] = defaultProperties,
): string[] {
  const rows = records.map(({ id, properties: values }) => [
    id,
    ...properties.map((name) => formatValue(values[name])),
  ]);
  return formatTable(
    [{ header: labels.id }, ...properties.map((name) => ({ header: findProperty(name)?.label ?? name }))],
    rows,
  );
}

function formatValue(value: unknown): string {
  return value === undefined || value === null ? '' : toPrintable(formatReceived(value));
}

function formatPage(page: Output<'service.search'>, properties: readonly string[] | undefined): string[] {
  return [
    ...(page.results.length === 0 ? [labels.emptyPage] : formatRecords(page.results, properties)),
    ...(page.total === undefined ? [] : [labels.matches(groupThousands(page.total))]),
    ...(page.paging ? [labels.nextPage(toPrintable(page.paging.next.after))] : []),
  ];
}

const STANDARD_INPUT = '-';

const idProperties = [ID_PROPERTY, RECORD_ID_PROPERTY];
const idProperty: Option<string> = (text) => {
  const { name } = findNamedProperty(text);
  return idProperties.includes(name) ? name : refuse(usage.idProperty(idProperties));
};

/** Reads records by id, from the arguments or from a mail on standard input. */
const lookUp = createAction(
  { 'id-property': idProperty, properties: propertyList, history: propertyList },
  // Without an id property, both kinds of ids are accepted, as in a mail.
  ({ idProperty: kind, history, ...options }, words) => {
    const fromInput = words.includes(STANDARD_INPUT);
    const named = readNamedIds(
      words.filter((word) => word !== STANDARD_INPUT),
      kind,
    );
    if (!fromInput) checkInput(named);
    return async ({ terminal, openApp, print }) => {
      // Opening takes the key from the first line; the mail is the lines after it.
      const app = await openApp({ service: true });
      const input = fromInput ? checkInput(joinInputs(named, await readPastedIds(app, terminal, kind))) : named;
      const { ignored, notAsked } = input;
      const answer = await runLookup(app, input, { ...options, ...(history && { propertiesWithHistory: history }) });
      const document = {
        ...answer,
        ...(ignored.length > 0 && { ignored }),
        ...(notAsked.length > 0 && { notAsked: notAsked.map(({ text, reason }) => ({ text, reason })) }),
      };
      await print(document, () => [
        ...(answer.found.length === 0 ? [labels.nothingFound] : formatRecords(answer.found, options.properties)),
        ...(answer.missing.length === 0 ? [] : [labels.missing(answer.missing.map(toPrintable).join(', '))]),
      ]);
      if (ignored.length > 0) terminal.say(messages.notIds(...shorten(ignored)));
      if (notAsked.length > 0) {
        const reasons = notAsked.map(({ reason }) => notAskedTexts[reason]);
        terminal.say(messages.notAsked(...shorten(notAsked.map(({ text }) => text)), reasons));
      }
      const failed = answer.failed.reduce((sum, { ids }) => sum + ids.length, 0);
      if (failed === 0) return DONE;
      terminal.say(messages.failedIds(groupThousands(failed), failed));
      return UPSTREAM;
    };
  },
  { words: Infinity },
);

export const lookup = createCommand('lookup', { '': lookUp });

interface LookupInput {
  readonly objectIds: readonly string[];
  readonly recordIds: readonly string[];
  readonly ignored: readonly string[];
  readonly notAsked: readonly SkippedNumber[];
}
const emptyInput: LookupInput = { objectIds: [], recordIds: [], ignored: [], notAsked: [] };

function checkInput(input: LookupInput): LookupInput {
  const { objectIds, recordIds, ignored, notAsked } = input;
  const others = [...notAsked.map(({ text }) => text), ...ignored];
  const ids = objectIds.length + recordIds.length;
  if (ids === 0) return refuse(others.length === 0 ? usage.noIds : usage.noneIsId(...shorten(others)));
  return ids > MAX_IDS ? refuse(usage.tooManyIds(MAX_IDS)) : input;
}

/** Arguments are looked up unchanged; quotation marks delimit a record ID. */
function readNamedIds(words: readonly string[], kind: string | undefined): LookupInput {
  if (kind === RECORD_ID_PROPERTY) return { ...emptyInput, recordIds: words };
  const { ids, ignored } = readListedIds(words);
  return { ...emptyInput, objectIds: ids, ignored };
}

async function readPastedIds(app: AppClient, { input }: Terminal, kind: string | undefined): Promise<LookupInput> {
  const pasted = (await input.rest()).join('\n');
  if (kind === RECORD_ID_PROPERTY) {
    const { ids, ignored } = readRecordIds(pasted);
    return { ...emptyInput, recordIds: ids, ignored };
  }
  const { candidates, words: ignored } = readMail(pasted);
  const knownNumbers = await fetchKnownNumbers(listNumbers(candidates), (numbers) =>
    app.call('lookup.known', { numbers }),
  );
  const { objectIds, recordIds, notAsked } = chooseIds(candidates, knownNumbers);
  if (kind === undefined) return { objectIds, recordIds, ignored, notAsked };
  return { objectIds, recordIds: [], ignored: [...recordIds, ...ignored], notAsked };
}

function joinInputs(first: LookupInput, second: LookupInput): LookupInput {
  return {
    objectIds: [...first.objectIds, ...second.objectIds],
    recordIds: [...first.recordIds, ...second.recordIds],
    ignored: [...first.ignored, ...second.ignored],
    notAsked: [...first.notAsked, ...second.notAsked],
  };
}

type Answer = Output<'lookup.run'>;

/** Looks up each kind of id separately. The first answer has cost requests, so it is kept if the second call fails. */
async function runLookup(
  app: AppClient,
  { objectIds, recordIds }: LookupInput,
  options: { properties?: string[]; propertiesWithHistory?: string[] },
): Promise<Answer> {
  const answers: Answer[] = [];
  for (const [kind, ids] of [[ID_PROPERTY, objectIds] as const, [RECORD_ID_PROPERTY, recordIds] as const]) {
    if (ids.length === 0) continue;
    try {
      answers.push(await app.call('lookup.run', { ids: [...ids], idProperty: kind, ...options }));
    } catch (error) {
      if (!(error instanceof AppFailure) || answers.length === 0) throw error;
      const failed = { ids: [...ids], category: error.error.code, message: describeError(error.error).sentence };
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

const MAX_SHOWN = 5;
const MAX_CHARACTERS = 60;

/** Returns the number of texts, and the first few, shortened. */
function shorten(texts: readonly string[]): [number: number, texts: string[]] {
  const cut = (text: string) => (text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS - 1)}…` : text);
  return [texts.length, texts.slice(0, MAX_SHOWN).map((text) => cut(toPrintable(text)))];
}
