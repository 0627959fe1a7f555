import { expect, test } from 'vitest';
import { countStates, joinLiveRows } from '#ui/screens/records/use-live.ts';

const rate = 'a552213_billable_rate';
const row = (id: string, value: string) => ({ id, values: { [rate]: value }, unreadable: {} });
const sent = (id: string, value: string | number) => ({ id, properties: { [rate]: value } });
const frame = { zone: 'UTC', nameOf: () => undefined };

test('each record has one state, in the service’s order, and those only here come last', () => {
  const rows = joinLiveRows(
    [sent('3', '100.0'), sent('1', 120), sent('2', 90)],
    [row('1', '100'), row('3', '100')],
    [row('1', '100'), row('3', '100'), row('9', '80')],
    frame,
  );
  expect(rows.map(({ id, state }) => [id, state])).toEqual([
    ['3', 'kept'],
    ['1', 'differs'],
    ['2', 'live'],
    ['9', 'onlyHere'],
  ]);
  expect(rows[1]).toMatchObject({ differences: [{ property: { name: rate }, local: '100', remote: '120' }] });
  expect(countStates(rows)).toEqual({ kept: 1, differs: 1, live: 1, onlyHere: 1 });
});

test('a record that moved between two pages is there once, as it came last', () => {
  const rows = joinLiveRows([sent('1', 100), sent('2', 90), sent('1', 130)], [row('1', '130')], undefined, frame);
  expect(rows.map(({ id, state }) => [id, state])).toEqual([
    ['1', 'kept'],
    ['2', 'live'],
  ]);
});

test('nothing is called only here before every page was read', () => {
  expect(joinLiveRows([], [], undefined, frame)).toEqual([]);
});
