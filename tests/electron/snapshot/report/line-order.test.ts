/** The order of a report's lines by name, where some ids have no name. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Snapshot } from '#electron/snapshot/snapshot.ts';
import { OWNER_PROPERTY } from '#domain/properties.ts';
import type { ReportInput } from '#domain/reports/definition/report.ts';
import { askReport } from '#tests/support/reports/asked-report.ts';
import { empty, publish, scratchSnapshot, type Scratch } from '#tests/support/stores/scratch-snapshot.ts';
import { directoryOf } from '#tests/support/worlds/directory.ts';
import { recordOf } from '#tests/support/worlds/records.ts';

let scratch: Scratch;
let snapshot: Snapshot;

beforeAll(async () => {
  scratch = scratchSnapshot();
  snapshot = await scratch.open();
});
afterEach(() => empty(snapshot));
afterAll(() => scratch.dispose());

test('by name, ids without a name come after the names, the most hours first, and unset ones last', async () => {
  const of = (id: string, person: string | null, minutes: string) =>
    recordOf(id, {
      ...(person !== null && { platform_owner_id: person }),
      total_minutes: minutes,
      month_year: '2026-10-01',
    });
  await publish(snapshot, [
    of('1', '11', '60'),
    of('2', '12', '300'),
    of('3', '9', '120'),
    of('4', '13', '600'),
    of('5', null, '900'),
  ]);
  const directory = directoryOf({ owners: { '9': { name: 'Zoe' }, '11': { name: 'Anna' } } });
  const ask = async (direction: 'ascending' | 'descending') => {
    const { figures } = await askReport(
      snapshot,
      { measures: ['records', 'logged_hours'], groupBy: [OWNER_PROPERTY], order: { by: OWNER_PROPERTY, direction } },
      { directory },
    );
    return figures.rows.map(({ key }) => key[OWNER_PROPERTY]);
  };
  expect(await ask('ascending')).toEqual(['11', '9', '13', '12', null]);
  expect(await ask('descending')).toEqual(['9', '11', '13', '12', null]);
});

test('by name, a person whose name is that of the printed spelling is among the names, in the top too', async () => {
  const of = (id: string, person: string) => recordOf(id, { platform_owner_id: person, month_year: '2026-10-01' });
  await publish(snapshot, [of('1', 'x1'), of('2', 'X1'), of('3', '8'), of('4', '11'), of('5', '11')]);
  const directory = directoryOf({ owners: { X1: { name: 'Xia' }, '8': { name: 'Ben' } } });
  const ask = async (direction: 'ascending' | 'descending', more: Partial<ReportInput> = {}) => {
    const order = { by: OWNER_PROPERTY, direction };
    const report = { measures: ['total_hours:avg'], groupBy: [OWNER_PROPERTY], order, ...more };
    const { figures } = await askReport(snapshot, report, { directory });
    return figures.rows.map(({ key, records }) => [key[OWNER_PROPERTY], records]);
  };
  const [xia, ben, unnamed] = [
    ['X1', 2],
    ['8', 1],
    ['11', 2],
  ];
  expect(await ask('ascending')).toEqual([ben, xia, unnamed]);
  expect(await ask('descending')).toEqual([xia, ben, unnamed]);
  expect(await ask('descending', { top: { count: 1 } })).toEqual([xia, [null, 3]]);
});
