/** What the review queue answers is of one moment, and so is the state it is sealed by. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CheckMemory } from '#electron/snapshot/checks/cache.ts';
import { createChecksReading } from '#electron/snapshot/checks/review-queue.ts';
import { openConnections, type Connections } from '#electron/snapshot/database/connections.ts';
import { COMMITS, saveMeta, STATE } from '#electron/snapshot/database/metadata.ts';
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

const question = { thresholds: readThresholdUnits({}), marked: () => ({ ids: [], holds: () => false }) };
const selection = { filterGroups: [], query: '', zone: 'UTC' };

/** The only record is gone, by a commit of its own. */
const removeAll = () =>
  connections.write(async (connection) => {
    await connection.run('DELETE FROM records');
    await saveMeta(connection, { [COMMITS]: '1000' });
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

test('a search that runs for another state is waited for, and then done anew', async () => {
  const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const steps: string[] = [];
  let surveys = 0;
  const slow: Connections = {
    ...connections,
    survey(work, signal) {
      const survey = (surveys += 1);
      steps.push(`${survey} begins`);
      return connections.survey(async (connection) => {
        const answer = await work(connection);
        if (survey === 1) {
          begun.resolve();
          await held.promise;
        }
        steps.push(`${survey} ends`);
        return answer;
      }, signal);
    },
  };
  const checks = createChecksReading(slow, new RecordedWeeksMemory());
  const count = async () => {
    const run = await checks.runChecks({ ...question, selection });
    return run.checks.find(({ id }) => id === 'negative')?.open;
  };
  const first = count();
  await begun.promise;
  await removeAll();
  const second = count();
  // A second search that did not wait would have begun by the time another survey is over.
  await connections.survey(async () => {});
  held.resolve();
  expect(await Promise.all([first, second])).toEqual([0, 0]);
  expect(steps.slice(0, 2)).toEqual(['1 begins', '1 ends']);
});

test('a look keeps what was found for it beside what is found for a newer state', async () => {
  const memory = new CheckMemory();
  const getNow = () => connections.read((connection) => memory.getResults(connection, question.thresholds));
  await connections.read(async (look) => {
    const kept = await memory.getResults(look, question.thresholds);
    await removeAll();
    const newer = await getNow();
    expect(newer).not.toBe(kept);
    expect(await memory.getResults(look, question.thresholds)).toBe(kept);
    expect(await getNow()).toBe(newer);
  });
});
