/** The figures at the ends of horizontal bars; for a bar below 0 on its empty side, where no name is in the way. */
import { useXAxisScale, useYAxisScale } from 'recharts';
import type { ChartModel } from '../../../domain/charts/chart-model.ts';
import { bandHeight, BEFORE, GAP, LINE } from '../layout/fit-bars.ts';
import type { Mark } from '../layout/geometry.ts';

export interface BarLabelsProps {
  readonly model: ChartModel;
  readonly marks: readonly Mark[];
  /** Places of the series that have a line of their own. */
  readonly drawn: readonly number[];
  /** The text at a bar's end: by series, then by bucket. */
  readonly texts: readonly (readonly string[])[];
}

export function BarLabels({ model, marks, drawn, texts }: BarLabelsProps) {
  const [across, down] = [useXAxisScale(), useYAxisScale()];
  if (!across || !down) return null;
  const { series, pair } = model;
  const top = GAP / 2 - bandHeight(model) / 2;
  return (
    <g fontSize={11} fill="var(--ink-2)" style={{ pointerEvents: 'none' }}>
      {marks.flatMap((mark) => {
        const middle = down(mark.index, { position: 'middle' }) ?? 0;
        return drawn.map((at, line) => {
          const keys = pair ? [pair.whole, pair.inner].map((each) => `s${each}`) : [`s${at}`];
          const end = Math.max(0, ...keys.map((key) => mark[key] ?? 0));
          const above = drawn.slice(0, line).reduce((sum, each) => sum + LINE + (series[each]?.before ? BEFORE : 0), 0);
          return (
            <text key={`${mark.index} ${at}`} x={(across(end) ?? 0) + 6} y={middle + top + above + LINE / 2 + 4}>
              {texts[at]?.[mark.index] ?? ''}
            </text>
          );
        });
      })}
    </g>
  );
}
