import { expect, it } from 'vitest';
import { compileFilterGroups } from '#service/upstream/filters.ts';
import { defaultSwitches, type Switches } from '#service/upstream/switches.ts';
import type { WireFilter, WireValue } from '#service/upstream/upstream.ts';
import { World } from '#service/upstream/world.ts';
import { idOf, record } from '../talk.ts';

/** Which of the values, by place, one filter on a property lets through. */
function passing(
  property: string,
  values: readonly WireValue[],
  filter: Omit<WireFilter, 'propertyName'>,
  switches: Partial<Switches> = {},
): number[] {
  const world = new World(values.map((value, n) => record(n, { [property]: value })));
  const propertyName = property.startsWith('platform_') ? property : `a552213_${property}`;
  const groups = [{ filters: [{ propertyName, ...filter }] }];
  const compiled = compileFilterGroups(groups, world, { ...defaultSwitches, ...switches });
  if (!compiled.ok) throw new Error(compiled.message);
  return values.map((_, n) => n).filter((n) => compiled.test(n));
}

const unset: readonly WireValue[] = [undefined, null, ''];

it('lets negated operators match unset values and the plain ones not', () => {
  const hours = [...unset, '2', '3'];
  expect(passing('total_hours', hours, { operator: 'EQ', value: '2' })).toEqual([3]);
  expect(passing('total_hours', hours, { operator: 'NEQ', value: '2' })).toEqual([0, 1, 2, 4]);
  expect(passing('total_hours', hours, { operator: 'IN', values: ['2', '9'] })).toEqual([3]);
  expect(passing('total_hours', hours, { operator: 'NOT_IN', values: ['2', '9'] })).toEqual([0, 1, 2, 4]);
  const titles = [...unset, 'tax', 'audit'];
  expect(passing('title', titles, { operator: 'CONTAINS_TOKEN', value: 'tax' })).toEqual([3]);
  expect(passing('title', titles, { operator: 'NOT_CONTAINS_TOKEN', value: 'tax' })).toEqual([0, 1, 2, 4]);
  expect(passing('total_hours', hours, { operator: 'HAS_PROPERTY' })).toEqual([3, 4]);
  expect(passing('total_hours', hours, { operator: 'NOT_HAS_PROPERTY' })).toEqual([0, 1, 2]);
});

it('can be switched to the other guess about unset values', () => {
  const switches = { negationMatchesUnset: false };
  expect(passing('total_hours', [...unset, '2', '3'], { operator: 'NEQ', value: '2' }, switches)).toEqual([4]);
});

it('takes an unreadable value as set, but as equal to nothing and in no range', () => {
  const rates = ['n/a', '95'];
  expect(passing('billable_rate', rates, { operator: 'HAS_PROPERTY' })).toEqual([0, 1]);
  expect(passing('billable_rate', rates, { operator: 'GTE', value: '0' })).toEqual([1]);
  expect(passing('billable_rate', rates, { operator: 'LTE', value: '1000' })).toEqual([1]);
  expect(passing('billable_rate', rates, { operator: 'NEQ', value: '95' })).toEqual([0]);
  expect(passing('month_year', ['soon', '2026-03-01'], { operator: 'LT', value: '2027-01-01' })).toEqual([1]);
});

it('compares numbers exactly, however they are written', () => {
  const hours = ['1.10', 1.1, '1.1e0', '1.10000001', '-3.5', '010'];
  expect(passing('total_hours', hours, { operator: 'EQ', value: '1.1' })).toEqual([0, 1, 2]);
  expect(passing('total_hours', hours, { operator: 'GT', value: '1.1' })).toEqual([3, 5]);
  expect(passing('total_hours', hours, { operator: 'BETWEEN', value: '-3.5', highValue: '1.1' })).toEqual([0, 1, 2, 4]);
  const large = ['9007199254.74099301', '9007199254.74099302'];
  expect(passing('billable_amount', large, { operator: 'EQ', value: '9007199254.74099301' })).toEqual([0]);
});

