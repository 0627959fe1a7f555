/** A file says what a searched word was taken for; a client's file says nothing of how its records were found. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openExportWorld, type ExportWorld } from '#tests/exports/world.ts';

let world: ExportWorld;
beforeAll(async () => {
  world = await openExportWorld(11);
  const { owners } = await world.call('names.list', {});
  const named = (name: string) => ({ name, team: null, weeklyHours: null, activeFrom: null, activeTo: null });
  const all = Object.fromEntries(Object.keys(owners).map((id) => [id, named('Horváth')]));
  await world.call('names.keep', { owners: all, objects: {} });
});
afterAll(() => world.dispose());

const filterGroups = [{ filters: [{ propertyName: 'search', operator: 'FINDS' as const, value: 'hovrath' }] }];
const text = 'No record and no name has “hovrath”; it is taken for “Horváth”, one letter away.';
const note = { code: 'misspelt', records: null, text };

test.each(['internal', 'client'] as const)('for %s use', async (audience) => {
  world.writeTo(join(world.folder, `records-${audience}.csv`));
  const options = { format: 'csv' as const, audience, ...(audience === 'client' && { severalClients: true }) };
  const records = await world.call('export.run', { ...options, filterGroups });
  world.writeTo(join(world.folder, `report-${audience}.csv`));
  const report = { measures: ['records'], filterGroups };
  const summed = await world.call('export.report', { ...options, report });
  for (const manifest of [records, summed]) {
    expect(manifest?.records).toBeGreaterThan(0);
    expect(manifest?.misspelt).toEqual(audience === 'client' ? undefined : [{ word: 'hovrath', names: ['Horváth'] }]);
    expect(manifest?.notes.filter(({ code }) => code === 'misspelt')).toEqual(audience === 'client' ? [] : [note]);
  }
});
