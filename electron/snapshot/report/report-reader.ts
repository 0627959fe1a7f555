/** Runs reports over the published records and returns figures and notes of one state of the store. */
import type { DuckDBConnection } from '@duckdb/node-api';
import { formatUnits } from '#domain/decimal.ts';
import type { CheckedReport } from '#domain/reports/definition/check.ts';
import { addOperands } from '#domain/reports/definition/measures.ts';
import type { ReportNote } from '#domain/reports/definition/report.ts';
import type { Weekday } from '#domain/time/weeks.ts';
import type { Connections } from '../database/connections.ts';
import { readInTurn, type ReadTogether } from '../database/looks.ts';
import { readMeta, STATE } from '../database/metadata.ts';
import type { RecordedWeeksMemory } from '../recorded-weeks.ts';
import { addBreakdowns } from './breakdowns.ts';
import type { ReportFigures, ReportOptions } from './context.ts';
import { runReport } from './execute.ts';
import { readLeftOutNotes } from './left-out.ts';
import { readExpectedNotes, readNotes, noteWithoutCurrency } from './notes.ts';

export interface Analysis {
  readonly figures: ReportFigures;
  readonly notes: readonly ReportNote[];
  /** The notes on records that figures of the compared period leave out. */
  readonly notesBefore: readonly ReportNote[];
  /** The same for each further compared period. */
  readonly notesFurther: readonly (readonly ReportNote[])[];
}

/** What a report may need to know about the state of the store that it reads. */
export interface Moment {
  readonly state: string | undefined;
  readonly recordedWeeks: Weekday;
}

/** No figure includes archived records or an incomplete refresh. `signal` cancels a report as in `createRecordsReading`. */
export function createReportReading(connections: Connections, weeks: RecordedWeeksMemory) {
  return {
    /** Sums are exact; quotients have 8 decimals, half-even. A report without groups has totals only and no rows. */
    report: (report: CheckedReport, options: ReportOptions, signal?: AbortSignal) =>
      connections.survey((connection) => runReport(connection, report, options), signal),

    /** Reads a report with its notes, all of one state of the store. @param work receives that state and chooses the options from it */
    analyse: <T>(
      report: CheckedReport,
      work: (moment: Moment, analyse: (options: ReportOptions) => Promise<Analysis>) => Promise<T>,
      signal?: AbortSignal,
    ) =>
      connections.survey(
        async (connection) =>
          work(
            { state: await readMeta(connection, STATE), recordedWeeks: (await weeks.getWeeks(connection)).begin },
            (options) => readAnalysis(connection, report, options, connections.readTogether),
          ),
        signal,
      ),
  };
}

/**
 * Reads figures and notes. The connection must see one state of the store meanwhile.
 * @param readTogether by default one is read after the other
 */
export async function readAnalysis(
  connection: DuckDBConnection,
  requestedReport: CheckedReport,
  options: ReportOptions,
  readTogether: ReadTogether = readInTurn,
): Promise<Analysis> {
  const report = addOperands(requestedReport);
  const [{ figures, withoutClient }, { notes, people, notesBefore, notesFurther }] = await readTogether(
    connection,
    async (own) => {
      const { withoutClient: clientless, ...lines } = await runReport(own, report, options);
      return { figures: await addBreakdowns(own, report, options, lines), withoutClient: clientless };
    },
    (other) => readAllNotes(other, report, options),
  );
  const clientlessNotes: ReportNote[] =
    withoutClient && withoutClient.records > 0 && !options.among
      ? [
          {
            kind: 'no-client',
            records: withoutClient.records,
            minutes: withoutClient.minutes === null ? null : formatUnits(withoutClient.minutes),
          },
        ]
      : [];
  const currencies = figures.currencies ?? [];
  const isMixed = currencies.length > 1;
  const mixedNotes: ReportNote[] = isMixed ? [{ kind: 'mixed-currencies', records: null, minutes: null }] : [];
  const unlabelledNotes =
    isMixed && currencies.includes(null) ? await noteWithoutCurrency(connection, report, options) : [];
  const orderNotes: ReportNote[] = figures.isOrderAbsent
    ? [{ kind: 'no-order-column', records: null, minutes: null }]
    : [];
  return {
    figures,
    notes: [...notes, ...clientlessNotes, ...people, ...mixedNotes, ...unlabelledNotes, ...orderNotes],
    notesBefore,
    notesFurther,
  };
}

async function readAllNotes(
  connection: DuckDBConnection,
  report: CheckedReport,
  options: ReportOptions,
): Promise<Omit<Analysis, 'figures'> & { readonly people: readonly ReportNote[] }> {
  const { compared, further = [], among } = options;
  // Notes count over all rows, so a report on a few chosen rows has none.
  const notes = among ? [] : await readNotes(connection, report, options);
  const people = among ? [] : await readExpectedNotes(connection, report, options);
  const readLeftOutIn = async (period: typeof compared) =>
    period ? readLeftOutNotes(connection, report, { ...options, period }) : [];
  const notesBefore = await readLeftOutIn(compared);
  const notesFurther: (readonly ReportNote[])[] = [];
  for (const period of further) notesFurther.push(await readLeftOutIn(period));
  return { notes, people, notesBefore, notesFurther };
}