it('reads dates in all three forms and includes both bounds of a range', () => {
  const months = ['2026-02-01T00:00:00.000Z', '2026-02-01', String(Date.UTC(2026, 1, 1)), '2026-03-01', '2026-02-30'];
  const february = String(Date.UTC(2026, 1, 1));
  expect(passing('month_year', months, { operator: 'EQ', value: february })).toEqual([0, 1, 2]);
  expect(passing('month_year', months, { operator: 'BETWEEN', value: '2026-02-01', highValue: '2026-03-01' })).toEqual([
    0, 1, 2, 3,
  ]);
  const starts = ['2026-02-27T21:24:18.038Z', '2026-02-27T22:24:18.038+01:00', '2026-02-27'];
  expect(passing('first_start_date', starts, { operator: 'EQ', value: '2026-02-27T21:24:18.038Z' })).toEqual([0, 1]);
  expect(passing('first_start_date', starts, { operator: 'LT', value: '2026-02-27T21:24:18.038Z' })).toEqual([2]);
});

it('compares text in any case, enumerations exactly, and wants IN lists of text in lower case', () => {
  expect(passing('category_text', ['Tax', 'TAX', 'Audit'], { operator: 'EQ', value: 'tAx' })).toEqual([0, 1]);
  expect(passing('category_text', ['Tax', 'Audit'], { operator: 'IN', values: ['tax'] })).toEqual([0]);
  expect(passing('category_text', ['Tax', 'Audit'], { operator: 'IN', values: ['Tax'] })).toEqual([]);
  expect(passing('assoc_obj_type', ['deal', 'DEAL'], { operator: 'EQ', value: 'deal' })).toEqual([0]);
  expect(passing('assoc_obj_type', ['deal', 'DEAL'], { operator: 'IN', values: ['DEAL'] })).toEqual([1]);
  expect(passing('platform_owner_id', ['7', 7, '77'], { operator: 'EQ', value: '7' })).toEqual([0, 1]);
});

it('reads booleans sent as such or as words', () => {
  expect(passing('toggle', [true, 'true', false, 'false', 'maybe', null], { operator: 'EQ', value: 'true' })).toEqual([
    0, 1,
  ]);
});

it('finds whole tokens, wildcards inside a token, and only records with every word', () => {
  const titles = ['VAT return', 'vat-return, September', 'Private', 'VATable supplies'];
  const found = (value: string) => passing('title', titles, { operator: 'CONTAINS_TOKEN', value });
  expect(found('vat')).toEqual([0, 1]);
  expect(found('VAT*')).toEqual([0, 1, 3]);
  expect(found('*vat*')).toEqual([0, 1, 2, 3]);
  expect(found('return september')).toEqual([1]);
  expect(found('ret*n')).toEqual([0, 1]);
  expect(found('retur')).toEqual([]);
});

it('compares ids as integers in every range and list', () => {
  const world = new World([0, 5, 15].map((n) => record(n)));
  const found = (filter: Omit<WireFilter, 'propertyName'>) => {
    const groups = [{ filters: [{ propertyName: 'sys_object_id', ...filter }] }];
    const compiled = compileFilterGroups(groups, world, defaultSwitches);
    return compiled.ok ? [0, 1, 2].filter((slot) => compiled.test(slot)) : compiled.message;
  };
  expect(found({ operator: 'GTE', value: idOf(5) })).toEqual([1, 2]);
  expect(found({ operator: 'BETWEEN', value: idOf(0), highValue: idOf(14) })).toEqual([0, 1]);
  expect(found({ operator: 'IN', values: [idOf(0), idOf(15)] })).toEqual([0, 2]);
  expect(found({ operator: 'NEQ', value: idOf(5) })).toEqual([0, 2]);
  expect(found({ operator: 'LT', value: '12x' })).toContain('not a valid value');
});
