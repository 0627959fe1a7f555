/** The review queue as the store reckons it: each question in one look at one state of the records. */
import { findingsOf } from './findings.ts';
import { detailsOf } from './finding-details.ts';
import { chosenBy, foundAmong, newTerms, type Look } from './query.ts';
import { CheckMemory } from './cache.ts';
import type { ChecksReading, RunQuestion } from './model.ts';
import { runChecks } from './run.ts';
import type { Connections } from '../database/connections.ts';
import { metaOf, STATE } from '../database/metadata.ts';
import { loggedByOwner } from './logged-hours.ts';

export function checksReadingOf(connections: Connections): ChecksReading {
  const memory = new CheckMemory();
  const look = async <R>(
    { thresholds, left }: Pick<RunQuestion, 'thresholds' | 'left'>,
    work: (look: Look) => Promise<R>,
  ) =>
    connections.survey(async (connection) => {
      const kept = await memory.at(connection, thresholds);
      return work({ connection, thresholds, kept });
    }, left);
  return {
    runChecks: (question) =>
      look(question, async (at) => ({
        ...(await runChecks(at, question)),
        state: await metaOf(at.connection, STATE),
      })),
    findings: (question) => look(question, (at) => findingsOf(at, question)),
    loggedByOwner: (span, recent, zone, left) =>
      connections.survey((connection) => loggedByOwner(connection, span, recent, zone), left),
    findingDetails: (check, ids, thresholds) =>
      look({ thresholds }, async (at) => {
        const chosen = await chosenBy(at, check);
        return detailsOf(at.connection, chosen, await foundAmong(at, chosen, ids.map(BigInt)), newTerms(at));
      }),
  };
}
