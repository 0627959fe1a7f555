/** Asks the same questions of the app's snapshot, of SQLite and of JavaScript arrays; answers are compared before times are told. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChild } from '../child.ts';
import { count, median, megabytes, printMachine, printTable, ratio, seconds } from '../printing.ts';
import { isFilled, type DataJob } from './data.ts';
import type { PresetsOutcome, PresetTimes } from './presets.ts';
import type { SearchTimes } from './search.ts';
import {
  contestants,
  questionNames,
  type AnswerRows,
  type Contestant,
  type Job,
  type Outcome,
  type QuestionName,
} from './questions.ts';

export interface QueryOptions {
  readonly records: number;
  readonly rounds: number;
  /** Where the data stays for the next run; a temporary one by default. */
  readonly folder: string | undefined;
  readonly only: readonly string[] | undefined;
}

const labels: Readonly<Record<Contestant, string>> = {
  snapshot: 'this app',
  sqlite: 'SQLite',
  arrays: 'arrays + table library',
};
/** A million row objects of the table library do not fit into Node's own choice. */
const HEAP = '--max-old-space-size=8000';
/** What sums of doubles may be off. */
const TOLERANCE = 0.005;

export async function benchQuery(options: QueryOptions): Promise<void> {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'bench-query-'));
  mkdirSync(folder, { recursive: true });
  try {
    printMachine('before');
    await prepare({ folder, records: options.records });
    const outcomes = new Map<Contestant, Outcome>();
    for (const contestant of contestants.filter((each) => options.only?.includes(each) ?? true)) {
      const job: Job = { contestant, folder, records: options.records, rounds: options.rounds };
      outcomes.set(contestant, await runChild(import.meta.resolve('./contestant.ts'), job, [HEAP]));
      printMachine(`after ${labels[contestant]}`);
    }
    if (outcomes.size > 0) print(outcomes, options);
    if (options.only?.includes('presets') ?? true) {
      const { times }: PresetsOutcome = await runChild(
        import.meta.resolve('./presets.ts'),
        { folder, rounds: options.rounds },
        [HEAP],
      );
      printPresets(times);
      printMachine('after the presets');
    }
    if (options.only?.includes('search') ?? true) {
      const job = { folder, rounds: options.rounds };
      printSearches(await runChild(import.meta.resolve('./search.ts'), job, [HEAP]));
      printMachine('after the searches');
    }
  } finally {
    if (options.folder === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

/** Fills the folder, where it is not filled yet. */
export async function prepare(job: DataJob): Promise<void> {
  if (isFilled(job)) return console.log('data: that of an earlier run');
  const started = performance.now();
  await runChild(import.meta.resolve('./data.ts'), job, [HEAP]);
  console.log(`data: ${count(job.records)} records made and stored in ${seconds(performance.now() - started)}`);
}

function print(outcomes: ReadonlyMap<Contestant, Outcome>, { records, rounds }: QueryOptions): void {
  const present = [...outcomes.keys()];
  const own = outcomes.get('snapshot');
  const heading = ['', ...present.map((each) => labels[each])];
  const facts = [
    ['until the first question', ...[...outcomes.values()].map((each) => seconds(each.openMilliseconds))],
    ['memory afterwards', ...[...outcomes.values()].map((each) => megabytes(each.rssBytes))],
  ];
  const rows = questionNames.map((name) => {
    const base = medianOf(own, name);
    const cells = [...outcomes].map(([contestant, outcome]) => {
      const time = medianOf(outcome, name);
      const against = contestant === 'snapshot' || !own ? '' : ` ${ratio(time, base).padStart(9)}`;
      return `${time.toFixed(time < 100 ? 1 : 0)} ms${against}`;
    });
    return [name, ...cells];
  });
  console.log(`\n${count(records)} records, medians of ${rounds}, beside them how many times the app's`);
  printTable([heading, ...facts, ...rows]);
  for (const name of questionNames) console.log(`${name}: ${agreementOn(name, outcomes)}`);
}

/** What a report may take in the store: p95, on an idle machine. */
const REPORT_MILLISECONDS = 120;

const whole = (value: number) => value.toFixed(0);

function printPresets(times: readonly PresetTimes[]): void {
  console.log(`what the presets ask, milliseconds; a report's figures are to stay under ${REPORT_MILLISECONDS} at p95`);
  if (times.some(({ figures }) => percentile(figures, 0.95) >= REPORT_MILLISECONDS)) process.exitCode = 1;
  printTable([
    ['', 'rows × columns', 'figures median', 'p95', 'fastest', 'processor', 'with notes median', 'p95'],
    ...times.map(({ name, size, figures, whole: all, cpu }) => [
      name,
      size,
      whole(median(figures)),
      whole(percentile(figures, 0.95)),
      whole(Math.min(...figures)),
      whole(median(cpu)),
      whole(median(all)),
      whole(percentile(all, 0.95)),
    ]),
  ]);
}

/** What the first rows of a search or a filter may take, page and count: p95, on an idle machine. */
const SEARCH_MILLISECONDS = 150;

function printSearches(times: readonly SearchTimes[]): void {
  console.log(
    `searches and filters, milliseconds; the first rows are to be there in under ${SEARCH_MILLISECONDS} at p95`,
  );
  if (times.some(({ first }) => percentile(first, 0.95) >= SEARCH_MILLISECONDS)) process.exitCode = 1;
  printTable([
    ['', 'found', 'first rows median', 'p95', 'page and count median', 'p95', 'processor'],
    ...times.map(({ text, found, first, page, cpu }) => [
      text,
      count(found),
      whole(median(first)),
      whole(percentile(first, 0.95)),
      whole(median(page)),
      whole(percentile(page, 0.95)),
      whole(median(cpu)),
    ]),
  ]);
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

function medianOf(outcome: Outcome | undefined, name: QuestionName): number {
  return median(outcome?.questions[name].milliseconds ?? []);
}

/** To the last digit with SQLite; with the doubles of JavaScript within half a cent. */
function agreementOn(name: QuestionName, outcomes: ReadonlyMap<Contestant, Outcome>): string {
  const [first, ...others] = [...outcomes];
  if (!first) return 'nobody was asked';
  const rows = first[1].questions[name].rows;
  const told = others.map(([contestant, { questions }]) => {
    const differing = differences(rows, questions[name].rows);
    if (differing.length > 0) process.exitCode = 1;
    const example = differing[0] === undefined ? '' : `, first ${differing[0]}`;
    return differing.length === 0
      ? `${labels[contestant]} says the same`
      : `${labels[contestant]} DIFFERS in ${differing.length}${example}`;
  });
  return [`${count(rows.length)} rows`, ...told].join(', ');
}

/** Rows are told apart by order only where the question orders them fully; groups are found by their keys. */
function differences(a: AnswerRows, b: AnswerRows): string[] {
  if (a.length !== b.length) return [`${a.length} rows, ${b.length} rows`];
  const [left, right] = [ordered(a), ordered(b)];
  return left.flatMap((row, at) => {
    const other = right[at] ?? [];
    const same = row.every((cell, column) => cell === other[column] || isNear(cell, other[column] ?? ''));
    return same ? [] : [`${row.join(' | ')}  ≠  ${other.join(' | ')}`];
  });
}

function ordered(rows: AnswerRows): AnswerRows {
  return rows.toSorted((a, b) => (a.join('\n') < b.join('\n') ? -1 : 1));
}

function isNear(a: string, b: string): boolean {
  return a !== '' && b !== '' && Math.abs(Number(a) - Number(b)) < TOLERANCE;
}
