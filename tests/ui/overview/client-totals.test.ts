import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatUnits, unitsOf } from '../../../src/domain/decimal.ts';
import type { ReportResult } from '../../../src/domain/reports/report.ts';
import { clientTotals } from '../../../src/ui/screens/overview/client-totals.ts';

const TYPE = 'a552213_assoc_obj_type';
const ID = 'a552213_assoc_record_id';
const MINUTES = 'a552213_billable_minutes';
const VALUE = 'a552213_billable_amount';
type Line = readonly [type: string | null, id: string | null, minutes: string | null, value: string | null];

function resultOf(lines: readonly Line[]): Pick<ReportResult, 'rows' | 'totals'> {
  const sum = (at: 2 | 3) => {
    const known = lines.flatMap((line) => line[at] ?? []);
    return known.length === 0 ? null : formatUnits(known.reduce((total, each) => total + unitsOf(each), 0n));
  };
  return {
    rows: lines.map(([type, id, minutes, value]) => ({
      key: { [TYPE]: type, [ID]: id },
      values: { [MINUTES]: minutes, [VALUE]: value },
      records: 1,
    })),
    totals: { [MINUTES]: sum(2), [VALUE]: sum(3) },
  };
}

const directory = {
  owners: {},
  objects: {
    'company:1': { name: 'Brightwater GmbH', client: 'Brightwater' },
    'deal:1': { name: 'Audit 2026', client: 'Brightwater' },
    'company:2': { name: 'Elm & Partners', client: null },
  },
};

describe('clients', () => {
  it('gather the objects of one customer, and an id alone never joins two', () => {
    const { top } = clientTotals(
      resultOf([
        ['company', '1', '60', '100'],
        ['deal', '1', '30', '80'],
        ['ticket', '1', '30', '50'],
      ]),
      directory,
      10,
    );
    expect(top.map(({ name, value, hours }) => [name, value, hours])).toEqual([
      ['Brightwater', '180', '1.5'],
      [undefined, '50', '0.5'],
    ]);
    expect(top[0]).toMatchObject({
      rate: '120',
      objects: [
        { type: 'company', id: '1' },
        { type: 'deal', id: '1' },
      ],
    });
  });

  it('without a client of its own an object is its own client', () => {
    expect(clientTotals(resultOf([['company', '2', '60', '1']]), directory, 10).top[0]?.name).toBe('Elm & Partners');
  });

  it('without readable values have none, not 0', () => {
    expect(clientTotals(resultOf([[null, null, null, null]]), directory, 10).top[0]).toMatchObject({
      value: null,
      hours: null,
      rate: null,
      part: null,
    });
  });

  it('and the others add up to the total exactly', () => {
    const amount = fc.option(fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }).map(formatUnits));
    const line = fc.tuple(fc.constantFrom('company', 'deal', null), fc.stringMatching(/^[1-9]$/), amount, amount);
    fc.assert(
      fc.property(fc.uniqueArray(line, { selector: ([type, id]) => `${type}:${id}` }), (lines) => {
        const { top, others, total } = clientTotals(resultOf(lines), directory, 3);
        const shown = [...top, ...(others ? [others.line] : [])];
        const known = shown.flatMap(({ value }) => value ?? []);
        const sum = known.length === 0 ? null : formatUnits(known.reduce((all, each) => all + unitsOf(each), 0n));
        expect(sum).toBe(total.value);
      }),
    );
  });

  it('leave no tail of one', () => {
    const lines: Line[] = ['3', '4', '5', '6'].map((id) => ['company', id, '60', id]);
    expect(clientTotals(resultOf(lines), directory, 3)).toMatchObject({ others: undefined });
    expect(clientTotals(resultOf(lines), directory, 2).others?.count).toBe(2);
  });
});
