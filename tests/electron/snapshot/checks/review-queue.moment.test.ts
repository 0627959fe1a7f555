/** What the review queue answers is of one moment, and so is the state it is sealed by. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createChecksReading } from '#electron/snapshot/checks/review-queue.ts';
import { openConnections, type Connections } from '#electron/snapshot/database/connections.ts';
import { saveMeta, STATE } from '#electron/snapshot/database/metadata.ts';
import { RecordedWeeksMemory } from '#electron/snapshot/recorded-weeks.ts';
import { findCheck } from '#domain/checks/checks.ts';
import { readThresholdUnits } from '#domain/checks/check.ts';
import { scratchSnapshot, type Scratch } from '#tests/support/stores/scratch-snapshot.ts';
import { recordOf } from '#tests/support/worlds/records.ts';

let scratch: Scratch;
let connections: Connections;
beforeEach(async () => {
  scratch = scratchSnapshot();
  const snapshot = await scratch.open();
  await snapshot.commit({
    upsert: [recordOf('1', { total_minutes: '-60' })],
    remove: [],
    state: 'as it was read',
    publish: true,
  });
  await snapshot.close();
  connections = await openConnections(scratch.path);
});
afterEach(async () => {
  await connections.close();
  await scratch.dispose();
});

test('checks and lists of findings are sealed by the state of their own moment, whatever is committed right after', async () => {
  let surveys = 0;
  const moving: Connections = {
    ...connections,
    async survey(work, left) {
      const answer = await connections.survey(work, left);
      await connections.write((connection) => saveMeta(connection, { [STATE]: `after survey ${(surveys += 1)}` }));
      return answer;
    },
  };
  const checks = createChecksReading(moving, new RecordedWeeksMemory());
  const question = { thresholds: readThresholdUnits({}), marked: () => ({ ids: [], holds: () => false }) };
  const selection = { filterGroups: [], query: '', zone: 'UTC' };
  const check = findCheck('negative');
  if (!check) throw new Error('No such check');
  // The first survey finds what all selections share, and the second one answers.
  expect(await checks.runChecks({ ...question, selection })).toMatchObject({ records: 1, state: 'after survey 1' });
  await connections.write((connection) => saveMeta(connection, { [STATE]: 'as it was read' }));
  const list = { ...question, check, reviewed: false, columns: [] };
  expect(await checks.allFindings(list, () => selection)).toMatchObject({
    findings: [{ id: '1' }],
    state: 'as it was read',
  });
});
