/** Horizontal bars within the available height: complete bars only, the others behind a button. */
import { useMemo, useState } from 'react';
import { barsThatFit, firstBars, groupsBeyond, spreadHeight } from '../layout/fit-bars.ts';
import { MoreButton } from './MoreButton.tsx';
import { Plot, type PlotProps } from './Plot.tsx';
import { useElementSize } from '../layout/use-element-size.ts';
import classes from '../charts.module.css';

export function HorizontalBarPlot({ model, ...plot }: Omit<PlotProps, 'shapes' | 'compact' | 'className' | 'height'>) {
  const [isTall, setTall] = useState(false);
  const { ref: room, height } = useElementSize();
  const count = isTall ? model.buckets.length : barsThatFit(model, height);
  const shown = useMemo(() => firstBars(model, count), [model, count]);
  const beyond = groupsBeyond(model, count);
  return (
    <div ref={room} className={classes.room} data-tall={isTall || undefined} data-beyond={beyond}>
      {height > 0 && (
        <Plot {...plot} model={shown} shapes={undefined} height={spreadHeight(model, count, isTall ? 0 : height)} />
      )}
      {height > 0 && <MoreButton beyond={beyond} isTall={isTall} onTall={setTall} />}
    </div>
  );
}
