/** What sync asks the snapshot about ranges of ids and months. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Snapshot } from '#electron/snapshot/snapshot.ts';
import { recordOf } from '#tests/support/worlds/records.ts';
import { publish, scratchSnapshot } from '#tests/support/stores/scratch-snapshot.ts';

describe('ranges', () => {
  const own = scratchSnapshot();
  let snapshot: Snapshot;
  beforeAll(async () => {
    snapshot = await own.open();
    await publish(snapshot, [
      recordOf('9', { month_year: '2026-09-01' }, { createdAt: 100 }),
      recordOf('10', { month_year: '2026-10-01' }, { createdAt: 200 }),
      recordOf('11', { month_year: '2026-10-15' }, { createdAt: 300 }),
      recordOf('100', {}, { createdAt: 400 }),
      recordOf('101', {}, { createdAt: 500, anomalies: new Map([['a552213_month_year', '"soon"']]) }),
      recordOf('102', { month_year: '2026-10-01' }, { archived: true }),
    ]);
  });
  afterAll(() => own.dispose());

  test.each([
    [{}, ['9', '10', '11', '100', '101']],
    [{ monthFrom: '2026-10-01' }, ['10', '11']],
    [{ monthBelow: '2026-10-01' }, ['9']],
    [{ monthFrom: '2026-09-01', monthBelow: '2026-10-01', orNoMonth: true }, ['9', '100', '101']],
    [{ orNoMonth: true }, ['9', '10', '11', '100', '101']],
    [{ idAbove: '9', idBelow: '100' }, ['10', '11']],
    [{ createdBefore: 300 }, ['9', '10']],
    [{ monthFrom: '2026-10-01', orNoMonth: true, idBelow: '101', createdBefore: 401 }, ['10', '11', '100']],
  ])('%o holds %j: ids compare as integers, archived records are in none', async (range, ids) => {
    expect(await snapshot.ids(range)).toEqual(ids);
    expect(await snapshot.count(range)).toBe(ids.length);
    expect(await snapshot.countPublished(range)).toBe(ids.length);
    expect(await snapshot.idAt(range, 0)).toBe(ids[0]);
    expect(await snapshot.idAt(range, ids.length - 1)).toBe(ids.at(-1));
    expect(await snapshot.idAt(range, ids.length)).toBeUndefined();
    expect(await snapshot.ids(range, 2)).toEqual(ids.slice(0, 2));
  });

  test('months are counted as held, those without one last', async () => {
    expect(await snapshot.months({})).toEqual([
      { month: '2026-09-01', records: 1 },
      { month: '2026-10-01', records: 1 },
      { month: '2026-10-15', records: 1 },
      { month: null, records: 2 },
    ]);
  });

  test('versions are told of the ids that are held live', async () => {
    const held = recordOf('9').updatedAt;
    expect(await snapshot.versions(['9', '102', '12345', 'x'])).toEqual(new Map([['9', held]]));
  });
});
