/** The app's own answers: what its screens, files and terminal call, conversion to exact text included. */
import { openSnapshot } from '#electron/snapshot/snapshot.ts';
import { checkReport } from '#domain/reports/definition/check.ts';
import { snapshotPath } from './data.ts';
import {
  AT_LEAST_MINUTES,
  MINUTES,
  MODIFIED,
  MONTH,
  OWNER,
  PAGE,
  pageColumns,
  SERVICE,
  sums,
  TOP,
  VALUE,
  WEEK,
  WORD,
  type Contender,
  type Job,
} from './questions.ts';

const longOnes = [{ filters: [{ propertyName: MINUTES, operator: 'GTE' as const, value: String(AT_LEAST_MINUTES) }] }];
const everything = { filterGroups: [], query: '', zone: 'UTC' };

export async function openOwnSnapshot({ folder, records }: Job): Promise<Contender> {
  const snapshot = await openSnapshot(snapshotPath(folder));

  async function report(groupBy: string[], measures: readonly string[], filterGroups = noGroups) {
    const checked = checkReport({ measures: [...measures], groupBy, filterGroups, query: '' });
    if (!checked.ok) throw new RangeError(checked.problem.detail);
    const { rows } = await snapshot.report(checked.value, { zone: 'UTC' });
    return rows.map(({ key, values }) => [
      ...groupBy.map((name) => key[name] ?? ''),
      ...measures.map((name) => values[name] ?? '0'),
    ]);
  }

  /** As a screen asks for it: weeks across. How many records tells an empty cell from one without a readable value. */
  async function pivot(row: string, column: string, measure: string) {
    const checked = checkReport({
      measures: [measure, 'records'],
      groupBy: [row],
      columns: column,
      filterGroups: noGroups,
      query: '',
    });
    if (!checked.ok) throw new RangeError(checked.problem.detail);
    const { rows, columns } = await snapshot.report(checked.value, { zone: 'UTC' });
    return rows.flatMap(({ key, cells }) =>
      columns.flatMap((bucket, at) =>
        cells?.['records']?.[at] === '0' ? [] : [[key[row] ?? '', bucket.key ?? '', cells?.[measure]?.[at] ?? '0']],
      ),
    );
  }

  async function page(sort: { propertyName: string; direction: 'DESCENDING' } | undefined) {
    const offset = Math.floor(records / 2);
    const { rows } = await snapshot.page({ ...everything, columns: pageColumns, offset, limit: PAGE, sort });
    return rows.map(({ values }) => pageColumns.map((name) => values[name] ?? ''));
  }

  return {
    answers: {
      'month × 4 sums, filtered': () => report([MONTH], sums, longOnes),
      'top 20 of services': async () => (await report([SERVICE], [VALUE])).slice(0, TOP),
      'owner × week pivot': () => pivot(OWNER, WEEK, MINUTES),
      'filtered count': async () => [[String(await snapshot.countSelected({ ...everything, filterGroups: longOnes }))]],
      'page at half depth, by id': () => page(undefined),
      'page at half depth, newest changes first': () => page({ propertyName: MODIFIED, direction: 'DESCENDING' }),
      'text contains, count': async () => [[String(await snapshot.countSelected({ ...everything, query: WORD }))]],
    },
    close: () => snapshot.close(),
  };
}

const noGroups: typeof longOnes = [];
