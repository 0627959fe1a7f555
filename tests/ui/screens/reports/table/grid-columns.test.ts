/** How wide the columns of a report are: heads may be cut, figures never. */
import { expect, it } from 'vitest';
import { findMeasure } from '#domain/reports/definition/measures.ts';
import { toGridColumns } from '#ui/screens/reports/table/grid-columns.ts';
import { reportResult } from '#tests/support/reports/report-result.ts';

const hours = findMeasure('logged_hours');
if (!hours) throw new Error('No such measure');
const labels = { bucketTitle: () => '', bucketState: () => '', isOpen: () => false };

const percentWidth = (now: string, before: string, figures = 80) => {
  const line = { records: 1, values: { logged_hours: now }, before: { records: 1, values: { logged_hours: before } } };
  const result = reportResult({
    rows: [{ ...line, key: { client: 'Amsel' } }],
    comparison: { kind: 'previous', period: null, elapsedDays: null, refused: null } as never,
  });
  const { scrolled } = toGridColumns({ groupBy: ['client'] }, result, [hours], labels, () => figures);
  return scrolled.find(({ figure }) => figure === 'percent')?.width ?? 0;
};

it('a change in percent has room for thousands of them', () => {
  const usual = percentWidth('11', '10');
  expect(percentWidth('9', '10')).toBe(usual);
  // It has no currencies, however long the amounts are.
  expect(percentWidth('11', '10', 400)).toBe(usual);
  // “+1,055.6 %”, in pixels of digits.
  expect(percentWidth('115.56', '10')).toBeGreaterThan('+1,055.6 %'.length * 7);
  expect(percentWidth('115.56', '10')).toBeGreaterThan(usual);
  expect(percentWidth('1000000', '0.5')).toBeGreaterThan(percentWidth('115.56', '10'));
});
