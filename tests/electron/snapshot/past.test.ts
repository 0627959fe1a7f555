/** Records as they were before later merges, whatever happened to them since. */
import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSnapshot, type Snapshot } from '#electron/snapshot/snapshot.ts';
import type { FormerRecords } from '#electron/snapshot/base.ts';
import type { RecordDifference } from '#electron/snapshot/differences.ts';
import { createState, serializeState } from '#electron/sync/state.ts';
import { recordOf } from '#tests/support/worlds/records.ts';
import { scratchSnapshot, type Scratch } from '#tests/support/stores/scratch-snapshot.ts';
import { chooseSize } from '#tests/support/tier.ts';

let scratch: Scratch;
let snapshot: Snapshot;
let merges: RecordDifference[][];
/** The records at the first merge, and what a store that was lost is compared with. */
let base: string;
let former: FormerRecords | undefined;
const state = serializeState(createState(0));

beforeEach(async () => {
  scratch = scratchSnapshot();
  merges = [];
  former = undefined;
  snapshot = await openSnapshot(scratch.path, {
    log: {
      forget: () => {},
      open: async (_state, canCompare) => {
        const found: RecordDifference[] = [];
        return {
          before: former === undefined ? 'records' : canCompare ? former : undefined,
          add: (differences) => found.push(...differences),
          finish: () => merges.push(found),
          confirm: () => {},
          abandon: () => {},
          keepBase: async (write) => {
            if (merges.length === 1) base = await write();
          },
        };
      },
    },
  });
});
afterEach(async () => {
  await snapshot.close();
  await scratch.dispose();
});

const columns = ['a552213_title', 'a552213_total_hours', 'a552213_category_text', 'a552213_first_start_date'];

async function readAll(from: Snapshot) {
  const { rows } = await from.page({ filterGroups: [], query: '', zone: 'UTC', columns, offset: 0, limit: 500 });
  return rows;
}

/** The records as they were known when so many merges had been made. */
function recall(after: number): Snapshot {
  return snapshot.asKnown({
    billed: () => [],
    readChanges: (to) => merges.slice(after, to),
    merge: after,
    state,
    directory: { owners: {}, objects: {} },
  });
}

const value = fc.option(fc.constantFrom('1', '2', 'ß'), { nil: undefined });
const change = fc.record({
  id: fc.integer({ min: 1, max: 3 }).map(String),
  kind: fc.constantFrom('edit', 'edit', 'remove', 'archive'),
  title: value,
  hours: fc.option(fc.constantFrom('0', '7.50000001', '-1'), { nil: undefined }),
  category: value,
  start: fc.option(fc.constantFrom('1970-01-01T00:00:00Z', '2026-10-01T08:00:00.123Z'), { nil: undefined }),
});

const bare = {
  kind: 'edit' as const,
  id: '1',
  title: '1' as const,
  hours: undefined,
  category: undefined,
  start: undefined,
};
const edit = (category?: 'ß' | '2', title: '1' | '2' = '1') => [{ ...bare, title, category }];
const remove = [{ ...bare, kind: 'remove' as const }];
/** What a record lost in between is not what it has today, nor what it had when it came back. */
const returns = [edit(), edit(undefined, '2'), remove, edit('ß'), edit('2')];

test(
  'any moment shows what was there then, and a lost store is compared with the last',
  { timeout: 600_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(change, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 6 }),
        async (steps) => {
          const seen: Awaited<ReturnType<typeof readAll>>[] = [];
          merges.length = 0;
          await snapshot.commit({ upsert: [], remove: ['1', '2', '3', '9'], state, publish: true });
          merges.length = 0;
          await snapshot.carryMerge(0);
          for (const [at, changes] of steps.entries()) {
            for (const { id, kind, title, hours, category, start } of changes) {
              const values = { title, total_hours: hours, category_text: category, first_start_date: start };
              const set = Object.fromEntries(
                Object.entries(values).flatMap(([name, given]) => (given === undefined ? [] : [[name, given]])),
              );
              const record = recordOf(id, set, { updatedAt: at + 1, archived: kind === 'archive' });
              const isGone = kind === 'remove';
              await snapshot.commit({
                upsert: isGone ? [] : [record],
                remove: isGone ? [id] : [],
                state,
                publish: false,
              });
            }
            await snapshot.commit({ upsert: [], remove: [], state, publish: true });
            seen.push(await readAll(snapshot));
          }
          for (const [at, rows] of seen.entries()) {
            const past = recall(at + 1);
            expect(await readAll(past)).toEqual(rows);
            await past.close();
          }
          former = { path: base, changes: () => merges.slice(1) };
          await snapshot.commit({ upsert: [recordOf('9')], remove: [], state, publish: true });
          expect(merges.at(-1)).toEqual([['9', null, expect.anything()]]);
          former = undefined;
        },
      ),
      { numRuns: chooseSize(1, 100), seed: 3, examples: [[returns]] },
    );
  },
);

test('what was downloaded anew is stored, also where it cannot be compared', async () => {
  former = { path: `${scratch.path}.none`, changes: () => [] };
  await snapshot.commit({ upsert: [recordOf('1')], remove: [], state, publish: true });
  expect(await snapshot.count({})).toBe(1);
  expect(merges).toEqual([[]]);
});
