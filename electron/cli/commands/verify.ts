/** `verify`: the local count of a filter against the service's. */
import { said, words } from '#texts/terminal/cli.ts';
import type { Command } from '../arguments/command.ts';
import { DONE, PARTIAL } from '../output/exit-codes.ts';
import { noPositionals } from '../arguments/option-values.ts';
import { readFilter } from '../arguments/selection.ts';
import { groupThousands as count } from '../../../src/domain/thousands.ts';

export const verify: Command = {
  name: 'verify',
  options: { filter: 'text' },
  prepare: (args) => {
    noPositionals(args, 'verify');
    const filterGroups = readFilter(args);
    return async ({ terminal, openApp, print }) => {
      const app = await openApp({ service: true });
      const answer = await app.call('data.verify', filterGroups ? { filterGroups } : {});
      await print(answer, () => [words.verified(count(answer.held), count(answer.total))]);
      if (answer.equal) return DONE;
      terminal.say(said.unequal);
      return PARTIAL;
    };
  },
};
