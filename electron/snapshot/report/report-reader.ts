/** Runs reports over the published records: figures and their notes, of one state of the store. */
import type { DuckDBConnection } from '@duckdb/node-api';
import type { CheckedReport } from '../../../src/domain/reports/definition/check.ts';
import { withOperands } from '../../../src/domain/reports/definition/measures.ts';
import type { ReportNote } from '../../../src/domain/reports/definition/report.ts';
import type { Weekday } from '../../../src/domain/time/weeks.ts';
import type { Connections } from '../database/connections.ts';
import { readMeta, STATE } from '../database/metadata.ts';
import type { RecordedWeeksMemory } from '../records/recorded-weeks.ts';
import { withBreakdowns } from './parts/breakdowns.ts';
import type { ReportFigures, ReportOptions } from './context.ts';
import { runReport } from './execute.ts';
import { leftOutNotes } from './notes/left-out.ts';
import { readNotes, withoutCurrency } from './notes/notes.ts';

export interface Analysis {
  readonly figures: ReportFigures;
  readonly notes: readonly ReportNote[];
  /** What figures of the compared period leave out. */
  readonly notesBefore: readonly ReportNote[];
  /** The same of each further compared period. */
  readonly notesFurther: readonly (readonly ReportNote[])[];
}

/** One state of the store. */
export interface Moment {
  /** The sync state, as text. */
  readonly state: string | undefined;
  /** The weekday on which the records' own weeks begin. */
  readonly recordedWeeks: Weekday;
}

/** Archived records are in no figure, nor is an incomplete refresh. `signal` cancels a question as for records. */
export interface ReportReading {
  /** Sums are exact; quotients have 8 decimals, half-even. Without groups: no rows, totals only. */
  report(report: CheckedReport, options: ReportOptions, signal?: AbortSignal): Promise<ReportFigures>;
  /**
   * A report with its notes, all of one state of the store.
   * @param work gets what is read at that moment and builds the question from it
   */
  analyse<T>(
    report: CheckedReport,
    work: (moment: Moment, analyse: (options: ReportOptions) => Promise<Analysis>) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T>;
}

export function createReportReading(connections: Connections, weeks: RecordedWeeksMemory): ReportReading {
  return {
    report: (report, options, signal) =>
      connections.survey((connection) => runReport(connection, report, options), signal),

    analyse: (report, work, signal) =>
      connections.survey(
        async (connection) =>
          work(
            { state: await readMeta(connection, STATE), recordedWeeks: (await weeks.at(connection)).begin },
            (options) => readAnalysis(connection, report, options),
          ),
        signal,
      ),
  };
}

/** Figures and notes; the connection must hold one state of the store meanwhile. */
export async function readAnalysis(
  connection: DuckDBConnection,
  asked: CheckedReport,
  options: ReportOptions,
): Promise<Analysis> {
  const report = withOperands(asked);
  const figures = await withBreakdowns(connection, report, options, await runReport(connection, report, options));
  // What is left out of a few chosen rows is said of all of them, beside the totals.
  const notes = options.among ? [] : await readNotes(connection, report, options);
  const currencies = figures.currencies ?? [];
  const isSeveral = currencies.length > 1;
  const mixed: ReportNote[] = isSeveral ? [{ kind: 'mixed-currencies', records: null, minutes: null }] : [];
  const unlabelled = isSeveral && currencies.includes(null) ? await withoutCurrency(connection, report, options) : [];
  const order: ReportNote[] = figures.isOrderAbsent ? [{ kind: 'no-order-column', records: null, minutes: null }] : [];
  const { compared, further = [] } = options;
  const leftOutIn = async (period: typeof compared) =>
    period ? leftOutNotes(connection, report, { ...options, period }) : [];
  const notesBefore = await leftOutIn(compared);
  const notesFurther: (readonly ReportNote[])[] = [];
  for (const period of further) notesFurther.push(await leftOutIn(period));
  return { figures, notes: [...notes, ...mixed, ...unlabelled, ...order], notesBefore, notesFurther };
}
