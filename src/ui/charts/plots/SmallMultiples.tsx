/** A small chart each, on one scale: whole rows of them in the room there is, the others a step away. */
import { useMemo, useRef, useState } from 'react';
import { MoreButton } from './MoreButton.tsx';
import { Plot, type PlotProps } from './Plot.tsx';
import { totalText, type SmallPlot } from '../model/small-plot.ts';
import { MOST_HEIGHT, smallPlotsThatFit } from '../layout/small-plots-fit.ts';
import { useElementSize } from '../layout/use-element-size.ts';
import classes from '../charts.module.css';

/** Pixels left and right of them. */
const SIDES = 32;

export interface SmallMultiplesProps extends Pick<PlotProps, 'figure' | 'unit' | 'onMark'> {
  readonly plots: readonly SmallPlot[];
  readonly domain: readonly [number, number];
}

export function SmallMultiples({ plots, domain, ...plot }: SmallMultiplesProps) {
  const [isTall, setTall] = useState(false);
  const room = useRef<HTMLDivElement>(null);
  const size = useElementSize(room);
  const fit = smallPlotsThatFit(plots.length, { ...size, width: size.width - SIDES });
  const shown = isTall ? plots : plots.slice(0, fit.count);
  // All of them make their own room: measured by it they would grow, and it with them, step by step.
  const height = isTall ? MOST_HEIGHT : fit.height;
  const beyond = plots.length - shown.length;
  const compact = useMemo(() => ({ domain }), [domain]);
  return (
    <div ref={room} className={classes.room} data-tall={isTall || undefined} data-beyond={beyond}>
      {size.height > 0 && (
        <div className={classes.panels} style={{ gridTemplateColumns: `repeat(${fit.columns}, minmax(0, 1fr))` }}>
          {shown.map(({ label, model, total = null }) => (
            // Two groups may have one name.
            <div key={model.series[0]?.id ?? label}>
              <p className={classes.panelTitle}>
                <span data-picture-text>{label}</span>
                <span className={classes.panelFigure} data-picture-text>
                  {totalText(model, total, plot.figure)}
                </span>
              </p>
              <Plot
                {...plot}
                label={label}
                model={model}
                shapes={model.series.map((_, at) => (at === 0 ? 'bar' : 'line'))}
                compact={compact}
                className={classes.panel}
                height={height}
              />
            </div>
          ))}
        </div>
      )}
      <MoreButton beyond={beyond} isTall={isTall} onTall={setTall} />
    </div>
  );
}
