/** `lookup`: records by id, from the arguments or from a mail on standard input. */
import type { Output } from '../../../src/contract/api.ts';
import { errorText } from '../../../src/contract/error-text.ts';
import { AppFailure } from '../../../src/contract/errors.ts';
import { chooseIds, listNumbers, type NotAsked } from '../../../src/domain/lookup/choose-ids.ts';
import { askKnownNumbers } from '../../../src/domain/lookup/known-numbers.ts';
import { readMail } from '../../../src/domain/lookup/read-mail.ts';
import { MOST_IDS, readGivenIds, readRecordIds } from '../../../src/domain/pasted-ids.ts';
import { ID_PROPERTY, RECORD_ID_PROPERTY } from '../../../src/domain/properties.ts';
import { notAskedTexts } from '#texts/refusals.ts';
import { said, usage, words } from '#texts/terminal/cli.ts';
import type { Arguments } from '../arguments/arguments.ts';
import type { Command } from '../arguments/command.ts';
import { DONE, UPSTREAM } from '../output/exit-codes.ts';
import { receivedTable } from '../output/lines.ts';
import { refuse, text } from '../arguments/option-values.ts';
import { propertyList, propertyNamed } from '../arguments/selection.ts';
import type { Caller } from '../caller.ts';
import type { Terminal } from '../terminal.ts';
import { toPrintable } from '../../host/printable.ts';
import { groupThousands as count } from '../../../src/domain/thousands.ts';

const FROM_INPUT = '-';
const idProperties = [ID_PROPERTY, RECORD_ID_PROPERTY];

export const lookup: Command = {
  name: 'lookup',
  options: { 'id-property': 'text', properties: 'text', history: 'text' },
  prepare: (args) => {
    const idProperty = readIdProperty(args);
    const properties = propertyList(args, 'properties');
    const propertiesWithHistory = propertyList(args, 'history');
    const fromInput = args.positionals.includes(FROM_INPUT);
    const named = readNamed(
      args.positionals.filter((word) => word !== FROM_INPUT),
      idProperty,
    );
    if (!fromInput) checkQuestion(named);
    return async ({ terminal, openApp, print }) => {
      // Opening takes the key from the first line; the mail is the lines after it.
      const app = await openApp({ service: true });
      const question = fromInput ? checkQuestion(join(named, await readInput(app, terminal, idProperty))) : named;
      const { ignored, notAsked } = question;
      const answer = await ask(app, question, {
        ...(properties && { properties }),
        ...(propertiesWithHistory && { propertiesWithHistory }),
      });
      const document = {
        ...answer,
        ...(ignored.length > 0 && { ignored }),
        ...(notAsked.length > 0 && { notAsked: notAsked.map(({ text, reason }) => ({ text, reason })) }),
      };
      await print(document, () => [
        ...(answer.found.length === 0 ? [words.nothingFound] : receivedTable(answer.found, properties)),
        ...(answer.missing.length === 0 ? [] : [words.missing(answer.missing.map(toPrintable).join(', '))]),
      ]);
      if (ignored.length > 0) terminal.say(said.notIds(...chooseShown(ignored)));
      if (notAsked.length > 0)
        terminal.say(
          said.notAsked(
            ...chooseShown(notAsked.map(({ text }) => text)),
            notAsked.map(({ reason }) => notAskedTexts[reason]),
          ),
        );
      const failed = answer.failed.reduce((sum, { ids }) => sum + ids.length, 0);
      if (failed === 0) return DONE;
      terminal.say(said.failedIds(count(failed), failed));
      return UPSTREAM;
    };
  },
};

/** @returns undefined: both kinds of ids, as they stand in a mail */
function readIdProperty(args: Arguments): string | undefined {
  const given = text(args, 'id-property');
  if (given === undefined) return undefined;
  const { name } = propertyNamed(given);
  return idProperties.includes(name) ? name : refuse(usage.idProperty(idProperties));
}

interface Question {
  readonly objectIds: readonly string[];
  readonly recordIds: readonly string[];
  readonly ignored: readonly string[];
  readonly notAsked: readonly NotAsked[];
}
const nothing: Question = { objectIds: [], recordIds: [], ignored: [], notAsked: [] };

function checkQuestion(question: Question): Question {
  const { objectIds, recordIds, ignored, notAsked } = question;
  const others = [...notAsked.map(({ text: number }) => number), ...ignored];
  const ids = objectIds.length + recordIds.length;
  if (ids === 0) return refuse(others.length === 0 ? usage.noIds : usage.noneIsId(...chooseShown(others)));
  return ids > MOST_IDS ? refuse(usage.tooManyIds(MOST_IDS)) : question;
}

/** Arguments are asked as they are; quoting a record ID says where it begins and ends. */
function readNamed(given: readonly string[], idProperty: string | undefined): Question {
  if (idProperty === RECORD_ID_PROPERTY) return { ...nothing, recordIds: given };
  const { ids, ignored } = readGivenIds(given);
  return { ...nothing, objectIds: ids, ignored };
}

async function readInput(app: Caller, { input }: Terminal, idProperty: string | undefined): Promise<Question> {
  const pasted = (await input.rest()).join('\n');
  if (idProperty === RECORD_ID_PROPERTY) {
    const { ids, ignored } = readRecordIds(pasted);
    return { ...nothing, recordIds: ids, ignored };
  }
  const { candidates, words: ignored } = readMail(pasted);
  const known = await askKnownNumbers(listNumbers(candidates), (numbers) => app.call('lookup.known', { numbers }));
  const { objectIds, recordIds, notAsked } = chooseIds(candidates, known);
  if (idProperty === undefined) return { objectIds, recordIds, ignored, notAsked };
  return { objectIds, recordIds: [], ignored: [...recordIds, ...ignored], notAsked };
}

function join(one: Question, other: Question): Question {
  return {
    objectIds: [...one.objectIds, ...other.objectIds],
    recordIds: [...one.recordIds, ...other.recordIds],
    ignored: [...one.ignored, ...other.ignored],
    notAsked: [...one.notAsked, ...other.notAsked],
  };
}

type Answer = Output<'lookup.run'>;

/** Each kind of id is asked by itself; what the first brought is paid for, and is kept where the second fails. */
async function ask(
  app: Caller,
  { objectIds, recordIds }: Question,
  options: { properties?: string[]; propertiesWithHistory?: string[] },
): Promise<Answer> {
  const answers: Answer[] = [];
  for (const [idProperty, ids] of [[ID_PROPERTY, objectIds] as const, [RECORD_ID_PROPERTY, recordIds] as const]) {
    if (ids.length === 0) continue;
    try {
      answers.push(await app.call('lookup.run', { ids: [...ids], idProperty, ...options }));
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

/** How many there are, and the first of them as a terminal can show them. */
function chooseShown(texts: readonly string[]): [number: number, texts: string[]] {
  const cut = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text);
  return [texts.length, texts.slice(0, MOST_SHOWN).map((text) => cut(toPrintable(text)))];
}
