/** A count that lags by as much as a page has just disproved looks as if nothing were missing: it ends no reading. */
import { expect, it } from 'vitest';
import { decideAudit, applyAuditPage } from '#electron/sync/phases/audit.ts';
import type { PageResponse } from '#electron/sync/service.ts';
import { readState, type PhaseOf } from '#electron/sync/state.ts';
import { benchOf, downloaded, unevenMonths } from '../harness.ts';

const ROWS = 300;
const PAGE = 200;

it.each([
  // The page lacks one row and the count below it is what is held there: only because the total still counts one that is gone.
  ['lacks a row', 1, true],
  ['shows every row', 0, false],
])('a reading whose page %s and the counts below it are equal, %i disproved', async (_, lacking, goesOn) => {
  const bench = benchOf({ seed: 73 }, unevenMonths(ROWS, 1));
  await downloaded(bench);
  const held = readState(bench.store.state ?? '');
  const newestFirst = bench.store.live().toSorted((a, b) => Number(b.id) - Number(a.id));
  const shown = newestFirst.slice(lacking, PAGE + lacking);
  const page: PageResponse = {
    kind: 'page',
    records: shown,
    total: ROWS - lacking,
    after: String(PAGE),
    date: bench.world.now,
  };
  const top = { total: null, expected: null, capped: false, splitBy: 'id', reading: true } as const;
  const phase: PhaseOf<'audit'> = {
    name: 'audit',
    before: bench.world.now,
    asOf: bench.world.now,
    stack: [top],
    split: null,
    suspects: [],
    spent: 0,
    differed: true,
    found: 0,
    idsOnly: false,
    ceiling: false,
    resumed: false,
  };
  const state = { ...held, clock: bench.world.now };
  const taken = await applyAuditPage(state, phase, page, bench.store);
  const audit = taken.state.phase;
  if (audit.name !== 'audit') throw new Error(`The audit became ${audit.name}`);
  expect(audit.suspects).toHaveLength(lacking);
  const decided = await decideAudit(taken.state, audit, bench.store);
  expect(decided.phase.name === 'audit').toBe(goesOn);
  if (goesOn) expect(decided.phase).toMatchObject({ stack: [{ reading: true, idBelow: shown.at(-1)?.id }] });
});
