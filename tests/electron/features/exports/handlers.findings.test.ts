/** A file of findings is of one state of the store, whatever sync commits while it is written. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { exportHandlers } from '#electron/features/exports/handlers.ts';
import { createTaskRunner, type HandlerContext } from '#electron/features/calls.ts';
import { openSentRegister } from '#electron/history/sent-register.ts';
import type { Snapshot } from '#electron/snapshot/snapshot.ts';
import { createState, serializeState } from '#electron/sync/state.ts';
import { api } from '#contract/api.ts';
import { emptyDirectory } from '#domain/people/directory.ts';
import { defaultSettings } from '#domain/settings.ts';
import { scratchSnapshot, type Scratch } from '#tests/support/stores/scratch-snapshot.ts';
import { recordOf } from '#tests/support/worlds/records.ts';
import { chooseSize } from '#tests/support/tier.ts';

let scratch: Scratch;
beforeEach(() => {
  scratch = scratchSnapshot();
});
afterEach(() => scratch.dispose());

/** In the second tier more than are described at a time. */
const FINDINGS = chooseSize(1_005, 20_005);

const commit = (snapshot: Snapshot, upsert: Parameters<Snapshot['commit']>[0]['upsert']) =>
  snapshot.commit({ upsert, remove: [], state: serializeState(createState(0)), publish: true });

const negative = (id: number, minutes: string) => recordOf(String(id), { total_minutes: minutes });

test('a sync that finds one more while findings are written to a file neither doubles nor drops a line', async () => {
  const snapshot = await scratch.open();
  await commit(
    snapshot,
    Array.from({ length: FINDINGS }, (_, at) => negative(at + 1, '-60')),
  );
  let commits = 0;
  /** More is at stake in each: it stands before all others, and what was last on a page is first on the next. */
  const afterwards = async <T>(answer: Promise<T>): Promise<T> => {
    const value = await answer;
    commits += 1;
    await commit(snapshot, [negative(FINDINGS + commits, '-600')]);
    return value;
  };
  const moving: Snapshot = {
    ...snapshot,
    findings: (asked) => afterwards(snapshot.findings(asked)),
    allFindings: (asked, selectionAt) => afterwards(snapshot.allFindings(asked, selectionAt)),
  };
  const workspace = {
    snapshot: moving,
    zone: 'UTC',
    settings: () => ({ ...defaultSettings, zone: 'UTC' }),
    today: () => '2026-11-20',
    state: async () => ({ kind: 'own', title: '', baseUrl: null }),
    getUserName: () => 'Dana Diaz',
    memory: { sent: openSentRegister(':memory:'), merges: () => [] },
    journal: { damage: null, names: () => emptyDirectory, reviewedChecks: () => [], reviewMarks: () => new Map() },
  };
  const path = join(scratch.folder, 'findings.csv');
  const names: string[] = [];
  const host = {
    async chooseDestination(name: string) {
      names.push(name);
      return { path };
    },
    deliver: async () => undefined,
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a file of findings asks no more of the app
  const parts = { workspace: () => workspace, host, now: Date.now } as unknown as HandlerContext;
  const asked = api['checks.export'].input.parse({ check: 'negative' });
  expect(await exportHandlers(parts, createTaskRunner())['checks.export'](asked)).toMatchObject({
    file: 'findings.csv',
    of: 'findings',
    check: 'negative',
    audience: 'internal',
    records: FINDINGS,
    lines: FINDINGS,
  });
  const [, ...lines] = readFileSync(path, 'utf8').trim().split('\r\n');
  const ids = lines.map((line) => Number(line.split(',')[0]));
  expect(ids.toSorted((a, b) => a - b)).toEqual(Array.from({ length: FINDINGS }, (_, at) => at + 1));
  expect(commits).toBeGreaterThan(0);
  expect(names).toEqual(['to-check-negative-partial.csv']);
  await snapshot.close();
});
