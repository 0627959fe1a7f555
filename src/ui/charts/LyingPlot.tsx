/** Lying bars in the room there is: whole bars only, and a line below that says how many more there are and makes room for them. */
import { UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useMemo, useRef, useState } from 'react';
import { chartTexts as texts } from '../../texts/en/charts.ts';
import { barsThatFit, firstBars, groupsBeyond, spreadHeight } from './fit-bars.ts';
import { Plot, type PlotProps } from './Plot.tsx';
import { useRoom } from './use-room.ts';
import classes from './charts.module.css';

export function LyingPlot({ model, ...plot }: Omit<PlotProps, 'shapes' | 'compact' | 'className' | 'lyingHeight'>) {
  const [isTall, setTall] = useState(false);
  const room = useRef<HTMLDivElement>(null);
  const height = useRoom(room);
  const all = model.buckets.length;
  const count = isTall ? all : barsThatFit(model, height);
  const shown = useMemo(() => firstBars(model, count), [model, count]);
  const beyond = groupsBeyond(model, count);
  const Chevron = isTall ? IconChevronUp : IconChevronDown;
  return (
    <div ref={room} className={classes.lying} data-tall={isTall || undefined} data-beyond={beyond}>
      {height > 0 && (
        <Plot
          {...plot}
          model={shown}
          shapes={undefined}
          lyingHeight={spreadHeight(model, count, isTall ? 0 : height)}
        />
      )}
      {(isTall || beyond > 0) && height > 0 && (
        <UnstyledButton className={classes.more} aria-expanded={isTall} onClick={() => setTall(!isTall)}>
          <Chevron size={13} stroke={1.8} aria-hidden />
          {isTall ? texts.fewer : texts.andMore(beyond)}
        </UnstyledButton>
      )}
    </div>
  );
}
