/** The exact figures of the active bucket, beside the pointer or the keyboard's mark. */
import { stateText } from './AxisTick.tsx';
import type { ChartModel, Series } from '../../../domain/charts/chart-model.ts';
import { chooseColour } from '../../../domain/charts/palette.ts';
import type { Place } from './ActiveCursor.tsx';
import type { ActiveMark } from './use-active-mark.ts';
import classes from '../charts.module.css';

export interface ChartTooltipProps {
  readonly model: ChartModel;
  readonly active: ActiveMark;
  readonly place: Place;
  readonly width: number;
  readonly figure: (series: Series, value: string | null) => string;
}

export function ChartTooltip({ model, active, place, width, figure }: ChartTooltipProps) {
  const bucket = model.buckets[active.bucket];
  if (!bucket) return null;
  const state = stateText(bucket);
  const onLeft = place.x > width / 2;
  const style = onLeft ? { right: width - place.x + 14, top: place.y } : { left: place.x + 14, top: place.y };
  return (
    <div className={classes.card} style={style} aria-hidden>
      <p className={classes.cardTitle}>
        {bucket.label} {state !== '' && <span className={classes.soFar}>{state}</span>}
      </p>
      <dl className={classes.lines}>
        {model.series.map((each, at) => (
          <div key={each.id} className={at === active.series && !active.byPointer ? classes.activeLine : classes.line}>
            <dt>
              <i style={each.isWritten ? undefined : { background: chooseColour(each, at, model.series) }} />
              {each.label}
            </dt>
            <dd className="figure">{figure(each, each.values[active.bucket] ?? null)}</dd>
            {each.before && <dd className={classes.before}>{figure(each, each.before[active.bucket] ?? null)}</dd>}
          </div>
        ))}
      </dl>
    </div>
  );
}
