/** `lookup`: records by id, from the arguments or from standard input. */
import { ID_PROPERTY, RECORD_ID_PROPERTY } from '../../src/domain/properties.ts';
import { said, usage, words } from '../../src/texts/en/cli.ts';
import type { Arguments } from './arguments.ts';
import type { Command } from './command.ts';
import { DONE, UPSTREAM } from './exit-codes.ts';
import { count } from './figures.ts';
import { receivedTable } from './lines.ts';
import { refuse, text } from './option-values.ts';
import { propertyList, propertyNamed } from './selection.ts';
import { toPrintable } from '../printable.ts';
import type { Terminal } from './terminal.ts';

const MAXIMUM = 10_000;
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
    const named = args.positionals.filter((each) => each !== FROM_INPUT);
    if (!fromInput) checkIds(named);
    return async ({ terminal, openApp, print }) => {
      // Opening takes the key from the first line; the ids are the lines after it.
      const app = await openApp({ service: true });
      const ids = fromInput ? checkIds([...named, ...(await idsOf(terminal, idProperty))]) : named;
      const answer = await app.call('lookup.run', {
        ids,
        ...(idProperty !== undefined && { idProperty }),
        ...(properties && { properties }),
        ...(propertiesWithHistory && { propertiesWithHistory }),
      });
      await print(answer, () => [
        ...(answer.found.length === 0 ? [words.nothingFound] : receivedTable(answer.found, properties)),
        ...(answer.missing.length === 0 ? [] : [words.missing(answer.missing.map(toPrintable).join(', '))]),
      ]);
      const failed = answer.failed.reduce((sum, { ids: some }) => sum + some.length, 0);
      if (failed === 0) return DONE;
      terminal.say(said.failedIds(count(failed), failed));
      return UPSTREAM;
    };
  },
};

function readIdProperty(args: Arguments): string | undefined {
  const given = text(args, 'id-property');
  if (given === undefined) return undefined;
  const { name } = propertyNamed(given);
  return idProperties.includes(name) ? name : refuse(usage.idProperty(idProperties));
}

function checkIds(ids: string[]): string[] {
  if (ids.length === 0) return refuse(usage.noIds);
  return ids.length > MAXIMUM ? refuse(usage.tooManyIds(MAXIMUM)) : ids;
}

/** One id a line; numbers may also stand beside one another. Other ids have spaces of their own. */
async function idsOf({ input }: Terminal, idProperty: string | undefined): Promise<string[]> {
  const lines = await input.rest();
  const parts = idProperty === RECORD_ID_PROPERTY ? lines : lines.flatMap((line) => line.split(/[\s,;]+/));
  return parts.map((id) => id.trim()).filter((id) => id !== '');
}
