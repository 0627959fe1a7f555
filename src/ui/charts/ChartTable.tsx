/** The table beside a chart: the same buckets and series, every figure exact in `data-value`. */
import { chartTexts as texts } from '#texts/screens/charts.ts';
import { Tag } from '../components/values/Tag.tsx';
import { stateText } from './plots/AxisTick.tsx';
import type { ChartModel, Series } from '../../domain/charts/chart-model.ts';
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
  return (
    <table className={tables.table} data-testid="chart-table">
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{axisLabel}</th>
          {cells.map(({ each, label, isBefore }) => (
            <th key={`${each.id} ${isBefore}`} scope="col" className={tables.number}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {buckets.map((bucket, index) => (
          <tr key={`${bucket.key ?? ''} ${bucket.label}`} data-key={bucket.key ?? ''}>
            <th scope="row">
              {bucket.label} {stateText(bucket) !== '' && <Tag tone="warn">{stateText(bucket)}</Tag>}
            </th>
            {cells.map(({ at, each, values, isBefore }) => {
              const value = values[index] ?? null;
              const opens = !isBefore && value !== null && model.markAt(index, at) !== undefined;
              return (
                <td
                  key={`${each.id} ${isBefore}`}
                  className={tables.number}
                  data-measure={isBefore ? undefined : each.measure.id}
                  data-value={value ?? ''}
                >
                  {opens ? (
                    <button
                      type="button"
                      className={tables.link}
                      tabIndex={isShown ? 0 : -1}
                      onClick={() => onOpen(index, at)}
                    >
                      {figure(each, value)}
                    </button>
                  ) : (
                    figure(each, value)
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
