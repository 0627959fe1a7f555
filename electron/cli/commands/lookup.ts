/** `lookup`: records by id, from the arguments or from standard input. */
import { MOST_IDS, readIds, type PastedIds } from '../../../src/domain/pasted-ids.ts';
import { ID_PROPERTY, RECORD_ID_PROPERTY } from '../../../src/domain/properties.ts';
import { said, usage, words } from '#texts/terminal/cli.ts';
import type { Arguments } from '../arguments/arguments.ts';
import type { Command } from '../arguments/command.ts';
import { DONE, UPSTREAM } from '../output/exit-codes.ts';
import { receivedTable } from '../output/lines.ts';
import { refuse, text } from '../arguments/option-values.ts';
import { propertyList, propertyNamed } from '../arguments/selection.ts';
import { toPrintable } from '../../host/printable.ts';
import type { Terminal } from '../terminal.ts';
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
    const named = namedIds(
      args.positionals.filter((each) => each !== FROM_INPUT),
      idProperty,
    );
    if (!fromInput) checkIds(named);
    return async ({ terminal, openApp, print }) => {
      // Opening takes the key from the first line; the ids are the lines after it.
      const app = await openApp({ service: true });
      const { ids, ignored } = fromInput ? checkIds(joined(named, await pastedIds(terminal, idProperty))) : named;
      const answer = await app.call('lookup.run', {
        ids: [...ids],
        idProperty,
        ...(properties && { properties }),
        ...(propertiesWithHistory && { propertiesWithHistory }),
      });
      await print({ ...answer, ...(ignored.length > 0 && { ignored }) }, () => [
        ...(answer.found.length === 0 ? [words.nothingFound] : receivedTable(answer.found, properties)),
        ...(answer.missing.length === 0 ? [] : [words.missing(answer.missing.map(toPrintable).join(', '))]),
      ]);
      if (ignored.length > 0) terminal.say(said.notIds(...shownTexts(ignored)));
      const failed = answer.failed.reduce((sum, { ids: some }) => sum + some.length, 0);
      if (failed === 0) return DONE;
      terminal.say(said.failedIds(count(failed), failed));
      return UPSTREAM;
    };
  },
};

function readIdProperty(args: Arguments): string {
  const given = text(args, 'id-property');
  if (given === undefined) return ID_PROPERTY;
  const { name } = propertyNamed(given);
  return idProperties.includes(name) ? name : refuse(usage.idProperty(idProperties));
}

type Asked = Pick<PastedIds, 'ids' | 'ignored'>;

function checkIds(asked: Asked): Asked {
  const { ids, ignored } = asked;
  if (ids.length === 0) return refuse(ignored.length === 0 ? usage.noIds : usage.noneIsId(...shownTexts(ignored)));
  return ids.length > MOST_IDS ? refuse(usage.tooManyIds(MOST_IDS)) : asked;
}

/** A record ID given as an argument is taken as it is: quoting it says where it begins and ends. */
function namedIds(given: readonly string[], idProperty: string): Asked {
  return idProperty === RECORD_ID_PROPERTY ? { ids: given, ignored: [] } : readIds(given.join('\n'), idProperty);
}

async function pastedIds({ input }: Terminal, idProperty: string): Promise<Asked> {
  return readIds((await input.rest()).join('\n'), idProperty);
}

function joined(one: Asked, other: Asked): Asked {
  return { ids: [...one.ids, ...other.ids], ignored: [...one.ignored, ...other.ignored] };
}

const MOST_SHOWN = 5;
const LONGEST = 60;

/** How many there are, and the first of them as a terminal can show them. */
function shownTexts(ignored: readonly string[]): [number: number, texts: string[]] {
  const cut = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text);
  return [ignored.length, ignored.slice(0, MOST_SHOWN).map((text) => cut(toPrintable(text)))];
}
