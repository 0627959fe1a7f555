/** `search`: one live page of the service's search operation. */
import { text, noPositionals, wholeNumber } from '../arguments/option-values.ts';
import type { Command } from '../arguments/command.ts';
import { DONE } from '../output/exit-codes.ts';
import { livePageLines } from '../output/lines.ts';
import { propertyList, readSelection, readSort } from '../arguments/selection.ts';

const MAXIMUM = 200;

export const search: Command = {
  name: 'search',
  options: { query: 'text', filter: 'text', sort: 'text', limit: 'text', after: 'text', properties: 'text' },
  prepare: (args) => {
    noPositionals(args, 'search');
    const { filterGroups, query } = readSelection(args);
    const sort = readSort(args);
    const limit = wholeNumber(args, 'limit', 1, MAXIMUM);
    const after = text(args, 'after');
    const properties = propertyList(args, 'properties');
    return async ({ openApp, print }) => {
      const app = await openApp({ service: true });
      const page = await app.call('service.search', {
        ...(filterGroups && { filterGroups }),
        ...(query !== undefined && { query }),
        ...(sort && { sort }),
        ...(limit !== undefined && { limit }),
        ...(after !== undefined && { after }),
        ...(properties && { properties }),
      });
      await print(page, () => livePageLines(page, properties));
      return DONE;
    };
  },
};
