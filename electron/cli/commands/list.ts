/** `list`: one live page of the service's list operation. */
import { text, noPositionals, wholeNumber } from '../arguments/option-values.ts';
import type { Command } from '../arguments/command.ts';
import { DONE } from '../output/exit-codes.ts';
import { livePageLines } from '../output/lines.ts';
import { propertyList } from '../arguments/selection.ts';

const MAXIMUM = 100;

export const list: Command = {
  name: 'list',
  options: { limit: 'text', after: 'text', properties: 'text' },
  prepare: (args) => {
    noPositionals(args, 'list');
    const limit = wholeNumber(args, 'limit', 1, MAXIMUM);
    const after = text(args, 'after');
    const properties = propertyList(args, 'properties');
    return async ({ openApp, print }) => {
      const app = await openApp({ service: true });
      const page = await app.call('service.list', {
        ...(limit !== undefined && { limit }),
        ...(after !== undefined && { after }),
        ...(properties && { properties }),
      });
      await print(page, () => livePageLines(page, properties));
      return DONE;
    };
  },
};
