/** One contestant in its own process: opens its data, answers every question so often, sends times and answers. */
import { jobGiven, sendResult } from '../child.ts';
import { openArrays } from './by-arrays.ts';
import { openOwnSnapshot } from './by-snapshot.ts';
import { openSqlite } from './by-sqlite.ts';
import {
  questionNames,
  type AnswerRows,
  type Contender,
  type Contestant,
  type Job,
  type Outcome,
} from './questions.ts';

const open: Readonly<Record<Contestant, (job: Job) => Contender | Promise<Contender>>> = {
  snapshot: openOwnSnapshot,
  sqlite: openSqlite,
  arrays: openArrays,
};

const job = jobGiven() as Job;
const started = performance.now();
const contender = await open[job.contestant](job);
const openMilliseconds = performance.now() - started;
const questions: [string, Outcome['questions'][keyof Outcome['questions']]][] = [];
for (const name of questionNames) {
  const milliseconds: number[] = [];
  let rows: AnswerRows = [];
  // The first round is not counted: files are read, code is compiled.
  for (let round = 0; round <= job.rounds; round += 1) {
    contender.reset?.();
    const before = performance.now();
    rows = await contender.answers[name]();
    if (round > 0) milliseconds.push(performance.now() - before);
  }
  questions.push([name, { milliseconds, rows }]);
}
const rssBytes = process.memoryUsage.rss();
await contender.close();
sendResult({
  openMilliseconds,
  rssBytes,
  questions: Object.fromEntries(questions) as Outcome['questions'],
} satisfies Outcome);
