/** The records of the snapshot: pages of a table, values for filter pickers, and a filter's values that no record has. Spends no request. */
import { reportSchema } from '../../src/domain/reports/definition/report.ts';
import { findUnheldValues } from '../questions/unheld-values.ts';
import { answerReport } from './shared/answer-report.ts';
import type { Handlers } from './shared/handlers.ts';
import type { Parts } from './shared/context.ts';
import { checkedGroups, chooseColumns, readableName, toSelection, toReadableSort } from './shared/selection.ts';

export function recordHandlers(
  parts: Parts,
): Pick<Handlers, 'records.page' | 'records.firstFound' | 'records.sums' | 'records.values' | 'filter.unheld'> {
  return {
    'records.page': async ({ columns, sort, offset, limit, ...asked }, signal) => {
      const workspace = parts.workspace();
      const order = toReadableSort(sort);
      const question = {
        ...(await toSelection(asked, workspace)),
        columns: chooseColumns(columns),
        offset,
        limit,
        ...(order && { sort: order }),
      };
      return workspace.snapshot.page(question, signal);
    },
    'records.firstFound': async ({ columns, sort, limit, ...asked }, signal) => {
      const workspace = parts.workspace();
      const selection = await toSelection(asked, workspace);
      const question = { ...selection, columns: chooseColumns(columns), sort: toReadableSort(sort), limit };
      return { rows: await workspace.snapshot.firstFound(question, signal) };
    },
    'records.sums': async ({ sort, offset, limit, measures, ...asked }, signal) => {
      const report = reportSchema.parse({ ...asked, measures });
      return answerReport(report, parts.workspace(), signal, { sort: toReadableSort(sort), offset, limit });
    },
    'records.values': async ({ propertyName, contains, limit }, signal) =>
      parts.workspace().snapshot.distinctValues(readableName(propertyName), contains, limit, signal),
    'filter.unheld': async ({ filterGroups }, signal) => ({
      values: await findUnheldValues(parts.workspace(), checkedGroups(filterGroups), signal),
    }),
  };
}
