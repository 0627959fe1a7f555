/** The questions the presets ask, put to the app alone: everything a screen's call waits for, notes and comparison included. */
import { openSnapshot, type Snapshot } from '#electron/snapshot/snapshot.ts';
import type { Directory } from '#domain/people/directory.ts';
import { anyContext, resolvePeriod } from '#domain/time/period.ts';
import { checkReport, type CheckedReport } from '#domain/reports/definition/check.ts';
import { reportSchema, type ReportInput } from '#domain/reports/definition/report.ts';
import { resolveReport } from '#domain/reports/definition/resolve.ts';
import { defaultSettings } from '#domain/settings.ts';
import { jobGiven, sendResult } from '../child.ts';
import { snapshotPath } from './data.ts';

export interface PresetsJob {
  readonly folder: string;
  readonly rounds: number;
}

export interface PresetTimes {
  readonly name: string;
  /** `1261 × 53` */
  readonly size: string;
  /** Wall time of the figures alone, and of all that is said beside them too. */
  readonly figures: readonly number[];
  readonly whole: readonly number[];
  /** Processor time of all threads for the figures: what a busy machine does not change much. */
  readonly cpu: readonly number[];
}

export interface PresetsOutcome {
  readonly times: readonly PresetTimes[];
  readonly records: number;
  /** The largest resident set. */
  readonly peakBytes: number;
}

/** The day the bench's records end before. */
const TODAY = '2026-11-20';
const ZONE = 'Europe/Berlin';
const CLIENTS = 800;
const TEAMS = 12;

const sums = ['logged_hours', 'billable_logged_hours', 'billable_value', 'recorded_cost'];
const long = [{ filters: [{ propertyName: 'total_minutes', operator: 'GTE' as const, value: '480' }] }];
const person = 'platform_owner_id';

const questions: Readonly<Record<string, ReportInput>> = {
  'month × 4 sums, filtered': { measures: sums, groupBy: ['month'], filterGroups: long },
  'months across, all records': { measures: [...sums, 'margin'], columns: 'month' },
  'tiles of last week, compared': {
    measures: ['billable_logged_hours', 'billable_share', 'billable_value', 'effective_rate', 'margin'],
    period: 'last-week',
    compare: 'previous',
  },
  'people of last month, with gaps': {
    measures: ['logged_hours', 'billable_logged_hours', 'expected_hours', 'utilisation', 'gap_hours'],
    groupBy: [person],
    period: 'last-month',
  },
  'people by team, all records': { measures: sums.slice(0, 2), groupBy: ['team', person] },
  'clients of this year': { measures: sums, groupBy: ['client'], period: '2026' },
  'clients, all records': { measures: sums, groupBy: ['client'] },
  'clients of this year, people counted': { measures: [...sums, 'owners'], groupBy: ['client'], period: '2026' },
  'clients and services of a quarter, compared': {
    measures: ['billable_value', 'billable_logged_hours'],
    groupBy: ['client', 'service_name'],
    period: '2026-Q3',
    compare: 'last-year',
  },
  'person × week of a year': {
    measures: ['logged_hours'],
    groupBy: [person],
    columns: 'week',
    period: 'last-12-months',
  },
  'person × week, all records': { measures: ['logged_hours'], groupBy: [person], columns: 'week' },
  'person × day of a month, by the clock': {
    measures: ['logged_hours'],
    groupBy: [person],
    columns: 'day',
    period: 'last-month',
    calendar: 'clock',
  },
  'top 20 clients and Other, a quarter': {
    measures: ['billable_value', 'margin'],
    groupBy: ['client'],
    top: { count: 20 },
    period: '2026-Q3',
  },
};

function checked(input: ReportInput): CheckedReport {
  const answer = checkReport(reportSchema.parse(input));
  if (!answer.ok) throw new RangeError(answer.problem.detail);
  return answer.value;
}

/** Everybody and everything named, as in a firm that keeps its directory. */
export async function directoryFor(snapshot: Snapshot): Promise<Directory> {
  const keys = async (name: string) => {
    const { rows } = await snapshot.report(checked({ measures: ['records'], groupBy: [name] }), { zone: ZONE });
    return rows.flatMap(({ key }) => key[name] ?? []);
  };
  const active = { weeklyHours: '40', activeFrom: null, activeTo: null };
  const people = (await keys(person)).map((id, at) => [
    id,
    { name: `Person ${at}`, team: `Team ${at % TEAMS}`, ...active },
  ]);
  const objects = (await keys('object')).map((key, at) => [
    key,
    { name: `Object ${at}`, client: `Client ${at % CLIENTS}`, currency: null },
  ]);
  return { owners: Object.fromEntries(people), objects: Object.fromEntries(objects) };
}

async function measure({ folder, rounds }: PresetsJob): Promise<PresetsOutcome> {
  const snapshot = await openSnapshot(snapshotPath(folder));
  const directory = await directoryFor(snapshot);
  await snapshot.setDirectory(directory);
  const all: PresetTimes[] = [];
  for (const [name, input] of Object.entries(questions)) {
    const times = { figures: [] as number[], whole: [] as number[], cpu: [] as number[] };
    let size = '';
    const ask = async (isWhole: boolean) => {
      const report = checked(input);
      const period =
        input.period === undefined ? undefined : resolvePeriod(input.period, { ...anyContext, today: TODAY });
      const resolved = resolveReport(report, period?.ok ? period.value : undefined, TODAY);
      if (!resolved.ok) throw new RangeError(resolved.problem);
      const { calendar, comparison, period: own } = resolved.value;
      const compared = comparison?.period ?? undefined;
      const options = {
        zone: ZONE,
        calendar,
        period: own,
        compared,
        settings: defaultSettings,
        directory,
        today: TODAY,
      };
      return isWhole
        ? (await snapshot.analyse(report, (_, analyse) => analyse(options))).figures
        : snapshot.report(report, options);
    };
    for (let round = 0; round <= rounds; round += 1) {
      const [started, cpu] = [performance.now(), process.cpuUsage()];
      const { rows, columns } = await ask(false);
      const [figures, spent] = [performance.now() - started, process.cpuUsage(cpu)];
      const again = performance.now();
      await ask(true);
      size = `${rows.length} × ${columns.length}`;
      // The first round is not counted: files are read, code is compiled.
      if (round === 0) continue;
      times.figures.push(figures);
      times.cpu.push((spent.user + spent.system) / 1000);
      times.whole.push(performance.now() - again);
    }
    all.push({ name, size, ...times });
  }
  const records = await snapshot.count({});
  await snapshot.close();
  return { times: all, records, peakBytes: process.resourceUsage().maxRSS * 1024 };
}

if (process.argv[1] === import.meta.filename) sendResult(await measure(jobGiven() as PresetsJob));
