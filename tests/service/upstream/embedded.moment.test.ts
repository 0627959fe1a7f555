import { expect, it } from 'vitest';
import { openMoment } from '#service/upstream/embedded.ts';
import { World, type WorldView } from '#service/upstream/world.ts';
import { idOf, record } from '#tests/service/talk.ts';

const id = (n: number) => Number(idOf(n));
const month = (n: number) => ({ month_year: `2026-0${n}-01` });

function look(view: WorldView) {
  return Array.from({ length: view.slots }, (_, slot) => ({
    id: view.ids.get(slot),
    created: view.created.get(slot),
    modified: view.modified.get(slot),
    month: view.months.get(slot),
    record: view.at(slot),
    live: view.isLive(slot),
  }));
}

it('shows records as they were, whatever becomes of them, until it is closed', () => {
  const world = new World([
    ...[0, 1, 2, 3].map((n) => record(n, month(1))),
    record(4, month(1), { archivedAt: 5 }),
    record(5, month(1)),
  ]);
  world.remove(id(5));
  const moment = openMoment(world);
  const before = look(moment);
  expect(before.map(({ live }) => live)).toEqual([true, true, true, true, false, false]);

  world.replace(record(0, month(2), { updatedAt: 7 }));
  world.replace(record(0, month(3), { updatedAt: 8 }));
  world.remove(id(1));
  world.replace(record(2, {}, { archivedAt: 9 }));
  world.replace(record(4, month(4)));
  world.insert(record(6, month(1)));
  expect(look(moment)).toEqual(before);
  const later = openMoment(world);
  expect(look(later)).toEqual(look(world));
  expect(look(later).map(({ live }) => live)).toEqual([true, false, false, true, true, false, true]);

  moment.close();
  world.replace(record(3, month(9)));
  expect(moment.at(3)).toBe(world.at(3));
  expect(later.at(3)).not.toBe(world.at(3));
});
