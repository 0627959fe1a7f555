import { expect, it } from 'vitest';
import { World } from '#service/upstream/world.ts';
import { idOf, record } from '../talk.ts';

const id = (n: number) => Number(idOf(n));

it('keeps ids growing with creation', () => {
  const world = new World([record(3)]);
  expect(() => world.insert(record(3))).toThrow(RangeError);
  expect(() => world.insert(record(2))).toThrow(RangeError);
  world.insert(record(4));
  expect(world.liveCount).toBe(2);
});

it('counts, finds and forgets records as they are edited, archived, restored and deleted', () => {
  const world = new World([record(0), record(1), record(2)]);
  world.replace(record(1, { record_id: 'renamed' }));
  expect(world.findSlotByRecordId('28 -- 1')).toBeUndefined();
  expect(world.findSlotByRecordId('renamed')).toBe(1);
  world.replace(record(1, {}, { archivedAt: 5 }));
  expect([world.liveCount, world.isArchived(1)]).toEqual([2, true]);
  world.replace(record(1));
  expect([world.liveCount, world.isLive(1)]).toEqual([3, true]);
  expect([world.remove(id(0)), world.remove(id(0)), world.remove(id(9))]).toEqual([true, false, false]);
  expect([world.liveCount, world.findSlot(id(0)), world.findSlotByRecordId('28 -- 0')]).toEqual([
    2,
    undefined,
    undefined,
  ]);
  expect(() => world.replace(record(0))).toThrow(RangeError);
});
