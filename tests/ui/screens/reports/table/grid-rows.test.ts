import { describe, expect, it } from 'vitest';
import type { ReportRow } from '#domain/reports/definition/report.ts';
import { toGridRows, listGroupIds, toggleGroup } from '#ui/screens/reports/table/grid-rows.ts';

const report = { groupBy: ['client', 'person'] };
const line = (key: Record<string, string | null>, folded?: number): ReportRow => ({
  key,
  values: {},
  records: 1,
  ...(folded !== undefined && { folded }),
});
const result = {
  subtotals: [line({ client: 'Acme' }), line({ client: null }), line({ client: null }, 4)],
  rows: [
    line({ client: 'Acme', person: 'Anna' }),
    line({ client: 'Acme', person: 'Milan' }),
    line({ client: null, person: 'Anna' }),
    line({ client: null, person: 'Anna' }, 4),
  ],
};
const shown = (closed: readonly string[] | 'all') =>
  toGridRows(report, result, closed).map(({ path, depth, isGroup, folded }) =>
    [isGroup ? '+' : '-', depth, path.at(-1) ?? 'none', folded ?? ''].join(' ').trim(),
  );

describe('the rows of a grouped report', () => {
  it('name each group before its rows, and keep the unset group apart from the rest beyond the top', () => {
    expect(shown([])).toEqual([
      '+ 0 Acme',
      '- 1 Anna',
      '- 1 Milan',
      '+ 0 none',
      '- 1 Anna',
      '+ 0 none 4',
      '- 1 Anna 4',
    ]);
  });

  it('leave out what a closed group holds, and only that', () => {
    expect(shown(['["Acme"]'])).toEqual(['+ 0 Acme', '+ 0 none', '- 1 Anna', '+ 0 none 4', '- 1 Anna 4']);
    expect(shown('all')).toEqual(['+ 0 Acme', '+ 0 none', '+ 0 none 4']);
  });

  it('open one group of those that were all folded', () => {
    const every = listGroupIds(report, result);
    expect(toggleGroup('all', '["Acme"]', every)).toEqual(every.filter((id) => id !== '["Acme"]'));
    expect(toggleGroup(toggleGroup([], '["Acme"]', every), '["Acme"]', every)).toEqual([]);
  });

  it('know the place of their line in the answer', () => {
    for (const row of toGridRows(report, result, [])) {
      expect((row.isGroup ? result.subtotals : result.rows)[row.index]).toBe(row.line);
    }
  });
});
