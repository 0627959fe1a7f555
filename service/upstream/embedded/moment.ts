/** The records as they were at one moment, whatever becomes of them: a search that lets others go on is of one moment all the same. */
import { readMonth, type World, type WorldRecord, type WorldView } from '../world.ts';

export interface Moment extends WorldView {
  /** Forgets what has changed since; the moment may not be read any more. */
  close(): void;
}

interface Earlier {
  readonly record: WorldRecord;
  readonly live: boolean;
}

/** Costs nothing to open: only what changes while it is open is copied. */
export function openMoment(world: World): Moment {
  const earlier = new Map<number, Earlier>();
  const close = world.watchBefore((slot) => {
    if (!earlier.has(slot)) earlier.set(slot, { record: world.at(slot), live: world.isLive(slot) });
  });
  const column = (now: WorldView['created'], before: (record: WorldRecord) => number) => ({
    get(slot: number) {
      const found = earlier.get(slot);
      return found ? before(found.record) : now.get(slot);
    },
  });
  return {
    // Slots are never taken away: those of later records follow.
    slots: world.slots,
    ids: world.ids,
    created: column(world.created, (record) => record.createdAt),
    modified: column(world.modified, (record) => record.updatedAt),
    months: column(world.months, readMonth),
    at: (slot) => earlier.get(slot)?.record ?? world.at(slot),
    isLive: (slot) => earlier.get(slot)?.live ?? world.isLive(slot),
    close,
  };
}
