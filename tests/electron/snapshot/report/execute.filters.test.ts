/** A report over several currencies, with everything that is said beside it, answers whatever it is filtered by. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Snapshot } from '#electron/snapshot/snapshot.ts';
import type { Filter } from '#domain/filter/model.ts';
import { readableProperties } from '#domain/local-properties.ts';
import { askReport } from '#tests/support/reports/asked-report.ts';
import { directoryOf } from '#tests/support/worlds/directory.ts';
import { recordOf } from '#tests/support/worlds/records.ts';
import { publish, scratchSnapshot, type Scratch } from '#tests/support/stores/scratch-snapshot.ts';
import { chooseCases } from '#tests/support/tier.ts';

let scratch: Scratch;
let snapshot: Snapshot;
/** A label may hold whatever a text may. */
const directory = directoryOf({
  owners: { "7'": { name: 'Ann', team: 'Tax', weeklyHours: '40' } },
  objects: {
    'deal:1': { name: 'A', client: 'Acme', currency: "$'; --" },
    'deal:2': { name: 'B', client: null, currency: 'EUR' },
  },
});

beforeAll(async () => {
  scratch = scratchSnapshot();
  snapshot = await scratch.open();
  await snapshot.setDirectory(directory);
  const of = (id: string, deal: string) =>
    recordOf(id, {
      assoc_obj_type: 'deal',
      assoc_record_id: deal,
      platform_owner_id: "7'",
      month_year: '2026-10-01',
      total_minutes: '60',
      billable_amount: '10',
    });
  await publish(snapshot, [of('1', '1'), of('2', '2'), of('3', '3')]);
});
afterAll(() => scratch.dispose());

const measures = ['billable_value', 'margin', 'gap_hours', 'owners'];

async function ask(filter: Filter, groupBy: string[]) {
  return askReport(
    snapshot,
    { measures, groupBy, filterGroups: [{ filters: [filter] }], period: '2026-10', compare: 'previous' },
    { directory },
  );
}

const firstOfType = new Map(readableProperties.toReversed().map(({ type, name }) => [type, name]));
const names = new Set(['team', ...firstOfType.values(), ...readableProperties.map(({ name }) => name)]);

test.each(chooseCases(2, [...names]))('by whether it has %s', async (propertyName) => {
  for (const operator of ['HAS_PROPERTY', 'NOT_HAS_PROPERTY'] as const) {
    const { figures } = await ask({ propertyName, operator }, []);
    const { figures: byTeam } = await ask({ propertyName, operator }, ['team', 'month']);
    expect(byTeam.records).toBe(figures.records);
  }
});

test('by record ids, with an amount that has no label', async () => {
  const { figures, notes } = await ask({ propertyName: 'sys_object_id', operator: 'IN', values: ['1', '2', '3'] }, []);
  expect(figures.currencies).toEqual(["$'; --", 'EUR', null]);
  expect(notes).toContainEqual({ kind: 'no-currency', records: 1, minutes: null });
  const { notes: labelled } = await ask({ propertyName: 'sys_object_id', operator: 'NEQ', value: '3' }, []);
  expect(labelled.map(({ kind }) => kind)).not.toContain('no-currency');
  const { notes: clientless } = await askReport(
    snapshot,
    { measures, groupBy: ['team'], columns: 'month', filterGroups: [], period: '2026-10' },
    { directory },
  );
  expect(clientless).toContainEqual({ kind: 'no-currency', records: 1, minutes: null });
});

test('by record ids, with clients that are not known', async () => {
  const filter: Filter = { propertyName: 'sys_object_id', operator: 'GTE', value: '2' };
  const { notes } = await askReport(
    snapshot,
    { measures: ['records'], groupBy: ['client'], filterGroups: [{ filters: [filter] }] },
    { directory },
  );
  expect(notes).toEqual([{ kind: 'no-client', records: 2, minutes: '120' }]);
});
