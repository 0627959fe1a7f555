/** Answers the review queue's questions, each from one read of one state of the records. */
import { allFindings, readFindings } from './findings.ts';
import { readDetails } from './finding-details.ts';
import { chosenBy, foundAmong, newTerms, type Look } from './query.ts';
import { CheckMemory } from './cache.ts';
import type { ChecksReading, RunQuestion } from './model.ts';
import { runChecks } from './run.ts';
import type { Connections } from '../database/connections.ts';
import { readMeta, STATE } from '../database/metadata.ts';
import type { RecordedWeeksMemory } from '../records/recorded-weeks.ts';
import { loggedByOwner } from './logged-hours.ts';

export function createChecksReading(connections: Connections, weeks: RecordedWeeksMemory): ChecksReading {
  const memory = new CheckMemory();
  const look = async <R>(
    { thresholds, signal }: Pick<RunQuestion, 'thresholds' | 'signal'>,
    work: (look: Look) => Promise<R>,
  ) =>
    connections.survey(async (connection) => {
      const kept = await memory.at(connection, thresholds);
      return work({ connection, thresholds, kept });
    }, signal);
  return {
    runChecks: (question) =>
      look(question, async (at) => ({
        ...(await runChecks(at, question)),
        state: await readMeta(at.connection, STATE),
      })),
    findings: (question) => look(question, (at) => readFindings(at, question)),
    allFindings: (question, selectionAt) =>
      look(question, async (at) => {
        const selection = selectionAt((await weeks.at(at.connection)).begin);
        return {
          findings: await allFindings(at, { ...question, selection }),
          state: await readMeta(at.connection, STATE),
        };
      }),
    loggedByOwner: (span, recent, zone, signal) =>
      connections.survey((connection) => loggedByOwner(connection, span, recent, zone), signal),
    findingDetails: (check, ids, thresholds) =>
      look({ thresholds }, async (at) => {
        const chosen = await chosenBy(at, check);
        return readDetails(at.connection, chosen, await foundAmong(at, chosen, ids.map(BigInt)), newTerms(at));
      }),
  };
}
