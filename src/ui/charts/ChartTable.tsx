/** The table beside a chart: the same buckets and series, every figure exact in `data-value`. */
import { chartTexts as texts } from '#texts/screens/charts.ts';
import { Tag } from '../components/values/Tag.tsx';
import { stateText } from './plots/AxisTick.tsx';
import type { ChartModel, Series } from '#domain/charts/chart-model.ts';
import { Table, type Column } from '#ui/grid/Table.tsx';
import tables from '../components/values/tables.module.css';

export interface ChartTableProps {
  readonly model: ChartModel;
  readonly caption: string;
  /** False: it is visible to screen readers only. */
  readonly isShown: boolean;
  readonly figure: (series: Series, value: string | null) => string;
  readonly onOpen: (bucket: number, series: number) => void;
}

export function ChartTable({ model, caption, isShown, figure, onOpen }: ChartTableProps) {
  const { buckets, series, axisLabel } = model;
  const cells = series.flatMap((each, at) => [
    { at, each, values: each.values, label: each.label, isBefore: false },
    ...(each.before ? [{ at, each, values: each.before, label: texts.before(each.label), isBefore: true }] : []),
  ]);
  const columns: Column<ChartModel['buckets'][number]>[] = [
    {
      id: 'bucket',
      head: axisLabel,
      isRowHead: true,
      renderCell: (bucket) => (
        <>
          {bucket.label} {stateText(bucket) !== '' && <Tag tone="warn">{stateText(bucket)}</Tag>}
        </>
      ),
    },
    ...cells.map(({ at, each, values, label, isBefore }) => ({
      id: `${each.id} ${isBefore}`,
      head: label,
      isNumber: true,
      renderCell: (_: unknown, index: number) => {
        const value = values[index] ?? null;
        if (isBefore || value === null || model.markAt(index, at) === undefined) return figure(each, value);
        return (
          <button type="button" className={tables.link} tabIndex={isShown ? 0 : -1} onClick={() => onOpen(index, at)}>
            {figure(each, value)}
          </button>
        );
      },
      attributes: (_: unknown, index: number) => ({
        'data-measure': isBefore ? undefined : each.measure.id,
        'data-value': values[index] ?? '',
      }),
    })),
  ];
  return (
    <Table
      columns={columns}
      rows={buckets}
      row={{
        toKey: ({ key, label }) => `${key ?? ''} ${label}`,
        attributes: ({ key }) => ({ 'data-key': key ?? '' }),
      }}
      caption={caption}
      data-testid="chart-table"
    />
  );
}
