/** The records of the snapshot: pages of a table and values for filter pickers. No request is spent. */
import type { Handlers } from '../../src/contract/api.ts';
import type { Parts } from './parts.ts';
import { columnsOf, readableName, selectionOf, sortOf } from './selection.ts';

export function recordHandlers(parts: Parts): Pick<Handlers, 'records.page' | 'records.values'> {
  return {
    'records.page': async ({ columns, sort, offset, limit, ...asked }) => {
      const workspace = parts.workspace();
      const order = sortOf(sort);
      return workspace.snapshot.page({
        ...(await selectionOf(asked, workspace)),
        columns: columnsOf(columns),
        offset,
        limit,
        ...(order && { sort: order }),
      });
    },
    'records.values': async ({ propertyName, contains, limit }) =>
      parts.workspace().snapshot.distinctValues(readableName(propertyName), contains, limit),
  };
}
