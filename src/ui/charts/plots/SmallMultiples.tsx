/** A small chart for each group, on one scale: complete rows of them within the available height, the others behind a button. */
import { useMemo, useState } from 'react';
import { MoreButton } from './MoreButton.tsx';
import { Plot, type PlotProps } from './Plot.tsx';
import { totalText, type SmallPlot } from '../../../domain/charts/small-plot.ts';
import { MOST_HEIGHT, smallPlotsThatFit } from '../layout/small-plots-fit.ts';
import { useElementSize } from '../layout/use-element-size.ts';
import classes from '../charts.module.css';

/** Pixels left and right of them. */
const SIDES = 32;

export interface SmallMultiplesProps extends Pick<PlotProps, 'words' | 'onMark'> {
  readonly plots: readonly SmallPlot[];
  readonly domain: readonly [number, number];
}

export function SmallMultiples({ plots, domain, ...plot }: SmallMultiplesProps) {
  const [isTall, setTall] = useState(false);
  const { ref: room, ...size } = useElementSize();
  const fit = smallPlotsThatFit(plots.length, { ...size, width: size.width - SIDES });
  const shown = isTall ? plots : plots.slice(0, fit.count);
  // With all of them shown, the content sets its own height: measuring that would make it grow step by step.
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
                  {totalText(model, total, plot.words.figure)}
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
